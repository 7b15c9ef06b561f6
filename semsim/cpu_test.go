package semsim

import (
	"syscall"
	"testing"
	"time"
)

// stopwatch measures the processor time of a benchmark: on a shared machine
// wall time says little.
type stopwatch struct{ begin time.Duration }

func start() stopwatch { return stopwatch{used()} }

func used() time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// report adds the metric name: nanoseconds of processor time for each of n
// things.
func (s stopwatch) report(b *testing.B, n int, name string) {
	b.ReportMetric(float64(used()-s.begin)/float64(n), name)
}
