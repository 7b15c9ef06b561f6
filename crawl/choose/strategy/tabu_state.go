package strategy

import (
	"maps"
	"slices"

	"github.com/ontocrawl/ontocrawl/crawl/keep/binenc"
)

func (t *Tabu) save(w *binenc.Writer) {
	t.ranked.save(w)
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
	writeSearch(w, t.sel)
}

func (t *Tabu) load(r *binenc.Reader) { t.loadBy(r, t.traits.load, t.readProofs) }

// loadFifth reads version 5, which repeated the attributes of each link.
func (t *Tabu) loadFifth(r *binenc.Reader) { t.loadBy(r, t.traits.loadOld, t.readProofs) }

// loadFourth reads version 4, which did not know what proves a host, nor what an attribute brought
// before.
func (t *Tabu) loadFourth(r *binenc.Reader) {
	t.loadBy(r, t.traits.loadOld, func(*binenc.Reader) {})
}

func (t *Tabu) loadBy(r *binenc.Reader, traits func(r *binenc.Reader, items int), proofs func(r *binenc.Reader)) {
	t.ranked.load(r)
	traits(r, t.f.Counts().URLs)
	t.arrange()
	readCounts(r, t.misses)
	proofs(r)
	t.turns.Moves, t.turns.Diversified = readCount(r, maxCount40), readCount(r, maxCount40)
	readSearch(r, t.sel)
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

// readProofs reads what attributes brought before, and what proves hosts.
func (t *Tabu) readProofs(r *binenc.Reader) {
	readCounts(r, t.hits)
	for n := r.Len(2); n > 0 && r.Err() == nil; n-- {
		id := int32(r.IntIn(0, t.f.Counts().URLs-1))
		t.proofs[id] = int32(r.IntIn(0, t.f.Hosts().Len()-1))
	}
}

// arrange finds the items that are held back.
func (t *Tabu) arrange() {
	for id := range int32(t.traits.marks.Len()) {
		m := *t.traits.marks.At(id)
		if m&markHeld == 0 { // as most
			continue
		}
		if a := t.traits.held(id); a != 0 {
			t.held[a] = append(t.held[a], id)
		}
	}
}
