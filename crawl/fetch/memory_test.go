package fetch

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/http"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"pgregory.net/rapid"

	"github.com/ontocrawl/ontocrawl/crawl"
)

// TestMemoryLaw: however answers grow, all of them end, and no more is in use than the
// budget and one answer.
func TestMemoryLaw(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		size := rapid.Int64Range(1, 100).Draw(t, "budget")
		wants := rapid.SliceOfN(rapid.SliceOfN(rapid.Int64Range(1, 60), 1, 5), 1, 20).Draw(t, "answers")
		m := NewMemory(size)
		m.small = rapid.Int64Range(0, 100).Draw(t, "small")
		var largest int64
		var wg sync.WaitGroup
		for i, steps := range wants {
			largest = max(largest, total(steps))
			wg.Go(func() {
				s := m.share()
				defer s.release()
				var held int64
				for j, n := range steps {
					held += n
					if err := s.grow(context.Background(), held); err != nil {
						t.Errorf("grow: %v", err)
					}
					if (i+j)%3 == 0 {
						time.Sleep(time.Duration(rand.IntN(50)) * time.Microsecond)
					}
				}
			})
		}
		ended := make(chan struct{})
		go func() { wg.Wait(); close(ended) }()
		select {
		case <-ended:
		case <-time.After(slack):
			t.Fatalf("a deadlock: budget %d, answers %v", size, wants)
		}
		if now, most := m.inUse(); now != 0 || m.large != 0 || m.line != 0 || m.works != 0 || most > size+largest {
			t.Errorf("in use %d at the end (large %d, %d, line %d), %d at most; budget %d, largest %d", now, m.large, m.works, m.line, most, size, largest)
		}
	})
}

func total(list []int64) (n int64) {
	for _, x := range list {
		n += x
	}
	return n
}

// TestMemoryWaits works a budget of 10 out by hand.
func TestMemoryWaits(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m := NewMemory(10)
		m.small = 30 // all are
		a, b, c, d := m.share(), m.share(), m.share(), m.share()
		ctx := t.Context()
		got := map[string]bool{}
		var mu sync.Mutex
		later := func(name string, s *share, size int64) {
			go func() {
				if s.grow(ctx, size) == nil {
					mu.Lock()
					got[name] = true
					mu.Unlock()
				}
			}()
			synctest.Wait()
		}
		check := func(step, want string) {
			t.Helper()
			synctest.Wait()
			mu.Lock()
			defer mu.Unlock()
			var have []string
			for _, n := range []string{"a", "a+", "b", "b+", "c", "d"} {
				if got[n] {
					have = append(have, n)
				}
			}
			if g := strings.Join(have, " "); g != want {
				t.Errorf("%s: %q have theirs, want %q", step, g, want)
			}
		}
		later("a", a, 4)
		later("b", b, 4)
		check("both fit", "a b")
		later("a+", a, 20) // the one that may exceed it
		check("one exceeds", "a a+ b")
		later("c", c, 1)
		later("b+", b, 5)
		later("d", d, 30)
		check("the rest waits", "a a+ b")
		a.release() // 4 in use: first b, which holds a share, then c, and d is the next to exceed
		check("in order", "a a+ b b+ c d")
		if now, most := m.inUse(); now != 5+1+30 || most != 36 {
			t.Errorf("in use %d, at most %d", now, most)
		}
		bounded, cancel := context.WithTimeout(ctx, time.Second)
		defer cancel()
		if err := a.grow(bounded, 1); crawl.KindOf(err) != crawl.FailResources || !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("no memory: %v", err)
		}
		for _, s := range []*share{a, b, c, d, d} {
			s.release()
		}
		if now, _ := m.inUse(); now != 0 {
			t.Errorf("%d are in use at the end", now)
		}
	})
}

// TestLargeAnswersWait: of large answers as many are read at a time as fit three
// quarters of the budget; small ones pass them.
func TestLargeAnswersWait(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m := NewMemory(160) // small: up to 10
		grown := func(s *share, size int64) func() bool {
			done := make(chan error, 1)
			go func() { done <- s.grow(t.Context(), size) }()
			synctest.Wait()
			return func() bool { synctest.Wait(); return len(done) == 1 }
		}
		a, b, c := m.share(), m.share(), m.share()
		if !grown(a, 100)() || !grown(b, 10)() {
			t.Fatal("a large answer and a small one do not fit")
		}
		larger, largest := grown(b, 40), grown(c, 500)
		if larger() || largest() {
			t.Error("140 and 600 of 120 are taken by large answers")
		}
		var others []*share
		for range 5 {
			s := m.share()
			if others = append(others, s); !grown(s, 10)() {
				t.Error("a small answer waits behind large ones")
			}
		}
		s := m.share()
		if grown(s, 10)(); m.used != 160+10 {
			t.Errorf("%d in use, want 10 beyond the budget for one that may exceed it", m.used)
		}
		a.release()
		if !larger() || largest() {
			t.Error("the next large answer has no room, or the one after it has")
		}
		b.release()
		if s.release(); !largest() {
			t.Error("what exceeds the budget is not read when it is the only large answer")
		}
		for _, s := range append(others, c) {
			s.release()
		}
		if now, _ := m.inUse(); now != 0 || m.large != 0 || m.works != 0 {
			t.Errorf("%d in use at the end, large %d, %d", now, m.large, m.works)
		}
	})
}

