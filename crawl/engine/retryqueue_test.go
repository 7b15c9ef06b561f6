package engine_test

import (
	"bytes"
	"context"
	"fmt"
	"log/slog"
	"net"
	"os"
	"strings"
	"sync"
	"syscall"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/engine"
	"github.com/ontocrawl/ontocrawl/crawl/keep/state"
	"github.com/ontocrawl/ontocrawl/internal/pacetest"
)

// moody is a web whose pages fail in passing: page n so many times, and by what,
// as its number says.
type moody struct {
	*web
	det   bool // the crawl is deterministic
	mu    sync.Mutex
	asked map[string]int
}

// fails is how often page n fails before it answers, and how.
func (m *moody) fails(n int) (times, status int) {
	if hash(n, 41)%4 > 0 {
		return 0, 0
	}
	return 1 + hash(n, 42)%2, []int{429, 503, 500, 502, 504, 408, 0, -1}[hash(n, 43)%8]
}

func (m *moody) Fetch(ctx context.Context, req crawl.Request) (*crawl.Response, error) {
	m.mu.Lock()
	if m.asked == nil {
		m.asked = make(map[string]int)
	}
	m.asked[req.URL]++
	asked := m.asked[req.URL]
	m.mu.Unlock()
	times, status := m.fails(number(req.URL))
	switch {
	case asked > times:
		return m.web.Fetch(ctx, req)
	case status < 0 && m.det:
		status = 503 // a robots.txt is not waited for then
	case status < 0:
		return nil, fmt.Errorf("fetch %s: %w", req.URL, &crawl.RetryError{After: time.Millisecond, Err: crawl.ErrDisallowed})
	case status == 0:
		return nil, fmt.Errorf("fetch %s: %w", req.URL, os.ErrDeadlineExceeded)
	}
	return &crawl.Response{URL: req.URL, Final: req.URL, Status: status, FetchedAt: time.Now()}, nil
}

// TestRetries: what fails in passing is no failure: the crawl ends as on a web
// that never failed, in deterministic mode with the same trail.
func TestRetries(t *testing.T) {
	for _, det := range []bool{true, false} {
		for _, workers := range []int{1, 5} {
			opt := engine.Options{Workers: workers, Deterministic: det, Retries: 2, RetryWait: time.Millisecond / 10}
			calm, want := &web{Size: 200, Hosts: 5}, new(state.Memory)
			run(t, newEngine(calm, want, opt), calm)
			m, got := &moody{web: &web{Size: 200, Hosts: 5}, det: det}, new(state.Memory)
			e := newEngine(m.web, got, opt)
			e.Fetcher = m
			run(t, e, m.web)
			if d := cmp.Diff(trail(want), trail(got)); det && d != "" {
				t.Errorf("workers=%d: another trail (-calm +moody):\n%s", workers, d)
			}
			if d := cmp.Diff(outcomes(t, want), outcomes(t, got)); d != "" {
				t.Errorf("deterministic=%v workers=%d: other outcomes (-calm +moody):\n%s", det, workers, d)
			}
			again := 0
			for url, n := range m.asked {
				// Fewer times if it became known as another page's final address.
				if times, _ := m.fails(number(url)); n > times+1 || n <= times && !got.Recorded(url) {
					t.Errorf("%s was asked %d times, want %d", url, n, times+1)
				}
				again += n - 1
			}
			if again < 20 {
				t.Errorf("only %d pages were asked again", again)
			}
		}
	}
}

// shut is a web whose robots.txt cannot be had.
type shut struct {
	*web
	after time.Duration
	mu    sync.Mutex
	asked int
}

func (s *shut) Fetch(_ context.Context, req crawl.Request) (*crawl.Response, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.asked++
	return nil, fmt.Errorf("fetch %s: %w", req.URL, &crawl.RetryError{After: time.Duration(s.asked) * s.after, Err: crawl.ErrDisallowed})
}

// TestShut: a crawl that has nothing else to do waits for a robots.txt half a
// minute, and says so, but not for longer.
func TestShut(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s, st := &shut{web: &web{Size: 9, Hosts: 1}, after: 30 * time.Second}, new(state.Memory)
		var log bytes.Buffer
		e := newEngine(s.web, st, engine.Options{Retries: 2})
		e.Fetcher, e.Logger = s, slog.New(slog.NewTextHandler(&log, nil))
		start := time.Now()
		res, err := e.Run(t.Context(), s.seeds(1))
		if err != nil || res.Stopped != engine.Exhausted || res.Failures != 1 || s.asked != 2 {
			t.Errorf("%+v, %v, asked %d times", res, err, s.asked)
		}
		if took := time.Since(start); took < 30*time.Second || took > 40*time.Second {
			t.Errorf("it took %v", took)
		}
		if text := log.String(); strings.Count(text, "nothing is left but pages to be asked again later") != 1 || !strings.Contains(text, "seconds=30") || !strings.Contains(text, "robots.txt") {
			t.Errorf("log: %s", text)
		}
	})
}

