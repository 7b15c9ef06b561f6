package state

import (
	"bytes"
	"encoding/binary"
	"errors"
	"net/http"

	"github.com/dgraph-io/badger/v4"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/keep/binenc"
	"github.com/ontocrawl/ontocrawl/internal/english"
)

// The text of a page is written in the batch of the visit that brought it, under its
// seq. A later visit of the page has a text of its own, or none; the key latest says
// which visit that is. The text that it replaces is deleted in a later batch, for the
// newer one must be durable first. A kill may leave replaced texts; the next Open finds
// them.

// texts holds what a Store remembers of the texts.
type texts struct {
	dictionaries map[uint64]*crawl.Dictionary // recorded ones
	replaced     []int                        // seqs of texts that visits of the open batch replace
	dropped      []int                        // seqs of texts that are to be deleted
}

func newTexts() texts { return texts{dictionaries: make(map[uint64]*crawl.Dictionary)} }

func (t *texts) committed() { t.dropped, t.replaced = append(t.dropped, t.replaced...), nil }

// Keeper implements [crawl.State].
func (s *Store) Keeper() crawl.Keeper { return s }

// replaces reports whether v says anew what is at the address of a recorded page.
func replaces(v *crawl.Visit) bool {
	return v.Choice.Again && !v.Rejudged && (v.Page != nil || v.Status == http.StatusNotFound || v.Status == http.StatusGone)
}

// textEntries returns the entries of the text of v, and of what it replaces.
func (s *Store) textEntries(v *crawl.Visit) (entries []*badger.Entry) {
	if t := v.Text; t != nil {
		entries = append(entries, badger.NewEntry(seqKey(textKey, v.Seq), appendText(t)))
		if d := t.Dictionary; d != nil && s.texts.dictionaries[d.ID] == nil {
			entries = append(entries, badger.NewEntry(seqKey(dictKey, int(d.ID)), appendDictionary(d)))
			s.texts.dictionaries[d.ID] = d
		}
	}
	if !replaces(v) {
		return entries
	}
	first, ok := s.number(recordedKey(v.Choice.URL))
	if !ok {
		return entries
	}
	was := s.latest(first)
	s.texts.replaced = append(s.texts.replaced, was.seq)
	now := latest{seq: v.Seq, before: was.seq}
	if was.seq > s.committed { // both may yet be lost
		now.before = was.before
	}
	return append(entries, badger.NewEntry(seqKey(latestKey, first), now.append(nil)))
}

// latest is the visit that says what is at an address, and the durable one before it.
type latest struct{ seq, before int }

func (l latest) append(b []byte) []byte {
	return binary.AppendUvarint(binary.AppendUvarint(b, uint64(l.seq)), uint64(l.before))
}

func readLatest(b []byte) (l latest, ok bool) {
	seq, n := binary.Uvarint(b)
	if n <= 0 {
		return l, false
	}
	before, m := binary.Uvarint(b[n:])
	return latest{int(seq), int(before)}, m > 0
}

// latest returns the visit that says what is at the address of the page that visit
// first recorded.
func (s *Store) latest(first int) latest {
	if b, err := s.read(seqKey(latestKey, first)); err == nil {
		if l, ok := readLatest(b); ok {
			return l
		}
	}
	return latest{seq: first}
}

// number reads a number, in the open batch too.
func (s *Store) number(key []byte) (int, bool) {
	b, err := s.read(key)
	n, size := binary.Uvarint(b)
	return int(n), err == nil && size > 0
}

// read reads a value, in the open batch too.
func (s *Store) read(key []byte) (value []byte, err error) {
	if s.txn == nil {
		return s.get(key)
	}
	item, err := s.txn.Get(key)
	if err == nil {
		value, err = item.ValueCopy(nil)
	}
	return value, err
}

func appendText(t *crawl.Text) []byte {
	b := make([]byte, 0, 12+len(t.Packed))
	var id uint64
	if t.Dictionary != nil {
		id = t.Dictionary.ID
	}
	return sealed(append(binary.LittleEndian.AppendUint64(b, id), t.Packed...))
}

func (s *Store) decodeText(b []byte) (*crawl.Text, error) {
	b, err := unseal(b)
	if err != nil {
		return nil, err
	}
	if len(b) < 8 {
		return nil, errChecksum
	}
	t := &crawl.Text{Packed: b[8:]}
	if id := binary.LittleEndian.Uint64(b); id != 0 {
		if t.Dictionary = s.texts.dictionaries[id]; t.Dictionary == nil {
			return nil, errors.New("the dictionary of the text is missing")
		}
	}
	return t, nil
}

