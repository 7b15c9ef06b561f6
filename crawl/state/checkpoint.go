package state

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"

	"github.com/dgraph-io/badger/v4"
)

// manifest names the valid checkpoint. Writing it is what makes a checkpoint
// valid: its parts are durable under a new generation before, the old
// generation goes after.
type manifest struct {
	Gen, Seq int
	Parts    []part // nil: there is no checkpoint
}

type part struct {
	Name   string
	Length int // of all its bytes
	Chunks int
}

const manifestVersion = 1

func (m *manifest) append(b []byte) []byte {
	e := encoder{b: append(b, manifestVersion)}
	e.int(m.Gen)
	e.int(m.Seq)
	e.int(len(m.Parts))
	for _, p := range m.Parts {
		e.str(p.Name)
		e.int(p.Length)
		e.int(p.Chunks)
	}
	return e.b
}

func decodeManifest(b []byte) (manifest, error) {
	d := decoder{b: b}
	if d.byte() != manifestVersion {
		return manifest{}, errCodec
	}
	m := manifest{Gen: d.int(), Seq: d.int()}
	m.Parts = make([]part, d.count(3))
	for i := range m.Parts {
		p := part{Name: d.str(), Length: d.int(), Chunks: d.int()}
		if p.Length < 0 || p.Chunks != (p.Length+chunkSize-1)/chunkSize {
			return manifest{}, errCodec
		}
		m.Parts[i] = p
	}
	if m.Seq < 0 || m.Gen < 0 {
		return manifest{}, errCodec
	}
	return m, d.end()
}

func partKey(gen, part, chunk int) []byte {
	key := binary.BigEndian.AppendUint32(seqKey(chunkKey, gen), uint32(part))
	return binary.BigEndian.AppendUint32(key, uint32(chunk))
}

// Checkpoint stores parts as the memory as of visit seq, which must be the
// last one recorded; it commits the journal first. Trails up to seq are
// deleted then: nobody will replay them.
func (s *Store) Checkpoint(seq int, parts map[string][]byte) error {
	readers := make(map[string]io.WriterTo, len(parts))
	for name, b := range parts {
		readers[name] = bytes.NewReader(b)
	}
	return s.CheckpointFrom(seq, readers)
}

// CheckpointFrom is Checkpoint for parts that write themselves. Chunk by chunk
// goes to the disk as it comes.
func (s *Store) CheckpointFrom(seq int, parts map[string]io.WriterTo) error {
	if err := s.Commit(); err != nil {
		return err
	}
	if seq != s.seq {
		return fmt.Errorf("crawl/state: checkpoint of visit %d after visit %d", seq, s.seq)
	}
	m := manifest{Gen: s.mark.Gen + 1, Seq: seq, Parts: []part{}}
	for _, name := range slices.Sorted(maps.Keys(parts)) {
		w := partWriter{s: s, gen: m.Gen, index: len(m.Parts)}
		_, err := parts[name].WriteTo(&w)
		if err == nil {
			err = w.flush()
		}
		if err != nil {
			return s.broken("checkpoint", err)
		}
		m.Parts = append(m.Parts, part{Name: name, Length: w.length, Chunks: w.n})
	}
	if err := s.swap(m); err != nil {
		return s.broken("checkpoint", err)
	}
	if err := s.tidy(); err != nil {
		return err
	}
	return s.collect()
}

// partWriter cuts a part in chunks and writes each in a transaction of its own,
// so that no part is too large.
type partWriter struct {
	s          *Store
	gen, index int
	buf        []byte // less than a chunk
	n          int    // chunks written
	length     int    // bytes in them
}

func (w *partWriter) Write(b []byte) (int, error) {
	taken := 0
	for len(b) > 0 {
		n := min(len(b), chunkSize-len(w.buf))
		w.buf, b = append(w.buf, b[:n]...), b[n:]
		taken += n
		if len(w.buf) == chunkSize {
			if err := w.flush(); err != nil {
				return taken, err
			}
		}
	}
	return taken, nil
}

func (w *partWriter) flush() error {
	if len(w.buf) == 0 {
		return nil
	}
	c := chunks(w.buf)[0]
	if err := w.s.room(int64(len(c))); err != nil {
		return err
	}
	err := w.s.db.Update(func(txn *badger.Txn) error { return txn.Set(partKey(w.gen, w.index, w.n), c) })
	if err == nil {
		w.n, w.length, w.buf = w.n+1, w.length+len(w.buf), w.buf[:0]
	}
	return err
}

