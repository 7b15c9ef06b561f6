package strategy

import (
	"io"
	"maps"
	"slices"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/binenc"
)

const sourcesVersion = 1

// MarshalBinary implements [crawl.Checkpointer].
func (s *Sources) MarshalBinary() ([]byte, error) { return marshalAround(s.own(), s.inner) }

// WriteTo implements io.WriterTo, for large checkpoints: what is large is the
// other strategy's.
func (s *Sources) WriteTo(to io.Writer) (int64, error) { return writeAround(to, s.own(), s.inner) }

// own is the memory of s itself.
func (s *Sources) own() []byte {
	var w binenc.Writer
	w.Header("sources", sourcesVersion)
	w.Uint(uint64(s.moves))
	w.Uint(uint64(s.asked))
	writeSet(&w, s.seeds)
	writeListings(&w, s.first)
	writeListings(&w, s.ready)
	w.Uint(uint64(len(s.owners)))
	for _, name := range s.owners {
		p := s.hosts[name]
		w.Text(name)
		w.Bool(p.useful)
		w.Uint(uint64(p.sitemaps))
		w.Uint(uint64(p.feeds))
		writeListings(&w, p.parked)
	}
	flying := slices.Collect(maps.Values(s.flying))
	slices.SortFunc(flying, func(a, b listing) int {
		if a.url < b.url {
			return -1
		}
		return 1
	})
	writeListings(&w, flying)
	gone := map[string]bool{}
	for url, waits := range s.known {
		if _, flies := s.flying[url]; !waits && !flies {
			gone[url] = true
		}
	}
	writeSet(&w, gone)
	return w.Data()
}

func writeSet(w *binenc.Writer, set map[string]bool) {
	w.Uint(uint64(len(set)))
	for _, url := range slices.Sorted(maps.Keys(set)) {
		w.Text(url)
	}
}

func writeListings(w *binenc.Writer, list []listing) {
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

// UnmarshalBinary implements [crawl.Checkpointer]. After an error s is empty.
func (s *Sources) UnmarshalBinary(data []byte) error {
	s.reset()
	err := unmarshalAround(data, s.read, s.inner)
	if err != nil {
		s.reset()
	}
	return err
}

func (s *Sources) read(r *binenc.Reader) error {
	r.Header("sources", sourcesVersion)
	s.moves, s.asked = int(r.Uint()&(1<<40-1)), int(r.Uint()&(1<<40-1))
	s.seeds = readSet(r)
	s.first, s.ready = s.listings(r, true), s.listings(r, true)
	for n := r.Len(5); n > 0 && r.Err() == nil; n-- {
		name := r.Text()
		if _, ok := s.hosts[name]; ok {
			r.Fail("host %.80q stands twice", name)
			break
		}
		p := s.patron(name)
		p.useful = r.Bool()
		p.sitemaps, p.feeds = int(r.Uint()&(1<<31-1)), int(r.Uint()&(1<<31-1))
		p.parked = s.listings(r, true)
	}
	for _, l := range s.listings(r, false) {
		s.flying[l.url] = l
	}
	for url := range readSet(r) {
		if _, ok := s.known[url]; ok {
			r.Fail("source %.80q stands twice", url)
		}
		s.known[url] = false
	}
	return r.Close()
}

func readSet(r *binenc.Reader) map[string]bool {
	set := map[string]bool{}
	for n := r.Len(1); n > 0 && r.Err() == nil; n-- {
		set[r.Text()] = true
	}
	return set
}

// listings reads sources and makes them known; waiting says whether they wait.
func (s *Sources) listings(r *binenc.Reader, waiting bool) (list []listing) {
	for n := r.Len(7); n > 0 && r.Err() == nil; n-- {
		l := listing{url: r.Text(), host: r.Text(), owner: r.Text(), parent: r.Text()}
		kind := r.Uint()
		l.kind, l.depth, l.level = crawl.LinkKind(kind&3), int(r.Uint()&(1<<31-1)), int(r.Uint()&(1<<31-1))
		if _, ok := s.known[l.url]; ok || kind > uint64(crawl.LinkFeed) {
			r.Fail("source %.80q stands twice or is of kind %d", l.url, kind)
		}
		s.known[l.url] = waiting
		if waiting {
			s.size++
		}
		list = append(list, l)
	}
	return list
}
