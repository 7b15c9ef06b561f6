package state

import (
	"encoding/binary"
	"errors"

	"github.com/dgraph-io/badger/v4"

	"github.com/ontocrawl/ontocrawl/internal/english"
)

// metaRebuilt holds of a journal that was rebuilt after damage: the last visit of it, and
// the visits whose links and blocks are not known in full.
const metaRebuilt = "rebuilt"

// rebuilt holds what the store remembers of it.
type rebuilt struct {
	last int
	lost map[int]struct{}
}

// SetRebuilt notes that the journal up to its last visit was rebuilt, and of which of its
// visits links and blocks are lost, in part or in full.
func (s *Store) SetRebuilt(lost []int) error {
	b := binary.AppendUvarint(nil, uint64(s.seq))
	for _, seq := range lost {
		b = binary.AppendUvarint(b, uint64(seq))
	}
	if err := s.SetMeta(metaRebuilt, sealed(b)); err != nil {
		return err
	}
	return s.loadRebuilt()
}

// Rebuilt is the last visit of the part of the journal that was rebuilt; 0: none was.
// Such a part is replayed as it is: a Strategy need not come to its choices.
func (s *Store) Rebuilt() int { return s.rebuilt.last }

func (s *Store) loadRebuilt() error {
	b, err := s.get(append([]byte{metaKey}, metaRebuilt...))
	if errors.Is(err, badger.ErrKeyNotFound) {
		return nil
	}
	if err == nil {
		b, err = unseal(b)
	}
	if err != nil {
		return damaged(s.dir, english.Phrasef("the note of what was rebuilt cannot be read: %v", err))
	}
	s.rebuilt.lost = map[int]struct{}{}
	for first := true; len(b) > 0; first = false {
		n, size := binary.Uvarint(b)
		if size <= 0 {
			return damaged(s.dir, english.Phrasef("the note of what was rebuilt is cut short"))
		}
		if b = b[size:]; first {
			s.rebuilt.last = int(n)
		} else {
			s.rebuilt.lost[int(n)] = struct{}{}
		}
	}
	return nil
}
