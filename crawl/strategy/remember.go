package strategy

import (
	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/binenc"
	"github.com/ontocrawl/ontocrawl/crawl/linkrank"
)

// Remember writes what s has learned that the next crawl of the same web can use: its proven
// hosts, and what its ranker remembers. It reports whether s learns such a thing:
// strategies whose ranker is a [linkrank.Rememberer] do, the default among them.
func Remember(s crawl.Strategy, w *binenc.Writer) bool {
	m, ok := memoryOf(s)
	if ok {
		m.write(w)
	}
	return ok
}

// Recall lets a new strategy begin with what Remember wrote, if its crawl from these seeds
// is one of the same web: at least half of the seeds stand on hosts that were proven.
// What was learned elsewhere may do harm (docs/findings.md). It reports whether the web
// is the same; a strategy that remembers nothing takes nothing.
func Recall(s crawl.Strategy, r *binenc.Reader, seeds []crawl.Link) (sameWeb bool) {
	m, _ := memoryOf(s)
	return m.read(r, seeds)
}

func memoryOf(s crawl.Strategy) (m webMemory, ok bool) {
	switch s := s.(type) {
	case interface{ remembers() (webMemory, bool) }:
		return s.remembers()
	case interface{ Unwrap() crawl.Strategy }:
		return memoryOf(s.Unwrap())
	}
	return m, false
}

// webMemory is what a ranked strategy remembers.
type webMemory struct {
	s    *ranked
	rank linkrank.Rememberer // nil: of a strategy that remembers nothing
}

func (s *ranked) remembers() (m webMemory, ok bool) {
	r, ok := s.rank.(linkrank.Rememberer)
	return webMemory{s, r}, ok
}

const (
	// Versions of what webMemory writes:
	//
	//	1
	webMemoryVersion = 1
	mostHosts        = 1 << 14 // those known first
	longestHost      = 512
)

func (m webMemory) write(w *binenc.Writer) {
	w.Header("memory of a web", webMemoryVersion)
	var hosts []string
	for h := range int32(m.s.f.Hosts()) {
		if name := m.s.f.HostName(h); m.s.f.Proven(h) && len(hosts) < mostHosts && len(name) <= longestHost {
			hosts = append(hosts, name)
		}
	}
	w.Uint(uint64(len(hosts)))
	for _, name := range hosts {
		w.Text(name)
	}
	m.rank.Remember(w)
}

// read: a host that was proven is proven from the beginning, and stays so.
func (m webMemory) read(r *binenc.Reader, seeds []crawl.Link) (sameWeb bool) {
	r.Header("memory of a web", webMemoryVersion)
	hosts := make(map[string]bool)
	var names []string
	for n := r.Len(1); n > 0 && r.Err() == nil; n-- {
		name := r.Text()
		if len(name) > longestHost || len(names) >= mostHosts {
			r.Fail("too many hosts, or a name of %d bytes", len(name))
		}
		hosts[name], names = true, append(names, name)
	}
	known := 0
	for i := range seeds {
		if hosts[seeds[i].Host] {
			known++
		}
	}
	if known == 0 || 2*known < len(seeds) {
		r.Rest()
		return false
	}
	if m.rank == nil {
		r.Rest()
		return r.Err() == nil
	}
	if m.rank.Recall(r); r.Err() != nil {
		return false
	}
	for _, name := range names {
		m.s.f.Prove(name)
	}
	return true
}
