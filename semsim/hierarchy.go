package semsim

import (
	"cmp"
	"math"
	"slices"

	"github.com/ontocrawl/ontocrawl/internal/english"
	"github.com/ontocrawl/ontocrawl/ontology"
)

// hierarchy holds the canonical concepts in topological order: the position of a parent
// is smaller than the positions of its children, so one pass over the positions can
// derive a concept's values from its parents'. Concepts with children come first, then
// leaves with several parents, last the leaves with one parent or none, for which the
// parent is all that need be known.
type hierarchy struct {
	ids          []ontology.ID // by position
	pos          []int32       // by ID; synonyms have the position of their canonical concept
	inner        int32         // number of concepts with children
	stored       int32         // and of these and leaves with several parents: those with stored values
	parentFirst  []int32       // by position, and one more: the parents of p are parentList[parentFirst[p]:parentFirst[p+1]]
	parentList   []int32
	soleParent   []int32 // by position: the only parent; stored for a root, -1 if there are several
	depth        []int32 // 1 for a root, else 1 more than the least depth of the parents
	children     []int32
	ancestors    []int32 // number of ancestors, the concept itself included
	mostChildren int32   // the most children a concept has
	byDepth      preference
}

// preference is an order of preference among common ancestors.
type preference struct {
	rank   []int32 // by position: 0 is preferred to all others
	byRank []int32 // positions by rank
	// ambiguous marks a concept that may be preferred to one below it, so that
	// the order alone could name the upper of the two. It is nil where that
	// does not matter.
	ambiguous []bool
}

// newPreference orders n positions by compare.
func newPreference(n int, compare func(p, q int32) int) preference {
	o := preference{byRank: make([]int32, n), rank: make([]int32, n)}
	for p := range o.byRank {
		o.byRank[p] = int32(p)
	}
	slices.SortFunc(o.byRank, compare)
	for r, p := range o.byRank {
		o.rank[p] = int32(r)
	}
	return o
}

func newHierarchy(g Graph) (*hierarchy, error) {
	a := &hierarchy{pos: make([]int32, g.Len())}
	if err := a.sortTopologically(g); err != nil {
		return nil, err
	}
	n := len(a.ids)
	a.parentFirst, a.children = make([]int32, n+1), make([]int32, n)
	for p, id := range a.ids {
		for _, up := range g.Parents(id) {
			a.parentList = append(a.parentList, a.pos[up])
		}
		a.parentFirst[p+1] = int32(len(a.parentList))
		a.children[p] = int32(len(g.Children(id)))
		a.mostChildren = max(a.mostChildren, a.children[p])
	}
	a.computeDepths()
	a.rankByDepth()
	return a, nil
}

// sortTopologically gives every canonical concept its position. A concept with
// children follows when all its parents have one, the children of the latest
// first, so that families lie close together.
func (a *hierarchy) sortTopologically(g Graph) error {
	wait := make([]int32, g.Len())
	var ready, several, rest []ontology.ID
	count := 0
	for i := g.Len() - 1; i >= 0; i-- {
		id := ontology.ID(i)
		if g.Canon(id) != id {
			continue
		}
		count++
		if wait[id] = int32(len(g.Parents(id))); wait[id] == 0 {
			ready = append(ready, id)
		}
	}
	a.ids = make([]ontology.ID, 0, count)
	for len(ready) > 0 {
		id := ready[len(ready)-1]
		ready = ready[:len(ready)-1]
		below := g.Children(id)
		switch {
		case len(below) > 0:
			a.ids = append(a.ids, id)
		case len(g.Parents(id)) > 1:
			several = append(several, id)
		default:
			rest = append(rest, id)
		}
		for i := len(below) - 1; i >= 0; i-- {
			if wait[below[i]]--; wait[below[i]] == 0 {
				ready = append(ready, below[i])
			}
		}
	}
	a.inner, a.stored = int32(len(a.ids)), int32(len(a.ids)+len(several))
	a.ids = append(append(a.ids, several...), rest...)
	if len(a.ids) < count {
		i := slices.IndexFunc(wait, func(w int32) bool { return w > 0 })
		return english.Errorf("semsim: the hierarchy above %s has a cycle", g.Concept(ontology.ID(i)).IRI)
	}
	for p, id := range a.ids {
		a.pos[id] = int32(p)
	}
	for i := range a.pos {
		a.pos[i] = a.pos[g.Canon(ontology.ID(i))]
	}
	return nil
}

// parents returns the positions of the parents of p.
func (a *hierarchy) parents(p int32) []int32 {
	return a.parentList[a.parentFirst[p]:a.parentFirst[p+1]]
}

// computeDepths finds all depths and counts all ancestors. The ancestors of
// several parents overlap, so they are collected; a single parent's are
// counted.
func (a *hierarchy) computeDepths() {
	n := len(a.ids)
	a.depth, a.ancestors, a.soleParent = make([]int32, n), make([]int32, n), make([]int32, n)
	var up ancestorSet
	for p := range a.ancestors {
		over := a.parents(int32(p))
		switch len(over) {
		case 0:
			a.soleParent[p], a.ancestors[p] = a.stored, 1
		case 1:
			a.soleParent[p], a.ancestors[p] = over[0], a.ancestors[over[0]]+1
		default:
			a.soleParent[p], a.ancestors[p] = -1, int32(len(up.of(a, int32(p))))
		}
		for i, q := range over {
			if i == 0 || a.depth[q] < a.depth[p] {
				a.depth[p] = a.depth[q]
			}
		}
		a.depth[p]++
	}
}

