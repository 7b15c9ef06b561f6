package state

import (
	"errors"
	"fmt"

	"github.com/dgraph-io/badger/v4"
)

// Meta returns the value stored under name, or nil.
func (s *Store) Meta(name string) (value []byte, err error) {
	value, err = s.get(append([]byte{metaKey}, name...))
	switch {
	case errors.Is(err, badger.ErrKeyNotFound):
		return nil, nil
	case err != nil:
		return nil, fmt.Errorf("crawl/state: read %q in %s: %w", name, s.dir, err)
	}
	return value, nil
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
	if err := s.put(append([]byte{metaKey}, name...), append([]byte{}, value...)); err != nil {
		return s.fail("store "+name, err)
	}
	return nil
}
