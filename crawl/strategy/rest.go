package strategy

import "github.com/ontocrawl/ontocrawl/crawl"

// Strategies whose order of hosts can leave some out. OnITS draws among the links
// of one page, not among hosts, and asks about each it draws.
var (
	_ crawl.Rester = (*Tabu)(nil)
	_ crawl.Rester = (*BestFirst)(nil)
	_ crawl.Rester = (*BreadthFirst)(nil)
)

// Rest implements [crawl.Rester].
func (t *Tabu) Rest(host string) { t.s.Rest(host) }

// Wake implements [crawl.Rester].
func (t *Tabu) Wake(host string) { t.s.Wake(host) }

// Rest implements [crawl.Rester].
func (b *BestFirst) Rest(host string) { b.s.Rest(host) }

// Wake implements [crawl.Rester].
func (b *BestFirst) Wake(host string) { b.s.Wake(host) }

// Rest implements [crawl.Rester].
func (s *BreadthFirst) Rest(host string) { s.f.Rest(host) }

// Wake implements [crawl.Rester].
func (s *BreadthFirst) Wake(host string) { s.f.Wake(host) }
