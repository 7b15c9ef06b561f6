package store

import (
	"bytes"
	"encoding/json"

	"github.com/dgraph-io/badger/v4"

	"github.com/ontocrawl/ontocrawl/crawl/watch/monitor"
	"github.com/ontocrawl/ontocrawl/internal/english"
)

// MaxFile bounds a file that goes with a shared history, in bytes.
const MaxFile = 512 << 10

// Snapshot appends all that the store holds to the log of a shared history, and returns the
// numbers of its first and last entry: those before the first need not be read any more. Nobody
// writes meanwhile.
func (l *Store) Snapshot() (first, last int64, err error) {
	l.use.RLock()
	defer l.use.RUnlock()
	if l.db == nil {
		return 0, 0, errClosed
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.shared == nil || !l.shared.own {
		return 0, 0, ErrCopy
	}
	if first, err = l.say(entry{kind: beginning}); err != nil {
		return 0, 0, err
	}
	err = l.db.View(func(txn *badger.Txn) error { return l.pieces(&reader{txn}) })
	if err != nil {
		return 0, 0, err
	}
	last, err = l.say(entry{kind: complete})
	return first, last, err
}

// pieces appends the pieces of a snapshot.
func (l *Store) pieces(r *reader) error {
	e, size := entry{kind: copied}, 0
	flush := func() error {
		if len(e.changes) == 0 {
			return nil
		}
		_, err := l.say(e)
		e.changes, size = nil, 0
		return err
	}
	err := r.values(nil, nil, func(k key, value []byte) (bool, error) {
		if k[0] == cursorKey {
			return true, nil
		}
		e.changes = append(e.changes, change{key: k, value: bytes.Clone(value)})
		if size += len(k) + len(value); size < piece {
			return true, nil
		}
		return true, flush()
	})
	if err != nil {
		return err
	}
	return flush()
}

// say appends an entry that changes nothing here.
func (l *Store) say(e entry) (seq int64, err error) {
	data, err := encode(e)
	if err != nil {
		return 0, err
	}
	err = l.commit(perEntry, func(w *writer) error { return l.append(w.txn, data, e.kind) })
	return l.shared.heard, err
}

// Empty reports whether the store holds nothing that somebody would miss.
func (l *Store) Empty() (bool, error) {
	l.use.RLock()
	defer l.use.RUnlock()
	if l.db == nil {
		return false, errClosed
	}
	return l.empty(), nil
}

// empty is Empty for who holds l.use.
func (l *Store) empty() (empty bool) {
	txn := l.db.NewTransaction(false)
	defer txn.Discard()
	empty = true
	(&reader{txn}).keys(nil, nil, false, func(k key) bool {
		empty = k[0] == versionKey || k[0] == cursorKey || k[0] == fileKey
		return empty
	})
	return empty
}

// Forget empties a copy: its log does not have the entries any more that would follow, and begins
// with a snapshot.
func (l *Store) Forget() error {
	l.use.Lock()
	defer l.use.Unlock()
	if l.db == nil {
		return errClosed
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.shared == nil || l.shared.own {
		return english.Errorf("store: %s is no copy that may be made anew", l.dir)
	}
	if err := l.db.DropAll(); err != nil {
		return english.Errorf("store: %s: %w", l.dir, err)
	}
	l.shared.heard, l.shared.part, l.shared.open = 0, false, false
	return nil
}

// SetFile keeps a small file that goes with a shared history, and whose content all daemons need.
// An empty one is none.
func (l *Store) SetFile(name string, text []byte) error {
	if err := named("file", name); err != nil {
		return err
	}
	if len(text) > MaxFile {
		return english.Errorf("store: %w: %s has %d bytes, %d are the most that go with the jobs", monitor.ErrTooLarge, name, len(text), MaxFile)
	}
	old, err := l.File(name)
	if err != nil || bytes.Equal(old, text) {
		return err
	}
	return l.write(int64(len(text))+perEntry, func(w *writer) error {
		if len(text) == 0 {
			return w.drop(of(fileKey).text(name))
		}
		return w.put(of(fileKey).text(name), text)
	})
}

// File returns the content of a file that goes with a shared history, nil if there is none.
func (l *Store) File(name string) (text []byte, err error) {
	err = l.view(func(r *reader) error {
		_, err := r.get(of(fileKey).text(name), &text)
		return err
	})
	return text, err
}

// Files returns the names and contents of all files of [Store.SetFile].
func (l *Store) Files() (map[string][]byte, error) {
	return read(l, func(r *reader) (map[string][]byte, error) {
		all, of := map[string][]byte{}, of(fileKey)
		err := r.values(of, of, func(name key, value []byte) (bool, error) {
			var text []byte
			err := json.Unmarshal(value, &text)
			all[string(name)] = text
			return true, err
		})
		return all, err
	})
}
