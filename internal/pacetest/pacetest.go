// Package pacetest scales the deadlines of tests: a machine that is slow, or busy with others'
// work, gets more time, and a free one no more than the deadline says.
//
//	pacetest.go         how many times longer than usual things take now, and waiting for a condition
//	memory.go           temporary folders in memory
//	memory_linux.go, memory_other.go  whether there is room for them
package pacetest

import (
	"crypto/sha256"
	"flag"
	"runtime"
	"strconv"
	"sync"
	"testing"
	"time"
)

// most is the largest pace: a machine that is slower still fails its tests.
const most = 40

// quiet is the time that the work takes on a free core of a usual machine, with room to spare:
// there the pace is 1.
const quiet = 60 * time.Millisecond

// Now measures how many times longer than on a free machine work takes now: at least 1, at most
// [Most]. It costs as long as the work takes.
func Now() float64 {
	begun := time.Now()
	var all sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		all.Go(work)
	}
	all.Wait()
	return Of(time.Since(begun), quiet, most)
}

// Of is the pace of something that took so long, and takes quiet on a free machine: at least 1, at
// most most.
func Of(took, quiet time.Duration, most float64) float64 {
	return min(max(1, float64(took)/float64(quiet)), most)
}

// work is some 20 ms of a core: several slices of time, so that what others take of it is seen.
func work() {
	var block [4096]byte
	for range 2500 {
		sum := sha256.Sum256(block[:])
		copy(block[:], sum[:])
	}
}

// Times is d, as much longer as the machine is slower now.
func Times(d time.Duration) time.Duration { return time.Duration(Now() * float64(d)) }

// Parallel lets n tests of a package run beside each other, unless -parallel says how many: there
// are more of them than processors if they wait for a process or a clock. TestMain calls it.
func Parallel(n int) {
	flag.Parse()
	if f := flag.Lookup("test.parallel"); f.Value.String() == f.DefValue {
		f.Value.Set(strconv.Itoa(n)) //nolint:errcheck // a number
	}
}

// Over reports whether took is more than limit, on a machine as slow as this one is now.
func Over(took, limit time.Duration) bool { return took > limit && took > Times(limit) }

// Until waits until ok, which it asks again and again, and fails the test if that takes longer
// than d on a free machine. What for is said by what.
func Until(t testing.TB, d time.Duration, what string, ok func() bool) {
	t.Helper()
	begun, limit := time.Now(), d
	for !ok() {
		took := time.Since(begun)
		if took > limit {
			if limit = max(limit, Times(d)); took > limit { // the slowest that was seen counts
				t.Fatalf("in vain for %v: %s", took.Round(time.Millisecond), what)
			}
		}
		time.Sleep(min(max(took/200, time.Millisecond), 20*time.Millisecond))
	}
}
