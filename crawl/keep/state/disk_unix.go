//go:build linux || darwin || freebsd

package state

import (
	"io/fs"
	"math"
	"syscall"

	"golang.org/x/sys/unix"
)

// FreeSpace returns how many bytes a user may still write on the file system of dir,
// as df(1) shows. known is false where the file system does not count: some network
// file systems have zero blocks.
func FreeSpace(dir string) (free int64, known bool) {
	var st unix.Statfs_t
	if err := unix.Statfs(dir, &st); err != nil || st.Blocks == 0 || st.Bsize <= 0 {
		return 0, false
	}
	blocks, size := int64(st.Bavail), int64(st.Bsize)
	if blocks < 0 { // more is in use than users may have
		return 0, true
	}
	if blocks > math.MaxInt64/size {
		return math.MaxInt64, true
	}
	return blocks * size, true
}

// access returns an error if the effective user may not read and write path, or not
// enter the folder path. It also finds a read-only file system, for root too.
func access(path string, folder bool) error {
	mode := uint32(unix.R_OK | unix.W_OK)
	if folder {
		mode |= unix.X_OK
	}
	return unix.Faccessat(unix.AT_FDCWD, path, mode, unix.AT_EACCESS)
}

// onDisk is the disk space of a file: Badger's logs have holes.
func onDisk(info fs.FileInfo) int64 {
	if st, ok := info.Sys().(*syscall.Stat_t); ok {
		return int64(st.Blocks) * 512 // stat(2): units of 512 bytes everywhere
	}
	return info.Size()
}
