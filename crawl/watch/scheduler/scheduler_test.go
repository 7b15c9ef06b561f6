package scheduler_test

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/ontocrawl/ontocrawl/crawl/watch/monitor"
	"github.com/ontocrawl/ontocrawl/crawl/watch/scheduler"
)

// A day of 200 jobs every ten minutes: each is made 144 times, for its own times alone,
// no more than eight at once; nothing is left behind. Midnight is past when the daemon
// begins, so the first runs are due at 00:10.
func TestDay(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var jobs []*monitor.Job
		for i := range 200 {
			jobs = append(jobs, job(t, fmt.Sprintf("job-%03d", i), "*/10 * * * *"))
		}
		p, w := newPaper(), &web{takes: 2 * time.Second}
		begin := time.Now()
		_, stop := start(jobs, options(p, w, monitor.SystemClock{}))
		time.Sleep(time.Hour + 5*time.Minute)
		runtime.GC()
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		store := -p.bytes()
		goroutines := runtime.NumGoroutine()
		time.Sleep(23 * time.Hour)
		runtime.GC()
		runtime.ReadMemStats(&after)
		store += p.bytes()
		if n := runtime.NumGoroutine(); n != goroutines {
			t.Errorf("%d goroutines after a day, %d after an hour", n, goroutines)
		}
		stop()
		if w.busiest != 8 || w.made != 200*144 {
			t.Errorf("%d runs were made, %d at once; want 28800, 8", w.made, w.busiest)
		}
		for _, j := range jobs {
			runs := p.runs[j.Name]
			for i, r := range runs {
				due := begin.Add(time.Duration(i+1) * 10 * time.Minute)
				if lag := r.Started.Sub(r.Due); !r.Due.Equal(due) || lag < 0 || lag > scheduler.Grace || r.Missed != 0 || r.Trigger != monitor.Scheduled || r.Outcome != monitor.Done {
					t.Fatalf("run %d of %s: %+v, want due %v", i+1, j.Name, r, due)
				}
			}
		}
		// What the store on paper keeps grows; the daemon must not.
		if grown := float64(after.HeapAlloc) - float64(before.HeapAlloc); grown > store+1<<20 {
			t.Errorf("the heap has grown by %.0f bytes, %.0f of them the store's", grown, store)
		}
	})
}

// More is due than can be made: what comes due meanwhile is merged, nobody
// starves, and nothing is made twice.
func TestTooMuch(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var jobs []*monitor.Job
		for i := range 10 {
			jobs = append(jobs, job(t, fmt.Sprintf("job-%d", i), "* * * * *"))
		}
		p, w := newPaper(), &web{takes: time.Minute}
		opt := options(p, w, monitor.SystemClock{})
		opt.Runs = 2
		_, stop := start(jobs, opt)
		time.Sleep(time.Hour + 30*time.Second)
		stop()
		for _, j := range jobs {
			seen, n := map[time.Time]bool{}, 0
			for _, r := range p.runs[j.Name] {
				if seen[r.Due] {
					t.Errorf("%s: twice for %v", j.Name, r.Due)
				}
				seen[r.Due] = true
				n += 1 + r.Missed
			}
			// 120 minutes of crawling for ten jobs; the last minutes are still waiting.
			if len(seen) < 11 || len(seen) > 13 || n < 54 || n > 60 {
				t.Errorf("%s: %d runs that stand for %d times", j.Name, len(seen), n)
			}
		}
	})
}

