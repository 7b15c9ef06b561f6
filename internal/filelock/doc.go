// Package filelock takes the kernel's lock on an open file, which ends when the file is
// closed or its process dies. On systems without it, every try succeeds.
//
//	lock_unix.go   a try, where the system has locks
//	lock_other.go  a try elsewhere
//	wait.go        waiting for a lock that others hold for one write at a time; LocklessError
package filelock
