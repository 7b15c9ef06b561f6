package eval

import "golang.org/x/sys/unix"

// threadCPU is the processor time of the calling thread in seconds. The caller
// has locked its goroutine to it.
func threadCPU() float64 { return usage(unix.RUSAGE_THREAD) }

// processCPU is that of the whole process.
func processCPU() float64 { return usage(unix.RUSAGE_SELF) }

func usage(who int) float64 {
	var u unix.Rusage
	if unix.Getrusage(who, &u) != nil {
		return 0
	}
	return float64(u.Utime.Sec+u.Stime.Sec) + float64(u.Utime.Usec+u.Stime.Usec)/1e6
}
