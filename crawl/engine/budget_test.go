package engine_test

import (
	"context"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/engine"
	"github.com/ontocrawl/ontocrawl/crawl/keep/state"
	"github.com/ontocrawl/ontocrawl/internal/pacetest"
)

// TestMaxRequests: failures count, whichever limit is reached first ends the crawl, and
// what earlier runs asked counts.
func TestMaxRequests(t *testing.T) {
	for _, det := range []bool{true, false} {
		for _, workers := range []int{1, 8} {
			w, st := &web{Size: 3000, Hosts: 11, Latency: time.Millisecond / 4}, new(state.Memory)
			opt := engine.Options{Workers: workers, MaxRequests: 90, MaxPages: 1000, Deterministic: det}
			res := run(t, newEngine(w, st, opt), w)
			if res.Stopped != engine.Budget || res.Visits != 90 || res.Failures == 0 || res.Pages+res.Failures != 90 {
				t.Fatalf("%d workers: %+v, want 90 requests", workers, res)
			}
			if res = run(t, newEngine(w, st, opt), w); res.Visits != 90 || res.Stopped != engine.Budget {
				t.Errorf("%d workers, again: %+v", workers, res)
			}
			opt.MaxRequests = 130
			if res = run(t, newEngine(w, st, opt), w); res.Visits != 130 || res.Resumed != 90 || res.Stopped != engine.Budget {
				t.Errorf("%d workers, raised: %+v, want 130 requests, 90 of them before", workers, res)
			}
			opt.MaxPages, opt.MaxRequests = res.Pages+5, 1000
			if res = run(t, newEngine(w, st, opt), w); res.Pages != opt.MaxPages || res.Stopped != engine.Budget {
				t.Errorf("%d workers, pages first: %+v", workers, res)
			}
		}
	}
}

// TestMaxRequestsInterrupted: interrupted and killed, a crawl asks for no more than the
// undisturbed one, and a deterministic one for the same.
func TestMaxRequestsInterrupted(t *testing.T) {
	for _, det := range []bool{true, false} {
		opt := engine.Options{Workers: 5, MaxRequests: 150, Deterministic: det, CommitEvery: time.Hour}
		w, whole, st := &web{Size: 3000, Hosts: 11}, new(state.Memory), new(state.Memory)
		run(t, newEngine(w, whole, opt), w)
		var res engine.Result
		for after := 1; ; after += 9 {
			ctx, cancel := context.WithCancel(t.Context())
			e := newEngine(w, st, opt)
			e.Observers = []crawl.Observer{&canceller{after, cancel}}
			var err error
			res, err = e.Run(ctx, w.seeds(1, 2, 3))
			cancel()
			ok(t, err)
			if res.Stopped != engine.Interrupted {
				break
			}
			st.Kill()
		}
		if res.Stopped != engine.Budget || res.Visits != 150 {
			t.Errorf("%+v, want 150 requests", res)
		}
		if d := cmp.Diff(trail(whole), trail(st)); det && d != "" {
			t.Errorf("another trail (-whole +interrupted):\n%s", d)
		}
	}
}

// dryRuns returns the longest row of requests without a find but for the last row, and the last.
func dryRuns(t *testing.T, st *state.Memory) (longest, last int) {
	t.Helper()
	ok(t, st.Visits(func(v *crawl.Visit) error {
		if last++; v.Adds() && v.Find() {
			longest, last = max(longest, last-1), 0
		}
		return nil
	}))
	return longest, last
}

// mine judges as judge does, and calls relevant only pages below 300.
type mine struct{ judge }

func (m *mine) Score(p *crawl.Page) crawl.Score {
	s := m.judge.Score(p)
	s.Relevant = s.Relevant && number(p.Final) < 300
	return s
}

func dryEngine(w *web, st crawl.State, opt engine.Options) *engine.Engine {
	e := newEngine(w, st, opt)
	e.Scorer = new(mine)
	return e
}

// TestUntilDry: a crawl ends when the last requests brought no find, with what was in flight; it is
// finished then, and goes on if more are allowed.
func TestUntilDry(t *testing.T) {
	for _, det := range []bool{true, false} {
		for _, workers := range []int{1, 8} {
			w, st := &web{Size: 3000, Hosts: 11}, new(state.Memory)
			opt := engine.Options{Workers: workers, UntilDry: 50, Deterministic: det}
			res := run(t, dryEngine(w, st, opt), w)
			longest, last := dryRuns(t, st)
			if res.Stopped != engine.Dry || !res.Stopped.Finished() || last < 50 || last >= 50+workers || longest >= 50+workers || res.Waiting == 0 {
				t.Fatalf("%d workers: %+v with rows of %d and at last %d requests without a find", workers, res, longest, last)
			}
			if again := run(t, dryEngine(w, st, opt), w); again.Visits != res.Visits || again.Stopped != engine.Dry {
				t.Errorf("%d workers, again: %+v, was %+v", workers, again, res)
			}
			opt.UntilDry = last + 3
			if more := run(t, dryEngine(w, st, opt), w); more.Visits <= res.Visits || !more.Stopped.Finished() {
				t.Errorf("%d workers, raised: %+v, was %+v", workers, more, res)
			}
		}
	}
}

