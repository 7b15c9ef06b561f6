// Package atomicfile replaces files as a whole. A reader sees the old content or the new one, and so does the next
// process after a kill or a power cut. No other package renames or replaces files (TestOneWriter).
//
//	write.go    Write, Create: a file is replaced; Move, SyncDir: a name is durable
//	kept.go     Keep, ReadKept, Mend, MoveKept, Compare: a file that nothing can rebuild, with a copy that has checksums; grow.go: Append
//	sweep.go    Sweep: what a killed process was writing is removed
//	folder.go   TempFolder: a folder for temporary files, and those of killed processes removed
//	replace.go  Replace: a file that other programs save as well is replaced if it is still the one that was read
//	swap_linux.go two files exchange their names at once; swap_other.go: elsewhere
//	owner_unix.go who owns a file that was replaced; owner_other.go: elsewhere
//	lock_other.go	a try elsewhere
//	lock_unix.go	a try, where the system has locks
//	wait.go	waiting for a lock that others hold for one write at a time; locklessError
package atomicfile
