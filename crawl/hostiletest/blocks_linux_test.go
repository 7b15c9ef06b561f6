package hostiletest

import (
	"io/fs"
	"syscall"
)

// blocks is how many blocks of 512 bytes a file takes: a database has files that
// are longer than what is in them.
func blocks(info fs.FileInfo) int64 {
	if s, ok := info.Sys().(*syscall.Stat_t); ok {
		return s.Blocks
	}
	return info.Size() / 512
}
