package scheduler

import (
	"maps"
	"time"

	"github.com/ontocrawl/ontocrawl/crawl/monitor"
)

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
