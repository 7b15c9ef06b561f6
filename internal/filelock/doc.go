// Package filelock takes the kernel's lock on an open file, which ends when the file is
// closed or its process dies. On systems without it, every try succeeds.
package filelock
