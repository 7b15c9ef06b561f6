package repeated

import (
	"maps"
	"slices"

	"github.com/ontocrawl/ontocrawl/crawl/keep/binenc"
)

// Write appends the counts to w.
func (t *Texts) Write(w *binenc.Writer) {
	w.Uint(uint64(len(t.hosts)))
	for _, name := range slices.Sorted(maps.Keys(t.hosts)) {
		h := t.hosts[name]
		w.Spill()
		w.Text(name)
		w.Uint(uint64(h.pages))
		w.Uint(uint64(len(h.once) + len(h.counts)))
		h.each(func(key uint64, c count) {
			w.Fixed(key)
			w.Uint(uint64(c.n))
			w.Uint(uint64(c.since))
		})
	}
}

// Read reads what Write wrote.
func Read(r *binenc.Reader) Texts {
	m := map[string]*Host{}
	for range r.Len(3) {
		name := r.Text()
		h := &Host{pages: int(r.Uint()), counts: map[uint64]count{}}
		for range r.Len(10) {
			key := r.Fixed()
			h.counts[key] = count{uint32(r.Uint()), uint32(r.Uint())}
		}
		m[name] = h
	}
	return Texts{hosts: m}
}
