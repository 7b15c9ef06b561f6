package schedule

import (
	"cmp"
	"fmt"
	"time"

	"github.com/ontocrawl/ontocrawl/crawl/monitor"
)

// Every returns a schedule of equal intervals. They are counted from midnight of
// Monday, 1 January 2001, in zone. So a job is due at the same times after a restart
// and on another machine. Elapsed time counts: "24h" is midnight in winter time.
func Every(d time.Duration, zone *time.Location) (monitor.Schedule, error) {
	if d < Least {
		return nil, fmt.Errorf("every %v: the shortest interval is %v", d, Least)
	}
	if d%time.Second != 0 {
		return nil, fmt.Errorf("every %v: give whole seconds", d)
	}
	return &every{d, time.Date(2001, 1, 1, 0, 0, 0, 0, cmp.Or(zone, time.Local))}, nil
}

type every struct {
	d    time.Duration
	from time.Time
}

// Next implements [monitor.Schedule].
func (e *every) Next(t time.Time) time.Time {
	// In seconds, since a Duration spans no more than 292 years.
	step, since := int64(e.d/time.Second), t.Unix()-e.from.Unix()
	n := since / step
	if since < 0 && since%step != 0 {
		n-- // rounds down, not towards zero
	}
	return time.Unix(e.from.Unix()+(n+1)*step, 0).In(e.from.Location())
}

// String returns the schedule as a file of jobs writes it.
func (e *every) String() string { return "@every " + short(e.d) }

// short writes 10m0s as 10m.
func short(d time.Duration) string {
	switch {
	case d%time.Hour == 0:
		return fmt.Sprintf("%dh", d/time.Hour)
	case d%time.Minute == 0:
		return fmt.Sprintf("%dm", d/time.Minute)
	}
	return d.String()
}
