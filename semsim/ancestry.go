package semsim

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"github.com/ontocrawl/ontocrawl/ontology"
)

// ancestry is the hierarchy of the canonical concepts, renumbered parents
// first: the place of a parent is smaller than that of each of its children.
// What holds of a concept because it holds of its parents can then be said of
// all concepts in one walk over the places. First come the concepts with
// children, then those with several parents, last the leaves with one parent
// or none, of which nothing need be known but their parent.
type ancestry struct {
	ids      []ontology.ID // by place
	place    []int32       // by ID; synonyms have that of their canonical concept
	inner    int32         // places of concepts with children
	held     int32         // and of those with several parents
	from     []int32       // by place, and one more: the parents of p are over[from[p]:from[p+1]]
	over     []int32
	sole     []int32 // by place: the only parent; held for a root, -1 if there are several
	depth    []int32 // 1 for a root, else 1 more than the least of the parents
	children []int32
	size     []int32 // ancestors, the concept itself among them
	densest  int32   // the most children a concept has
	deepest  order
}

// order is an order of preference among common ancestors.
type order struct {
	rank   []int32 // by place: 0 is preferred to all others
	ranked []int32 // places by rank
	// undercut marks a concept with another below it that it may be preferred
	// to, so that the order alone could name the upper of the two. It is nil
	// where that does not matter.
	undercut []bool
}

// newOrder orders n places by compare.
func newOrder(n int, compare func(p, q int32) int) order {
	o := order{ranked: make([]int32, n), rank: make([]int32, n)}
	for p := range o.ranked {
		o.ranked[p] = int32(p)
	}
	slices.SortFunc(o.ranked, compare)
	for r, p := range o.ranked {
		o.rank[p] = int32(r)
	}
	return o
}

func newAncestry(g Graph) (*ancestry, error) {
	a := &ancestry{place: make([]int32, g.Len())}
	if err := a.lay(g); err != nil {
		return nil, err
	}
	n := len(a.ids)
	a.from, a.children = make([]int32, n+1), make([]int32, n)
	for p, id := range a.ids {
		for _, up := range g.Parents(id) {
			a.over = append(a.over, a.place[up])
		}
		a.from[p+1] = int32(len(a.over))
		a.children[p] = int32(len(g.Children(id)))
		a.densest = max(a.densest, a.children[p])
	}
	a.measure()
	a.prefer()
	return a, nil
}

// lay gives every canonical concept its place. A concept with children follows
// when the last of its parents has one, the children of the latest first, so
// that families lie close together.
func (a *ancestry) lay(g Graph) error {
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
	a.inner, a.held = int32(len(a.ids)), int32(len(a.ids)+len(several))
	a.ids = append(append(a.ids, several...), rest...)
	if len(a.ids) < count {
		i := slices.IndexFunc(wait, func(w int32) bool { return w > 0 })
		return fmt.Errorf("semsim: the hierarchy above %s runs in a circle", g.Concept(ontology.ID(i)).IRI)
	}
	for p, id := range a.ids {
		a.place[id] = int32(p)
	}
	for i := range a.place {
		a.place[i] = a.place[g.Canon(ontology.ID(i))]
	}
	return nil
}

// parents returns the places right above p.
func (a *ancestry) parents(p int32) []int32 { return a.over[a.from[p]:a.from[p+1]] }

// measure finds everybody's depth and counts the ancestors. An only child's
// are its parent's and itself; of several parents the ancestors must be
// gathered, since they overlap.
func (a *ancestry) measure() {
	n := len(a.ids)
	a.depth, a.size, a.sole = make([]int32, n), make([]int32, n), make([]int32, n)
	var up climb
	for p := range a.size {
		over := a.parents(int32(p))
		switch len(over) {
		case 0:
			a.sole[p], a.size[p] = a.held, 1
		case 1:
			a.sole[p], a.size[p] = over[0], a.size[over[0]]+1
		default:
			a.sole[p], a.size[p] = -1, int32(len(up.from(a, int32(p))))
		}
		for i, q := range over {
			if i == 0 || a.depth[q] < a.depth[p] {
				a.depth[p] = a.depth[q]
			}
		}
		a.depth[p]++
	}
}