func TestMissed(t *testing.T) {
	for _, c := range []struct {
		missed monitor.Missed
		want   []string
	}{
		{monitor.MergeMissed, []string{"1 01T01:00:00 schedule done", "2 01T04:00:00 missed done missed=2", "3 01T05:00:00 schedule done"}},
		{monitor.RunMissed, []string{"1 01T01:00:00 schedule done", "2 01T02:00:00 missed done", "3 01T03:00:00 missed done", "4 01T04:00:00 missed done", "5 01T05:00:00 schedule done"}},
		{monitor.SkipMissed, []string{"1 01T01:00:00 schedule done", "2 01T04:00:00 missed skipped missed=2", "3 01T05:00:00 schedule done"}},
	} {
		synctest.Test(t, func(t *testing.T) {
			j := job(t, "j", "@every 1h")
			j.Missed = c.missed
			p, w := newPaper(), &web{takes: time.Minute}
			_, stop := start([]*monitor.Job{j}, options(p, w, monitor.SystemClock{}))
			time.Sleep(90 * time.Minute)
			stop()
			time.Sleep(3 * time.Hour) // nobody is there at 2, 3 and 4
			_, stop = start([]*monitor.Job{j}, options(p, w, monitor.SystemClock{}))
			time.Sleep(time.Hour)
			stop()
			if d := cmp.Diff(c.want, p.history("j")); d != "" {
				t.Error(d)
			}
		})
	}
}

// A machine that slept, or a clock put forward, is noticed within the poll though
// no timer says so.
func TestClockForward(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p, w, c := newPaper(), &web{takes: time.Second}, new(shifted)
		_, stop := start([]*monitor.Job{job(t, "j", "0 * * * *")}, options(p, w, c))
		time.Sleep(70 * time.Minute)
		c.set(3 * time.Hour) // 4:10
		time.Sleep(2 * scheduler.Poll)
		want := []string{"1 01T01:00:00 schedule done", "2 01T04:00:00 missed done missed=2"}
		if d := cmp.Diff(want, p.history("j")); d != "" {
			t.Error(d)
		}
		time.Sleep(time.Hour) // 5:11
		stop()
		if d := cmp.Diff(append(want, "3 01T05:00:00 schedule done"), p.history("j")); d != "" {
			t.Error(d)
		}
	})
}

// Times that come a second time are not made a second time.
func TestClockBack(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p, w, c := newPaper(), &web{takes: time.Second}, new(shifted)
		_, stop := start([]*monitor.Job{job(t, "j", "@every 10m")}, options(p, w, c))
		time.Sleep(35 * time.Minute)
		c.set(-20 * time.Minute) // 0:15; 0:20 and 0:30 come again
		time.Sleep(30 * time.Minute)
		stop()
		want := []string{"1 01T00:10:00 schedule done", "2 01T00:20:00 schedule done", "3 01T00:30:00 schedule done", "4 01T00:40:00 schedule done"}
		if d := cmp.Diff(want, p.history("j")); d != "" {
			t.Error(d)
		}
	})
}

// A clock that was ahead by a year and is set right does not stop the daemon for a
// year.
func TestClockAhead(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p, w, c := newPaper(), &web{takes: time.Second}, new(shifted)
		c.set(365 * 24 * time.Hour)
		_, stop := start([]*monitor.Job{job(t, "j", "@every 1h")}, options(p, w, c))
		time.Sleep(65 * time.Minute)
		c.set(-365 * 24 * time.Hour)
		time.Sleep(2 * time.Hour)
		stop()
		if got := len(p.runs["j"]); got != 3 || p.runs["j"][2].Due.Year() != 2000 {
			t.Errorf("runs: %v", p.history("j"))
		}
	})
}

// A daemon that is stopped leaves its runs open; the next goes on with them at
// once, under the same number and time.
func TestDrain(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p, w := newPaper(), &web{takes: 30 * time.Minute}
		jobs := []*monitor.Job{job(t, "j", "@every 1h")}
		_, stop := start(jobs, options(p, w, monitor.SystemClock{}))
		time.Sleep(70 * time.Minute)
		stop()
		if d := cmp.Diff([]string{"1 01T01:00:00 schedule running"}, p.history("j")); d != "" {
			t.Error(d)
		}
		_, stop = start(jobs, options(p, w, monitor.SystemClock{}))
		time.Sleep(time.Minute)
		if n := w.begun(); n != 2 {
			t.Errorf("%d crawls, the second should have begun at once", n)
		}
		time.Sleep(55 * time.Minute) // 2:06
		stop()
		want := []string{"1 01T01:00:00 schedule done resumed=1", "2 01T02:00:00 schedule running"}
		if d := cmp.Diff(want, p.history("j")); d != "" {
			t.Error(d)
		}
	})
}

