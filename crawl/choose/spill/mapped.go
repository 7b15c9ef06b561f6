package spill

import (
	"path/filepath"
	"sync"
	"sync/atomic"
	"time"

	"github.com/dgraph-io/badger/v4"

	"github.com/ontocrawl/ontocrawl/internal/resident"
)

// mapped are the pages of Badger's tables in this process. Badger maps its tables into
// memory, reads and writes them there, and the kernel keeps such pages in the process until
// it needs room. So a process looks as large as its tables. While a store is used, these
// pages are given back again and again: what they hold stays in the kernel's cache and in
// the files, and is mapped again when it is read.
type mapped struct {
	db   *badger.DB
	dir  string       // of the tables, as the kernel names it
	also *pages       // which are mapped files as well
	used atomic.Int32 // rounds to go
	stop chan struct{}
	done sync.WaitGroup
}

const (
	mappedEvery = 50 * time.Millisecond
	// mappedMost is how many bytes of files may be in the process, the program's own among
	// them. A compaction on an idle machine maps half as much in a tenth of a second. Each record that is
	// read brings some 100 KB into the process, and giving them back costs as much again.
	mappedMost = 160 << 20
	// mappedRounds is how often a store is looked at after it was last used: compactions go
	// on for some seconds.
	mappedRounds = 200
)

// watch begins.
func (m *mapped) watch(db *badger.DB, dir string, also *pages) error {
	dir, err := filepath.Abs(dir)
	if err == nil {
		dir, err = filepath.EvalSymlinks(dir)
	}
	if err != nil {
		return err
	}
	m.db, m.dir, m.also, m.stop = db, dir, also, make(chan struct{})
	m.done.Go(m.rounds)
	return nil
}

func (m *mapped) rounds() {
	every := time.NewTicker(mappedEvery)
	defer every.Stop()
	for {
		select {
		case <-m.stop:
			return
		case <-every.C:
			if m.due() {
				m.look()
			}
		}
	}
}

// due reports whether pages may have come: the store was used lately, or arrays are large. A checkpoint
// reads those from end to end and does not use the store meanwhile.
func (m *mapped) due() bool {
	if m.used.Load() > 0 {
		m.used.Add(-1)
		return true
	}
	return m.also.size() > pagesMost
}

// look gives pages back if there are too many: first the tables' pages, then the others.
func (m *mapped) look() {
	arrays := m.also.size()
	if resident.OfFiles() <= mappedMost+min(arrays, pagesMost) {
		return
	}
	if m.unmap(); arrays > pagesMost && resident.OfFiles() > mappedMost+pagesMost {
		m.also.giveBack()
	}
}

// touched notes that the store is used.
func (m *mapped) touched() { m.used.Store(mappedRounds) }

// end ends it, before the database is closed.
func (m *mapped) end() {
	if m.stop != nil {
		close(m.stop)
		m.done.Wait()
		m.stop = nil
	}
}
