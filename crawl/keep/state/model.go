package state

import (
	"encoding/binary"

	"github.com/dgraph-io/badger/v4"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/keep/binenc"
)

// A model that a visit made is a record of its own, in the batch of the visit: few
// visits make one. It is never deleted.
//
// Versions of the model record:
//
//	1
const modelVersion = 1

func appendModel(b []byte, m *crawl.Model) []byte {
	w := binenc.AppendTo(b)
	c := coder{w: &w}
	c.model(m)
	return w.Data()
}

func decodeModel(b []byte) (*crawl.Model, error) {
	m, c := new(crawl.Model), coder{r: binenc.NewReader(b)}
	c.model(m)
	if m.Number <= 0 {
		c.r.Fail("model %d", m.Number)
	}
	return m, c.r.Close()
}

func (c *coder) model(m *crawl.Model) {
	c.version(1, modelVersion)
	c.int(&m.Number)
	c.time(&m.At)
	if c.reading() {
		m.Data = append([]byte{}, c.r.Bytes()...)
	} else {
		c.w.Bytes(m.Data)
	}
}

// modelEntries returns the record of the model that v made, if it made one.
func (s *Store) modelEntries(v *crawl.Visit) (entries []*badger.Entry) {
	if v.Learned == nil {
		return nil
	}
	for i, c := range s.pack.chunks(appendModel(nil, v.Learned)) {
		key := append(seqKey(modelKey, v.Seq), byte(i>>8), byte(i))
		entries = append(entries, badger.NewEntry(key, c))
	}
	return entries
}

// scanModels notes which visits made a model.
func (s *Store) scanModels() error {
	return s.scan([]byte{modelKey}, false, func(item *badger.Item) error {
		s.models[int(binary.BigEndian.Uint64(item.Key()[1:]))] = struct{}{}
		return nil
	})
}

// readModel fills v.Learned.
func (s *Store) readModel(v *crawl.Visit) (err error) {
	if _, made := s.models[v.Seq]; !made {
		return nil
	}
	var b []byte
	err = s.scan(seqKey(modelKey, v.Seq), true, func(item *badger.Item) error {
		return item.Value(func(val []byte) (err error) {
			b, err = unchunk(b, val)
			return err
		})
	})
	if err == nil {
		v.Learned, err = decodeModel(b)
	}
	return err
}
