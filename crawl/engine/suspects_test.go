package engine_test

import (
	"context"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/engine"
	"github.com/ontocrawl/ontocrawl/crawl/keep/state"
)

// marks returns the marks of a process after one that died with urls in flight.
func marks(t *testing.T, name string, urls ...string) *engine.Marks {
	t.Helper()
	m, err := engine.OpenMarks(name, engine.MarksOptions{Logger: quiet})
	if err != nil {
		t.Fatal(err)
	}
	for _, url := range urls {
		m.Begin(url)
	}
	if len(urls) == 0 {
		return m
	}
	return marks(t, name)
}

// loner watches that nothing else is fetched while one of alone is.
type loner struct {
	*web
	alone []string

	mu     sync.Mutex
	flying int
	bad    []string
	asked  []string
}

func (l *loner) Fetch(ctx context.Context, r crawl.Request) (*crawl.Response, error) {
	suspect := slices.Contains(l.alone, r.URL)
	l.mu.Lock()
	l.asked = append(l.asked, r.URL)
	if l.flying++; suspect && l.flying > 1 {
		l.bad = append(l.bad, r.URL)
	}
	l.mu.Unlock()
	if suspect {
		time.Sleep(5 * time.Millisecond) // others would come now
	}
	res, err := l.web.Fetch(ctx, r)
	l.mu.Lock()
	defer l.mu.Unlock()
	if suspect && l.flying > 1 {
		l.bad = append(l.bad, r.URL)
	}
	l.flying--
	return res, err
}

func suspectCrawl(t *testing.T, w *loner, m *engine.Marks, st crawl.State, opt engine.Options) engine.Result {
	t.Helper()
	e := newEngine(w.web, st, opt)
	e.Fetcher, e.Marks = w, m
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	res, err := e.Run(ctx, w.seeds(1, 2, 3, 4, 5, 6, 7, 8))
	if err != nil || ctx.Err() != nil {
		t.Fatal(res, err, ctx.Err())
	}
	return res
}

// Suspects are tried alone, and then they are clear. The trail of a deterministic crawl
// equals the trail without suspects, and an accused only takes its time.
func TestSuspects(t *testing.T) {
	for _, det := range []bool{true, false} {
		opt := engine.Options{Workers: 8, Deterministic: det, Trial: 200 * time.Millisecond}
		w := &web{Size: 400, Hosts: 7, Latency: 2 * time.Millisecond}
		calm := new(state.Memory)
		suspectCrawl(t, &loner{web: w}, nil, calm, opt)
		suspects := []string{w.url(2), w.url(4), w.url(7)}
		name := filepath.Join(t.TempDir(), "inflight")
		marks(t, name, suspects...)
		m := marks(t, name, w.url(4)) // the second death, alone
		if m.Standing(w.url(2)) != engine.Suspect || m.Standing(w.url(4)) != engine.Accused {
			t.Fatal("the marks are not as the test needs them")
		}
		l, again := &loner{web: w, alone: suspects}, new(state.Memory)
		begun := time.Now()
		suspectCrawl(t, l, m, again, opt)
		if took := time.Since(begun); took < opt.Trial {
			t.Errorf("deterministic %v: the accused did not wait: %v", det, took)
		}
		if len(l.bad) > 0 {
			t.Errorf("deterministic %v: not alone: %v", det, l.bad)
		}
		if got, want := trail(again), trail(calm); det && !slices.Equal(got, want) {
			t.Errorf("the trail differs: %d visits, %d without suspects", len(got), len(want))
		}
		for _, url := range suspects {
			if s := m.Standing(url); s != engine.Clear {
				t.Errorf("deterministic %v: %s is %v", det, url, s)
			}
		}
	}
}

// A quarantined page is a failure and is not fetched, until it is asked for on demand;
// the crawl goes on after that as its journal says.
func TestQuarantine(t *testing.T) {
	for _, det := range []bool{true, false} {
		w := &web{Size: 400, Hosts: 7}
		killer := w.url(3)
		opt := engine.Options{Workers: 4, MaxPages: 30, Deterministic: det, Trial: time.Millisecond}
		name := filepath.Join(t.TempDir(), "inflight")
		marks(t, name, killer)
		marks(t, name, killer)
		m := marks(t, name, killer)
		l, st := &loner{web: w}, new(state.Memory)
		suspectCrawl(t, l, m, st, opt)
		if v := visitsOf(t, st, killer); len(v) != 1 || v[0].Failure.Kind != crawl.FailQuarantined || !strings.HasPrefix(v[0].Failure.Text, "quarantined: ") || slices.Contains(l.asked, killer) {
			t.Fatalf("deterministic %v: %+v", det, v)
		}
		opt.RetryQuarantined = true
		suspectCrawl(t, l, m, st, opt)
		v := visitsOf(t, st, killer)
		if len(v) != 2 || !v[1].OK() || m.Standing(killer) != engine.Clear {
			t.Fatalf("deterministic %v: asked again: %+v", det, v)
		}
		// The next process replays the second visit, which no strategy chose, and asks
		// no more.
		opt.MaxPages = 50
		if res := suspectCrawl(t, l, m, st, opt); res.Pages != 50 || len(visitsOf(t, st, killer)) != 2 {
			t.Errorf("deterministic %v: %+v", det, res)
		}
	}
}

// After a death the journal holds visits behind the last checkpoint, the retried one among
// them.
func TestQuarantineReplayed(t *testing.T) {
	for _, det := range []bool{true, false} {
		w := &web{Size: 400, Hosts: 7, Latency: 2 * time.Millisecond}
		killer := w.url(3)
		opt := engine.Options{Workers: 4, MaxPages: 20, Deterministic: det, CommitEvery: time.Millisecond}
		name := filepath.Join(t.TempDir(), "inflight")
		marks(t, name, killer)
		marks(t, name, killer)
		m := marks(t, name, killer)
		l, st := &loner{web: w}, new(state.Memory)
		suspectCrawl(t, l, m, st, opt)
		opt.RetryQuarantined, opt.MaxPages = true, 90
		x := &mortal{Memory: st, at: 1 << 30}
		e := newEngine(w, x, opt)
		e.Fetcher, e.Marks = l, m
		e.Observers = []crawl.Observer{watcher(func(v *crawl.Visit) {
			if v.Seq == 70 { // the process dies soon after
				x.at = x.ops + 2
			}
		})}
		if _, err := e.Run(t.Context(), w.seeds(1, 2, 3, 4, 5, 6, 7, 8)); err == nil {
			t.Fatal("the process did not die")
		}
		if len(visitsOf(t, st, killer)) != 2 {
			t.Fatal("the second visit of the page is not durable")
		}
		opt.RetryQuarantined = false
		if res := suspectCrawl(t, l, m, st, opt); res.Pages != 90 || len(visitsOf(t, st, killer)) != 2 {
			t.Errorf("deterministic %v: %+v, %d visits of the page", det, res, len(visitsOf(t, st, killer)))
		}
	}
}

type watcher func(v *crawl.Visit)

func (o watcher) Visited(v *crawl.Visit) { o(v) }

func visitsOf(t *testing.T, j crawl.Journal, url string) (all []*crawl.Visit) {
	t.Helper()
	if err := j.Visits(func(v *crawl.Visit) error {
		if v.Choice.URL == url {
			all = append(all, v)
		}
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	return all
}
