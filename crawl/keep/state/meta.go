package state

import (
	"errors"
	"fmt"

	"github.com/dgraph-io/badger/v4"

	"github.com/ontocrawl/ontocrawl/internal/english"
)

// Meta returns the value stored under name, or nil.
func (s *Store) Meta(name string) (value []byte, err error) {
	value, err = s.get(append([]byte{metaKey}, name...))
	switch {
	case errors.Is(err, badger.ErrKeyNotFound):
		return nil, nil
	case err != nil:
		return nil, fmt.Errorf("crawl/keep/state: read %q in %s: %w", name, s.dir, err)
	case len(value) == 0: // Badger returns this for a value that it cannot read
		return nil, damaged(s.dir, english.Phrasef("%q cannot be read: its value log (a file db/*.vlog) is missing or damaged", name))
	}
	return value, nil
}

// checkMeta reads all that is stored by name: a missing value log is to be told as what
// it is, and not as parameters that differ.
func (s *Store) checkMeta() error {
	return s.scan([]byte{metaKey}, false, func(item *badger.Item) error {
		name := string(item.Key()[1:])
		if name == metaRebuilt {
			return nil
		}
		_, err := s.Meta(name)
		return err
	})
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

// put stores value under key, durably.
func (s *Store) put(key, value []byte) error {
	if err := s.db.Update(func(txn *badger.Txn) error { return txn.Set(key, value) }); err != nil {
		return err
	}
	return s.db.Sync()
}

// SetMeta stores value under name, durably. The parameters of a run are stored so.
func (s *Store) SetMeta(name string, value []byte) error {
	if s.err != nil {
		return s.err
	}
	if err := s.checkRoom(int64(len(value))); err != nil {
		return s.fail("store "+name, err)
	}
	key, value := append([]byte{metaKey}, name...), append([]byte{}, value...)
	if err := s.copyMeta(key, value); err != nil {
		return s.fail("store "+name, err)
	}
	if err := s.putMeta(key, value); err != nil {
		return s.fail("store "+name, err)
	}
	return nil
}

// putMeta stores a value with the mark of the copy, if there is one.
func (s *Store) putMeta(key, value []byte) error {
	if s.copying == nil {
		return s.put(key, value)
	}
	err := s.db.Update(func(txn *badger.Txn) error {
		return errors.Join(txn.Set(key, value), txn.Set(markOfCopy, s.copying.mark.append(nil)))
	})
	return errors.Join(err, s.db.Sync())
}
