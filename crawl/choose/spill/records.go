package spill

import (
	"errors"
	"math"
	"slices"

	"github.com/dgraph-io/badger/v4"

	"github.com/ontocrawl/ontocrawl/crawl/keep/binenc"
	"github.com/ontocrawl/ontocrawl/internal/hashindex"
)

// Records holds the records of one kind.
type Records struct {
	store *Store
	kind  byte
	run   uint32 // that Put writes, if there is a batch; else the last; 0: nothing was ever spilled
	stale uint32 // runs from here to fresh belong to a process that was killed; 0: there are none
	fresh uint32
	batch *badger.WriteBatch
	// Records that were replaced since the last Save, and between the two before it.
	replaced, before []place
}

// place is where a record is.
type place struct {
	run uint32
	n   int32
}

// Records returns the records of a kind, which is more than runFirst. A kind has one Records.
func (s *Store) Records(kind byte) *Records { return &Records{store: s, kind: kind} }

func (h *Records) key(p place) []byte {
	return keyOf(h.kind, p, p.run <= h.store.kindFirst)
}

// Pages is where arrays may lie, when something was spilled or loaded. It is the Store's.
func (h *Records) Pages() hashindex.Source { return h.store.pages }

// Slots is where large tables by hash may lie, when something was spilled or loaded. It is the
// Store's.
func (h *Records) Slots() hashindex.File { return h.store.slots }

// Put spills record n and returns its run, another one after each Flush. It can be read after
// Flush.
func (h *Records) Put(n int32, data []byte) (run uint32) {
	if !h.store.open() {
		return h.run
	}
	if h.batch == nil {
		h.run = h.store.nextRun()
		h.batch = h.store.db.NewWriteBatch()
	}
	p := place{h.run, n}
	if err := h.batch.Set(h.key(p), append([]byte(nil), data...)); err != nil {
		h.store.fail(err)
	}
	if h.store.size += len(data) + 64; h.store.size > checkEvery {
		h.store.size = 0
		if err := h.store.db.Room(2 * checkEvery); err != nil {
			h.store.fail(err)
		}
	}
	return h.run
}

// checkEvery is how many bytes are written between two looks at the free disk space.
const checkEvery = 8 << 20

// Flush lets Get find what was put.
func (h *Records) Flush() {
	if h.batch == nil {
		return
	}
	if err := h.batch.Flush(); err != nil {
		h.store.fail(err)
	}
	h.batch = nil
	h.store.flushed()
	h.store.mapped.touched()
}

// Get calls use with record n of a run; the bytes are valid until use returns. It is
// false after a fault.
func (h *Records) Get(n int32, run uint32, use func(data []byte)) bool {
	s := h.store
	if !s.open() {
		return false
	}
	s.mapped.touched()
	item, err := s.view().Get(h.key(place{run, n}))
	if err == nil {
		err = item.Value(func(b []byte) error { use(b); return nil })
	}
	switch {
	case errors.Is(err, badger.ErrKeyNotFound):
		return s.damaged("record %d of run %d is missing", n, run)
	case err != nil:
		return s.damaged("record %d of run %d cannot be read: %v", n, run, err)
	}
	return true
}

// Replaced notes that record n of a run is no longer needed by later checkpoints.
func (h *Records) Replaced(n int32, run uint32) {
	h.replaced = append(h.replaced, place{run, n})
}

// Save makes all records durable and stores what Load needs.
func (h *Records) Save(w *binenc.Writer) {
	w.Bool(h.run > 0)
	if h.run == 0 {
		return
	}
	h.Flush()
	h.tidy()
	if h.store.err == nil {
		if err := h.store.db.Sync(); err != nil {
			h.store.fail(err)
		}
	}
	w.Bytes(h.store.id)
	w.Uint(uint64(h.store.run))
}

// Load goes on from what Save stored. A fault comes from r or from the Store.
func (h *Records) Load(r *binenc.Reader) {
	h.Clear()
	if !r.Bool() || r.Err() != nil {
		return
	}
	id := slices.Clone(r.Bytes())
	run := r.Uint()
	s := h.store
	switch {
	case len(id) != idSize || run == 0 || run >= math.MaxUint32:
		r.Fail("spilled records of run %d", run)
	case !s.exists():
		s.damaged("the folder was deleted; the checkpoint refers to records in it")
	case !s.is(id) && s.err == nil:
		s.damaged("the folder is that of another crawl, or was made anew; the checkpoint refers to records of the old one")
	}
	if s.err != nil {
		r.Fail("%v", s.err)
	}
	if r.Err() != nil {
		return
	}
	h.run = uint32(run)
	if s.run = max(s.run, h.run); s.last > h.run {
		h.stale, h.fresh = h.run+1, s.last+1
	}
}

// Clear forgets all records. Those on disk become garbage.
func (h *Records) Clear() {
	if h.batch != nil {
		h.batch.Cancel()
	}
	*h = Records{store: h.store, kind: h.kind}
}

// mostTidied bounds what one checkpoint deletes of a killed process.
const mostTidied = 100_000

// tidy deletes what no checkpoint refers to: it is called when the checkpoint of the Save
// before is durable.
func (h *Records) tidy() {
	if h.store.err != nil {
		return
	}
	batch := h.store.db.NewWriteBatch()
	defer batch.Cancel()
	for _, p := range h.before {
		if err := batch.Delete(h.key(p)); err != nil {
			h.store.fail(err)
		}
	}
	h.before, h.replaced = h.replaced, nil
	h.tidyStale(batch)
	if err := batch.Flush(); err != nil {
		h.store.fail(err)
	}
	h.store.flushed()
}

// tidyStale deletes records of a process that was killed.
func (h *Records) tidyStale(batch *badger.WriteBatch) {
	if h.stale == 0 {
		return
	}
	n := h.tidyFrom(batch, h.kind, keyOf(h.kind, place{h.stale, 0}, true), mostTidied)
	if n += h.tidyFrom(batch, runFirst, runKey(h.stale), mostTidied-n); n < mostTidied {
		h.stale = 0
	}
}

// tidyFrom deletes records of this kind before the run fresh, most of them at most, among keys
// with the same first byte.
func (h *Records) tidyFrom(batch *badger.WriteBatch, first byte, from []byte, most int) (n int) {
	it := h.store.view().NewIterator(badger.IteratorOptions{Prefix: []byte{first}})
	defer it.Close()
	for it.Seek(from); it.Valid() && n < most; it.Next() {
		key := it.Item().KeyCopy(nil)
		if runOf(key) >= h.fresh {
			break
		}
		if !ofKind(key, h.kind) {
			continue
		}
		if err := batch.Delete(key); err != nil {
			h.store.fail(err)
		}
		n++
	}
	return n
}
