// Package resident says which bytes of files are in the memory of this process, and gives
// bytes of the program's own file back to the kernel.
//
// A program of 66 MB has most of its code and constants in memory soon: the kernel maps
// sixteen pages where one is read, and what was needed once, to start or to read an ontology,
// stays. It is the kernel's to take back, but it counts as memory of the process, in tables of
// processes and where a limit is set. What is given back stays in the kernel's cache and is
// mapped again when it is needed, which takes some microseconds.
//
//	resident.go        Keep, which does it again and again
//	resident_linux.go  pages of files, by /proc
//	resident_other.go  other systems: nothing is known, nothing is done
package resident
