package strategy

import (
	"maps"
	"slices"

	"github.com/ontocrawl/ontocrawl/crawl/binenc"
)

// Versions of the checkpoint: 4 did not know what proves a host, nor what an attribute
// brought before; 5 repeated the attributes of each link. 4 to 6 are read.
const (
	tabuVersion = 6
	tabuOldest  = 4
)

func (t *Tabu) save(w *binenc.Writer) error {
	if err := t.ranked.save(w); err != nil {
		return err
	}
	t.traits.save(w)
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
	if version >= 6 {
		t.traits.load(r, t.f.Len())
	} else {
		t.traits.loadOld(r, t.f.Len())
	}
	t.arrange()
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

// arrange finds the items that are held back, and those that lead to many pages.
func (t *Tabu) arrange() {
	for id := range int32(t.traits.marks.Len()) {
		m := *t.traits.marks.At(id)
		if m&(markHeld|markHub|markPager) == 0 { // as most
			continue
		}
		if a := t.traits.held(id); a != 0 {
			t.held[a] = append(t.held[a], id)
		}
		if m.leads() != 0 {
			h := t.f.Item(id).Host
			t.hubs[h] = append(t.hubs[h], id)
		}
	}
}
