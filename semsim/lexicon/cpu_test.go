package lexicon

import (
	"syscall"
	"testing"
	"time"
)

// processorTime returns the time that this process has used of all processors: on a
// machine with other work, a clock on the wall tells nothing.
func processorTime(t *testing.T) time.Duration {
	t.Helper()
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		t.Fatal(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
