package monitor_test

import (
	"testing"
	"time"

	"github.com/ontocrawl/ontocrawl/crawl/watch/monitor"
)

// ranAt are the times at which runs 1, 2, ... were due.
type ranAt []time.Time

func (r ranAt) Runs(_ string, t time.Time, n int) (runs []monitor.Run, err error) {
	for len(runs) < n {
		last := -1
		for i, due := range r {
			if (t.IsZero() || due.Before(t)) && (last < 0 || due.After(r[last])) {
				last = i
			}
		}
		if last < 0 {
			break
		}
		t, runs = r[last], append(runs, monitor.Run{Number: last + 1, Due: r[last]})
	}
	return runs, nil
}

// The last run is the one with the greatest number, though earlier ones are due in a year, as the clock was ahead.
func TestLastRuns(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 7, 1, 12, 0, 0, 0, time.UTC)
	year := now.AddDate(1, 0, 0)
	for last, all := range map[int]ranAt{
		0: nil,
		2: {now.Add(-time.Hour), now},
		3: {now.Add(-time.Hour), year, year.Add(time.Hour)},
		5: {now.Add(-2 * time.Hour), year, year.Add(time.Hour), now.Add(-time.Hour), now},
	} {
		runs, err := monitor.LastRuns(all, "j", now)
		if err != nil || last == 0 && len(runs) > 0 || last > 0 && (runs[0].Number != last || runs[1].Number != last-1) {
			t.Errorf("%d: %+v, %v", last, runs, err)
		}
	}
}