func TestTimeUp(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p, w := newPaper(), &web{takes: time.Hour}
		j := job(t, "j", "@every 10m")
		j.Budget.Time = 3 * time.Minute
		_, stop := start([]*monitor.Job{j}, options(p, w, monitor.SystemClock{}))
		time.Sleep(25 * time.Minute)
		stop()
		want := []string{"1 01T00:10:00 schedule time up", "2 01T00:20:00 schedule time up"}
		if d := cmp.Diff(want, p.history("j")); d != "" {
			t.Error(d)
		}
		if r := p.runs["j"][0]; r.Ended.Sub(r.Started) != 3*time.Minute {
			t.Errorf("it took %v", r.Ended.Sub(r.Started))
		}
	})
}

// A crawl whose time is spent before it has begun, on a slow machine, has not failed.
func TestTimeUpAtOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p, w := newPaper(), &web{crawls: func(monitor.Assignment) (monitor.Result, error) {
			time.Sleep(4 * time.Minute)
			return monitor.Result{}, fmt.Errorf("open the run: %w", context.Canceled)
		}}
		j := job(t, "j", "@every 10m")
		j.Budget.Time = 3 * time.Minute
		_, stop := start([]*monitor.Job{j}, options(p, w, monitor.SystemClock{}))
		time.Sleep(15 * time.Minute)
		stop()
		if d := cmp.Diff([]string{"1 01T00:10:00 schedule time up"}, p.history("j")); d != "" {
			t.Error(d)
		}
	})
}

// An error of a crawl is the run's, on one line; the next run is made at its time.
func TestFailed(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p, w := newPaper(), &web{crawls: func(monitor.Assignment) (monitor.Result, error) {
			return monitor.Result{Pages: 3}, errors.New("no\nsuch ontology")
		}}
		d, stop := start([]*monitor.Job{job(t, "j", "@every 10m")}, options(p, w, monitor.SystemClock{}))
		time.Sleep(25 * time.Minute)
		runs, _ := d.Counts()
		stop()
		if r := p.runs["j"]; len(r) != 2 || r[0].Outcome != monitor.Failed || r[0].Error != "no such ontology" || r[0].Pages != 3 {
			t.Errorf("runs: %+v", r)
		}
		if got := runs[scheduler.RunKey{Job: "j", Outcome: monitor.Failed}]; got != 2 {
			t.Errorf("%d counted", got)
		}
	})
}

// phases are set by the test.
type phases struct {
	paper *paper
	block chan struct{} // if not nil: a look lasts until it is closed
}

func (f *phases) Evaluate(ctx context.Context, j *monitor.Job, _ time.Time) (monitor.Transition, error) {
	if f.block != nil {
		select {
		case <-f.block:
		case <-ctx.Done():
		}
	}
	transitions, err := f.paper.Transitions(j.Name, 1)
	if len(transitions) == 0 {
		return monitor.Transition{}, err
	}
	return transitions[0], err
}

// A phase with an interval of its own is due by that, at its budget, and ends.
func TestPhase(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var budgets []int
		p := newPaper()
		w := &web{crawls: func(a monitor.Assignment) (monitor.Result, error) {
			budgets = append(budgets, a.Budget.Pages)
			return monitor.Result{Outcome: monitor.Done}, nil
		}}
		j := job(t, "j", "@every 1h")
		j.Phases.Set = map[monitor.Phase]monitor.Setting{monitor.Impact: {Every: 5 * time.Minute, Budget: monitor.Budget{Pages: 99}}}
		opt := options(p, w, monitor.SystemClock{})
		opt.Phases = &phases{paper: p}
		d, stop := start([]*monitor.Job{j}, opt)
		time.Sleep(92 * time.Minute) // 1:32
		p.AddTransition(monitor.Transition{Job: "j", At: time.Now(), To: monitor.Impact, By: "hand"})
		time.Sleep(10 * time.Minute) // 1:42; seen within a minute
		if s := d.State().Jobs[0]; s.Transition.To != monitor.Impact || !s.Next.Equal(time.Date(2000, 1, 1, 1, 45, 0, 0, time.UTC)) {
			t.Errorf("state: %+v", s)
		}
		transition := monitor.Transition{Job: "j", At: time.Now(), From: monitor.Impact, To: monitor.Recovery, By: "decay"}
		p.AddTransition(transition)
		d.SetTransition(transition)
		time.Sleep(20 * time.Minute) // 2:02
		stop()
		want := []string{"1 01T01:00:00 schedule done", "2 01T01:35:00 schedule done", "3 01T01:40:00 schedule done", "4 01T02:00:00 schedule done"}
		if d := cmp.Diff(want, p.history("j")); d != "" {
			t.Error(d)
		}
		if d := cmp.Diff([]int{10, 99, 99, 10}, budgets); d != "" {
			t.Error(d)
		}
		if ph := p.runs["j"][1].Phase; ph != monitor.Impact {
			t.Errorf("the run was made in phase %v", ph)
		}
	})
}

