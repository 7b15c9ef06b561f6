package state

import (
	"encoding/binary"
	"errors"
	"io"

	"github.com/dgraph-io/badger/v4"

	"github.com/ontocrawl/ontocrawl/crawl/keep/binenc"
	"github.com/ontocrawl/ontocrawl/internal/english"
)

// manifest names the valid checkpoint. The parts of a new generation are durable
// before the manifest is written, and the old ones are deleted after (parts.go).
type manifest struct {
	Gen, Seq int
	Parts    []part // nil: there is no checkpoint
	InDB     bool   // the parts lie in the database, as an earlier version wrote them
}

type part struct {
	Name   string
	Length int // of all its bytes
	Chunks int
}

const (
	manifestVersion  = 2 // the parts are in a file, in the order of the manifest
	manifestInDB     = 1 // read, no longer written
	maxChunkBytes    = chunkSize + chunkSize/4
	checkpointPrefix = "checkpoint-"
)

func (m *manifest) append(b []byte) []byte {
	w := binenc.AppendTo(b)
	c := coder{w: &w}
	c.manifest(m)
	return w.Data()
}

func decodeManifest(b []byte) (manifest, error) {
	m, c := manifest{}, coder{r: binenc.NewReader(b)}
	c.manifest(&m)
	for _, p := range m.Parts {
		if p.Length < 0 || p.Chunks != (p.Length+chunkSize-1)/chunkSize {
			c.r.Fail("part %q has %d bytes in %d chunks", p.Name, p.Length, p.Chunks)
		}
	}
	if m.Seq < 0 || m.Gen < 0 {
		c.r.Fail("generation %d of visit %d", m.Gen, m.Seq)
	}
	if m.Parts == nil {
		m.Parts = []part{}
	}
	return m, c.r.Close()
}

func (c *coder) manifest(m *manifest) {
	m.InDB = c.version(manifestInDB, manifestVersion) == manifestInDB
	c.ints(&m.Gen, &m.Seq)
	items(c, &m.Parts, 3, func(p *part) {
		c.text(&p.Name)
		c.ints(&p.Length, &p.Chunks)
	})
}

// Checkpoint commits the journal and stores parts as the memory after visit seq,
// which must be the last one recorded. Then it deletes the replay records, which
// are all of visits up to seq.
func (s *Store) Checkpoint(seq int, parts map[string]io.WriterTo) error {
	if err := s.Commit(); err != nil {
		return err
	}
	if seq != s.seq {
		return english.Errorf("crawl/keep/state: checkpoint of visit %d after visit %d", seq, s.seq)
	}
	m := manifest{Gen: s.checkpoint.Gen + 1, Seq: seq}
	var err error
	if m.Parts, err = s.writeParts(m.Gen, parts); err != nil {
		return s.fail("checkpoint", err)
	}
	if err := s.swap(m); err != nil {
		return s.fail("checkpoint", err)
	}
	if err := s.tidy(); err != nil {
		return err
	}
	if err := s.copyCheckpoint(); err != nil {
		return err
	}
	return s.collectGarbage()
}

// swap makes m the valid checkpoint.
func (s *Store) swap(m manifest) error {
	if err := s.db.Sync(); err != nil {
		return err
	}
	if err := s.put([]byte{manifestKey}, sealed(m.append(nil))); err != nil {
		return err
	}
	s.checkpoint = m
	s.replays.reset()
	return nil
}

func (s *Store) readManifest() (m manifest, err error) {
	b, err := s.get([]byte{manifestKey})
	if errors.Is(err, badger.ErrKeyNotFound) {
		return m, nil
	}
	if err == nil {
		b, err = unseal(b)
	}
	if err == nil {
		m, err = decodeManifest(b)
	}
	if err != nil {
		return m, damaged(s.dir, english.Phrasef("the checkpoint cannot be read: %v", err))
	}
	if m.Seq > s.seq {
		return m, damaged(s.dir, english.Phrasef("the journal ends at visit %d, its checkpoint at %d", s.seq, m.Seq))
	}
	return m, nil
}

// tidy deletes other generations of parts and of replay records, and of those in Badger what
// the valid checkpoint covers. It may be interrupted and repeated at any point.
func (s *Store) tidy() error {
	var keys [][]byte
	if err := s.sweepParts(); err != nil {
		return s.fail("tidy", err)
	}
	err := s.scan([]byte{chunkKey}, false, func(item *badger.Item) error {
		if gen := int(binary.BigEndian.Uint64(item.Key()[1:])); gen != s.checkpoint.Gen || !s.checkpoint.InDB {
			keys = append(keys, item.KeyCopy(nil))
		}
		return nil
	})
	if err == nil {
		err = s.scan([]byte{replayKey}, false, func(item *badger.Item) error {
			if int(binary.BigEndian.Uint64(item.Key()[1:])) > s.checkpoint.Seq {
				return errStop
			}
			keys = append(keys, item.KeyCopy(nil))
			return nil
		})
	}
	if err != nil && !errors.Is(err, errStop) {
		return s.fail("tidy", err)
	}
	if len(keys) == 0 {
		return nil
	}
	return s.deleteKeys(keys)
}

// maxRewrites bounds the value log files that one checkpoint rewrites to free disk
// space. The next checkpoint continues.
const maxRewrites = 64

// collectGarbage frees the space of deleted records. Badger learns that a value is
// dead only when a compaction meets its deletion; by itself it compacts level 0 at
// five tables, some 100,000 visits late.
func (s *Store) collectGarbage() error {
	if levels := s.db.Levels(); len(levels) > 0 && levels[0].NumTables > 0 {
		if err := s.db.Flatten(1); err != nil {
			return s.fail("compact", err)
		}
	}
	for range maxRewrites {
		if s.checkRoom(s.opt.ValueLog/2) != nil { // half of a file may be alive
			return nil
		}
		err := s.db.RunValueLogGC(0.5)
		if errors.Is(err, badger.ErrNoRewrite) || errors.Is(err, badger.ErrRejected) {
			return nil
		}
		if err != nil {
			return s.fail("collect garbage", err)
		}
	}
	return nil
}