// TestLine: what waits to become large takes nothing from small answers, as far as a quarter
// of the budget goes, and is a crowd from the fourth on.
func TestLine(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m := NewMemory(160) // small: up to 10
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		grow := func(size int64, shares ...*share) (all []*share, done chan error) {
			done = make(chan error, 1)
			if len(shares) == 0 {
				shares = append(shares, m.share())
			}
			go func() { done <- shares[0].grow(ctx, size) }()
			synctest.Wait()
			return shares, done
		}
		huge, _ := grow(500)
		for n := range 6 { // each has 10, and wants 100
			if m.Crowded() != (n >= crowd) {
				t.Errorf("%d wait: crowded %v", n, m.Crowded())
			}
			s, had := grow(10)
			if len(had) != 1 {
				t.Fatalf("the beginning of answer %d has no room: %d in use, large %d, line %d", n, m.used, m.large, m.line)
			}
			if _, has := grow(100, s...); len(has) != 0 {
				t.Errorf("answer %d is read beside one that exceeds the budget", n)
			}
		}
		if m.line != 40 || m.large != 540 || m.used != 560 {
			t.Errorf("line %d, large %d, used %d; want 40, 540, 560", m.line, m.large, m.used)
		}
		if _, had := grow(10); len(had) != 1 {
			t.Error("a small answer waits")
		}
		cancel() // all that wait give up
		synctest.Wait()
		if m.line != 0 || m.large != 540 || m.Crowded() {
			t.Errorf("line %d, large %d at the end", m.line, m.large)
		}
		huge[0].release()
	})
}

// TestMemoryOfFetches: answers that are held count until they are released; the others
// until they are there. Fetches wait, and one body of the largest size always fits.
func TestMemoryOfFetches(t *testing.T) {
	const size = 1 << 20
	long := strings.Repeat("word ", size/5)
	m := NewMemory(2 * bodyCost(size, 0, 0))
	serve := map[string]http.HandlerFunc{}
	for i := range 12 {
		serve[fmt.Sprintf("/%d", i)] = answer("text/html", long)
	}
	s, c := loopback(t, Options{Memory: m, MaxBody: size, Timeout: time.Hour}, pages(serve))
	held := make(chan *crawl.Response)
	var wg sync.WaitGroup
	for i := range 12 {
		wg.Go(func() {
			r, err := c.Fetch(t.Context(), crawl.Request{URL: fmt.Sprintf("%s/%d", s.URL, i), Hold: true})
			if err != nil {
				t.Error(err)
			}
			held <- r
		})
	}
	for range 12 {
		r := <-held
		if len(r.Body) != len(long) {
			t.Errorf("%d bytes", len(r.Body))
		}
		r.Release()
		r.Release()
	}
	wg.Wait()
	if now, most := m.inUse(); now != 0 || most > 3*bodyCost(size+1, 0, 0) {
		t.Errorf("%d in use, %d at most", now, most)
	}
	// Who exceeds it keeps it to himself: others do without, and their servers are not
	// to blame.
	full := NewMemory(2 * exchangeCost)
	full.small = 64 * exchangeCost // all are
	hog := full.share()
	if err := hog.grow(t.Context(), 4*exchangeCost); err != nil {
		t.Fatal(err)
	}
	c.opt.Memory, c.opt.Timeout = full, 200*time.Millisecond
	ctx, cancel := context.WithTimeout(t.Context(), 100*time.Millisecond)
	defer cancel()
	if _, err := c.Fetch(ctx, crawl.Request{URL: s.URL + "/0"}); crawl.KindOf(err) != crawl.FailResources {
		t.Errorf("before the request: %v (%v)", err, crawl.KindOf(err))
	}
	hog.memory.mu.Lock()
	hog.memory.used = exchangeCost // Whatever a kill, a user or a disk leaves of the parts, a reader gets what the journal holds, once and in order, and what was there and is not in the journal is kept as .damaged.
	hog.memory.mu.Unlock()
	if _, err := c.Fetch(t.Context(), crawl.Request{URL: s.URL + "/0"}); crawl.KindOf(err) != crawl.FailResources {
		t.Errorf("in the body: %v (%v)", err, crawl.KindOf(err))
	}
	c.opt.Timeout = time.Hour
	small := NewMemory(1)
	c.opt.Memory = small
	if r, err := c.Fetch(t.Context(), crawl.Request{URL: s.URL + "/0"}); err != nil || len(r.Body) != len(long) {
		t.Errorf("alone: %v", err)
	}
	if now, most := small.inUse(); now != 0 || most < bodyCost(size, 0, 0) {
		t.Errorf("alone: %d in use, %d at most", now, most)
	}
}

// inUse is how many bytes are held, and the most that were at one time.
func (m *Memory) inUse() (now, most int64) {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.used, m.peak
}
