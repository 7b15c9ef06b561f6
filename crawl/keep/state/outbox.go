package state

import (
	"encoding/binary"
	"errors"

	"github.com/dgraph-io/badger/v4"
	"github.com/klauspost/compress/s2"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/keep/binenc"
	"github.com/ontocrawl/ontocrawl/internal/english"
)

// letters are the marks of a part of a crawl: how far it has heard the letters of the other
// parts, and written to them. What it has written is kept, in the transaction of the visit
// that wrote it, until the receiver's journal has it.
type letters struct {
	heard  map[int]uint64 // by sender: the number of the last letter
	posted map[int]uint64 // by receiver
}

func newLetters() letters { return letters{map[int]uint64{}, map[int]uint64{}} }

func markKey(from int) []byte {
	return binary.BigEndian.AppendUint16([]byte{heardKey}, uint16(from))
}

func outboxPrefix(to int) []byte {
	return binary.BigEndian.AppendUint16([]byte{outboxKey}, uint16(to))
}

func postedKey(to int, number uint64) []byte {
	return binary.BigEndian.AppendUint64(outboxPrefix(to), number)
}

// postedOf is the receiver and the number in a key.
func postedOf(key []byte) (to int, number uint64) {
	if len(key) != 11 {
		return 0, 0
	}
	return int(binary.BigEndian.Uint16(key[1:])), binary.BigEndian.Uint64(key[3:])
}

// letterEntries returns the entries of the letter that v is, or of the letters that it has written.
func (s *Store) letterEntries(v *crawl.Visit) (entries []*badger.Entry) {
	if l := v.Heard; l != nil {
		return append(entries, badger.NewEntry(markKey(l.From), binary.AppendUvarint(nil, l.Number)))
	}
	for _, p := range v.Written {
		value := binary.AppendUvarint(nil, uint64(v.Seq))
		value = append(value, s2.Encode(nil, binenc.AppendLetter(nil, p.Letter))...)
		entries = append(entries, badger.NewEntry(postedKey(p.To, p.Letter.Number), sealed(value)))
	}
	return entries
}

// rememberLetters keeps the marks that v moves.
func (s *Store) rememberLetters(v *crawl.Visit) {
	if v.Heard != nil {
		s.letters.heard[v.Heard.From] = v.Heard.Number
	}
	for _, p := range v.Written {
		s.letters.posted[p.To] = p.Letter.Number
	}
}

// ReceivedUpTo is the number of the last letter of a part that was recorded, 0 if there is
// none. It may not be durable yet.
func (s *Store) ReceivedUpTo(from int) uint64 { return s.letters.heard[from] }

// PostedUpTo is the number of the last letter that was written to a part, 0 if there is
// none.
func (s *Store) PostedUpTo(to int) uint64 { return s.letters.posted[to] }

// Outbox yields the durable letters to a part above a number, in order. It returns the
// first error of yield.
func (s *Store) Outbox(to int, after uint64, yield func(*crawl.Letter) error) error {
	var stop error // of yield
	err := s.scan(outboxPrefix(to), true, func(item *badger.Item) error {
		_, number := postedOf(item.Key())
		if number <= after {
			return nil
		}
		_, l, err := readPosted(item)
		if err == nil && l.Number != number {
			err = english.Errorf("it is letter %d", l.Number)
		}
		if err != nil {
			return english.Errorf("letter %d to part %d: %w", number, to, err)
		}
		stop = yield(l)
		return stop
	})
	if err != nil && stop == nil {
		return damaged(s.dir, english.Phrasef("%v", err))
	}
	return err
}

func readPosted(item *badger.Item) (seq int, l *crawl.Letter, err error) {
	err = item.Value(func(val []byte) error {
		body, err := unseal(val)
		if err != nil {
			return err
		}
		n, size := binary.Uvarint(body)
		if size <= 0 {
			return errChecksum
		}
		b, err := s2.Decode(nil, body[size:])
		if err != nil {
			return err
		}
		seq = int(n)
		l, err = binenc.DecodeLetter(b)
		return err
	})
	return seq, l, err
}

// TrimOutbox forgets the letters to a part below a number that the part's journal has, for
// good. That one stays, so that the numbers go on whatever a power cut takes.
func (s *Store) TrimOutbox(to int, heard uint64) error {
	var keys [][]byte
	err := s.scan(outboxPrefix(to), false, func(item *badger.Item) error {
		if _, number := postedOf(item.Key()); number >= heard {
			return errStop
		}
		keys = append(keys, item.KeyCopy(nil))
		return nil
	})
	if err != nil && !errors.Is(err, errStop) {
		return s.fail("read the letters", err)
	}
	if len(keys) == 0 {
		return nil
	}
	return s.deleteKeys(keys)
}

// scanLetters reads the marks.
func (s *Store) scanLetters() error {
	clear(s.letters.heard)
	clear(s.letters.posted)
	err := s.scan([]byte{heardKey}, true, func(item *badger.Item) error {
		return item.Value(func(val []byte) error {
			number, n := binary.Uvarint(val)
			if n <= 0 || len(item.Key()) != 3 {
				return errors.New("the mark of a part cannot be read")
			}
			s.letters.heard[int(binary.BigEndian.Uint16(item.Key()[1:]))] = number
			return nil
		})
	})
	if err != nil {
		return err
	}
	return s.scan([]byte{outboxKey}, false, func(item *badger.Item) error {
		to, number := postedOf(item.Key())
		s.letters.posted[to] = max(number, s.letters.posted[to])
		return nil
	})
}

// tornLetters is the first visit of the last batch whose letters a power cut left
// unreadable; 0: there is none.
func (s *Store) tornLetters() (first int, err error) {
	err = s.scan([]byte{outboxKey}, true, func(item *badger.Item) error {
		if _, _, err := readPosted(item); err != nil { // whose it is cannot be told
			first = s.head.committed + 1
			return errStop
		}
		return nil
	})
	if errors.Is(err, errStop) {
		err = nil
	}
	return first, err
}

// dropLetters takes the marks back to where they were before a visit, whose record is
// deleted.
func (s *Store) dropLetters(first int) error {
	keys, heard := [][]byte(nil), map[int]uint64{}
	err := s.scan([]byte{outboxKey}, true, func(item *badger.Item) error {
		if seq, _, err := readPosted(item); err != nil || seq >= first {
			keys = append(keys, item.KeyCopy(nil))
		}
		return nil
	})
	if err != nil {
		return err
	}
	for seq := 1; seq < first && len(s.letters.heard) > 0; seq++ {
		v, err := s.visit(seq, false)
		if err != nil {
			return err
		}
		if v.Heard != nil {
			heard[v.Heard.From] = v.Heard.Number
		}
	}
	for from := range s.letters.heard {
		if n, ok := heard[from]; !ok {
			keys = append(keys, markKey(from))
		} else if err := s.put(markKey(from), binary.AppendUvarint(nil, n)); err != nil {
			return err
		}
	}
	if err := s.deleteKeys(keys); err != nil {
		return err
	}
	return s.scanLetters()
}
