package semsim

import "github.com/ontocrawl/ontocrawl/ontology"

// ancestry is the hierarchy above every canonical concept.
type ancestry struct {
	up       [][]ontology.ID // the concept and all its ancestors; nil if it is folded into another
	parents  [][]ontology.ID
	children []int32
	depth    []int32
	densest  int32 // the most children a concept has
}

func newAncestry(g Graph) *ancestry {
	n := g.Len()
	a := &ancestry{
		up: make([][]ontology.ID, n), parents: make([][]ontology.ID, n),
		children: make([]int32, n), depth: make([]int32, n),
	}
	for i := range n {
		id := ontology.ID(i)
		if g.Canon(id) != id {
			continue
		}
		a.up[i], a.parents[i] = g.Ancestors(id), g.Parents(id)
		a.children[i], a.depth[i] = int32(len(g.Children(id))), int32(g.Depth(id))
		a.densest = max(a.densest, a.children[i])
	}
	return a
}

// kin compares one concept with others by their ancestors.
type kin struct {
	*ancestry
	of    ontology.ID
	above []bool        // by ID: is it above (or is it) the one concept
	round []int32       // by ID: the last comparison in which it was shown not to be lowest
	turn  int32         // number of the comparison
	both  []ontology.ID // common ancestors
}

// at makes k compare concept id.
func (k *kin) at(id ontology.ID) {
	if len(k.above) != len(k.depth) {
		k.above, k.round = make([]bool, len(k.depth)), make([]int32, len(k.depth))
	} else {
		for _, x := range k.up[k.of] {
			k.above[x] = false
		}
	}
	k.of = id
	for _, x := range k.up[id] {
		k.above[x] = true
	}
}

// with returns the common ancestor with b, None if there is none, and the
// number of all common ancestors.
func (k *kin) with(b ontology.ID) (lca ontology.ID, shared int) {
	k.turn++
	k.both = k.both[:0]
	for _, x := range k.up[b] {
		if !k.above[x] {
			continue
		}
		k.both = append(k.both, x)
		// What stands right above a common ancestor is not the lowest. No
		// need to look further up: what lies between is common as well.
		for _, p := range k.parents[x] {
			k.round[p] = k.turn
		}
	}
	lca = ontology.None
	for _, x := range k.both {
		if k.round[x] != k.turn && (lca == ontology.None || k.prefer(x, lca)) {
			lca = x
		}
	}
	return lca, len(k.both)
}

// prefer reports whether x makes a better common ancestor than y, which has
// the smaller ID.
func (a *ancestry) prefer(x, y ontology.ID) bool {
	if a.depth[x] != a.depth[y] {
		return a.depth[x] > a.depth[y]
	}
	return a.children[x] > a.children[y]
}

// ifden is the number of children of the common ancestor over the most
// children a concept has: where the ontology divides finely, neighbours are
// more alike. Synonyms are no children.
func (a *ancestry) ifden(lca ontology.ID) float64 {
	if lca == ontology.None || a.densest == 0 {
		return 0
	}
	return float64(a.children[lca]) / float64(a.densest)
}

// ifdep is 2 dep(LCA) / (dep(C1)+dep(C2)), the form of Wu and Palmer (1994):
// of the forms in use it is the one that is 1 at identity and falls with the
// distance from what the two have in common.
func (a *ancestry) ifdep(lca, c1, c2 ontology.ID) float64 {
	if lca == ontology.None {
		return 0
	}
	d1, d2 := a.depth[c1], a.depth[c2]
	return 2 * float64(min(a.depth[lca], d1, d2)) / float64(d1+d2)
}

// ifcoi is the share of common ones among the ancestors of the two, each
// counted among its own (the coincidence of superior concepts, as Jaccard's
// index).
func (a *ancestry) ifcoi(shared int, c1, c2 ontology.ID) float64 {
	return float64(shared) / float64(len(a.up[c1])+len(a.up[c2])-shared)
}
