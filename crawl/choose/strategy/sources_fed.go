package strategy

import (
	"maps"
	"slices"
	"time"

	"github.com/cespare/xxhash/v2"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/keep/binenc"
)

// maxFed is of how many pages that wait the dates of their feeds are remembered.
const maxFed = 1 << 16

// hearDates remembers when the pages of a feed or sitemap were published.
func (s *Sources) hearDates(links []crawl.Link) {
	for i := range links {
		if l := &links[i]; l.Kind == crawl.LinkPage && !l.Published.IsZero() && len(s.fed) < maxFed {
			s.fed[xxhash.Sum64String(l.URL)] = l.Published.Unix()
		}
	}
}

// dating adds to the choices of next what feeds say of their dates.
func (s *Sources) dating(next func(func(host string) bool) (crawl.Choice, bool)) func(func(host string) bool) (crawl.Choice, bool) {
	return func(busy func(host string) bool) (crawl.Choice, bool) {
		c, ok := next(busy)
		return s.withDate(c), ok
	}
}

func (s *Sources) dated(take func(url string) (crawl.Choice, bool)) func(url string) (crawl.Choice, bool) {
	return func(url string) (crawl.Choice, bool) {
		c, ok := take(url)
		return s.withDate(c), ok
	}
}

func (s *Sources) withDate(c crawl.Choice) crawl.Choice {
	if at, ok := s.fed[xxhash.Sum64String(c.URL)]; ok {
		c.Fed = crawl.Instant(time.Unix(at, 0).UTC())
	}
	return c
}

func (s *Sources) saveDates(w *binenc.Writer) {
	w.Uint(uint64(len(s.fed)))
	for _, key := range slices.Sorted(maps.Keys(s.fed)) {
		w.Fixed(key)
		w.Int(s.fed[key])
	}
}

func (s *Sources) loadDates(r *binenc.Reader) {
	for n := r.Len(9); n > 0 && r.Err() == nil; n-- {
		key := r.Fixed()
		s.fed[key] = r.Int()
	}
}
