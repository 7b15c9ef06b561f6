package strategy

import "github.com/ontocrawl/ontocrawl/crawl"

// Strategies whose order of hosts can leave some out. OnITS draws among the links
// of one page, not among hosts, and asks about each it draws.
var (
	_ crawl.Blocker = (*Tabu)(nil)
	_ crawl.Blocker = (*BestFirst)(nil)
	_ crawl.Blocker = (*BreadthFirst)(nil)
)

// Block implements [crawl.Blocker].
func (t *Tabu) Block(host string) { t.s.Block(host) }

// Unblock implements [crawl.Blocker].
func (t *Tabu) Unblock(host string) { t.s.Unblock(host) }

// Block implements [crawl.Blocker].
func (b *BestFirst) Block(host string) { b.s.Block(host) }

// Unblock implements [crawl.Blocker].
func (b *BestFirst) Unblock(host string) { b.s.Unblock(host) }

// Block implements [crawl.Blocker].
func (s *BreadthFirst) Block(host string) { s.f.Block(host) }

// Unblock implements [crawl.Blocker].
func (s *BreadthFirst) Unblock(host string) { s.f.Unblock(host) }
