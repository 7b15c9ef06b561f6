package strategy

import (
	"maps"
	"slices"

	"github.com/ontocrawl/ontocrawl/crawl/find/search"
	"github.com/ontocrawl/ontocrawl/crawl/keep/binenc"
)

func (s *Searching) save(w *binenc.Writer) {
	w.Uint(uint64(s.asked))
	w.Text(s.inFlight)
	w.Float(s.yield)
	w.Uint(uint64(s.since))
	w.Uint(uint64(len(s.results)))
	for _, url := range slices.Sorted(maps.Keys(s.results)) {
		r := s.results[url]
		w.Text(url)
		w.Uint(uint64(r.rank))
		w.Byte(byte(r.class))
		w.Byte(byte(r.op))
	}
	for class := range s.classes {
		for op := range s.classes[class] {
			s.classes[class][op].write(w)
		}
	}
	w.Part(s.asker)
}

func (s *Searching) load(r *binenc.Reader) {
	s.asked, s.inFlight = readCount(r, maxCount40), r.Text()
	if s.yield = r.Float(); !(s.yield >= 0 && s.yield <= 1) {
		r.Fail("a yield of %v", s.yield)
	}
	s.since = readCount(r, maxCount40)
	for n := r.Len(4); n > 0 && r.Err() == nil; n-- {
		url := r.Text()
		of := result{readCount(r, maxCount32), resultClass(r.Byte()), search.Op(r.Byte())}
		if of.class >= numResultClasses || of.op >= search.NumOps {
			r.Fail("a result of class %d and operator %d", of.class, of.op)
			return
		}
		s.results[url] = of
	}
	for class := range s.classes {
		for op := range s.classes[class] {
			s.classes[class][op].read(r)
		}
	}
	r.Part(s.asker)
}
