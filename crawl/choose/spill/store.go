package spill

import (
	"bytes"
	"cmp"
	"crypto/rand"
	"encoding/binary"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"math"
	"os"
	"path/filepath"

	"github.com/dgraph-io/badger/v4"

	"github.com/ontocrawl/ontocrawl/crawl/keep/state"
	"github.com/ontocrawl/ontocrawl/internal/english"
)

// Store is a folder of records. It makes the folder when the first record is spilled, or
// a checkpoint refers to one. One goroutine uses it.
type Store struct {
	dir     string
	log     *slog.Logger
	db      *state.DB
	txn     *badger.Txn // reads what was flushed
	id      []byte      // of the folder: a checkpoint must not read another one
	err     error       // the first fault; everything after it is refused
	size    int         // bytes in the open batches
	mapped  mapped
	pages   *pages
	slots   *slots
	scratch []*Scratch

	run       uint32 // the last one that the next checkpoint may refer to
	last      uint32 // the last one on disk
	kindFirst uint32 // up to this run keys begin with the kind
}

// New returns a Store of folder dir. It opens nothing. A nil log means slog.Default().
func New(dir string, log *slog.Logger) *Store {
	return &Store{dir: dir, log: cmp.Or(log, slog.Default()), pages: &pages{dir: dir, most: pagesPlain}, slots: &slots{dir: dir}}
}

// Remove deletes the folder, if no process has it open.
func Remove(dir string) error {
	if err := state.Remove(dir); err != nil {
		return err
	}
	return os.RemoveAll(dir)
}

const (
	memTable = 16 << 20 // four times the journal's: a batch of evidence is tens of megabytes
	inTables = 64 << 10 // all records are smaller, and a compaction frees the space of replaced ones
	table    = 2 << 20  // a compaction has up to 16 in memory
	idSize   = 16
	// baseLevel: tables hardly overlap (keys.go), so a large first level costs no merging. What
	// is deleted at checkpoints is merged with it.
	baseLevel = 256 << 20
)

var (
	idKey     = []byte{0}
	layoutKey = []byte{0, 1} // of the last run whose keys begin with the kind
)

// open opens the folder, which is made if it does not exist.
func (s *Store) open() bool {
	if s.db != nil || s.err != nil {
		return s.err == nil
	}
	db, err := state.OpenDB(s.dir, state.Options{MemTable: memTable, ValueThreshold: inTables, Table: table, BaseLevel: baseLevel, Plain: true, Logger: s.log})
	if err != nil {
		return s.fail(err)
	}
	s.db = db
	s.pages.begin()
	s.slots.begin()
	if err := s.mapped.watch(db.DB, filepath.Join(s.dir, "db"), s.pages); err != nil {
		return s.fail(err)
	}
	if s.id, err = s.readID(); err != nil {
		return s.fail(err)
	}
	if err := s.findRuns(); err != nil {
		return s.fail(err)
	}
	s.log.Debug("links that are unlikely to be chosen soon are kept on disk from now on", "dir", s.dir)
	return true
}

// readID reads the name of the folder, or gives it one.
func (s *Store) readID() (id []byte, err error) {
	if id, err = s.get(idKey); !errors.Is(err, badger.ErrKeyNotFound) {
		return id, err
	}
	id = make([]byte, idSize)
	if _, err := rand.Read(id); err != nil {
		return nil, err
	}
	return id, s.db.Update(func(txn *badger.Txn) error { return txn.Set(idKey, id) })
}

// findRuns finds the last runs on disk, of each layout of keys. A folder without the mark of
// the newer layout has only keys of the older one so far.
func (s *Store) findRuns() error {
	mark, err := s.get(layoutKey)
	switch {
	case errors.Is(err, badger.ErrKeyNotFound):
		s.kindFirst = s.lastKindFirst()
		mark = binary.BigEndian.AppendUint32(nil, s.kindFirst)
		err = s.db.Update(func(txn *badger.Txn) error { return txn.Set(layoutKey, mark) })
	case err == nil && len(mark) != 4:
		s.damaged("the mark of its layout has %d bytes", len(mark))
		return s.err
	case err == nil:
		s.kindFirst = binary.BigEndian.Uint32(mark)
	}
	s.flushed()
	s.last = max(s.kindFirst, s.lastOf(runFirst))
	return err
}

// lastKindFirst is the greatest run in a key that begins with a kind.
func (s *Store) lastKindFirst() (run uint32) {
	it := s.view().NewIterator(badger.IteratorOptions{})
	defer it.Close()
	for it.Seek([]byte{runFirst + 1}); it.Valid(); {
		kind := it.Item().Key()[0]
		run = max(run, s.lastOf(kind))
		if kind == math.MaxUint8 {
			break
		}
		it.Seek([]byte{kind + 1})
	}
	return run
}

// lastOf is the run of the last key that begins with a byte, 0 if there is none.
func (s *Store) lastOf(first byte) (run uint32) {
	it := s.view().NewIterator(badger.IteratorOptions{Reverse: true, Prefix: []byte{first}})
	defer it.Close()
	if it.Seek(append([]byte{first}, bytes.Repeat([]byte{0xff}, 9)...)); it.Valid() {
		run = runOf(it.Item().Key())
	}
	return run
}

func (s *Store) get(key []byte) (value []byte, err error) {
	err = s.db.View(func(txn *badger.Txn) error {
		item, err := txn.Get(key)
		if err == nil {
			value, err = item.ValueCopy(nil)
		}
		return err
	})
	return value, err
}

// nextRun begins another run.
func (s *Store) nextRun() uint32 {
	s.last++
	s.run = s.last
	return s.run
}

// exists reports whether the folder holds a database.
func (s *Store) exists() bool {
	_, err := os.Stat(filepath.Join(s.dir, "db"))
	return s.db != nil || !errors.Is(err, fs.ErrNotExist)
}

// is reports whether the folder is the one with that name.
func (s *Store) is(id []byte) bool { return s.open() && bytes.Equal(s.id, id) }

// view returns a transaction that reads what was flushed.
func (s *Store) view() *badger.Txn {
	if s.txn == nil {
		s.txn = s.db.NewTransaction(false)
	}
	return s.txn
}

// flushed lets later reads see what was written.
func (s *Store) flushed() {
	if s.txn != nil {
		s.txn.Discard()
		s.txn = nil
	}
}

// Err is the first fault: a *state.DamagedError, a *state.SpaceError, or what the disk
// says. After it the memory of a crawl is not complete, and the crawl must end; the next
// process goes on from the last checkpoint.
func (s *Store) Err() error {
	if err := s.slots.fault(); err != nil {
		s.fail(err)
	}
	return s.err
}

// fail notes the first fault. It returns false.
func (s *Store) fail(err error) bool {
	if s.err == nil {
		s.err = fmt.Errorf("crawl/choose/spill: %w", err)
	}
	return false
}

func (s *Store) damaged(format string, args ...any) bool {
	return s.fail(state.Damaged(s.dir, english.Phrasef(format, args...)))
}

// Close releases the folder.
func (s *Store) Close() error {
	s.flushed()
	s.closeScratch()
	if s.db == nil {
		return nil
	}
	s.mapped.end()
	s.pages.end()
	s.slots.end()
	err := s.db.Close()
	s.db = nil
	return err
}
