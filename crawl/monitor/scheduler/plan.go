package scheduler

import (
	"time"

	"github.com/ontocrawl/ontocrawl/crawl/monitor"
	"github.com/ontocrawl/ontocrawl/crawl/monitor/schedule"
)

// Plan is what to do for a job now.
type Plan struct {
	Run     bool
	Due     time.Time // the scheduled time of the run
	Trigger monitor.Trigger
	Missed  int       // further scheduled times that it stands for
	Skip    bool      // it is recorded as skipped and not made
	Resume  bool      // a run that has not ended is resumed
	First   time.Time // the earliest time without a run
	Next    time.Time // when the job is due again; zero for never
}

// Grace is how late a run may begin and still be in time.
const Grace = time.Minute

// Decide returns what to do at now for a job whose runs up to done are made. onto is
// the latest time that was noticed in time (zero if none): a run that waits for its
// turn is late, but not missed.
func Decide(s monitor.Schedule, m monitor.Missed, done, onto, now time.Time) Plan {
	d := schedule.Since(s, done, now)
	p := Plan{Next: d.Next}
	if d.Count == 0 {
		return p
	}
	inTime := now.Sub(d.Last) <= Grace || !onto.Before(d.Last)
	p.Run, p.Due, p.First, p.Trigger, p.Missed = true, d.Last, d.First, monitor.Scheduled, d.Count-1
	switch {
	case m == monitor.SkipMissed:
		p.Skip = !inTime
	case m == monitor.RunMissed && d.Count > 1:
		p.Due, p.Missed, p.Trigger = d.First, 0, monitor.CaughtUp
		p.Next = now // the others follow at once
	case d.Count > 1 || !inTime:
		p.Trigger = monitor.CaughtUp
	}
	if p.Skip {
		p.Trigger = monitor.CaughtUp
	}
	return p
}
