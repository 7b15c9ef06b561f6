//go:build !linux

package state

// giveBack does nothing: the kernel alone decides which mapped pages stay in the process.
func giveBack(string) {}
