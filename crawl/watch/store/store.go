package store

import (
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"sync"

	"github.com/dgraph-io/badger/v4"

	"github.com/ontocrawl/ontocrawl/crawl/keep/state"
	"github.com/ontocrawl/ontocrawl/crawl/watch/monitor"
	"github.com/ontocrawl/ontocrawl/internal/english"
)

// version is the number of the format. Format 1 has the JSON keys of release 0.1,
// which package monitor still reads; a record gets the new keys when it is written
// again. Format 3 adds new sources; a program that does not know them would fetch what a
// person refused.
const version = 3

// Format is the number of the format that this package writes. Earlier ones are read.
const Format = version

// memTable lets a transaction hold a batch of some hundred events with their stories
// and notifications (1.2 MB); see [state.Options].
const memTable = 8 << 20

// inTables is the largest value that lies in the tables, where compaction drops old
// versions: a story is written again with each of its pages.
const inTables = 64 << 10

// Store is a [monitor.Store] on disk.
type Store struct {
	dir string

	use sync.RWMutex // held for reading by users of db
	db  *state.DB    // nil after Close

	mu     sync.Mutex // one writer at a time
	err    error      // first failed write, or damage; it refuses everything after it
	shared *sharing   // nil: the history is this process's alone
}

// Roles is the store in all of its roles.
func (l *Store) Roles() monitor.Store {
	return monitor.Store{Reader: l, Claims: l, Findings: l, Outbox: l}
}

// Dir returns the folder of the store in the folder of the jobs. A store of release
// 0.1 stays under its old name.
func Dir(folder string) string {
	old := filepath.Join(folder, "ledger")
	if _, err := os.Stat(old); err == nil {
		return old
	}
	return filepath.Join(folder, "store")
}

// Open opens the store in folder dir, and makes the folder if needed. The error wraps
// [monitor.ErrLocked] if another process has it open; it is a *state.SpaceError if the
// disk is nearly full.
func Open(dir string, log *slog.Logger) (*Store, error) {
	db, err := state.OpenDB(dir, state.Options{MemTable: memTable, ValueThreshold: inTables, Logger: log})
	if err != nil {
		return nil, openError(dir, err)
	}
	l := &Store{dir: dir, db: db}
	if db.Size() <= verified {
		err = l.Check()
	}
	if err == nil {
		err = l.checkShared()
	}
	if err == nil && l.shared == nil {
		err = l.checkVersion()
	}
	if err != nil {
		return nil, errors.Join(err, db.Close())
	}
	return l, nil
}

// verified is the largest store that Open verifies as a whole, which takes a fifth of
// a second. For a larger one (a week of a large daemon) call [Store.Check].
const verified = 32 << 20

// Check verifies the whole store. If part of it is damaged, it returns an error and the
// store refuses further writes: a lost record would look like a new event and be sent
// again. It takes seconds for a month of a large daemon; the store is usable meanwhile.
func (l *Store) Check() error {
	l.use.RLock()
	defer l.use.RUnlock()
	if l.db == nil {
		return errClosed
	}
	err := l.db.Verify()
	if err != nil {
		err = openError(l.dir, err)
		l.mu.Lock()
		l.err = err
		l.mu.Unlock()
	}
	return err
}

func openError(dir string, err error) error {
	var locked *state.LockedError
	var damaged *state.DamagedError
	switch {
	case errors.As(err, &locked) && locked.PID > 0:
		return english.Errorf("%w: %s is in use by process %d", monitor.ErrLocked, dir, locked.PID)
	case errors.As(err, &locked):
		return english.Errorf("%w: %s is in use", monitor.ErrLocked, dir)
	case errors.As(err, &damaged):
		return english.Errorf("store: %s is damaged: %s; ontocrawl repair %s makes it anew of what can be read and of the run folders", dir, damaged.Reason, filepath.Dir(dir))
	}
	return fmt.Errorf("store: %w", err)
}

