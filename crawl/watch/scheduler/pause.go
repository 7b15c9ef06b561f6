package scheduler

import (
	"errors"
	"time"

	"github.com/ontocrawl/ontocrawl/crawl/watch/monitor"
	"github.com/ontocrawl/ontocrawl/internal/english"
)

// Pause keeps a job from being due by itself, until Resume. Its present run comes to its end;
// one that is interrupted is not resumed meanwhile. Runs by hand are made.
func (d *Scheduler) Pause(p monitor.Pause) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.paused[p.Job] = p
	if e := d.jobs[p.Job]; e != nil && !e.paused {
		e.paused = true
		d.log.Info("a job was paused", "job", p.Job, "by", p.By, "reason", p.Reason)
	}
	d.Wake()
}

// Resume ends the pause of a job. It is due by its schedule from now on: what it missed is
// not caught up.
func (d *Scheduler) Resume(job string) {
	d.mu.Lock()
	defer d.mu.Unlock()
	delete(d.paused, job)
	if e := d.jobs[job]; e != nil && e.paused {
		e.paused, e.floor, e.onto = false, d.opt.Clock.Now(), time.Time{}
		e.replan()
		d.log.Info("a job goes on", "job", job)
	}
	d.Wake()
}

// ErrIdle is wrapped by the error about a job of which no run is being made.
var ErrIdle = errors.New("no run is being made")

// Stop ends the present run of a job, also of one that is no longer in the file. What the run
// has fetched is kept, and the run is not resumed.
func (d *Scheduler) Stop(job string) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	cancel := d.cancels[job]
	if cancel == nil {
		return english.Errorf("%w of job %q", ErrIdle, job)
	}
	cancel(errStopped)
	return nil
}
