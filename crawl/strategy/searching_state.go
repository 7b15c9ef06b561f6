package strategy

import (
	"maps"
	"slices"

	"github.com/ontocrawl/ontocrawl/crawl/binenc"
)

func (s *Searching) save(w *binenc.Writer) error {
	w.Uint(uint64(s.asked))
	w.Text(s.inFlight)
	w.Float(s.yield)
	w.Uint(uint64(s.since))
	w.Uint(uint64(len(s.rank)))
	for _, url := range slices.Sorted(maps.Keys(s.rank)) {
		w.Text(url)
		w.Uint(uint64(s.rank[url]))
	}
	return writePart(w, s.asker)
}

func (s *Searching) load(r *binenc.Reader) {
	s.asked, s.inFlight = readCount(r, maxCount40), r.Text()
	if s.yield = r.Float(); !(s.yield >= 0 && s.yield <= 1) {
		r.Fail("a yield of %v", s.yield)
	}
	s.since = readCount(r, maxCount40)
	for n := r.Len(2); n > 0 && r.Err() == nil; n-- {
		url := r.Text()
		s.rank[url] = readCount(r, maxCount32)
	}
	readPart(r, s.asker)
}
