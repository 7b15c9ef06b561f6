package strategy

import (
	"maps"
	"slices"
	"strings"

	"github.com/ontocrawl/ontocrawl/crawl/keep/binenc"
)

func (s *Sources) save(w *binenc.Writer) {
	for _, n := range [...]int{s.moves, s.asked, s.lists} {
		w.Uint(uint64(n))
	}
	writeSet(w, s.seeds)
	writeSources(w, s.first)
	w.Uint(uint64(len(s.owners)))
	for _, h := range s.owners {
		w.Spill()
		h.write(w)
	}
	w.Uint(uint64(len(s.ready)))
	for _, h := range s.ready {
		w.Text(h.name)
	}
	inFlight := slices.Collect(maps.Values(s.inFlight))
	slices.SortFunc(inFlight, func(a, b source) int { return strings.Compare(a.url, b.url) })
	writeSources(w, inFlight)
	gone := map[string]bool{}
	for url, owner := range s.known {
		if _, flies := s.inFlight[url]; owner == "" && !flies {
			gone[url] = true
		}
	}
	writeSet(w, gone)
	s.accounts.write(w)
	s.saveDates(w)
}

func (h *sourceHost) write(w *binenc.Writer) {
	w.Text(h.name)
	w.Bool(h.proven)
	w.Uint(uint64(h.pages))
	w.Uint(uint64(h.relevant))
	for k := range h.accepted {
		w.Uint(uint64(h.accepted[k]))
		h.account[k].write(w)
	}
	w.Fixed(h.answers.last)
	w.Uint(uint64(h.answers.same))
	w.Bool(h.answers.over)
	writeSources(w, h.waiting)
}

func (a *account) write(w *binenc.Writer) {
	w.Uint(uint64(a.asked))
	w.Uint(uint64(a.brought))
}

func (b *accounts) write(w *binenc.Writer) {
	for k := range b.account {
		b.account[k].write(w)
	}
	w.Float(b.yield)
	w.Uint(uint64(len(b.opener)))
	for _, url := range slices.Sorted(maps.Keys(b.opener)) {
		c := b.opener[url]
		w.Text(url)
		w.Text(c.owner)
		w.Uint(uint64(c.kind))
	}
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
		for _, t := range []string{l.url, l.host, l.owner, l.parent, l.query} {
			w.Text(t)
		}
		w.Uint(uint64(l.kind))
		w.Uint(uint64(l.depth))
		w.Uint(uint64(l.level))
	}
}

func (s *Sources) load(r *binenc.Reader) {
	s.loadSecond(r)
	s.loadDates(r)
}

// loadThird reads version 3, which knew instants alone.
func (s *Sources) loadThird(r *binenc.Reader) {
	s.loadSecond(r)
	s.loadInstants(r)
}

// loadSecond reads version 2, which knew no dates.
func (s *Sources) loadSecond(r *binenc.Reader) {
	in := sourceReader{r, true}
	s.moves, s.asked, s.lists = readCount(r, maxCount40), readCount(r, maxCount40), readCount(r, maxCount40)
	s.seeds = readSet(r)
	s.first = s.readSources(in, true)
	for n := r.Len(24); n > 0 && r.Err() == nil; n-- {
		s.readHost(in)
	}
	for n := r.Len(1); n > 0 && r.Err() == nil; n-- {
		h := s.hosts[r.Text()]
		if h == nil || !h.proven || len(h.waiting) == 0 || h.listed {
			r.Fail("a host is called ready that is not, or twice")
			break
		}
		s.ready, h.listed = append(s.ready, h), true
	}
	s.readGone(in)
	s.accounts.read(r)
}

// sourceReader reads a checkpoint.
type sourceReader struct {
	*binenc.Reader
	queries bool // which version 1 did not have
}

// readGone reads the sources that do not wait any more.
func (s *Sources) readGone(in sourceReader) {
	for _, l := range s.readSources(in, false) {
		s.inFlight[l.url] = l
	}
	for url := range readSet(in.Reader) {
		if _, ok := s.known[url]; ok {
			in.Fail("source %.80q is stored twice", url)
		}
		s.known[url] = ""
	}
}

