package state

import (
	"cmp"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"

	"github.com/ontocrawl/ontocrawl/internal/english"
)

// SpaceError reports that the disk of a state folder is nearly full. Nothing was
// written after that check; durable visits stay durable.
type SpaceError struct {
	Dir  string
	Free int64 // bytes free on the file system of Dir
	Need int64 // bytes that must be free to go on
}

func (e *SpaceError) Error() string { return e.Message().String() }

// Message implements [english.Sentence].
func (e *SpaceError) Message() english.Phrase {
	const mb = 1 << 20
	return english.Phrasef("crawl/keep/state: the disk of %s is nearly full: %d MB are free, %d MB must be; free some space and start the crawl again; it continues where it stopped",
		e.Dir, e.Free/mb, (e.Need+mb-1)/mb)
}

// Badger writes its files through memory maps of sparse files. On a full disk such
// a write raises SIGBUS, mostly in a goroutine of Badger, where nobody can recover,
// and the process ends. So the free space is checked before each write. It must
// cover what Badger may write until the next check:
//
//	15 MB  three logs of a memtable (one in use, two being flushed), 4 MB each
//	       and at most 15 % over (badger.Options.maxBatchSize)
//	15 MB  the tables they are flushed to
//	30 MB  a compaction of level 0: five to seven tables of up to 4 MB, written
//	       before the old ones are deleted
//
// A compaction of a deeper level writes at most as much as all tables together.
// The batch and its values in the value log are counted by their size.
//
// Allocating the logs ahead would not help for the tables.
const (
	floorSpace      = 64 << 20
	compactionSpace = 128 << 20 // at most, beyond the floor

	// closeSpace is half of the floor: Close flushes memtables and starts no
	// compaction.
	closeSpace = 32 << 20
)

// checkRoom returns a *SpaceError if n more bytes cannot be written safely.
func (s *Store) checkRoom(n int64) error {
	return checkSpace(s.dir, floorSpace+min(s.tables(), compactionSpace)+n)
}

// tables is the size of Badger's tables.
func (s *Store) tables() (n int64) {
	if s.db == nil {
		return 0
	}
	for _, l := range s.db.Levels() {
		n += l.Size
	}
	return n
}

func checkSpace(dir string, need int64) error {
	if free, known := FreeSpace(dir); known && free < need {
		return &SpaceError{Dir: dir, Free: free, Need: need}
	}
	return nil
}

func isFull(err error) bool {
	var space *SpaceError
	return errors.As(err, &space)
}

// spaceError returns a *SpaceError if a full disk caused err: a write failed with
// ENOSPC, or a mapped file could not be touched (openBadger) and little is free.
func spaceError(dir string, err error) error {
	var fault interface{ Addr() uintptr } // of runtime/debug.SetPanicOnFault
	if !errors.Is(err, syscall.ENOSPC) && !errors.As(err, &fault) {
		return nil
	}
	return checkSpace(dir, floorSpace)
}

// Sizes returns the disk space in bytes of the state in dir, by kind of file:
// tables, value_log, memtables and other. The state may be in use.
func Sizes(dir string) map[string]int64 {
	kinds := map[string]string{".sst": "tables", ".vlog": "value_log", ".mem": "memtables"}
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
		sizes[cmp.Or(kinds[filepath.Ext(e.Name())], "other")] += onDisk(info)
	}
	return sizes
}

// DiskSpace is the disk space in bytes of all files below a folder.
func DiskSpace(dir string) (bytes int64) {
	filepath.WalkDir(dir, func(_ string, e fs.DirEntry, err error) error { //nolint:errcheck // the function returns no error
		if err != nil || e.IsDir() {
			return nil
		}
		if info, err := e.Info(); err == nil {
			bytes += onDisk(info)
		}
		return nil
	})
	return bytes
}

// mostMapped is how many bytes of the value log are written, or of texts in it read, before its pages are given back.
const mostMapped = 4 << 20
