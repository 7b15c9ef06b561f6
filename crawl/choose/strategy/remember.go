package strategy

import (
	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/choose/internal/linkrank"
	"github.com/ontocrawl/ontocrawl/crawl/keep/binenc"
)

// Remember writes what the strategy has learned that the next crawl of the same web can use: its
// proven hosts, and what its ranker remembers. It reports whether it learns such a thing:
// strategies whose ranker is a [linkrank.Rememberer] do, the default among them.
func (c *Chain) Remember(w *binenc.Writer) bool {
	if c.top.web == nil {
		return false
	}
	c.top.web.write(w)
	return true
}

// Recall lets a new strategy begin with what Remember wrote, if its crawl from these seeds
// is one of the same web: at least half of the seeds stand on hosts that were proven.
// What was learned elsewhere may do harm (docs/findings.md). It reports whether the web
// is the same; a strategy that remembers nothing takes nothing.
func (c *Chain) Recall(r *binenc.Reader, seeds []crawl.Link) (sameWeb bool) {
	m := c.top.web
	if m == nil {
		m = new(webMemory)
	}
	return m.read(r, seeds)
}

// webMemory writes and reads what a ranked strategy remembers of a web.
type webMemory struct {
	s    *ranked
	rank linkrank.Rememberer // nil: of a strategy that remembers nothing
}

func (s *ranked) remembers() *webMemory {
	if s.can.Remember != nil {
		return &webMemory{s, s.can.Remember}
	}
	return nil
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
	for h := range int32(m.s.f.Hosts().Len()) {
		if at := m.s.f.Hosts().At(h); at.Proofs > 0 && len(hosts) < mostHosts && len(at.Name) <= longestHost {
			hosts = append(hosts, at.Name)
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
		m.s.f.Hosts().Count(name, 0, 1)
	}
	return true
}
