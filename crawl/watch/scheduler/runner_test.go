package scheduler_test

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/ontocrawl/ontocrawl/crawl/watch/internal/monitortest"
	"github.com/ontocrawl/ontocrawl/crawl/watch/monitor"
	"github.com/ontocrawl/ontocrawl/crawl/watch/scheduler"
	"github.com/ontocrawl/ontocrawl/crawl/watch/store"
)

var noon = time.Date(2026, 7, 25, 12, 0, 0, 0, time.UTC)

// onDisk is a Runner on a real store and real folders.
func onDisk(t *testing.T, w *web) (*scheduler.Runner, *monitortest.Clock) {
	t.Helper()
	dir := t.TempDir()
	store, err := store.Open(filepath.Join(dir, "store"), slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := store.Close(); err != nil {
			t.Error(err)
		}
	})
	clock := monitortest.NewClock(noon)
	return &scheduler.Runner{
		Dir: dir, Store: store.Roles(), Crawler: w, Clock: clock,
		Sink: noSink,
	}, clock
}

func TestRunnerRefuses(t *testing.T) {
	r, _ := onDisk(t, &web{})
	j := job(t, "j", "@every 1h")
	o := scheduler.Order{Job: j, Due: noon, Trigger: monitor.Scheduled}
	run, err := r.Run(t.Context(), o)
	if err != nil || run.Outcome != monitor.Done || run.Number != 1 {
		t.Fatalf("%+v, %v", run, err)
	}
	if _, err := r.Run(t.Context(), o); !errors.Is(err, monitor.ErrClaimed) {
		t.Errorf("the same time again: %v", err)
	}
	o.Resume = true
	if _, err := r.Run(t.Context(), o); !errors.Is(err, monitor.ErrClaimed) {
		t.Errorf("nothing to go on with: %v", err)
	}
	o.Resume, o.Due = false, noon.Add(time.Hour)
	r.MinFree, r.Free = 10, func(string) (int64, bool) { return 9, true }
	if _, err := r.Run(t.Context(), o); !errors.Is(err, scheduler.ErrFull) {
		t.Errorf("a full disk: %v", err)
	}
	r.Free = func(string) (int64, bool) { return 0, false }
	if _, err := r.Run(t.Context(), o); err != nil {
		t.Errorf("a disk of which nothing is known: %v", err)
	}
}

// TestLockedByDead is run as a process of its own by TestLockDies: it takes a
// job's lock in a crawl and does not come back.
func TestLockedByDead(t *testing.T) {
	dir := os.Getenv("ONTOCRAWL_TEST_DESK")
	if dir == "" {
		t.Skip("only as a process of its own")
	}
	w := &web{crawls: func(monitor.Assignment) (monitor.Result, error) {
		fmt.Println("locked")
		time.Sleep(time.Minute)
		return monitor.Result{}, nil
	}}
	r := scheduler.Runner{Dir: dir, Store: newPaper().roles(), Crawler: w, Clock: monitortest.NewClock(noon), Sink: noSink}
	r.Run(t.Context(), scheduler.Order{Job: job(t, "j", "@every 1h"), Due: noon, Trigger: monitor.Scheduled})
}

// While a process makes a run nobody else can; when it is killed anybody can, at
// once. A reboot is the same: the kernel forgets all locks, and the file that
// stays says nothing.
func TestLockDies(t *testing.T) {
	r, _ := onDisk(t, &web{})
	cmd := exec.Command(os.Args[0], "-test.run", "^TestLockedByDead$", "-test.v")
	cmd.Env = append(os.Environ(), "ONTOCRAWL_TEST_DESK="+r.Dir)
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	buf, said := make([]byte, 1024), ""
	for !strings.Contains(said, "locked") {
		n, err := out.Read(buf)
		if said += string(buf[:n]); err != nil {
			t.Fatalf("%v: %s", err, said)
		}
	}
	o := scheduler.Order{Job: job(t, "j", "@every 1h"), Due: noon, Trigger: monitor.Scheduled}
	if _, err := r.Run(t.Context(), o); !errors.Is(err, scheduler.ErrBusy) {
		t.Errorf("while another process makes a run: %v", err)
	}
	if err := cmd.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	cmd.Wait() //nolint:errcheck // it was killed
	if run, err := r.Run(t.Context(), o); err != nil || run.Outcome != monitor.Done {
		t.Errorf("after its death: %+v, %v", run, err)
	}
}

