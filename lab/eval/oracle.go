package eval

import "slices"

// Graph is a labelled web: pages as numbers, the links between them, and which
// pages are on topic.
type Graph struct {
	Links   [][]int32 // targets of each page's links
	OnTopic []bool
}

// Reachable reports which pages can be reached from the seeds. The seeds are
// reachable.
func (g *Graph) Reachable(seeds []int32) []bool {
	seen := make([]bool, len(g.Links))
	todo := make([]int32, 0, len(g.Links))
	visit := func(p int32) {
		if !seen[p] {
			seen[p] = true
			todo = append(todo, p)
		}
	}
	for _, s := range seeds {
		visit(s)
	}
	for i := 0; i < len(todo); i++ {
		for _, to := range g.Links[todo[i]] {
			visit(to)
		}
	}
	return seen
}

// targets returns the number of pages on topic that can be reached from the
// seeds.
func (g *Graph) targets(seeds []int32) (n int) {
	for p, ok := range g.Reachable(seeds) {
		if ok && g.OnTopic[p] {
			n++
		}
	}
	return n
}

// oracle returns the pages, in order, that a crawler with knowledge of all labels
// and links fetches:
//   - first the seeds;
//   - then always the shortest path of links from the fetched pages to the nearest
//     page on topic. Every page on the path costs a fetch;
//   - of equally near pages the one with the smallest number, and of equal paths
//     the one over the smallest numbers.
//
// It stops after budget pages, or when no page on topic is left to reach. It takes
// at most so many pages of a site, and does not walk through a full site; site
// holds the number of each page's site, and most <= 0 is no limit.
//
// The walk is greedy and not the best order (that is the Steiner tree problem),
// but no crawler that sees only what it has fetched comes near it.
func (g *Graph) oracle(seeds []int32, budget int, site []int32, most int) []int32 {
	o := oracle{g: g, have: make([]bool, len(g.Links)), from: make([]int32, len(g.Links))}
	if most > 0 {
		o.site, o.most, o.taken = site, most, map[int32]int{}
	}
	for _, s := range seeds {
		if !o.have[s] && !o.full(s) {
			o.fetch(s)
		}
	}
	for len(o.fetched) < budget && o.walk() {
	}
	return o.fetched[:min(budget, len(o.fetched))]
}

type oracle struct {
	g       *Graph
	have    []bool
	fetched []int32
	from    []int32 // previous page on the shortest path, or unseen, or start
	level   []int32
	next    []int32

	site  []int32 // nil: no limit
	most  int
	taken map[int32]int // pages by site
}

// full reports whether the site of p has its most pages.
func (o *oracle) full(p int32) bool { return o.site != nil && o.taken[o.site[p]] >= o.most }

const (
	unseen int32 = -2
	start  int32 = -1
)

func (o *oracle) fetch(p int32) {
	o.have[p] = true
	o.fetched = append(o.fetched, p)
	if o.site != nil {
		o.taken[o.site[p]]++
	}
}

// walk goes to the nearest page on topic. It reports false if there is none.
func (o *oracle) walk() bool {
	o.level = o.level[:0]
	for p := range o.from {
		o.from[p] = unseen
		if o.have[p] {
			o.from[p] = start
			o.level = append(o.level, int32(p))
		}
	}
	for len(o.level) > 0 {
		target := o.advance()
		if target >= 0 {
			o.follow(target)
			return true
		}
		o.level, o.next = o.next, o.level
	}
	return false
}

// advance goes one link further from the whole level. It returns the smallest page
// on topic that it reached, or -1. A level is in page order, so every page is
// reached from its smallest predecessor.
func (o *oracle) advance() (target int32) {
	target = -1
	o.next = o.next[:0]
	for _, p := range o.level {
		for _, to := range o.g.Links[p] {
			if o.from[to] != unseen || o.full(to) {
				continue
			}
			o.from[to] = p
			o.next = append(o.next, to)
			if o.g.OnTopic[to] && (target < 0 || to < target) {
				target = to
			}
		}
	}
	slices.Sort(o.next)
	return target
}

// follow fetches the pages on the path to target, up to the first full site.
func (o *oracle) follow(target int32) {
	var path []int32
	for p := target; p >= 0 && !o.have[p]; p = o.from[p] {
		path = append(path, p)
	}
	for i := len(path) - 1; i >= 0 && !o.full(path[i]); i-- {
		o.fetch(path[i])
	}
}
