package pacetest

import "golang.org/x/sys/unix"

// roomy reports whether dir is a file system in memory with 4 GB free.
func roomy(dir string) bool {
	var st unix.Statfs_t
	return unix.Statfs(dir, &st) == nil && st.Type == unix.TMPFS_MAGIC && st.Bavail*uint64(st.Bsize) >= 4<<30
}