// swap makes m the valid checkpoint.
func (s *Store) swap(m manifest) error {
	if err := s.db.Sync(); err != nil {
		return err
	}
	err := s.db.Update(func(txn *badger.Txn) error {
		return txn.Set([]byte{manifestKey}, sealed(m.append(nil)))
	})
	if err == nil {
		err = s.db.Sync()
	}
	if err == nil {
		s.mark = m
	}
	return err
}

func (s *Store) readManifest() (m manifest, err error) {
	err = s.db.View(func(txn *badger.Txn) error {
		item, err := txn.Get([]byte{manifestKey})
		if errors.Is(err, badger.ErrKeyNotFound) {
			return nil
		}
		if err != nil {
			return err
		}
		return item.Value(func(val []byte) error {
			body, err := unseal(val)
			if err == nil {
				m, err = decodeManifest(body)
			}
			return err
		})
	})
	if err != nil {
		return m, damaged(s.dir, fmt.Sprintf("the checkpoint cannot be read: %v", err))
	}
	if m.Seq > s.seq {
		return m, damaged(s.dir, fmt.Sprintf("the journal ends at visit %d, its checkpoint at %d", s.seq, m.Seq))
	}
	return m, nil
}

// readParts returns nil if there is no checkpoint.
func (s *Store) readParts() (map[string][]byte, error) {
	if s.mark.Parts == nil {
		return nil, nil
	}
	parts := make(map[string][]byte, len(s.mark.Parts))
	for i, p := range s.mark.Parts {
		b, err := s.readPart(i, p)
		if err != nil {
			return nil, fmt.Errorf("part %q: %w", p.Name, err)
		}
		parts[p.Name] = b
	}
	return parts, nil
}

func (s *Store) readPart(index int, p part) ([]byte, error) {
	b := make([]byte, 0, p.Length)
	err := s.db.View(func(txn *badger.Txn) error {
		for c := range p.Chunks {
			item, err := txn.Get(partKey(s.mark.Gen, index, c))
			if err != nil {
				return err
			}
			err = item.Value(func(val []byte) (err error) {
				b, err = unchunk(b, val)
				return err
			})
			if err != nil {
				return err
			}
		}
		return nil
	})
	if err == nil && len(b) != p.Length {
		err = errChecksum
	}
	return b, err
}

// tidy deletes what the valid checkpoint made needless: other generations of
// parts and trails it covers. It may be cut short and repeated at any point.
func (s *Store) tidy() error {
	var keys [][]byte
	err := s.scan([]byte{chunkKey}, false, func(item *badger.Item) error {
		if gen := int(binary.BigEndian.Uint64(item.Key()[1:])); gen != s.mark.Gen {
			keys = append(keys, item.KeyCopy(nil))
		}
		return nil
	})
	if err == nil {
		err = s.scan([]byte{trailKey}, false, func(item *badger.Item) error {
			if int(binary.BigEndian.Uint64(item.Key()[1:])) > s.mark.Seq {
				return errStop
			}
			keys = append(keys, item.KeyCopy(nil))
			return nil
		})
	}
	if err != nil && !errors.Is(err, errStop) {
		return s.broken("tidy", err)
	}
	if len(keys) == 0 {
		return nil
	}
	return s.deleteKeys(keys)
}

// maxRewrites bounds how long a checkpoint may spend on giving disk space
// back; what is left waits for the next one.
const maxRewrites = 64

// collect gives the space of deleted trails and parts back. Badger learns what
// is dead in a value log file only when a compaction meets the deletion, which
// by itself it does at five tables of level 0, some 100,000 visits late. Since
// checkpoints are spaced by the length of the journal, compacting at each of
// them writes all lines only a few times more.
func (s *Store) collect() error {
	if levels := s.db.Levels(); len(levels) > 0 && levels[0].NumTables > 0 {
		if err := s.db.Flatten(1); err != nil {
			return s.broken("compact", err)
		}
	}
	for range maxRewrites {
		if s.room(s.opt.ValueLog/2) != nil { // half of a file may be alive
			return nil
		}
		err := s.db.RunValueLogGC(0.5)
		if errors.Is(err, badger.ErrNoRewrite) || errors.Is(err, badger.ErrRejected) {
			return nil
		}
		if err != nil {
			return s.broken("collect garbage", err)
		}
	}
	return nil
}
