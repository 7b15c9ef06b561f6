package scheduler

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"time"

	"github.com/ontocrawl/ontocrawl/crawl/monitor"
)

// Use makes jobs those of the daemon. A run being made of a job that is no longer
// among them comes to its end; a job that is changed is due by its new schedule
// from now on.
func (d *Scheduler) Use(jobs []*monitor.Job) {
	d.mu.Lock()
	defer d.mu.Unlock()
	now := d.opt.Clock.Now()
	left := map[string]bool{}
	for _, j := range jobs {
		left[j.Name] = true
		e := d.jobs[j.Name]
		if e == nil {
			d.jobs[j.Name] = &entry{job: j}
			continue
		}
		if old := e.job; old.Schedule.String() != j.Schedule.String() || zoneOf(old) != zoneOf(j) || old.Paused && !j.Paused {
			e.floor, e.onto = now, time.Time{}
		}
		e.job, e.removed = j, false
		e.replan()
	}
	for name, e := range d.jobs {
		if e.removed = !left[name]; e.removed && !e.running {
			delete(d.jobs, name)
		}
	}
	d.names = slices.Sorted(maps.Keys(d.jobs))
	d.Wake()
}

// Limit bounds the runs at a time, and the space that must be free, from now on.
func (d *Scheduler) Limit(runs int, minFree int64) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.opt.Runs, d.opt.MinFree = max(runs, 1), minFree
	d.Wake()
}

// Phase is the phase in which a job is.
func (d *Scheduler) Phase(job string) monitor.Phase {
	d.mu.Lock()
	defer d.mu.Unlock()
	if e := d.jobs[job]; e != nil {
		return e.transition.To
	}
	return monitor.Calm
}

func zoneOf(j *monitor.Job) string { return j.Schedule.Next(time.Unix(0, 0)).Location().String() }

// Wake makes the loop look at what is due.
func (d *Scheduler) Wake() {
	select {
	case d.wake <- struct{}{}:
	default:
	}
}

// RunNow asks for a run of a job, and returns the time under which it will be
// completed. While one is being made, or waits, it is the next.
func (d *Scheduler) RunNow(job string) (time.Time, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	e := d.jobs[job]
	if e == nil || e.removed {
		return time.Time{}, fmt.Errorf("%w: %q", ErrNoJob, job)
	}
	if e.requested.IsZero() {
		e.requested = d.opt.Clock.Now().Truncate(time.Millisecond)
	}
	d.Wake()
	return e.requested, nil
}

// SetTransition tells the loop of a phase that was set by somebody else.
func (d *Scheduler) SetTransition(t monitor.Transition) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.orders++
	if e := d.jobs[t.Job]; e != nil && e.setTransition(t) {
		d.log.Info("phase", "job", t.Job, "from", t.From, "to", t.To, "by", t.By, "reason", t.Reason)
	}
	d.Wake()
}

// Status is how a job stands.
type Status struct {
	Job        *monitor.Job
	Transition monitor.Transition
	Running    bool
	Began      time.Time // of the run being made
	Next       time.Time // when it is due; zero if never by itself
	Last       monitor.Run
	Late       bool   // it is due, and waits for a place
	LastError  string // why its last attempt came to nothing
}

// State is how the daemon stands.
type State struct {
	Since time.Time // when Run began
	Full  bool      // fetching is paused: the disk is nearly full
	Free  int64     // bytes; -1 if unknown
	Jobs  []Status  // by name
}

// State returns how the daemon stands now.
func (d *Scheduler) State() State {
	d.mu.Lock()
	defer d.mu.Unlock()
	now := d.opt.Clock.Now()
	s := State{Since: d.since, Full: d.full, Free: d.free}
	for _, e := range d.jobs {
		if e.removed {
			continue
		}
		st := Status{Job: e.job, Transition: e.transition, Running: e.running, Began: e.began, Last: e.last, LastError: e.lastError}
		if !e.job.Paused && !e.done.IsZero() {
			done := e.done
			if e.floor.After(done) {
				done = e.floor
			}
			st.Next = e.schedule().Next(done)
			st.Late = !e.running && !st.Next.IsZero() && !st.Next.After(now)
		}
		s.Jobs = append(s.Jobs, st)
	}
	slices.SortFunc(s.Jobs, func(a, b Status) int { return cmp.Compare(a.Job.Name, b.Job.Name) })
	return s
}
