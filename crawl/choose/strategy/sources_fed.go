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

// fedDate is a date of a feed, in little room.
type fedDate struct {
	at   int64 // seconds
	east int32 // seconds of the zone
	day  bool
}

func (d fedDate) date() crawl.Date {
	t := time.Unix(d.at, 0).UTC()
	switch {
	case d.day:
		return crawl.DayOf(t)
	case d.east != 0:
		t = t.In(time.FixedZone("", int(d.east)))
	}
	return crawl.Instant(t)
}

// hearDates remembers when the pages of a feed or sitemap were published.
func (s *Sources) hearDates(links []crawl.Link) {
	for i := range links {
		if l := &links[i]; l.Kind == crawl.LinkPage && !l.Published.IsZero() && len(s.fed) < maxFed {
			_, east := l.Published.Zone()
			s.fed[xxhash.Sum64String(l.URL)] = fedDate{l.Published.Unix(), int32(east), l.Published.Day}
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
		c.Fed = at.date()
	}
	return c
}

func (s *Sources) saveDates(w *binenc.Writer) {
	w.Uint(uint64(len(s.fed)))
	for _, key := range slices.Sorted(maps.Keys(s.fed)) {
		d := s.fed[key]
		w.Fixed(key)
		w.Int(d.at)
		w.Int(int64(d.east))
		w.Bool(d.day)
	}
}

func (s *Sources) loadDates(r *binenc.Reader) {
	for n := r.Len(11); n > 0 && r.Err() == nil; n-- {
		key := r.Fixed()
		s.fed[key] = fedDate{r.Int(), int32(r.IntIn(-86400, 86400)), r.Bool()}
	}
}

// loadInstants reads the dates of version 3, which knew no days.
func (s *Sources) loadInstants(r *binenc.Reader) {
	for n := r.Len(9); n > 0 && r.Err() == nil; n-- {
		key := r.Fixed()
		s.fed[key] = fedDate{at: r.Int()}
	}
}