func (s *Sources) readHost(in sourceReader) {
	r := in.Reader
	name := r.Text()
	if _, ok := s.hosts[name]; ok {
		r.Fail("host %.80q is stored twice", name)
		return
	}
	h := s.host(name)
	h.proven, h.pages, h.relevant = r.Bool(), readCount(r, maxCount32), readCount(r, maxCount32)
	for k := range h.accepted {
		h.accepted[k] = readCount(r, maxCount32)
		h.account[k].read(r)
	}
	h.answers = searchAnswers{r.Fixed(), readCount(r, maxCount32), r.Bool()}
	h.waiting = s.readOwned(in, name)
}

func (a *account) read(r *binenc.Reader) {
	a.asked, a.brought = readCount(r, maxCount32), readCount(r, maxCount32)
}

func (b *accounts) read(r *binenc.Reader) {
	for k := range b.account {
		b.account[k].read(r)
	}
	if b.yield = r.Float(); !(b.yield >= 0 && b.yield <= 1) {
		r.Fail("a yield of %v", b.yield)
	}
	for n := r.Len(3); n > 0 && r.Err() == nil; n-- {
		url, owner, kind := r.Text(), r.Text(), r.Uint()
		if kind >= uint64(numSourceKinds) {
			r.Fail("a source of kind %d", kind)
			break
		}
		b.opener[url] = opened{owner, sourceKind(kind)}
	}
}

// loadFirst reads version 1, which knew nothing of what sources bring, of lists and of searches.
// The sources of all proven hosts stood in one list.
func (s *Sources) loadFirst(r *binenc.Reader) {
	in := sourceReader{r, false}
	s.moves, s.asked = readCount(r, maxCount40), readCount(r, maxCount40)
	s.seeds = readSet(r)
	s.first = s.readSources(in, true)
	ready := s.readSources(in, true)
	for n := r.Len(5); n > 0 && r.Err() == nil; n-- {
		name := r.Text()
		h := s.host(name)
		h.proven = r.Bool()
		h.accepted[kindSitemap], h.accepted[kindFeed] = readCount(r, maxCount32), readCount(r, maxCount32)
		h.waiting = s.readOwned(in, name)
	}
	for _, l := range ready {
		h := s.host(l.owner)
		h.waiting = append(h.waiting, l)
		s.enlist(h)
	}
	s.readGone(in)
}

func readSet(r *binenc.Reader) map[string]bool {
	set := map[string]bool{}
	for n := r.Len(1); n > 0 && r.Err() == nil; n-- {
		set[r.Text()] = true
	}
	return set
}

// readOwned reads the sources that wait at a host: only its own do, or drop would not
// find them.
func (s *Sources) readOwned(in sourceReader, owner string) []source {
	list := s.readSources(in, true)
	for _, l := range list {
		if l.owner != owner {
			in.Fail("a source of host %.80q waits at %.80q", l.owner, owner)
			return nil
		}
	}
	return list
}

// readSources reads sources and makes them known; waiting says whether they wait.
func (s *Sources) readSources(r sourceReader, waiting bool) (list []source) {
	for n := r.Len(7); n > 0 && r.Err() == nil; n-- {
		l := source{url: r.Text(), host: r.Text(), owner: r.Text(), parent: r.Text()}
		if r.queries {
			l.query = r.Text()
		}
		kind := r.Uint()
		l.kind, l.depth, l.level = sourceKind(kind%uint64(numSourceKinds)), readCount(r.Reader, maxCount32), readCount(r.Reader, maxCount32)
		if _, ok := s.known[l.url]; ok || kind == 0 || kind >= uint64(numSourceKinds) || l.owner == "" && waiting {
			r.Fail("source %.80q is stored twice, has no host, or is of kind %d", l.url, kind)
			return list
		}
		s.known[l.url] = ""
		if waiting {
			s.known[l.url] = l.owner
			if !l.kind.inner() {
				s.size++
			}
		}
		list = append(list, l)
	}
	return list
}
