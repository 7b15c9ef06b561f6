package strategy

import (
	"maps"
	"slices"

	"github.com/ontocrawl/ontocrawl/crawl/keep/binenc"
)

func (s *DWDBRM) save(w *binenc.Writer) {
	w.Next(s.f)
	w.Bool(s.seeded)
	w.Uint(uint64(s.asked))
	w.Text(s.inFlight)
	w.Text(s.keyword)
	w.Uint(uint64(s.longest))
	for i := range s.records {
		a := &s.records[i]
		w.Uint(uint64(a.calls))
		w.Uint(uint64(a.fresh))
		w.Float(a.paid)
	}
	s.round.save(w)
	w.Uint(uint64(len(s.used)))
	for _, q := range slices.Sorted(maps.Keys(s.used)) {
		w.Text(q)
	}
	w.Uint(uint64(len(s.found)))
	for i := range s.found {
		w.Spill()
		s.found[i].save(w)
	}
}

func (s *DWDBRM) load(r *binenc.Reader) {
	r.Next(s.f)
	r.Wait()
	s.seeded, s.asked = r.Bool(), readCount(r, maxCount32)
	s.inFlight, s.keyword, s.longest = r.Text(), r.Text(), readCount(r, maxCount32)
	for i := range s.records {
		a := &s.records[i]
		a.calls, a.fresh, a.paid = readCount(r, maxCount32), readCount(r, maxCount32), r.Float()
		if !(a.paid >= 0 && a.paid <= float64(a.fresh)) {
			r.Fail("an operator was paid %v for %d pages", a.paid, a.fresh)
		}
	}
	s.round.load(r, s.f.Counts().URLs)
	for n := r.Len(1); n > 0 && r.Err() == nil; n-- {
		s.used[r.Text()] = true
	}
	for n := r.Len(5); n > 0 && r.Err() == nil; n-- {
		s.found = append(s.found, loadFound(r, s.f.Counts().URLs))
	}
	if len(s.found) > mostFound {
		r.Fail("%d pages", len(s.found))
	}
}

func (r *round) save(w *binenc.Writer) {
	w.Bool(r.open)
	w.Byte(byte(r.op))
	w.Uint(uint64(r.results))
	w.Uint(uint64(len(r.queue)))
	for _, p := range r.queue {
		w.Uint(uint64(p.id))
		w.Uint(uint64(p.rank))
		w.Bool(p.hub)
	}
	w.Uint(uint64(len(r.questions)))
	for _, q := range r.questions {
		w.Text(q)
	}
	saveItems(w, r.fresh)
}

func (r *round) load(from *binenc.Reader, items int) {
	r.open, r.op, r.results = from.Bool(), int(from.Byte()), readCount(from, maxCount32)
	if r.op >= numOperators {
		from.Fail("operator %d", r.op)
	}
	for n := from.Len(3); n > 0 && from.Err() == nil; n-- {
		p := proposed{id: loadItem(from, items), rank: readCount(from, maxCount32), hub: from.Bool()}
		r.queue = append(r.queue, p)
	}
	for n := from.Len(1); n > 0 && from.Err() == nil; n-- {
		r.questions = append(r.questions, from.Text())
	}
	r.fresh = loadItems(from, items)
}

func (p *foundPage) save(w *binenc.Writer) {
	w.Uint(uint64(p.id))
	w.Bool(p.good)
	for _, t := range p.tried {
		w.Bool(t)
	}
	saveItems(w, p.links)
	w.Uint(uint64(len(p.words)))
	for _, word := range slices.Sorted(maps.Keys(p.words)) {
		w.Text(word)
		w.Uint(uint64(p.words[word]))
	}
}

func loadFound(r *binenc.Reader, items int) (p foundPage) {
	p.id, p.good = loadItem(r, items), r.Bool()
	for i := range p.tried {
		p.tried[i] = r.Bool()
	}
	p.links, p.words = loadItems(r, items), map[string]int{}
	for n := r.Len(2); n > 0 && r.Err() == nil; n-- {
		word := r.Text()
		p.words[word] = readCount(r, maxCount32)
	}
	return p
}

func saveItems(w *binenc.Writer, ids []int32) {
	w.Uint(uint64(len(ids)))
	for _, id := range ids {
		w.Uint(uint64(id))
	}
}

func loadItems(r *binenc.Reader, items int) (ids []int32) {
	for n := r.Len(1); n > 0 && r.Err() == nil; n-- {
		ids = append(ids, loadItem(r, items))
	}
	return ids
}

// loadItem reads the number of an item of the frontier.
func loadItem(r *binenc.Reader, items int) int32 {
	id := r.Uint()
	if id >= uint64(items) {
		r.Fail("item %d of %d", id, items)
		return 0
	}
	return int32(id)
}
