package strategy

import (
	"maps"
	"slices"

	"github.com/ontocrawl/ontocrawl/crawl/choose/internal/frontier"
	"github.com/ontocrawl/ontocrawl/crawl/keep/binenc"
)

func (s *sleepingBandit) save(w *binenc.Writer) {
	w.Next(s.f)
	w.Uint(s.moves)
	w.Uint(uint64(s.requests))
	s.arms.save(w)
	s.links.save(w)
	s.guess.save(w)
	w.Uint(uint64(len(s.pulled)))
	for _, id := range slices.Sorted(maps.Keys(s.pulled)) {
		w.Uint(uint64(id))
		w.Uint(uint64(s.pulled[id]))
	}
}

func (s *sleepingBandit) load(r *binenc.Reader) {
	r.Next(s.f)
	r.Wait()
	s.moves, s.requests = r.Uint(), readCount(r, maxCount40)
	s.arms.load(r)
	s.links.load(r, s.f, len(s.arms))
	s.guess.load(r)
	for n := r.Len(2); n > 0 && r.Err() == nil; n-- {
		id, arm := r.Uint(), r.Uint()
		if id >= uint64(s.f.Counts().URLs) || arm >= uint64(len(s.arms)) || s.f.Item(int32(id)).State != frontier.InFlight {
			r.Fail("item %d of arm %d is not in flight", id, arm)
			return
		}
		s.pulled[int32(id)] = int32(arm)
	}
}
