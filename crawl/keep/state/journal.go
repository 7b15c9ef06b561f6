package state

import (
	"bytes"
	"encoding/binary"
	"errors"
	"hash/crc32"

	"github.com/cespare/xxhash/v2"
	"github.com/dgraph-io/badger/v4"
	"github.com/klauspost/compress/s2"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/keep/binenc"
	"github.com/ontocrawl/ontocrawl/internal/english"
)

// Records carry their own checksum. Badger's checksums cover its tables and its
// write-ahead log, but not a value that is read from a truncated value log.

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

var errChecksum = errors.New("checksum does not match")

func sealed(b []byte) []byte {
	return binary.LittleEndian.AppendUint32(b, crc32.Checksum(b, castagnoli))
}

func unseal(b []byte) ([]byte, error) {
	if len(b) < 4 {
		return nil, errChecksum
	}
	body, sum := b[:len(b)-4], binary.LittleEndian.Uint32(b[len(b)-4:])
	if crc32.Checksum(body, castagnoli) != sum {
		return nil, errChecksum
	}
	return body, nil
}

// chunkSize keeps each value far smaller than a value log file, however large a
// page or a frontier is.
const chunkSize = 512 << 10

// packer makes records. It keeps its buffers between records.
type packer struct {
	visit, replay, packed []byte
}

// visitRecord returns the visit record of v, sealed.
func (k *packer) visitRecord(v *crawl.Visit) []byte {
	k.visit = appendVisit(k.visit[:0], v)
	return sealed(append(make([]byte, 0, len(k.visit)+crc32.Size), k.visit...))
}

// pack compresses a piece of at most a chunk. The next call overwrites the result.
func (k *packer) pack(b []byte) []byte {
	k.packed = s2.Encode(k.packed[:cap(k.packed)], b)
	return k.packed
}

// maxPacker is the longest replay record whose buffer is kept.
const maxPacker = 1 << 20

// replayRecord returns the replay record of v, nil if it has none. The next call overwrites it.
func (k *packer) replayRecord(v *crawl.Visit) []byte {
	switch {
	case v.Heard != nil:
		return binenc.AppendLetter(nil, v.Heard)
	case v.Page == nil || v.Rejudged:
		return nil
	}
	b := appendReplay(k.replay[:0], v.Page)
	if cap(b) <= maxPacker {
		k.replay = b
	}
	return b
}

// chunks splits b into pieces, each compressed and sealed.
func (k *packer) chunks(b []byte) [][]byte {
	var out [][]byte
	for len(b) > 0 {
		n := min(len(b), chunkSize)
		packed := k.pack(b[:n])
		out = append(out, sealed(append(make([]byte, 0, len(packed)+crc32.Size), packed...)))
		b = b[n:]
	}
	return out
}

func unchunk(dst, c []byte) ([]byte, error) {
	body, err := unseal(c)
	if err != nil {
		return dst, err
	}
	return unpackChunk(dst, body)
}

// scanRecorded fills the set of hashes of recorded URLs.
func (s *Store) scanRecorded() error {
	return s.scan([]byte{urlKey}, false, func(item *badger.Item) error {
		s.seen[xxhash.Sum64(item.Key())] = struct{}{}
		return nil
	})
}

// scanVisits finds the last visit and refuses a journal with a hole.
func (s *Store) scanVisits() error {
	err := s.scan([]byte{visitKey}, false, func(item *badger.Item) error {
		if seq := int(binary.BigEndian.Uint64(item.Key()[1:])); seq != s.seq+1 {
			return english.Errorf("the journal lacks visits %d to %d", s.seq+1, seq-1)
		}
		s.seq++
		return nil
	})
	if err != nil {
		return damaged(s.dir, english.Phrasef("%v", err))
	}
	return nil
}

// scan calls f with every item whose key begins with prefix, in key order.
func (s *Store) scan(prefix []byte, values bool, f func(*badger.Item) error) error {
	return s.db.View(func(txn *badger.Txn) error {
		opt := badger.DefaultIteratorOptions
		opt.Prefix, opt.PrefetchValues = prefix, values
		it := txn.NewIterator(opt)
		defer it.Close()
		for it.Rewind(); it.Valid(); it.Next() {
			if err := f(it.Item()); err != nil {
				return err
			}
		}
		return nil
	})
}

// visit reads one visit, with its links and block keys if replay is set.
func (s *Store) visit(seq int, replay bool) (v *crawl.Visit, err error) {
	err = s.db.View(func(txn *badger.Txn) error {
		item, err := txn.Get(seqKey(visitKey, seq))
		if err != nil {
			return err
		}
		if v, err = readVisit(item, seq); err == nil {
			err = s.readModel(v)
		}
		if err != nil || !replay || (v.Page == nil || v.Rejudged) && v.Heard == nil {
			return err
		}
		_, v.LinksLost = s.rebuilt.lost[seq]
		return s.readReplay(txn, v)
	})
	return v, err
}

