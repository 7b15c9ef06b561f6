package semsim

import (
	"cmp"
	"slices"
)

// wheel lists for every node the nodes that best paths from it lead over, with
// the tolls there, so that on a best path between any two nodes lies one that
// both lists name: the toll is the least sum.
//
// A list names these hubs in the opposite order to that in which a [funnel]
// took them out, core first, and only those that no earlier one makes needless
// (Akiba, Iwata, Yoshida, "Fast exact shortest-path distance queries on large
// networks by pruned landmark labeling", SIGMOD 2013, for the core; for the
// others the lists of their hooks are put together, as in Abraham, Delling,
// Goldberg, Werneck, "Hierarchical hub labelings", ESA 2012).
type wheel struct {
	f     *funnel
	flow  flow
	lists [][]spoke // by slot, ascending by hub
	heart []int32   // slots of the core by hub
	near  []toll    // by hub: of the list looked from; else blocked
	left  int       // entries that may still be made
}

// spoke is an entry of such a list.
type spoke struct {
	hub  int32
	toll toll
}

// newWheel returns nil if the lists would have more than most entries. Then
// the web is not a tree with some edges across, as ontologies are, but a
// tangle.
func newWheel(f *funnel, most int) *wheel {
	n := len(f.slot)
	w := wheel{f: f, lists: make([][]spoke, n), near: make([]toll, n), left: most}
	for i := range w.near {
		w.near[i] = blocked
	}
	for s := range f.core {
		w.heart = append(w.heart, s)
	}
	slices.SortStableFunc(w.heart, func(a, b int32) int {
		return cmp.Compare(f.around[b+1]-f.around[b], f.around[a+1]-f.around[a])
	})
	w.flow.tolls = make([]toll, n)
	for h := range w.heart {
		w.spread(int32(h))
	}
	for s := f.core; s < int32(n); s++ {
		w.gather(s)
	}
	if w.left < 0 {
		return nil
	}
	return &w
}

// spread enters hub h in the lists of the core it is needed in: a search that
// turns back where earlier hubs say the same.
func (w *wheel) spread(h int32) {
	root := w.heart[h]
	for i := range w.flow.tolls[:w.f.core] {
		w.flow.tolls[i] = blocked
	}
	for _, e := range w.lists[root] {
		w.near[e.hub] = e.toll
	}
	w.flow.tolls[root] = 0
	w.flow.enter(w.f, root)
	w.flow.search(w.f, func(s int32, x toll) bool {
		if w.left < 0 || w.covered(w.lists[s], x) {
			return false
		}
		w.lists[s] = append(w.lists[s], spoke{h, x})
		w.left--
		return true
	})
	for _, e := range w.lists[root] {
		w.near[e.hub] = blocked
	}
}

// covered reports whether a hub in list and near makes a path of toll x.
func (w *wheel) covered(list []spoke, x toll) bool {
	for _, e := range list {
		if w.near[e.hub]+e.toll <= x {
			return true
		}
	}
	return false
}

// gather makes the list of slot s out of those of its hooks.
func (w *wheel) gather(s int32) {
	if w.left < 0 {
		return
	}
	var all []spoke
	for e := w.f.from[s-w.f.core]; e < w.f.from[s-w.f.core+1]; e++ {
		for _, o := range w.lists[w.f.hook[e]] {
			all = append(all, spoke{o.hub, o.toll + w.f.cost[e]})
		}
	}
	slices.SortFunc(all, func(a, b spoke) int { return cmp.Or(cmp.Compare(a.hub, b.hub), cmp.Compare(a.toll, b.toll)) })
	list := make([]spoke, 0, 1+len(all)/2)
	for i, e := range all {
		if i > 0 && all[i-1].hub == e.hub || w.covered(w.lists[w.at(e.hub)], e.toll) {
			continue
		}
		list = append(list, e)
		w.near[e.hub] = e.toll
	}
	for _, e := range list {
		w.near[e.hub] = blocked
	}
	w.lists[s] = append(list, spoke{s, 0})
	w.left -= len(w.lists[s])
}

// at is the slot of hub h.
func (w *wheel) at(h int32) int32 {
	if h < w.f.core {
		return w.heart[h]
	}
	return h
}
