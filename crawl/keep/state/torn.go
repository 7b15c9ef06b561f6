package state

import (
	"encoding/binary"
	"errors"

	"github.com/dgraph-io/badger/v4"

	"github.com/ontocrawl/ontocrawl/internal/english"
)

// dropTorn removes visits that were written, never synced, and left unreadable by
// a power cut. HEAD tells them from losses: everything up to its seq was durable
// and must be there.
func (s *Store) dropTorn() error {
	for seq := s.head.committed + 1; seq <= s.seq; seq++ {
		_, err := s.visit(seq, seq > s.checkpoint.Seq)
		if err == nil {
			_, err = s.Text(seq)
		}
		if err == nil {
			continue
		}
		s.opt.Logger.Warn("the last batch of a crawl was not durable and is dropped", "dir", s.dir, "from", seq, "to", s.seq)
		return s.dropFrom(seq)
	}
	if s.seq == s.head.committed || len(s.letters.posted) == 0 {
		return nil
	}
	first, err := s.tornLetters()
	if err != nil || first == 0 {
		return err
	}
	s.opt.Logger.Warn("the last batch of a crawl was not durable and is dropped", "dir", s.dir, "from", first, "to", s.seq)
	return s.dropFrom(first)
}

func (s *Store) dropFrom(first int) error {
	var keys [][]byte
	err := s.scan([]byte{urlKey}, true, func(item *badger.Item) error {
		return item.Value(func(val []byte) error {
			if seq, n := binary.Uvarint(val); n <= 0 || int(seq) >= first {
				keys = append(keys, item.KeyCopy(nil))
			}
			return nil
		})
	})
	if err != nil {
		return damaged(s.dir, english.Phrasef("%v", err))
	}
	for seq := s.seq; seq >= first; seq-- {
		keys = append(keys, seqKey(visitKey, seq), seqKey(textKey, seq))
	}
	if err := s.forgetLatest(first); err != nil {
		return err
	}
	if err := s.dropLetters(first); err != nil {
		return err
	}
	if err := s.deleteKeys(keys); err != nil {
		return err
	}
	for seq := first; seq <= s.seq; seq++ {
		if err := errors.Join(s.deletePrefix(seqKey(replayKey, seq)), s.deletePrefix(seqKey(modelKey, seq))); err != nil {
			return err
		}
		delete(s.models, seq)
	}
	s.seq = first - 1
	s.replays.cut(s.seq)
	clear(s.seen)
	return s.scanRecorded()
}
