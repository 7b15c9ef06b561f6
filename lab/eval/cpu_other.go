//go:build !linux

package eval

import "time"

// Other systems have no portable processor time of a thread. The clock's time
// stands for it; it is more if the machine is busy.

func threadCPU() float64 { return float64(time.Now().UnixNano()) / 1e9 }

func processCPU() float64 { return float64(time.Now().UnixNano()) / 1e9 }
