package document

import "golang.org/x/sys/unix"

// limit limits a process: its CPU, and that it writes no file and no core; with
// address its memory, too. A program of Go reserves more addresses than it uses, so
// that one watches its own memory.
func limit(pid int, address bool) {
	set := func(what int, to uint64) {
		unix.Prlimit(pid, what, &unix.Rlimit{Cur: to, Max: to}, nil) //nolint:errcheck // it may have ended already
	}
	set(unix.RLIMIT_CPU, maxCPU)
	set(unix.RLIMIT_CORE, 0)
	set(unix.RLIMIT_FSIZE, 0)
	if address {
		set(unix.RLIMIT_AS, maxAddress)
	}
}
