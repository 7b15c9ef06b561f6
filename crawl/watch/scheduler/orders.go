package scheduler

import (
	"cmp"
	"maps"
	"slices"
	"time"

	"github.com/ontocrawl/ontocrawl/crawl/watch/monitor"
	"github.com/ontocrawl/ontocrawl/internal/english"
	"github.com/ontocrawl/ontocrawl/internal/sorts"
)

// Use replaces the jobs. The present run of a removed job comes to its end. A changed
// job is due by its new schedule from now on.
func (d *Scheduler) Use(jobs []*monitor.Job) {
	d.mu.Lock()
	defer d.mu.Unlock()
	now := d.opt.Clock.Now()
	left := map[string]bool{}
	for _, j := range jobs {
		left[j.Name] = true
		e := d.jobs[j.Name]
		if e == nil {
			_, paused := d.paused[j.Name]
			d.jobs[j.Name] = &entry{job: j, paused: paused}
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

// Limit sets how many runs are made at a time, and the space that must be free.
func (d *Scheduler) Limit(runs int, minFree int64) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.opt.Runs, d.opt.MinFree = max(runs, 1), minFree
	d.Wake()
}

// Seen returns when the loop looked at the clock last. It does so every [Poll] at the latest.
func (d *Scheduler) Seen() time.Time {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.clockSeen
}

// Phase returns the phase of a job.
func (d *Scheduler) Phase(job string) monitor.Phase {
	d.mu.Lock()
	defer d.mu.Unlock()
	if e := d.jobs[job]; e != nil {
		return e.transition.To
	}
	return monitor.Calm
}

func zoneOf(j *monitor.Job) string { return j.Schedule.Next(time.Unix(0, 0)).Location().String() }

// Wake makes the loop check what is due.
func (d *Scheduler) Wake() {
	select {
	case d.wake <- struct{}{}:
	default:
	}
}

// RunNow requests a run of a job, and returns the due time of that run. If a run is
// being made or waits, the requested one is next.
func (d *Scheduler) RunNow(job string) (time.Time, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	e := d.jobs[job]
	if e == nil || e.removed {
		return time.Time{}, english.Errorf("%w: %q", ErrNoJob, job)
	}
	if e.requested.IsZero() {
		e.requested = d.opt.Clock.Now().Truncate(time.Millisecond)
	}
	d.Wake()
	return e.requested, nil
}

// SetTransition tells the loop of a phase that a person set.
func (d *Scheduler) SetTransition(t monitor.Transition) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.orders++
	if e := d.jobs[t.Job]; e != nil && e.setTransition(t) {
		d.log.Info("phase", "job", t.Job, "from", t.From, "to", t.To, "by", t.By, "reason", t.Reason)
	}
	d.Wake()
}

// Status is the state of a job.
type Status struct {
	Job        *monitor.Job
	Transition monitor.Transition
	Running    bool
	Began      time.Time      // of the present run
	Pause      *monitor.Pause // by a person; nil if there is none
	Next       time.Time      // when it is due; zero if never by itself
	Last       monitor.Run
	Late       bool   // it is due, and waits for its turn
	LastError  string // why its last try failed
}

// State is the state of all jobs.
type State struct {
	Since time.Time // when Run began
	Full  bool      // fetching is paused: the disk is nearly full
	Free  int64     // bytes; -1 if unknown
	Jobs  []Status  // by name
}

// State returns the present state.
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
		if p, ok := d.paused[e.job.Name]; ok {
			st.Pause = &p
		}
		if !e.job.Paused && !e.paused && !e.done.IsZero() {
			st.Next = e.schedule().Next(e.doneUpto())
			st.Late = !e.running && !st.Next.IsZero() && !st.Next.After(now)
		}
		s.Jobs = append(s.Jobs, st)
	}
	sorts.Func(s.Jobs, func(a, b Status) int { return cmp.Compare(a.Job.Name, b.Job.Name) })
	return s
}

// tally counts the runs since the scheduler began.
type tally struct {
	runs map[RunKey]int
	lag  map[string]time.Duration // lateness of the last scheduled run
}

// RunKey is the key by which runs are counted.
type RunKey struct {
	Job     string
	Outcome monitor.Outcome
}

func (t *tally) count(r monitor.Run) {
	if t.runs == nil {
		t.runs, t.lag = map[RunKey]int{}, map[string]time.Duration{}
	}
	t.runs[RunKey{r.Job, r.Outcome}]++
	if r.Trigger == monitor.Scheduled {
		t.lag[r.Job] = r.Started.Sub(r.Due)
	}
}

// Counts returns how many runs have ended since the scheduler began, and how late the
// last scheduled run of each job began.
func (d *Scheduler) Counts() (runs map[RunKey]int, lag map[string]time.Duration) {
	d.mu.Lock()
	defer d.mu.Unlock()
	return maps.Clone(d.tally.runs), maps.Clone(d.tally.lag)
}
