package strategy

import (
	"maps"
	"slices"

	"github.com/ontocrawl/ontocrawl/crawl/binenc"
	"github.com/ontocrawl/ontocrawl/internal/paged"
)

// Versions of the checkpoint: 4 did not know what proves a host, nor what an attribute
// brought before. 4 and 5 are read.
const (
	tabuVersion = 5
	tabuOldest  = 4
)

func (t *Tabu) save(w *binenc.Writer) error {
	if err := t.ranked.save(w); err != nil {
		return err
	}
	w.Uint(uint64(t.traits.Len()))
	for i := range int32(t.traits.Len()) {
		tr := t.traits.At(i)
		w.Spill()
		w.Fixed(tr.pattern)
		w.Fixed(tr.place)
		w.Floats32(tr.own)
		w.Uint(uint64(tr.leads))
		w.Bool(tr.balanced)
		w.Bool(tr.heldBy != heldByNone)
		if tr.heldBy != heldByNone {
			w.Fixed(tr.held())
		}
	}
	writeCounts(w, t.misses)
	writeCounts(w, t.hits)
	w.Uint(uint64(len(t.proofs)))
	for _, id := range slices.Sorted(maps.Keys(t.proofs)) {
		w.Int(int64(id))
		w.Int(int64(t.proofs[id]))
	}
	w.Uint(uint64(t.turns.Moves))
	w.Uint(uint64(t.turns.Diversified))
	return writePart(w, t.sel)
}

func (t *Tabu) oldest() uint64 { return tabuOldest }

func (t *Tabu) load(r *binenc.Reader) { t.loadOf(r, tabuVersion) }

func (t *Tabu) loadOf(r *binenc.Reader, version uint64) {
	t.ranked.load(r)
	t.readTraits(r)
	readCounts(r, t.misses)
	if version >= 5 {
		readCounts(r, t.hits)
		t.readProofs(r)
	}
	t.turns.Moves, t.turns.Diversified = readCount(r, maxCount40), readCount(r, maxCount40)
	readPart(r, t.sel)
}

// writeCounts stores what is counted by attribute.
func writeCounts(w *binenc.Writer, of map[uint64]int) {
	w.Uint(uint64(len(of)))
	for _, a := range slices.Sorted(maps.Keys(of)) {
		w.Fixed(a)
		w.Uint(uint64(of[a]))
	}
}

// readCounts reads what writeCounts stored into an empty map.
func readCounts(r *binenc.Reader, of map[uint64]int) {
	for n := r.Len(9); n > 0 && r.Err() == nil; n-- {
		a := r.Fixed()
		of[a] = readCount(r, maxCount32)
	}
}

func (t *Tabu) readProofs(r *binenc.Reader) {
	for n := r.Len(2); n > 0 && r.Err() == nil; n-- {
		id := int32(r.IntIn(0, t.f.Len()-1))
		t.proofs[id] = int32(r.IntIn(0, t.f.Hosts()-1))
	}
}

func (t *Tabu) readTraits(r *binenc.Reader) {
	n := r.Len(20)
	if n > t.f.Len() {
		r.Fail("traits of %d links, %d are known", n, t.f.Len())
		return
	}
	t.traits = paged.Array[trait]{}
	for ; n > 0 && r.Err() == nil; n-- {
		id := int32(t.traits.Len())
		tr := trait{pattern: r.Fixed(), place: r.Fixed()}
		r.Floats32(&tr.own)
		tr.leads, tr.balanced = uint8(min(r.Uint(), hubBonus)), r.Bool()
		if r.Bool() && !tr.hold(r.Fixed()) {
			r.Fail("link %d is held back by no attribute of its own", id)
		}
		t.traits.Add(tr)
		if a := tr.held(); a != 0 {
			t.held[a] = append(t.held[a], id)
		}
		if h := t.f.Item(id).Host; tr.leads != 0 {
			t.hubs[h] = append(t.hubs[h], id)
		}
	}
}
