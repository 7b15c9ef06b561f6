//go:build unix

package atomicfile

import (
	"os"
	"syscall"
)

// own gives f the owner and the group of was. Only root may give files away, and others may
// give one to a group of theirs; else f stays theirs.
func own(f *os.File, was os.FileInfo) {
	if s, ok := was.Sys().(*syscall.Stat_t); ok {
		if f.Chown(int(s.Uid), int(s.Gid)) != nil {
			f.Chown(-1, int(s.Gid)) //nolint:errcheck // see above
		}
	}
}
