package monitor

import (
	"cmp"
	"time"

	"github.com/ontocrawl/ontocrawl/internal/sorts"
)

// LastRuns returns the last two runs of job or more, the latest first: those with the greatest numbers, as runs that were made
// while the clock was ahead are due after now.
func LastRuns(r interface {
	Runs(job string, t time.Time, n int) ([]Run, error)
}, job string, now time.Time) ([]Run, error) {
	runs, err := r.Runs(job, time.Time{}, 2)
	if err == nil && len(runs) > 0 && runs[0].Due.After(now) {
		var upTo []Run
		upTo, err = r.Runs(job, now.Add(1), 2)
		runs = append(runs, upTo...)
		sorts.Func(runs, func(a, b Run) int { return cmp.Compare(b.Number, a.Number) })
	}
	return runs, err
}
