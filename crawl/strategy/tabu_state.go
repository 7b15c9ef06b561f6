package strategy

import (
	"io"
	"maps"
	"slices"

	"github.com/ontocrawl/ontocrawl/crawl/binenc"
)

const tabuVersion = 4 // 3 knew no pagers

// MarshalBinary implements [crawl.Checkpointer].
func (t *Tabu) MarshalBinary() ([]byte, error) {
	var w binenc.Writer
	err := t.write(&w)
	return w.Data(), err
}

// WriteTo implements io.WriterTo, for large checkpoints.
func (t *Tabu) WriteTo(to io.Writer) (int64, error) {
	w := binenc.NewWriter(to)
	if err := t.write(w); err != nil {
		return 0, err
	}
	return w.Flush()
}

func (t *Tabu) write(w *binenc.Writer) error {
	w.Header("tabu", tabuVersion)
	if err := t.s.write(w); err != nil {
		return err
	}
	w.Uint(uint64(len(t.traits)))
	for _, tr := range t.traits {
		w.Spill()
		w.Fixed(tr.template)
		w.Fixed(tr.place)
		w.Floats32(tr.own)
		w.Uint(uint64(tr.leads))
		w.Bool(tr.rare)
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
	w.Uint(uint64(t.moves))
	w.Uint(uint64(t.rare))
	sel, err := t.sel.MarshalBinary()
	w.Bytes(sel)
	return err
}

// UnmarshalBinary implements [crawl.Checkpointer]. After an error t is empty.
func (t *Tabu) UnmarshalBinary(data []byte) error {
	t.reset()
	r := binenc.NewReader(data)
	r.Header("tabu", tabuVersion)
	t.s.read(r)
	t.readTraits(r)
	for n := r.Len(9); n > 0 && r.Err() == nil; n-- {
		a := r.Fixed()
		t.misses[a] = int(r.Uint() & (1<<31 - 1))
	}
	t.moves = int(r.Uint() & (1<<40 - 1))
	t.rare = int(r.Uint() & (1<<40 - 1))
	sel := r.Bytes()
	if r.Err() == nil {
		if err := t.sel.UnmarshalBinary(sel); err != nil {
			r.Fail("%v", err)
		}
	}
	if err := r.Close(); err != nil {
		t.reset()
		return err
	}
	return nil
}

func (t *Tabu) readTraits(r *binenc.Reader) {
	n := r.Len(20)
	if n > len(t.s.items) {
		r.Fail("traits of %d links, %d are known", n, len(t.s.items))
		return
	}
	t.traits = make([]trait, 0, n)
	for ; n > 0 && r.Err() == nil; n-- {
		id := int32(len(t.traits))
		tr := trait{template: r.Fixed(), place: r.Fixed()}
		r.Floats32(&tr.own)
		tr.leads, tr.rare = uint8(min(r.Uint(), hubBonus)), r.Bool()
		if r.Bool() {
			tr.held = r.Fixed()
		}
		t.traits = append(t.traits, tr)
		if tr.held != 0 {
			t.held[tr.held] = append(t.held[tr.held], id)
		}
		if h := t.s.items[id].host; tr.leads != 0 {
			t.hubs[h] = append(t.hubs[h], id)
		}
	}
}
