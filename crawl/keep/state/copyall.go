package state

import (
	"encoding/binary"
	"errors"
	"io"
	"os"

	"github.com/dgraph-io/badger/v4"
)

// copyCheckpoint appends the valid checkpoint to the copy, if what would have to be replayed
// without it is as large; or everything, if the batches have outgrown that.
func (s *Store) copyCheckpoint() error {
	c := s.copying
	switch {
	case c == nil:
		return nil
	case c.mark.since >= max(c.leastDump, c.mark.dump):
		return s.copyAll()
	case c.mark.replay < max(c.leastSave, s.CheckpointSize()):
		return nil
	}
	m := c.mark
	if _, err := s.copyParts(&m); err != nil {
		return s.fail("copy", err)
	}
	return s.keepMark(m)
}

// copyAll appends all records and the valid checkpoint to the copy, which needs nothing of before then.
func (s *Store) copyAll() error {
	m := s.copying.mark
	first, size, err := s.dump(&m)
	if err == nil && s.checkpoint.Parts != nil {
		var parts int64
		parts, err = s.copyParts(&m)
		size += parts
	}
	if err != nil {
		return s.fail("copy", err)
	}
	m.seq, m.since, m.replay, m.dump = s.committed, 0, 0, size
	if err := s.keepMark(m); err != nil {
		return err
	}
	if err := s.copying.to.Cut(first); err != nil {
		s.opt.Logger.Debug("the copy of a journal was not cut", "dir", s.dir, "err", err)
	}
	return nil
}

func (s *Store) keepMark(m mark) error {
	if err := s.put(markOfCopy, m.append(nil)); err != nil {
		return s.fail("copy", err)
	}
	s.copying.mark = m
	return nil
}

// dump appends all records but the checkpoint's, and returns the number of its first piece.
func (s *Store) dump(m *mark) (first, size int64, err error) {
	var ops []byte
	flags := byte(pieceFirst)
	put := func() error {
		n, err := s.copying.frame(pieceDump, flags, s.committed, ops, &m.number)
		if first == 0 {
			first = m.number - (n-1)/maxPiece
		}
		size, flags, ops = size+n, flags&^pieceFirst, ops[:0]
		return err
	}
	take := func(key, value []byte) error {
		if value == nil {
			value = []byte{}
		}
		if ops = appendOp(ops, key, value); len(ops) < frameSize {
			return nil
		}
		return put()
	}
	err = s.scan(nil, true, func(item *badger.Item) error {
		key := item.Key()
		if key[0] == manifestKey || key[0] == chunkKey || string(key) == string(markOfCopy) {
			return nil
		}
		return item.Value(func(value []byte) error { return take(key, value) })
	})
	if err == nil {
		err = s.eachReplay(take)
	}
	if err != nil {
		return first, size, err
	}
	flags |= pieceLast
	err = put()
	return first, size, err
}

// copyParts appends the valid checkpoint.
func (s *Store) copyParts(m *mark) (size int64, err error) {
	if s.checkpoint.InDB {
		return 0, errors.New("the checkpoint is of an earlier version")
	}
	size, err = s.copying.frame(pieceCheckpoint, pieceFirst, s.checkpoint.Seq, s.checkpoint.append(nil), &m.number)
	if err != nil {
		return size, err
	}
	f, err := os.Open(s.partsName(s.checkpoint.Gen))
	if err != nil {
		return size, err
	}
	defer f.Close() //nolint:errcheck // only read
	buf := make([]byte, frameSize)
	for flags := byte(0); flags&pieceLast == 0; {
		n, err := io.ReadFull(f, buf)
		if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
			flags, err = pieceLast, nil
		}
		if err != nil {
			return size, err
		}
		more, err := s.copying.frame(pieceCheckpoint, flags, s.checkpoint.Seq, buf[:n], &m.number)
		if size += more; err != nil {
			return size, err
		}
	}
	m.replay = 0
	return size, nil
}

// eachOp calls f for what appendOp has written.
func eachOp(b []byte, f func(key, value []byte) error) error {
	for len(b) > 0 {
		size, n := binary.Uvarint(b)
		if n <= 0 || size>>1 > uint64(len(b)-n) {
			return errChecksum
		}
		key := b[n : n+int(size>>1)]
		b = b[n+len(key):]
		var value []byte
		if size&1 == 0 {
			length, n := binary.Uvarint(b)
			if n <= 0 || length > uint64(len(b)-n) {
				return errChecksum
			}
			value = b[n : n+int(length) : n+int(length)]
			b = b[n+int(length):]
		}
		if err := f(key, value); err != nil {
			return err
		}
	}
	return nil
}