// longest is the number of concepts on the longest way from a root.
func (a *ancestry) longest() int32 {
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

// prefer orders common ancestors: the deepest first, then the one with most
// children, then the one with the smallest ID.
func (a *ancestry) prefer() {
	n := len(a.ids)
	a.deepest = newOrder(n, func(x, y int32) int {
		return cmp.Or(cmp.Compare(a.depth[y], a.depth[x]), cmp.Compare(a.children[y], a.children[x]), cmp.Compare(a.ids[x], a.ids[y]))
	})
	undercut := make([]bool, n)
	least := make([]int32, n) // depth below
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
	a.deepest.undercut = undercut
}

// climb gathers ancestors. The zero value is ready for any one ancestry.
type climb struct {
	seen  []int32 // by place: the last climb that came by
	turn  int32
	above []int32
}

// from returns p and all places above it, in no order, valid until the next
// call.
func (c *climb) from(a *ancestry, p int32) []int32 {
	c.begin(a)
	c.add(a, p)
	return c.above
}

func (c *climb) begin(a *ancestry) {
	if c.seen == nil {
		c.seen = make([]int32, len(a.ids))
	}
	if c.turn == math.MaxInt32 {
		clear(c.seen)
		c.turn = 0
	}
	c.turn++
	c.above = c.above[:0]
}

// add adds p and all places above it.
func (c *climb) add(a *ancestry, p int32) {
	if c.seen[p] == c.turn {
		return
	}
	c.seen[p] = c.turn
	c.above = append(c.above, p)
	for i := len(c.above) - 1; i < len(c.above); i++ {
		for _, up := range a.parents(c.above[i]) {
			if c.seen[up] != c.turn {
				c.seen[up] = c.turn
				c.above = append(c.above, up)
			}
		}
	}
}

// kin compares one concept with others by their ancestors, one after the
// other: the plain way, for explanations and for the few places where the
// order of preference is not enough.
type kin struct {
	climb
	of      int32
	mine    []bool  // by place: above the one concept, or it
	notLast []int32 // by place: the last comparison in which it was shown not to be lowest
	round   int32
	both    []int32 // common ancestors
}

// at makes k compare place p.
func (k *kin) at(a *ancestry, p int32) {
	if k.mine == nil {
		k.mine, k.notLast = make([]bool, len(a.ids)), make([]int32, len(a.ids))
	} else {
		for _, x := range k.from(a, k.of) {
			k.mine[x] = false
		}
	}
	k.of = p
	for _, x := range k.from(a, p) {
		k.mine[x] = true
	}
}

// with returns the place of the common ancestor with b, -1 if there is none,
// and the number of all common ancestors, which k.both then holds.
func (k *kin) with(a *ancestry, b int32) (lca int32, shared int) {
	if k.round == math.MaxInt32 {
		clear(k.notLast)
		k.round = 0
	}
	k.round++
	k.both = k.both[:0]
	for _, x := range k.from(a, b) {
		if !k.mine[x] {
			continue
		}
		k.both = append(k.both, x)
		// What stands right above a common ancestor is not the lowest. No
		// need to look further up: what lies between is common as well.
		for _, p := range a.parents(x) {
			k.notLast[p] = k.round
		}
	}
	lca = -1
	for _, x := range k.both {
		if k.notLast[x] != k.round && (lca < 0 || a.deepest.rank[x] < a.deepest.rank[lca]) {
			lca = x
		}
	}
	return lca, len(k.both)
}

// ifden is the number of children of the common ancestor over the most
// children a concept has: where the ontology divides finely, neighbours are
// more alike. Synonyms are no children.
func (a *ancestry) ifden(lca int32) float64 {
	if lca < 0 || a.densest == 0 {
		return 0
	}
	return float64(a.children[lca]) / float64(a.densest)
}

// ifdep is 2 dep(LCA) / (dep(C1)+dep(C2)), the form of Wu and Palmer (1994):
// of the forms in use it is the one that is 1 at identity and falls with the
// distance from what the two have in common. A common ancestor deeper than one
// of the two counts as deep as that one.
func ifdep(lca, c1, c2 int32) float64 {
	return float64(2*min(lca, c1, c2)) / float64(c1+c2)
}

// ifcoi is the share of common ones among the ancestors of the two, each
// counted among its own (the coincidence of superior concepts, as Jaccard's
// index). The arguments count the common ones and those of each.
func ifcoi(shared, c1, c2 int32) float64 {
	return float64(shared) / float64(c1+c2-shared)
}
