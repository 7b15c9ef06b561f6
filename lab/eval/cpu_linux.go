package eval

import "golang.org/x/sys/unix"

// threadCPU returns the processor time of the calling thread in seconds. The
// caller must have locked its goroutine to the thread.
func threadCPU() float64 { return usage(unix.RUSAGE_THREAD) }

// processCPU returns the processor time of the whole process in seconds.
func processCPU() float64 { return usage(unix.RUSAGE_SELF) }

func usage(who int) float64 {
	var u unix.Rusage
	if unix.Getrusage(who, &u) != nil {
		return 0
	}
	return float64(u.Utime.Sec+u.Stime.Sec) + float64(u.Utime.Usec+u.Stime.Usec)/1e6
}