// Whoever serves alerts and hangs keeps nobody from running, nor the daemon from
// ending.
func TestPhaseHangs(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p, w := newPaper(), &web{}
		opt := options(p, w, monitor.SystemClock{})
		opt.Phases = &phases{p, make(chan struct{})}
		_, stop := start([]*monitor.Job{job(t, "j", "@every 10m")}, opt)
		time.Sleep(31 * time.Minute)
		stop()
		if w.made != 3 {
			t.Errorf("%d runs", w.made)
		}
	})
}

func TestReload(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p, w := newPaper(), &web{takes: 5 * time.Minute}
		gone, stays, changed := job(t, "gone", "@every 1h"), job(t, "stays", "@every 1h"), job(t, "changed", "@every 1h")
		d, stop := start([]*monitor.Job{gone, stays, changed}, options(p, w, monitor.SystemClock{}))
		time.Sleep(62 * time.Minute) // 1:02, all are being made
		d.Use([]*monitor.Job{stays, job(t, "changed", "@every 10m"), job(t, "new", "@every 20m")})
		time.Sleep(time.Hour) // 2:02
		if names := len(d.State().Jobs); names != 3 {
			t.Errorf("%d jobs", names)
		}
		stop()
		for name, want := range map[string][]string{
			"gone":    {"1 01T01:00:00 schedule done"},
			"stays":   {"1 01T01:00:00 schedule done", "2 01T02:00:00 schedule running"},
			"new":     {"1 01T01:20:00 schedule done", "2 01T01:40:00 schedule done", "3 01T02:00:00 schedule running"},
			"changed": {"1 01T01:00:00 schedule done", "2 01T01:10:00 schedule done", "3 01T01:20:00 schedule done", "4 01T01:30:00 schedule done", "5 01T01:40:00 schedule done", "6 01T01:50:00 schedule done", "7 01T02:00:00 schedule running"},
		} {
			if d := cmp.Diff(want, p.history(name)); d != "" {
				t.Errorf("%s: %s", name, d)
			}
		}
	})
}

// A run by hand comes at once, even of a paused job, and does not stand for a
// scheduled one.
func TestRunNow(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p, w := newPaper(), &web{takes: time.Minute}
		paused := job(t, "paused", "@every 10m")
		paused.Paused = true
		d, stop := start([]*monitor.Job{job(t, "j", "@every 1h"), paused}, options(p, w, monitor.SystemClock{}))
		time.Sleep(59*time.Minute + 30*time.Second)
		for _, name := range []string{"j", "j", "paused"} {
			if _, err := d.RunNow(name); err != nil {
				t.Error(err)
			}
		}
		if _, err := d.RunNow("other"); !errors.Is(err, scheduler.ErrNoJob) {
			t.Errorf("an unknown job: %v", err)
		}
		time.Sleep(10 * time.Minute)
		if s := d.State().Jobs[1]; !s.Next.IsZero() {
			t.Errorf("a paused job is due at %v", s.Next)
		}
		stop()
		if d := cmp.Diff([]string{"1 01T00:59:30 hand done", "2 01T01:00:00 schedule done"}, p.history("j")); d != "" {
			t.Error(d)
		}
		if d := cmp.Diff([]string{"1 01T00:59:30 hand done"}, p.history("paused")); d != "" {
			t.Error(d)
		}
	})
}