func readVisit(item *badger.Item, seq int) (v *crawl.Visit, err error) {
	err = item.Value(func(val []byte) error {
		body, err := unseal(val)
		if err != nil {
			return err
		}
		if v, err = decodeVisit(body); err == nil && v.Seq != seq {
			err = english.Errorf("it is the record of visit %d", v.Seq)
		}
		return err
	})
	return v, err
}

// readReplay fills v from its replay record: in the file, or in Badger as an earlier version kept it.
func (s *Store) readReplay(txn *badger.Txn, v *crawl.Visit) error {
	b, err := s.replays.read(v.Seq)
	if err == nil && b == nil {
		b, err = readChunks(txn, v.Seq)
	}
	switch {
	case err != nil:
		return err
	case v.Heard != nil:
		return readHeard(b, v)
	}
	return decodeReplay(b, v.Page)
}

func readChunks(txn *badger.Txn, seq int) (b []byte, err error) {
	opt := badger.DefaultIteratorOptions
	opt.Prefix = seqKey(replayKey, seq)
	opt.PrefetchValues = false
	it := txn.NewIterator(opt)
	defer it.Close()
	for it.Rewind(); it.Valid() && err == nil; it.Next() {
		err = it.Item().Value(func(val []byte) (err error) {
			b, err = unchunk(b, val)
			return err
		})
	}
	return b, err
}

// Visits yields every durable visit from the first, in order, without Links
// and Blocks, and no letters.
func (s *Store) Visits(yield func(v *crawl.Visit) error) error {
	want := 1
	var stop error // of yield; returned as it is
	err := s.scan([]byte{visitKey}, true, func(item *badger.Item) error {
		if want > s.committed || !bytes.Equal(item.Key(), seqKey(visitKey, want)) {
			return errStop
		}
		v, err := readVisit(item, want)
		if err == nil {
			err = s.readModel(v)
		}
		if err != nil {
			return err
		}
		if v.Heard == nil {
			stop = yield(v)
		}
		if stop != nil {
			return errStop
		}
		want++
		return nil
	})
	switch {
	case stop != nil:
		return stop
	case err != nil && !errors.Is(err, errStop):
		return damaged(s.dir, english.Phrasef("visit %d of the journal cannot be read: %v", want, err))
	case want <= s.committed:
		return damaged(s.dir, english.Phrasef("visit %d of the journal is missing", want))
	}
	return nil
}

var errStop = errors.New("stop")

// Resume calls load with the last checkpoint and apply with every later durable
// visit, in order. It returns errors of load and apply as they are.
func (s *Store) Resume(load func(seq int, parts map[string]crawl.Part) error, apply func(*crawl.Visit) error) error {
	if err := s.loadParts(load); err != nil {
		return err
	}
	for seq := s.checkpoint.Seq + 1; seq <= s.committed; seq++ {
		v, err := s.visit(seq, true)
		if err != nil {
			return damaged(s.dir, english.Phrasef("visit %d of the journal cannot be read: %v", seq, err))
		}
		if err := apply(v); err != nil {
			return err
		}
	}
	return nil
}

// loadParts calls load with the last checkpoint. What cannot be read of it says more than what load
// could not make of that.
func (s *Store) loadParts(load func(seq int, parts map[string]crawl.Part) error) error {
	o, bad := s.openParts()
	if bad == nil {
		err := load(s.checkpoint.Seq, o.parts)
		if bad = o.close(); bad == nil {
			return err
		}
	}
	return damaged(s.dir, english.Phrasef("the checkpoint of visit %d cannot be read: %v", s.checkpoint.Seq, bad))
}

// deletion is the size of a deleted key in Badger's log, and in a table until it
// is dropped there.
const deletion = 128

// deleteKeys deletes in transactions of bounded size.
func (s *Store) deleteKeys(keys [][]byte) error {
	if err := s.checkRoom(int64(len(keys)) * deletion); err != nil {
		return s.fail("delete", err)
	}
	wb := s.db.NewWriteBatch()
	defer wb.Cancel()
	for _, k := range keys {
		if err := wb.Delete(k); err != nil {
			return s.fail("delete", err)
		}
	}
	if err := wb.Flush(); err != nil {
		return s.fail("delete", err)
	}
	return nil
}

func (s *Store) deletePrefix(prefix []byte) error {
	var keys [][]byte
	err := s.scan(prefix, false, func(item *badger.Item) error {
		keys = append(keys, item.KeyCopy(nil))
		return nil
	})
	if err != nil {
		return s.fail("delete", err)
	}
	return s.deleteKeys(keys)
}