// checkVersion refuses newer formats and marks the store as one of this format.
func (l *Store) checkVersion() error {
	var v int
	return l.write(0, func(w *writer) error {
		known, err := w.get(of(versionKey), &v)
		switch {
		case err != nil:
			return err
		case v > version:
			return english.Errorf("store: %s has format %d, but this program reads formats up to %d; use a newer version of ontocrawl", l.dir, v, version)
		case known && v == version:
			return nil
		}
		return w.put(of(versionKey), version)
	})
}

// Close releases the folder when all readers and writers are done.
func (l *Store) Close() error {
	l.use.Lock()
	defer l.use.Unlock()
	if l.db == nil {
		return nil
	}
	err := l.db.Close()
	if err == nil {
		l.db = nil
	}
	return err
}

// errClosed is the error of every call after Close.
var errClosed = errors.New("store: closed")

// view calls f with a snapshot of the store.
func (l *Store) view(f func(r *reader) error) error {
	l.use.RLock()
	defer l.use.RUnlock()
	if l.db == nil {
		return errClosed
	}
	return l.db.View(func(txn *badger.Txn) error { return f(&reader{txn}) })
}

// read returns what f reads in a snapshot of the store.
func read[T any](l *Store, f func(r *reader) (T, error)) (v T, err error) {
	err = l.view(func(r *reader) error {
		v, err = f(r)
		return err
	})
	return v, err
}

// write calls f in one transaction of about size bytes and makes it durable. If f fails,
// nothing is kept. If the disk fails, the store refuses further writes, because its
// content is known only after it is opened again.
func (l *Store) write(size int64, f func(w *writer) error) error {
	l.use.RLock()
	defer l.use.RUnlock()
	if l.db == nil {
		return errClosed
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.err != nil {
		return l.err
	}
	return l.commit(size, func(w *writer) error {
		if err := f(w); err != nil || l.shared == nil {
			return err
		}
		return l.share(w)
	})
}

// commit is write without the log of a shared history. l.mu is held.
func (l *Store) commit(size int64, f func(w *writer) error) error {
	if err := l.db.Room(size); err != nil {
		return err
	}
	txn := l.db.NewTransaction(true)
	defer txn.Discard()
	if err := f(&writer{reader: reader{txn}}); err != nil {
		return err
	}
	err := txn.Commit()
	if err == nil {
		err = l.db.Sync()
	}
	if err != nil {
		l.err = english.Errorf("store: %s: %w (what was written before is safe)", l.dir, err)
	}
	return l.err
}

// reader reads in a transaction.
type reader struct{ txn *badger.Txn }

// get decodes the JSON under k into x; false if there is none.
func (r *reader) get(k key, x any) (bool, error) {
	item, err := r.txn.Get(k)
	if errors.Is(err, badger.ErrKeyNotFound) {
		return false, nil
	}
	if err == nil {
		err = item.Value(func(b []byte) error { return json.Unmarshal(b, x) })
	}
	if err != nil {
		return false, fmt.Errorf("store: entry %q: %w", []byte(k), err)
	}
	return true, nil
}

// writer writes in a transaction, and remembers what.
type writer struct {
	reader
	changes []change
}

func (w *writer) set(k key, value []byte) error {
	w.changes = append(w.changes, change{key: k, value: value})
	return w.txn.Set(k, value)
}

func (w *writer) put(k key, x any) error {
	b, err := json.Marshal(x)
	if err != nil {
		return err
	}
	return w.set(k, b)
}

func (w *writer) mark(keys ...key) error {
	for _, k := range keys {
		if err := w.set(k, nil); err != nil {
			return err
		}
	}
	return nil
}

func (w *writer) drop(keys ...key) error {
	for _, k := range keys {
		w.changes = append(w.changes, change{key: k, gone: true})
		if err := w.txn.Delete(k); err != nil {
			return err
		}
	}
	return nil
}
