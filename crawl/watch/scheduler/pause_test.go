package scheduler_test

import (
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/ontocrawl/ontocrawl/crawl/watch/monitor"
	"github.com/ontocrawl/ontocrawl/crawl/watch/scheduler"
)

// TestPause: a job that a person has paused is not due by itself, by the next process
// neither, and what it missed is not caught up. Its present run comes to its end.
func TestPause(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p, w := newPaper(), &web{takes: 5 * time.Minute}
		jobs := []*monitor.Job{job(t, "j", "@every 1h")}
		d, stop := start(jobs, options(p, w, monitor.SystemClock{}))
		time.Sleep(62 * time.Minute) // 1:02, in a run
		ann := monitor.Pause{Job: "j", At: time.Now(), By: "ann"}
		d.Pause(ann)
		time.Sleep(time.Hour)
		if s := d.State().Jobs[0]; s.Pause == nil || *s.Pause != ann || !s.Next.IsZero() || s.Late {
			t.Errorf("paused: %+v", s)
		}
		if _, err := d.RunNow("j"); err != nil { // 2:02
			t.Error(err)
		}
		time.Sleep(2 * time.Minute) // 2:04, in a run that the end of the process interrupts
		stop()
		opt := options(p, w, monitor.SystemClock{})
		opt.Paused = []monitor.Pause{ann}
		d, stop = start(jobs, opt)
		time.Sleep(116*time.Minute + time.Second) // 4:00:01
		want := []string{"1 01T01:00:00 schedule done", "2 01T02:02:00 hand running"}
		if d := cmp.Diff(want, p.history("j")); d != "" {
			t.Error(d)
		}
		d.Use([]*monitor.Job{job(t, "j", "@every 30m")}) // it stays paused
		time.Sleep(time.Hour)
		if d := cmp.Diff(want, p.history("j")); d != "" {
			t.Error(d)
		}
		d.Resume("j")
		time.Sleep(40 * time.Minute)
		stop()
		want = []string{"1 01T01:00:00 schedule done", "2 01T02:02:00 hand done resumed=1", "3 01T05:30:00 schedule done"}
		if d := cmp.Diff(want, p.history("j")); d != "" {
			t.Error(d)
		}
	})
}

// TestStop: a run that is stopped by hand has ended: it is not resumed, and the next one is
// made at its time. So it is for a job that was removed from the file while it ran.
func TestStop(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p, w := newPaper(), &web{takes: 30 * time.Minute}
		jobs := []*monitor.Job{job(t, "j", "@every 1h")}
		d, stop := start(jobs, options(p, w, monitor.SystemClock{}))
		if err := d.Stop("j"); !errors.Is(err, scheduler.ErrIdle) {
			t.Errorf("no run: %v", err)
		}
		time.Sleep(70 * time.Minute)
		if err := d.Stop("j"); err != nil {
			t.Error(err)
		}
		time.Sleep(55 * time.Minute) // 2:05
		d.Use(nil)
		if err := d.Stop("j"); err != nil {
			t.Errorf("removed while it runs: %v", err)
		}
		time.Sleep(time.Hour)
		stop()
		want := []string{"1 01T01:00:00 schedule stopped", "2 01T02:00:00 schedule stopped"}
		if d := cmp.Diff(want, p.history("j")); d != "" {
			t.Error(d)
		}
		if len(d.State().Jobs) != 0 {
			t.Errorf("a removed job is there: %+v", d.State().Jobs)
		}
	})
}
