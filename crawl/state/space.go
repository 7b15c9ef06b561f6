package state

import (
	"errors"
	"fmt"
	"syscall"
)

// SpaceError reports that the disk of a state folder is nearly full. Nothing
// was written after the check that failed; what was durable stays so.
type SpaceError struct {
	Dir  string
	Free int64 // bytes free on the file system of Dir
	Need int64 // bytes that must be free to go on
}

func (e *SpaceError) Error() string {
	const mb = 1 << 20
	return fmt.Sprintf("crawl/state: the disk of %s is nearly full: %d MB are free, %d MB must be; free some space and start the crawl again, it goes on where it stood",
		e.Dir, e.Free/mb, (e.Need+mb-1)/mb)
}

// Badger writes all its files through memory maps of files with holes. On a
// full disk such a write does not fail with ENOSPC: it raises SIGBUS, mostly in
// a goroutine of Badger's, where nobody can recover, and ends the process. So
// the room is looked at before anything is written, with what Badger may take
// until the next look:
//
//	15 MB  three logs of a memtable (one in use, two being flushed), 4 MB each
//	       and at most 15 % over (badger.Options.maxBatchSize)
//	15 MB  the tables they are flushed to
//	30 MB  a compaction of level 0: five to seven tables of up to 4 MB, written
//	       anew before the old ones go
//
// Deeper levels are compacted by one table and those that it overlaps below
// (two compactors, and Flatten), which also cannot be more than all tables there
// are. The batch itself and values that go to the value log are counted.
//
// Allocating the logs ahead instead would turn only their faults into errors,
// not those of the tables, and would take 256 MB for each value log.
const (
	floorSpace      = 64 << 20
	compactionSpace = 128 << 20 // at most, beyond the floor

	// closeSpace is the first half of the floor: Close flushes memtables, and
	// no new compaction begins.
	closeSpace = 32 << 20
)

// checkRoom reports, as a *SpaceError, that n bytes more cannot be written safely.
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
	if free, known := freeSpace(dir); known && free < need {
		return &SpaceError{Dir: dir, Free: free, Need: need}
	}
	return nil
}

func isFull(err error) bool {
	var space *SpaceError
	return errors.As(err, &space)
}

// spaceError is the *SpaceError behind err, if the disk is why it came: because
// a write said so, or because a mapped file could not be touched (see
// openBadger) and little is free.
func spaceError(dir string, err error) error {
	var fault interface{ Addr() uintptr } // of runtime/debug.SetPanicOnFault
	if !errors.Is(err, syscall.ENOSPC) && !errors.As(err, &fault) {
		return nil
	}
	return checkSpace(dir, floorSpace)
}