// Archives go by age and by size, the oldest first; not those that are younger
// than a notification that waits, nor the last one, nor anything else.
func TestRetention(t *testing.T) {
	const day = 24 * time.Hour
	file := func(days int) string { return fmt.Sprintf("ontocrawl-2026%02d.warc.gz", 90-days) }
	all := []string{file(60), file(50), file(40), file(30), file(20), file(1)}
	for _, c := range []struct {
		name   string
		keep   monitor.Retention
		waits  time.Duration // age of a notification that waits; 0: none does
		failed bool
		want   []string
	}{
		{"all", monitor.Retention{}, 0, false, all},
		{"by age", monitor.Retention{Age: 35 * day}, 0, false, all[3:]},
		{"all are old", monitor.Retention{Age: time.Hour}, 0, false, all[5:]},
		{"by size", monitor.Retention{Size: 3500}, 0, false, all[3:]},
		{"a notification waits", monitor.Retention{Age: 35 * day}, 45 * day, false, all[2:]},
		{"a notification waits, and it is too large", monitor.Retention{Size: 1}, 45 * day, false, all[2:]},
		{"the run failed", monitor.Retention{Age: 35 * day}, 0, true, all},
	} {
		t.Run(c.name, func(t *testing.T) {
			w := &web{}
			r, _ := onDisk(t, w)
			dir := filepath.Join(scheduler.Dir(r.Dir, "j"), "warc")
			if err := os.MkdirAll(dir, 0o777); err != nil {
				t.Fatal(err)
			}
			for i, days := range []int{60, 50, 40, 30, 20, 1} {
				path := filepath.Join(dir, all[i])
				if err := os.WriteFile(path, make([]byte, 1000), 0o666); err != nil {
					t.Fatal(err)
				}
				at := noon.Add(-time.Duration(days) * day)
				if err := os.Chtimes(path, at, at); err != nil {
					t.Fatal(err)
				}
			}
			other := filepath.Join(dir, "notes.txt")
			if err := os.WriteFile(other, nil, 0o666); err != nil {
				t.Fatal(err)
			}
			if c.waits > 0 {
				l := monitor.Notification{ID: "l", Job: "j", Rule: "r", Receiver: "x", Created: noon.Add(-c.waits), Due: noon}
				if err := r.Store.Add(monitor.Batch{Job: "j", Notifications: []monitor.Notification{l}}); err != nil {
					t.Fatal(err)
				}
			}
			if c.failed {
				w.crawls = func(monitor.Assignment) (monitor.Result, error) { return monitor.Result{}, errors.New("no") }
			}
			j := job(t, "j", "@every 1h")
			j.Retention = c.keep
			if _, err := r.Run(t.Context(), scheduler.Order{Job: j, Due: noon, Trigger: monitor.Scheduled}); err != nil {
				t.Fatal(err)
			}
			entries, err := os.ReadDir(dir)
			if err != nil {
				t.Fatal(err)
			}
			var got []string
			for _, e := range entries {
				got = append(got, e.Name())
			}
			if d := cmp.Diff(append([]string{"notes.txt"}, c.want...), got); d != "" {
				t.Error(d)
			}
		})
	}
}

// Old runs are forgotten with their events.
func TestRetentionOfHistory(t *testing.T) {
	r, clock := onDisk(t, &web{})
	j := job(t, "j", "@every 1h")
	j.Retention.Age = 90 * time.Minute
	for i := range 3 {
		if _, err := r.Run(t.Context(), scheduler.Order{Job: j, Due: noon.Add(time.Duration(i) * time.Hour), Trigger: monitor.Scheduled}); err != nil {
			t.Fatal(err)
		}
		clock.Advance(time.Hour)
	}
	runs, err := r.Store.Runs("j", time.Time{}, 10)
	if err != nil || len(runs) != 2 {
		t.Errorf("%d runs, %v", len(runs), err)
	}
}

