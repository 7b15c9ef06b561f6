package state

import (
	"os"
	"path/filepath"
	"strings"
)

// Sizes returns the disk space in bytes of the state in dir, by kind of file:
// tables, value_log, memtables and other. The state may be in use.
func Sizes(dir string) map[string]int64 {
	sizes := map[string]int64{"tables": 0, "value_log": 0, "memtables": 0, "other": 0}
	entries, err := os.ReadDir(filepath.Join(dir, "db"))
	if err != nil {
		return nil
	}
	for _, e := range entries {
		info, err := e.Info()
		if err != nil {
			continue // deleted by a compaction since
		}
		kind := "other"
		switch {
		case strings.HasSuffix(e.Name(), ".sst"):
			kind = "tables"
		case strings.HasSuffix(e.Name(), ".vlog"):
			kind = "value_log"
		case strings.HasSuffix(e.Name(), ".mem"):
			kind = "memtables"
		}
		sizes[kind] += onDisk(info)
	}
	return sizes
}

// FreeSpace returns how many bytes may still be written on the file system of dir.
// known is false where the system does not tell.
func FreeSpace(dir string) (free int64, known bool) { return freeSpace(dir) }