// height is the number of concepts on the longest path from a root.
func (a *hierarchy) height() int32 {
	most := int32(0)
	ways := make([]int32, len(a.ids))
	for p := range ways {
		for _, q := range a.parents(int32(p)) {
			ways[p] = max(ways[p], ways[q])
		}
		ways[p]++
		most = max(most, ways[p])
	}
	return most
}

// rankByDepth orders common ancestors: the deepest first, then the one with most
// children, then the one with the smallest ID.
func (a *hierarchy) rankByDepth() {
	n := len(a.ids)
	a.byDepth = newPreference(n, func(x, y int32) int {
		return cmp.Or(cmp.Compare(a.depth[y], a.depth[x]), cmp.Compare(a.children[y], a.children[x]), cmp.Compare(a.ids[x], a.ids[y]))
	})
	undercut := make([]bool, n)
	least := make([]int32, n) // least depth below
	for p := n - 1; p >= 0; p-- {
		undercut[p] = least[p] != 0 && least[p] <= a.depth[p]
		here := a.depth[p]
		if least[p] != 0 {
			here = min(here, least[p])
		}
		for _, up := range a.parents(int32(p)) {
			if least[up] == 0 || here < least[up] {
				least[up] = here
			}
		}
	}
	a.byDepth.ambiguous = undercut
}

// ancestorSet collects ancestors. The zero value is ready for any one
// hierarchy.
type ancestorSet struct {
	seen    []int32 // by position: the last round that reached it
	round   int32
	members []int32
}

// of returns p and its ancestors, in no order, valid until the next call.
func (c *ancestorSet) of(a *hierarchy, p int32) []int32 {
	c.reset(a)
	c.add(a, p)
	return c.members
}

func (c *ancestorSet) reset(a *hierarchy) {
	if c.seen == nil {
		c.seen = make([]int32, len(a.ids))
	}
	if c.round == math.MaxInt32 {
		clear(c.seen)
		c.round = 0
	}
	c.round++
	c.members = c.members[:0]
}

// add adds p and its ancestors.
func (c *ancestorSet) add(a *hierarchy, p int32) {
	if c.seen[p] == c.round {
		return
	}
	c.seen[p] = c.round
	c.members = append(c.members, p)
	for i := len(c.members) - 1; i < len(c.members); i++ {
		for _, up := range a.parents(c.members[i]) {
			if c.seen[up] != c.round {
				c.seen[up] = c.round
				c.members = append(c.members, up)
			}
		}
	}
}

// lcaFinder compares one concept with others, one by one, by their sets of
// ancestors. It serves explanations, and the few cases where the order of
// preference is not enough.
type lcaFinder struct {
	ancestorSet
	source     int32
	isAncestor []bool  // by position: an ancestor of source, or source
	notLowest  []int32 // by position: the last comparison that showed it not to be lowest
	round      int32
	common     []int32 // the common ancestors found last
}

// setSource makes p the concept to compare.
func (k *lcaFinder) setSource(a *hierarchy, p int32) {
	if k.isAncestor == nil {
		k.isAncestor, k.notLowest = make([]bool, len(a.ids)), make([]int32, len(a.ids))
	} else {
		for _, x := range k.of(a, k.source) {
			k.isAncestor[x] = false
		}
	}
	k.source = p
	for _, x := range k.of(a, p) {
		k.isAncestor[x] = true
	}
}

// lca returns the position of the common ancestor with b, -1 if there is none,
// and the number of all common ancestors, which stand in k.common.
func (k *lcaFinder) lca(a *hierarchy, b int32) (lca int32, shared int) {
	if k.round == math.MaxInt32 {
		clear(k.notLowest)
		k.round = 0
	}
	k.round++
	k.common = k.common[:0]
	for _, x := range k.of(a, b) {
		if !k.isAncestor[x] {
			continue
		}
		k.common = append(k.common, x)
		// A parent of a common ancestor is not the lowest. Its own ancestors
		// need no look: a common ancestor lies below each of them.
		for _, p := range a.parents(x) {
			k.notLowest[p] = k.round
		}
	}
	lca = -1
	for _, x := range k.common {
		if k.notLowest[x] != k.round && (lca < 0 || a.byDepth.rank[x] < a.byDepth.rank[lca]) {
			lca = x
		}
	}
	return lca, len(k.common)
}

// ifden is the number of children of the common ancestor divided by the most
// children a concept has: where the ontology divides finely, neighbours are
// more similar. Synonyms are no children.
func (a *hierarchy) ifden(lca int32) float64 {
	if lca < 0 || a.mostChildren == 0 {
		return 0
	}
	return float64(a.children[lca]) / float64(a.mostChildren)
}

// ifdep is 2 dep(LCA) / (dep(C1)+dep(C2)), the form of Wu and Palmer (1994):
// the usual form that is 1 at identity and falls with the distance from the
// common ancestor. A common ancestor deeper than one of the two counts as deep
// as that one.
func ifdep(lca, c1, c2 int32) float64 {
	return float64(2*min(lca, c1, c2)) / float64(c1+c2)
}

// ifcoi is the share of common ancestors among the ancestors of both, each concept
// counted among its own (the coincidence of superior concepts, as Jaccard's index). The
// arguments count the common ones and the ones of each.
func ifcoi(shared, c1, c2 int32) float64 {
	return float64(shared) / float64(c1+c2-shared)
}