// A clock that is a year ahead for less than a day deletes nothing that is young by the right clock; one that stays there does.
func TestRetentionClockAhead(t *testing.T) {
	const day = 24 * time.Hour
	r, clock := onDisk(t, &web{})
	j := job(t, "j", "@every 12h")
	j.Retention.Age = 3 * day
	run := func(after time.Duration) (first, runs int) {
		t.Helper()
		clock.Advance(after)
		if _, err := r.Run(t.Context(), scheduler.Order{Job: j, Due: clock.Now(), Trigger: monitor.Scheduled}); err != nil {
			t.Fatal(err)
		}
		all, err := r.Store.Runs("j", time.Time{}, 50)
		if err != nil {
			t.Fatal(err)
		}
		return all[len(all)-1].Number, len(all)
	}
	for range 13 {
		run(day / 2)
	}
	for _, c := range []struct {
		after       time.Duration
		first, runs int
	}{
		{day / 2, 5, 10},  // three days before the last run that is more than a day old, which is run 11
		{365 * day, 8, 8}, // which is run 14, by the right clock
		{day / 2, 8, 9},
		{day, 15, 3}, // the clock has been there for a day and more
	} {
		if first, runs := run(c.after); first != c.first || runs != c.runs {
			t.Errorf("after %v: %d runs, from %d on; want %d from %d on", c.after, runs, first, c.runs, c.first)
		}
	}
}

func TestNext(t *testing.T) {
	w := &web{}
	r, clock := onDisk(t, w)
	j := job(t, "j", "@every 1h")
	transition, err := scheduler.InForce(r.Store, j)
	if err != nil {
		t.Fatal(err)
	}
	next := func() (scheduler.Order, time.Time) {
		o, at, err := scheduler.Next(r.Store, j, transition, clock.Now())
		if err != nil {
			t.Fatal(err)
		}
		return o, at
	}
	clock.Advance(10 * time.Minute)
	o, at := next() // a new job: the time that has passed is the first
	if !o.Due.Equal(noon) || o.Missed != 0 || o.Trigger != monitor.Scheduled || !at.Equal(noon.Add(time.Hour)) {
		t.Errorf("a new job: %+v, then %v", o, at)
	}
	if _, err := r.Run(t.Context(), o); err != nil {
		t.Fatal(err)
	}
	if o, at = next(); o.Job != nil || !at.Equal(noon.Add(time.Hour)) {
		t.Errorf("made already: %+v, then %v", o, at)
	}
	clock.Advance(3 * time.Hour)
	if o, _ = next(); !o.Due.Equal(noon.Add(3*time.Hour)) || o.Missed != 2 || o.Trigger != monitor.CaughtUp {
		t.Errorf("after three hours: %+v", o)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	w.takes = time.Hour
	if run, err := r.Run(ctx, o); err != nil || !run.Ended.IsZero() || run.Outcome != monitor.Interrupted {
		t.Errorf("interrupted: %+v, %v", run, err)
	}
	if o, _ = next(); !o.Resume {
		t.Errorf("after an interruption: %+v", o)
	}
	w.takes = 0
	if run, err := r.Run(t.Context(), o); err != nil || run.Resumed != 1 || !run.Due.Equal(noon.Add(3*time.Hour)) {
		t.Errorf("gone on with: %+v, %v", run, err)
	}
	j.Paused = true
	clock.Advance(3 * time.Hour)
	if o, at = next(); o.Job != nil || !at.IsZero() {
		t.Errorf("paused: %+v, then %v", o, at)
	}
}

// Several processes share a store for moments: here several SharedStore of one folder.
func TestMoments(t *testing.T) {
	dir := t.TempDir()
	var group sync.WaitGroup
	for i := range 4 {
		group.Go(func() {
			m := &scheduler.SharedStore{Patience: time.Minute, OpenStore: func() (monitor.Store, error) {
				s, err := store.Open(dir, slog.New(slog.DiscardHandler))
				return s.Roles(), err
			}}
			defer func() {
				if err := m.Close(); err != nil {
					t.Error(err)
				}
			}()
			name := fmt.Sprintf("job-%d", i)
			for k := range 5 {
				run, err := m.Claim(name, noon.Add(time.Duration(k)*time.Hour), monitor.Scheduled, noon)
				if err != nil {
					t.Error(err)
					return
				}
				if err := m.End(run); err != nil {
					t.Error(err)
				}
				time.Sleep(10 * time.Millisecond)
			}
			if runs, err := m.Runs(name, time.Time{}, 10); err != nil || len(runs) != 5 {
				t.Errorf("%s: %d runs, %v", name, len(runs), err)
			}
		})
	}
	group.Wait()
	held, err := store.Open(dir, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	defer held.Close()
	m := &scheduler.SharedStore{Patience: 100 * time.Millisecond, OpenStore: func() (monitor.Store, error) {
		s, err := store.Open(dir, slog.New(slog.DiscardHandler))
		return s.Roles(), err
	}}
	if _, err := m.Upto("job-0"); !errors.Is(err, monitor.ErrLocked) {
		t.Errorf("while a daemon holds it: %v", err)
	}
}
