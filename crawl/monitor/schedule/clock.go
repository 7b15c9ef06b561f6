package schedule

import "time"

// Clock is the machine's [monitor.Clock].
type Clock struct{}

// Now returns the wall time, without the monotonic reading, which would hide that the
// clock was set.
func (Clock) Now() time.Time { return time.Now().Round(0) }

// After implements [monitor.Clock].
func (Clock) After(d time.Duration) (<-chan time.Time, func()) {
	t := time.NewTimer(d)
	return t.C, func() { t.Stop() }
}
