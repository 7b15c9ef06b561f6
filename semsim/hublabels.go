package semsim

import (
	"cmp"
	"slices"
)

// hubLabels lists hubs for every node, with the distances to them: nodes on
// best paths from it. On a best path between any two nodes lies a hub that both
// lists name, so their distance is the least sum over common hubs.
//
// Hubs come in the opposite order to that in which the [contractionHierarchy]
// contracted them, core first; a hub that an earlier one makes needless is left
// out. The core uses pruned landmark labeling (Akiba, Iwata, Yoshida, SIGMOD
// 2013). The other nodes merge the labels of their parents (Abraham, Delling,
// Goldberg, Werneck, "Hierarchical hub labelings for shortest paths", ESA
// 2012).
type hubLabels struct {
	ch        *contractionHierarchy
	search    contractionSearch
	labels    [][]hubEntry // by slot, ascending by hub
	coreOrder []int32      // core slots by hub
	rootDist  []distance   // by hub: the distance from the node being labelled, else unreachable
	budget    int          // entries that may still be made
}

// hubEntry is a hub and the distance to it.
type hubEntry struct {
	hub  int32
	dist distance
}

// newHubLabels returns nil if there would be more than most entries. That
// happens when the graph is not close to a tree, as ontologies are.
func newHubLabels(f *contractionHierarchy, most int) *hubLabels {
	n := len(f.slot)
	w := hubLabels{ch: f, labels: make([][]hubEntry, n), rootDist: make([]distance, n), budget: most}
	for i := range w.rootDist {
		w.rootDist[i] = unreachable
	}
	for s := range f.core {
		w.coreOrder = append(w.coreOrder, s)
	}
	slices.SortStableFunc(w.coreOrder, func(a, b int32) int {
		return cmp.Compare(f.coreFirst[b+1]-f.coreFirst[b], f.coreFirst[a+1]-f.coreFirst[a])
	})
	w.search.dist = make([]distance, n)
	for h := range w.coreOrder {
		w.addCoreHub(int32(h))
	}
	for s := f.core; s < int32(n); s++ {
		w.labelFromParents(s)
	}
	if w.budget < 0 {
		return nil
	}
	return &w
}

// addCoreHub enters hub h in the labels of the core that need it. The search is
// pruned where earlier hubs give the same distance.
func (w *hubLabels) addCoreHub(h int32) {
	root := w.coreOrder[h]
	for i := range w.search.dist[:w.ch.core] {
		w.search.dist[i] = unreachable
	}
	for _, e := range w.labels[root] {
		w.rootDist[e.hub] = e.dist
	}
	w.search.dist[root] = 0
	w.search.enqueue(w.ch, root)
	w.search.searchCore(w.ch, func(s int32, x distance) bool {
		if w.budget < 0 || w.covered(w.labels[s], x) {
			return false
		}
		w.labels[s] = append(w.labels[s], hubEntry{h, x})
		w.budget--
		return true
	})
	for _, e := range w.labels[root] {
		w.rootDist[e.hub] = unreachable
	}
}

// covered reports whether a hub in list and rootDist gives a path of distance x
// or less.
func (w *hubLabels) covered(list []hubEntry, x distance) bool {
	for _, e := range list {
		if w.rootDist[e.hub]+e.dist <= x {
			return true
		}
	}
	return false
}

// labelFromParents makes the label of slot s from its parents' labels.
func (w *hubLabels) labelFromParents(s int32) {
	if w.budget < 0 {
		return
	}
	var all []hubEntry
	for e := w.ch.upFirst[s-w.ch.core]; e < w.ch.upFirst[s-w.ch.core+1]; e++ {
		for _, o := range w.labels[w.ch.upTo[e]] {
			all = append(all, hubEntry{o.hub, o.dist + w.ch.upCost[e]})
		}
	}
	slices.SortFunc(all, func(a, b hubEntry) int { return cmp.Or(cmp.Compare(a.hub, b.hub), cmp.Compare(a.dist, b.dist)) })
	list := make([]hubEntry, 0, 1+len(all)/2)
	for i, e := range all {
		if i > 0 && all[i-1].hub == e.hub || w.covered(w.labels[w.slotOf(e.hub)], e.dist) {
			continue
		}
		list = append(list, e)
		w.rootDist[e.hub] = e.dist
	}
	for _, e := range list {
		w.rootDist[e.hub] = unreachable
	}
	w.labels[s] = append(list, hubEntry{s, 0})
	w.budget -= len(w.labels[s])
}

// slotOf returns the slot of hub h.
func (w *hubLabels) slotOf(h int32) int32 {
	if h < w.ch.core {
		return w.coreOrder[h]
	}
	return h
}
