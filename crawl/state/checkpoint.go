package state

import (
	"encoding/binary"
	"errors"
	"fmt"
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
	if err := s.Commit(); err != nil {
		return err
	}
	if seq != s.seq {
		return fmt.Errorf("crawl/state: checkpoint of visit %d after visit %d", seq, s.seq)
	}
	if err := s.room(total(parts)); err != nil {
		return s.broken("checkpoint", err)
	}
	m := manifest{Gen: s.mark.Gen + 1, Seq: seq, Parts: []part{}}
	for _, name := range sortedNames(parts) {
		n, err := s.writePart(m.Gen, len(m.Parts), parts[name])
		if err != nil {
			return s.broken("checkpoint", err)
		}
		m.Parts = append(m.Parts, part{Name: name, Length: len(parts[name]), Chunks: n})
	}
	if err := s.swap(m); err != nil {
		return s.broken("checkpoint", err)
	}
	if err := s.tidy(); err != nil {
		return err
	}
	return s.collect()
}

func total(parts map[string][]byte) (n int64) {
	for _, b := range parts {
		n += int64(len(b))
	}
	return n
}

func sortedNames(parts map[string][]byte) []string {
	names := make([]string, 0, len(parts))
	for name := range parts {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}

// writePart writes one transaction a chunk, so that no part is too large.
func (s *Store) writePart(gen, index int, b []byte) (n int, err error) {
	for ; len(b) > 0; n++ {
		piece := b[:min(len(b), chunkSize)]
		b = b[len(piece):]
		c := chunks(piece)[0]
		err := s.db.Update(func(txn *badger.Txn) error { return txn.Set(partKey(gen, index, n), c) })
		if err != nil {
			return n, err
		}
	}
	return n, nil
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