func appendDictionary(d *crawl.Dictionary) []byte {
	var w binenc.Writer
	w.Text(d.Host)
	w.Bytes(d.Data)
	return sealed(w.Data())
}

// Text returns the text recorded with visit seq, in the open batch too.
func (s *Store) Text(seq int) (*crawl.Text, error) {
	b, err := s.read(seqKey(textKey, seq))
	if errors.Is(err, badger.ErrKeyNotFound) {
		return nil, nil
	}
	var t *crawl.Text
	if err == nil {
		s.touch(int64(len(b)))
		t, err = s.decodeText(b)
	}
	if err != nil {
		return nil, damaged(s.dir, english.Phrasef("the text of visit %d cannot be read: %v", seq, err))
	}
	return t, nil
}

// TextOf returns the text of the page that visit first recorded, as it is there now; nil
// if it is gone or has none. Until something is recorded several goroutines may call it.
func (s *Store) TextOf(first int) (*crawl.Text, error) { return s.Text(s.latest(first).seq) }

// Visit returns recorded visit seq, in the open batch too.
func (s *Store) Visit(seq int) (v *crawl.Visit, err error) {
	b, err := s.read(seqKey(visitKey, seq))
	if err == nil {
		b, err = unseal(b)
	}
	if err == nil {
		v, err = decodeVisit(b)
	}
	if err != nil {
		return nil, damaged(s.dir, english.Phrasef("visit %d of the journal cannot be read: %v", seq, err))
	}
	return v, nil
}

// Dictionaries returns the dictionaries of the texts, in no certain order.
func (s *Store) Dictionaries() ([]*crawl.Dictionary, error) {
	all := make([]*crawl.Dictionary, 0, len(s.texts.dictionaries))
	for _, d := range s.texts.dictionaries {
		all = append(all, d)
	}
	return all, nil
}

// loadTexts reads the dictionaries. One that cannot be read is left out: if a durable
// text needs it, Text says so.
func (s *Store) loadTexts() error {
	err := s.scan([]byte{dictKey}, true, func(item *badger.Item) error {
		id := binary.BigEndian.Uint64(item.Key()[1:])
		return item.Value(func(val []byte) error {
			if body, err := unseal(val); err == nil {
				r := binenc.NewReader(body)
				d := &crawl.Dictionary{ID: id, Host: r.Text(), Data: bytes.Clone(r.Bytes())}
				if r.Close() == nil {
					s.texts.dictionaries[id] = d
				}
			}
			return nil
		})
	})
	if err != nil {
		return damaged(s.dir, english.Phrasef("%v", err))
	}
	return nil
}

// findReplaced finds the texts that a kill kept from being deleted.
func (s *Store) findReplaced() error {
	var before []int
	err := s.scan([]byte{latestKey}, true, func(item *badger.Item) error {
		return item.Value(func(val []byte) error {
			if l, ok := readLatest(val); ok && l.before > 0 {
				before = append(before, l.before)
			}
			return nil
		})
	})
	if err != nil {
		return damaged(s.dir, english.Phrasef("%v", err))
	}
	for _, seq := range before {
		if _, err := s.get(seqKey(textKey, seq)); err == nil {
			s.texts.dropped = append(s.texts.dropped, seq)
		}
	}
	return nil
}

// mostDropped bounds the deletions in a batch.
const mostDropped = 1000

// dropReplaced deletes replaced texts in the new batch.
func (s *Store) dropReplaced() error {
	n := min(len(s.texts.dropped), mostDropped)
	for _, seq := range s.texts.dropped[:n] {
		if err := s.txn.Delete(seqKey(textKey, seq)); err != nil {
			return err
		}
		if s.copying != nil {
			s.copying.ops = appendOp(s.copying.ops, seqKey(textKey, seq), nil)
		}
		s.size, s.bytes = s.size+deletion, s.bytes+deletion
	}
	s.texts.dropped = s.texts.dropped[n:]
	return nil
}

// forgetLatest undoes what visits from first on said of recorded pages.
func (s *Store) forgetLatest(first int) error {
	undo := map[string]latest{}
	err := s.scan([]byte{latestKey}, true, func(item *badger.Item) error {
		return item.Value(func(val []byte) error {
			if l, ok := readLatest(val); !ok || l.seq >= first {
				undo[string(item.KeyCopy(nil))] = l
			}
			return nil
		})
	})
	if err != nil {
		return damaged(s.dir, english.Phrasef("%v", err))
	}
	for key, l := range undo {
		if err := s.put([]byte(key), latest{seq: l.before}.append(nil)); err != nil {
			return s.fail("delete", err)
		}
	}
	return nil
}
