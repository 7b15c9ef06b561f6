package strategy

import (
	"maps"
	"slices"
	"strings"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/binenc"
)

func (s *Sources) save(w *binenc.Writer) error {
	w.Uint(uint64(s.moves))
	w.Uint(uint64(s.asked))
	writeSet(w, s.seeds)
	writeSources(w, s.first)
	writeSources(w, s.ready)
	w.Uint(uint64(len(s.owners)))
	for _, name := range s.owners {
		p := s.hosts[name]
		w.Text(name)
		w.Bool(p.useful)
		w.Uint(uint64(p.sitemaps))
		w.Uint(uint64(p.feeds))
		writeSources(w, p.parked)
	}
	inFlight := slices.Collect(maps.Values(s.inFlight))
	slices.SortFunc(inFlight, func(a, b source) int { return strings.Compare(a.url, b.url) })
	writeSources(w, inFlight)
	gone := map[string]bool{}
	for url, waits := range s.known {
		if _, flies := s.inFlight[url]; !waits && !flies {
			gone[url] = true
		}
	}
	writeSet(w, gone)
	return nil
}

func writeSet(w *binenc.Writer, set map[string]bool) {
	w.Uint(uint64(len(set)))
	for _, url := range slices.Sorted(maps.Keys(set)) {
		w.Text(url)
	}
}

func writeSources(w *binenc.Writer, list []source) {
	w.Uint(uint64(len(list)))
	for _, l := range list {
		for _, t := range []string{l.url, l.host, l.owner, l.parent} {
			w.Text(t)
		}
		w.Uint(uint64(l.kind))
		w.Uint(uint64(l.depth))
		w.Uint(uint64(l.level))
	}
}

func (s *Sources) load(r *binenc.Reader) {
	s.moves, s.asked = readCount(r, maxCount40), readCount(r, maxCount40)
	s.seeds = readSet(r)
	s.first, s.ready = s.readSources(r, true), s.readSources(r, true)
	for n := r.Len(5); n > 0 && r.Err() == nil; n-- {
		name := r.Text()
		if _, ok := s.hosts[name]; ok {
			r.Fail("host %.80q is stored twice", name)
			break
		}
		p := s.host(name)
		p.useful = r.Bool()
		p.sitemaps, p.feeds = readCount(r, maxCount32), readCount(r, maxCount32)
		p.parked = s.readSources(r, true)
	}
	for _, l := range s.readSources(r, false) {
		s.inFlight[l.url] = l
	}
	for url := range readSet(r) {
		if _, ok := s.known[url]; ok {
			r.Fail("source %.80q is stored twice", url)
		}
		s.known[url] = false
	}
}

func readSet(r *binenc.Reader) map[string]bool {
	set := map[string]bool{}
	for n := r.Len(1); n > 0 && r.Err() == nil; n-- {
		set[r.Text()] = true
	}
	return set
}

// readSources reads sources and makes them known; waiting says whether they wait.
func (s *Sources) readSources(r *binenc.Reader, waiting bool) (list []source) {
	for n := r.Len(7); n > 0 && r.Err() == nil; n-- {
		l := source{url: r.Text(), host: r.Text(), owner: r.Text(), parent: r.Text()}
		kind := r.Uint()
		l.kind, l.depth, l.level = crawl.LinkKind(kind&3), readCount(r, maxCount32), readCount(r, maxCount32)
		if _, ok := s.known[l.url]; ok || kind > uint64(crawl.LinkFeed) {
			r.Fail("source %.80q is stored twice or is of kind %d", l.url, kind)
		}
		s.known[l.url] = waiting
		if waiting {
			s.size++
		}
		list = append(list, l)
	}
	return list
}
