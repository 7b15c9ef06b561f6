package strategy

import (
	"maps"
	"slices"

	"github.com/ontocrawl/ontocrawl/crawl/binenc"
)

func (t *Tabu) save(w *binenc.Writer) error {
	if err := t.ranked.save(w); err != nil {
		return err
	}
	w.Uint(uint64(len(t.traits)))
	for _, tr := range t.traits {
		w.Spill()
		w.Fixed(tr.pattern)
		w.Fixed(tr.place)
		w.Floats32(tr.own)
		w.Uint(uint64(tr.leads))
		w.Bool(tr.balanced)
		w.Bool(tr.held != 0)
		if tr.held != 0 {
			w.Fixed(tr.held)
		}
	}
	w.Uint(uint64(len(t.misses)))
	for _, a := range slices.Sorted(maps.Keys(t.misses)) {
		w.Fixed(a)
		w.Uint(uint64(t.misses[a]))
	}
	w.Uint(uint64(t.turns.Moves))
	w.Uint(uint64(t.turns.Diversified))
	sel, err := t.sel.MarshalBinary()
	w.Bytes(sel)
	return err
}

func (t *Tabu) load(r *binenc.Reader) {
	t.ranked.load(r)
	t.readTraits(r)
	for n := r.Len(9); n > 0 && r.Err() == nil; n-- {
		a := r.Fixed()
		t.misses[a] = readCount(r, maxCount32)
	}
	t.turns.Moves, t.turns.Diversified = readCount(r, maxCount40), readCount(r, maxCount40)
	sel := r.Bytes()
	if r.Err() == nil {
		if err := t.sel.UnmarshalBinary(sel); err != nil {
			r.Fail("%v", err)
		}
	}
}

func (t *Tabu) readTraits(r *binenc.Reader) {
	n := r.Len(20)
	if n > t.f.Len() {
		r.Fail("traits of %d links, %d are known", n, t.f.Len())
		return
	}
	t.traits = make([]trait, 0, n)
	for ; n > 0 && r.Err() == nil; n-- {
		id := int32(len(t.traits))
		tr := trait{pattern: r.Fixed(), place: r.Fixed()}
		r.Floats32(&tr.own)
		tr.leads, tr.balanced = uint8(min(r.Uint(), hubBonus)), r.Bool()
		if r.Bool() {
			tr.held = r.Fixed()
		}
		t.traits = append(t.traits, tr)
		if tr.held != 0 {
			t.held[tr.held] = append(t.held[tr.held], id)
		}
		if h := t.f.Item(id).Host; tr.leads != 0 {
			t.hubs[h] = append(t.hubs[h], id)
		}
	}
}