// outcomes are the visits of a crawl without their order.
func outcomes(t *testing.T, j crawl.Journal) map[string]bool {
	t.Helper()
	pages := make(map[string]bool)
	ok(t, j.Visits(func(v *crawl.Visit) error {
		if v.OK() {
			pages[v.Page.Final] = true
		}
		return nil
	}))
	return pages
}

// broken is a web where one URL always answers 503.
type broken struct {
	site
	url   string
	after time.Duration
	mu    sync.Mutex
	asked []time.Time
}

func (b *broken) Fetch(ctx context.Context, req crawl.Request) (*crawl.Response, error) {
	if req.URL != b.url {
		return b.site.Fetch(ctx, req)
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	b.asked = append(b.asked, time.Now())
	return &crawl.Response{URL: req.URL, Final: req.URL, Status: 503, RetryAfter: b.after}, nil
}

// TestRetriesSpent: what fails each time is a failure, recorded once, after the
// waits; the one worker does not wait for it.
func TestRetriesSpent(t *testing.T) {
	for _, det := range []bool{false, true} {
		b := &broken{site: site{"a": {links: links("b", "c", "d")}, "c": {}, "d": {}}, url: "b"}
		got := visits(t, b.site, func(e *engine.Engine) {
			e.Fetcher = b
			e.Options = engine.Options{Workers: 1, Deterministic: det, Retries: 2, RetryWait: 20 * time.Millisecond}
		})
		want := []string{"a page 3/3", "c page 0/0", "d page 0/0", "b status 503"}
		if det {
			want = []string{"a page 3/3", "b status 503", "c page 0/0", "d page 0/0"}
		}
		if d := cmp.Diff(want, got); d != "" {
			t.Errorf("deterministic=%v: visits (-want +got):\n%s", det, d)
		}
		if len(b.asked) != 3 {
			t.Fatalf("deterministic=%v: asked %d times, want 3", det, len(b.asked))
		}
		for i, least := range []time.Duration{20 * time.Millisecond, 40 * time.Millisecond} {
			if gap := b.asked[i+1].Sub(b.asked[i]); gap < least {
				t.Errorf("deterministic=%v: attempt %d came %v after the last, want %v at least", det, i+2, gap, least)
			}
		}
	}
}

// TestRetriesBudget: a crawl whose budget is spent does not wait for what it
// would ask again; a later run asks it.
func TestRetriesBudget(t *testing.T) {
	b := &broken{site: site{"a": {links: links("b", "c")}, "b": {}, "c": {}}, url: "b", after: time.Hour}
	st := new(state.Memory)
	e := func(budget int) *engine.Engine {
		return &engine.Engine{
			Fetcher: b, Reader: b, Strategy: new(fifo), State: st, Logger: quiet,
			Options: engine.Options{Workers: 1, MaxPages: budget, Retries: 1},
		}
	}
	ctx, cancel := context.WithTimeout(t.Context(), pacetest.Times(20*time.Second))
	defer cancel()
	if res, err := e(2).Run(ctx, links("a")); err != nil || res.Stopped != engine.Budget || res.Pages != 2 || res.Failures != 0 {
		t.Errorf("Run = %+v, %v", res, err)
	}
	b.url = "none is broken any more"
	if res, err := e(0).Run(ctx, links("a")); err != nil || res.Stopped != engine.Exhausted || res.Pages != 3 {
		t.Errorf("Run without a budget = %+v, %v, want the third page", res, err)
	}
}

// poor is a web that cannot be asked for a while because the machine has no file
// descriptors left.
type poor struct {
	*web
	mu   sync.Mutex
	n    int
	from int
	to   int
}

func (p *poor) Fetch(ctx context.Context, req crawl.Request) (*crawl.Response, error) {
	p.mu.Lock()
	p.n++
	lacks := p.n > p.from && p.n <= p.to
	p.mu.Unlock()
	if lacks {
		return nil, &net.OpError{Op: "dial", Net: "tcp", Err: os.NewSyscallError("socket", syscall.EMFILE)}
	}
	return p.web.Fetch(ctx, req)
}

// TestScarce: a machine without descriptors costs no page and no attempt, also
// where nothing is asked again that fails and silence ends the run.
func TestScarce(t *testing.T) {
	for _, det := range []bool{false, true} {
		opt := engine.Options{Workers: 3, Deterministic: det, MaxPages: 40, MaxSilent: 30, Pause: time.Millisecond}
		calm, want := &web{Size: 200, Hosts: 5}, new(state.Memory)
		run(t, newEngine(calm, want, opt), calm)
		p, got := &poor{web: &web{Size: 200, Hosts: 5}, from: 10, to: 13}, new(state.Memory)
		e := newEngine(p.web, got, opt)
		e.Fetcher = p
		res := run(t, e, p.web)
		if res.Stopped != engine.Budget || res.Pages != 40 {
			t.Errorf("deterministic=%v: %+v", det, res)
		}
		if d := cmp.Diff(trail(want), trail(got)); det && d != "" {
			t.Errorf("another trail (-calm +poor):\n%s", d)
		}
	}
}
