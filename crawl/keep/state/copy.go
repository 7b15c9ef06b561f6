package state

import (
	"encoding/binary"
	"errors"
	"fmt"

	"github.com/dgraph-io/badger/v4"
	"github.com/klauspost/compress/s2"

	"github.com/ontocrawl/ontocrawl/crawl/keep/binenc"
)

// A Store can have a copy elsewhere, from which a Follower makes it again. What a batch
// writes goes to the copy before it is durable here, so a folder never holds what its copy
// lacks; and it says in the same transaction how far the copy went (the mark). So a folder
// is at any time a Store as of some piece of its copy, and is brought up to the end of it by the
// pieces that follow.
//
// The copy is a row of pieces, in groups:
//
//	batch       what one transaction writes and deletes
//	checkpoint  the manifest, then the bytes of the file of the parts
//	dump        all records that there are; a checkpoint follows it
//
// A group that its writer did not end does not count. When batches have outgrown the last
// dump by themselves, a checkpoint is followed by a new one, and what is before it goes: so a
// copy takes at most some three times the space of its journal, and each record is sent twice
// on average.

// Copy takes the pieces of a Store's copy.
type Copy interface {
	// Append appends a piece of at most maxPiece bytes, and returns its number: they rise.
	// When it returns, the piece outlives this machine. After an error nothing more is
	// appended.
	Append(piece []byte) (number int64, err error)
	// Cut forgets the pieces below a number. It may do so later, or not at all.
	Cut(below int64) error
}

// maxPiece is the most bytes in a piece.
const maxPiece = 800_000

// pieceVersion is the version of the form of a piece.
//
//	1
const pieceVersion = 1

// pieceKind says of what group a piece is.
type pieceKind byte

// The kinds of a piece.
const (
	pieceBatch      pieceKind = 'b'
	pieceCheckpoint pieceKind = 'c'
	pieceDump       pieceKind = 'd'
)

// Flags of a piece. A frame is a group of bytes that are packed together; a large one is several
// pieces.
const (
	pieceFirst  = 1 << iota // of the first frame of its group
	pieceLast               // of the last frame of its group
	pieceMore               // the frame goes on in the next piece
	pieceGoesOn             // of the frame before
)

// frameSize is about how many bytes of a dump or a file are a frame.
const frameSize = 400_000

// Of the size of a copy, in bytes.
const (
	leastDump = 16 << 20 // of batches, after which a dump follows
	leastSave = 1 << 20  // of batches, after which a checkpoint is copied
)

// mark says how far a copy went when the folder was written.
type mark struct {
	number int64 // of the last piece; 0: there is no copy; -1: a dump is being read
	seq    int   // the last visit by then
	since  int64 // bytes of batches since the last dump
	dump   int64 // bytes of that
	replay int64 // bytes of batches since the last checkpoint
}

// metaCopy is the name of the mark.
const metaCopy = "copy"

var markOfCopy = append([]byte{metaKey}, metaCopy...)

// markVersion is the version of the form of a mark.
//
//	1
const markVersion = 1

func (m *mark) append(b []byte) []byte {
	w := binenc.AppendTo(b)
	w.Byte(markVersion)
	for _, n := range []int64{m.number, int64(m.seq), m.since, m.dump, m.replay} {
		w.Int(n)
	}
	return sealed(w.Data())
}

// readMark returns the zero mark if there is none that can be read.
func (s *Store) readMark() (m mark, err error) {
	b, err := s.get(markOfCopy)
	if errors.Is(err, badger.ErrKeyNotFound) {
		return m, nil
	}
	if err != nil {
		return m, err
	}
	if b, err = unseal(b); err != nil {
		return m, nil
	}
	r := binenc.NewReader(b)
	if r.Byte() != markVersion {
		return m, nil
	}
	m.number, m.seq = r.Int(), int(r.Int())
	m.since, m.dump, m.replay = r.Int(), r.Int(), r.Int()
	if r.Close() != nil {
		return mark{}, nil
	}
	return m, nil
}

// copying is the copy of a Store that has one.
type copying struct {
	to        Copy
	mark      mark
	ops       []byte // of the open batch
	leastDump int64
	leastSave int64
}

// CopyTo gives s a copy. It is called before anything is recorded. If to lacks what s holds
// (whole, or s has had no copy) all of it is appended.
func (s *Store) CopyTo(to Copy, whole bool) error {
	m, err := s.readMark()
	if err != nil {
		return s.fail("copy", err)
	}
	s.copying = &copying{to: to, mark: m, leastDump: leastDump, leastSave: leastSave}
	if !whole && m.number > 0 && m.seq == s.seq || m.number == 0 && s.seq == 0 {
		return nil
	}
	return s.copyAll()
}

// appendOp appends to b what a transaction does with a key; a nil value: it deletes.
func appendOp(b []byte, key, value []byte) []byte {
	size := uint64(len(key)) << 1
	if value == nil {
		size |= 1
	}
	b = append(binary.AppendUvarint(b, size), key...)
	if value != nil {
		b = append(binary.AppendUvarint(b, uint64(len(value))), value...)
	}
	return b
}

// noteOps keeps what the open batch writes, for the copy.
func (s *Store) noteOps(entries []*badger.Entry) {
	if s.copying == nil {
		return
	}
	for _, e := range entries {
		value := e.Value
		if value == nil {
			value = []byte{}
		}
		s.copying.ops = appendOp(s.copying.ops, e.Key, value)
	}
}

// copyBatch appends the open batch to the copy, and writes the mark in its transaction.
func (s *Store) copyBatch() error {
	c := s.copying
	if c == nil {
		return nil
	}
	m := c.mark
	n, err := c.frame(pieceBatch, pieceFirst|pieceLast, s.seq, c.ops, &m.number)
	if err != nil {
		return err
	}
	m.seq, m.since, m.replay = s.seq, m.since+n, m.replay+n
	c.mark, c.ops = m, c.ops[:0]
	if cap(c.ops) > 8*frameSize {
		c.ops = nil
	}
	return s.txn.Set(markOfCopy, m.append(nil))
}

// copyMeta appends a value by name, as a batch of its own, and returns the mark to be written.
func (s *Store) copyMeta(key, value []byte) error {
	c := s.copying
	if c == nil {
		return nil
	}
	m := c.mark
	n, err := c.frame(pieceBatch, pieceFirst|pieceLast, s.committed, appendOp(nil, key, value), &m.number)
	if err != nil {
		return err
	}
	m.seq, m.since, m.replay = s.committed, m.since+n, m.replay+n
	c.mark = m
	return nil
}

// frame appends one frame, as pieces, and returns their size. number becomes the number
// of the last one.
func (c *copying) frame(kind pieceKind, flags byte, seq int, body []byte, number *int64) (size int64, err error) {
	packed := sealed(s2.Encode(nil, append(binary.AppendUvarint(nil, uint64(seq)), body...)))
	for first := true; first || len(packed) > 0; first = false {
		n := min(len(packed), maxPiece-3)
		f := flags
		if !first {
			f |= pieceGoesOn
		}
		if n < len(packed) {
			f |= pieceMore
		}
		piece := append([]byte{pieceVersion, byte(kind), f}, packed[:n]...)
		if *number, err = c.to.Append(piece); err != nil {
			return size, fmt.Errorf("crawl/keep/state: copy: %w", err)
		}
		packed, size = packed[n:], size+int64(len(piece))
	}
	return size, nil
}
