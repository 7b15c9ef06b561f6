package scheduler

import (
	"time"

	"github.com/ontocrawl/ontocrawl/crawl/monitor"
	"github.com/ontocrawl/ontocrawl/crawl/monitor/schedule"
)

// Plan is what is to be done for a job now.
type Plan struct {
	Run     bool
	Due     time.Time // the scheduled time that the run stands for
	Trigger monitor.Trigger
	Missed  int       // times besides Due that it stands for
	Skip    bool      // it is noted as skipped and not made
	Resume  bool      // a run that was not ended is gone on with
	First   time.Time // the earliest time that nothing was made for
	Next    time.Time // when the job is due again; zero for never
}

// Grace is how late a run may be and still be made for its own time: somebody was
// there, but was busy for a moment.
const Grace = time.Minute

// Decide says what is to be done at now for a job whose runs up to done are made.
// Onto is the latest time that was seen to be due in time (zero if none was): a
// run that waits for a free place is late, but nobody missed it.
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
