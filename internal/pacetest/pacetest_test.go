package pacetest

import (
	"testing"
	"time"
)

// What took twice as long as usual has the pace 2, within bounds.
func TestOf(t *testing.T) {
	for took, want := range map[time.Duration]float64{0: 1, 5: 1, 10: 1, 20: 2, 25: 2.5, 1000: 6} {
		if got := Of(took, 10, 6); got != want {
			t.Errorf("%d instead of 10: %v, want %v", took, got, want)
		}
	}
}

// Now is measured, and within its bounds; a deadline never shrinks.
func TestNow(t *testing.T) {
	if p := Now(); p < 1 || p > most {
		t.Errorf("the pace is %v", p)
	}
	if d := Times(time.Second); d < time.Second || d > most*time.Second {
		t.Errorf("a second becomes %v", d)
	}
}

// failing is a test that notes its failure.
type failing struct {
	testing.TB
	failed bool
}

func (f *failing) Helper()               {}
func (f *failing) Fatalf(string, ...any) { f.failed = true; panic(f) }

func TestUntil(t *testing.T) {
	asked := 0
	Until(t, time.Minute, "it is asked three times", func() bool { asked++; return asked == 3 })
	if asked != 3 {
		t.Errorf("asked %d times", asked)
	}
	f := &failing{TB: t}
	func() {
		defer func() { recover() }() //nolint:errcheck // the end of a test that failed
		Until(f, time.Millisecond, "never", func() bool { return false })
	}()
	if !f.failed {
		t.Error("what never comes is no failure")
	}
}
