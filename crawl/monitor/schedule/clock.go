package schedule

import "time"

// Clock is the machine's [monitor.Clock].
type Clock struct{}

// Now returns the time on the wall. Without the monotonic reading, which would
// hide that somebody has set the clock.
func (Clock) Now() time.Time { return time.Now().Round(0) }

// After implements [monitor.Clock].
func (Clock) After(d time.Duration) (<-chan time.Time, func()) {
	t := time.NewTimer(d)
	return t.C, func() { t.Stop() }
}