// A disk that is nearly full interrupts what runs; it goes on when there is space.
func TestDiskFull(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var free atomic.Int64
		var notified []string
		free.Store(100)
		p, w := newPaper(), &web{takes: 10 * time.Minute}
		opt := options(p, w, monitor.SystemClock{})
		opt.MinFree, opt.Free = 50, func(string) (int64, bool) { return free.Load(), true }
		opt.Full = func(full bool, free int64) { notified = append(notified, fmt.Sprint(full, free)) }
		d, stop := start([]*monitor.Job{job(t, "j", "@every 1h")}, opt)
		time.Sleep(62 * time.Minute)
		free.Store(40)
		time.Sleep(time.Minute)
		if s := d.State(); !s.Full || s.Free != 40 || s.Jobs[0].Running {
			t.Errorf("state: %+v", s)
		}
		time.Sleep(2 * time.Hour) // 3:03
		free.Store(52)            // not a tenth more
		time.Sleep(time.Hour)     // 4:03
		if n := w.begun(); n != 1 {
			t.Errorf("%d crawls on a full disk", n)
		}
		free.Store(60)
		time.Sleep(30 * time.Minute)
		stop()
		want := []string{"1 01T01:00:00 schedule done resumed=1", "2 01T04:00:00 missed done missed=2"}
		if d := cmp.Diff(want, p.history("j")); d != "" {
			t.Error(d)
		}
		if d := cmp.Diff("true 40, false 60", strings.Join(notified, ", ")); d != "" {
			t.Error(d)
		}
	})
}

// A crawl that meets the full disk first stays open, too.
func TestDiskFullInACrawl(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := newPaper()
		w := &web{}
		w.crawls = func(monitor.Assignment) (monitor.Result, error) {
			if w.begun() == 1 {
				return monitor.Result{}, fmt.Errorf("%w: really", scheduler.ErrFull)
			}
			return monitor.Result{Outcome: monitor.Done}, nil
		}
		_, stop := start([]*monitor.Job{job(t, "j", "@every 1h")}, options(p, w, monitor.SystemClock{}))
		time.Sleep(62 * time.Minute)
		stop()
		if d := cmp.Diff([]string{"1 01T01:00:00 schedule done resumed=1"}, p.history("j")); d != "" {
			t.Error(d)
		}
	})
}

// While another process makes a run of the job, it is tried again and again.
func TestBusy(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var busy atomic.Bool
		busy.Store(true)
		p, w := newPaper(), &web{}
		opt := options(p, w, monitor.SystemClock{})
		opt.Lock = func(string) (func(), error) {
			if busy.Load() {
				return nil, scheduler.ErrBusy
			}
			return func() {}, nil
		}
		d, stop := start([]*monitor.Job{job(t, "j", "@every 1h")}, opt)
		time.Sleep(62*time.Minute + 5*time.Second) // between two tries
		if s := d.State().Jobs[0]; s.LastError == "" || !s.Late {
			t.Errorf("state: %+v", s)
		}
		busy.Store(false)
		time.Sleep(time.Minute)
		stop()
		if h := p.history("j"); len(h) != 1 || !strings.HasPrefix(h[0], "1 01T01:00:00") {
			t.Errorf("runs: %v", h)
		}
	})
}

// A store that fails ends nothing; what was due is made when it answers.
func TestStoreFails(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p, w := newPaper(), &web{}
		p.fail = errors.New("no space")
		d, stop := start([]*monitor.Job{job(t, "j", "@every 1h")}, options(p, w, monitor.SystemClock{}))
		time.Sleep(30 * time.Minute)
		if s := d.State().Jobs[0]; s.LastError != "no space" {
			t.Errorf("state: %+v", s)
		}
		p.mu.Lock()
		p.fail = nil
		p.mu.Unlock()
		time.Sleep(32 * time.Minute)
		stop()
		if d := cmp.Diff([]string{"1 01T01:00:00 schedule done"}, p.history("j")); d != "" {
			t.Error(d)
		}
	})
}