// TestUntilDryInterrupted: interrupted and killed, a crawl ends where the undisturbed one does: the
// requests without a find are in the checkpoint.
func TestUntilDryInterrupted(t *testing.T) {
	opt := engine.Options{Workers: 1, UntilDry: 50, Deterministic: true, CommitEvery: time.Hour}
	w, whole, st := &web{Size: 3000, Hosts: 11}, new(state.Memory), new(state.Memory)
	run(t, dryEngine(w, whole, opt), w)
	for after := 1; ; after += 7 {
		ctx, cancel := context.WithCancel(t.Context())
		e := dryEngine(w, st, opt)
		e.Observers = []crawl.Observer{&canceller{after, cancel}}
		res, err := e.Run(ctx, w.seeds(1, 2, 3))
		cancel()
		ok(t, err)
		if res.Stopped != engine.Interrupted {
			if res.Stopped != engine.Dry {
				t.Errorf("%+v", res)
			}
			break
		}
		if after%2 == 0 { // else it has a checkpoint of its own
			st.Kill()
		}
	}
	if d := cmp.Diff(trail(whole), trail(st)); d != "" {
		t.Errorf("another trail (-whole +interrupted):\n%s", d)
	}
}

// TestMaxTime: when the time is over what is in flight is recorded, Final judges again,
// and another run goes on.
func TestMaxTime(t *testing.T) {
	for _, det := range []bool{true, false} {
		w, st := &web{Size: 100_000, Hosts: 11, Latency: 4 * time.Millisecond}, new(state.Memory)
		opt := engine.Options{Workers: 4, MaxTime: 60 * time.Millisecond, Deterministic: det}
		e, final := newEngine(w, st, opt), 0
		e.Final = func() { final++ }
		res := run(t, e, w)
		asked := 0
		for _, n := range w.fetched {
			asked += n
		}
		if res.Stopped != engine.TimeUp || res.Stopped.Finished() || res.Pages == 0 || final != 1 {
			t.Fatalf("%+v, %d last passes", res, final)
		}
		// The target of a redirect may be recorded without having been asked for, so visits may be more.
		if asked > res.Visits {
			t.Errorf("%d requests, of which %d are recorded", asked, res.Visits)
		}
		before := res.Visits
		if res = run(t, newEngine(w, st, opt), w); res.Visits <= before || res.Resumed != before || res.Stopped != engine.TimeUp {
			t.Errorf("the next run: %+v", res)
		}
		opt.MaxPages = res.Pages // a budget that is reached counts more than the time
		if res = run(t, newEngine(w, st, opt), w); res.Stopped != engine.Budget {
			t.Errorf("with the budget reached: %+v", res)
		}
	}
}

// TestMaxTimeWaiting: a crawl that only waits ends in time, too.
func TestMaxTimeWaiting(t *testing.T) {
	w := &web{Size: 100_000, Hosts: 3}
	e := newEngine(w, new(state.Memory), engine.Options{Workers: 2, MaxTime: 80 * time.Millisecond})
	e.Pacer = never{}
	begun := time.Now()
	if res := run(t, e, w); res.Stopped != engine.TimeUp {
		t.Errorf("%+v", res)
	}
	if took := time.Since(begun); pacetest.Over(took, 20*time.Second) {
		t.Errorf("it took %v", took)
	}
}

// never is a Pacer whose hosts are never ready.
type never struct{}

func (never) Site(host string) string           { return host }
func (never) ReadyAt(string) time.Time          { return time.Now().Add(time.Hour) }
func (never) Turn(h string) (string, time.Time) { return h, time.Now().Add(time.Hour) }
func (never) Reserve(string) (undo func())      { return func() {} }

// TestMaxRequestsRefresh: a refresh counts its own requests only.
func TestMaxRequestsRefresh(t *testing.T) {
	w, st := &web{Size: 3000, Hosts: 11}, new(state.Memory)
	run(t, newEngine(w, st, engine.Options{Workers: 3, MaxPages: 40}), w)
	before := st.Committed()
	for _, det := range []bool{true, false} {
		opt := engine.Options{Workers: 3, MaxPages: 40, MaxRequests: 25, Refresh: true, Deterministic: det}
		if res := run(t, newEngine(w, st, opt), w); res.Visits != before+25 || res.Stopped != engine.Budget {
			t.Errorf("deterministic %v: %+v after %d visits, want 25 more", det, res, before)
		}
		before = st.Committed()
	}
}
