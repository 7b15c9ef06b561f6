package learn

import (
	"cmp"
	"slices"
)

// choose makes the terms of a ranking what may be a parent, where no ontology is known.
func (r *relater) choose(order []vote) {
	r.may = make([]bool, len(r.nodes))
	for i := range r.nodes {
		r.may[i] = r.nodes[i].known()
	}
	if r.graph == nil {
		for _, v := range order {
			r.may[v.node] = true
		}
	}
}

// proposal is all that is said of a term.
func (r *relater) proposal(v vote) Proposal {
	n := &r.nodes[v.node]
	p := Proposal{
		Name: n.name, Lang: langOf(n.name), Score: v.weight, Pages: len(n.pages), Hosts: len(n.term.hosts), Labels: n.labels,
		Parents: []Relation{}, Evidence: r.texts(v.node),
		Synonyms: r.related(sameAs, v.node, true, true), Includes: r.related(causes, v.node, true, false), IncludedBy: r.related(causes, v.node, false, true),
	}
	ranked := r.rank(v.node)
	for _, x := range ranked[:min(len(ranked), mostParents)] {
		rel := r.relation(x)
		for _, kind := range [...]link{isA, lead} {
			if s := r.links[kind][pair{v.node, x.node}]; s != nil {
				rel.Evidence = append(rel.Evidence, s.evidence...)
			}
		}
		if s := r.links[causes][pair{x.node, v.node}]; s != nil {
			rel.Evidence = append(rel.Evidence, s.evidence...)
		}
		rel.Evidence = rel.Evidence[:min(len(rel.Evidence), mostEvidence)]
		p.Parents = append(p.Parents, rel)
	}
	return p
}

func (r *relater) relation(v vote) Relation {
	n := &r.nodes[v.node]
	rel := Relation{Name: n.name, Weight: v.weight, Evidence: []Evidence{}}
	if n.known() {
		rel.IRI = r.graph.Concept(n.concept).IRI
	}
	return rel
}

// related are the nodes that may be named, to which texts link a term: those after it, before
// it, or both. Those that most pages say come first.
func (r *relater) related(kind link, t int32, after, before bool) []Relation {
	said := map[int32]*said{}
	for p, s := range r.links[kind] {
		switch {
		case after && p.from == t && r.named(p.to):
			said[p.to] = s
		case before && p.to == t && r.named(p.from) && said[p.from] == nil:
			said[p.from] = s
		}
	}
	var votes []vote
	for n, s := range said {
		votes = append(votes, vote{n, float64(s.pages)})
	}
	slices.SortFunc(votes, byWeight)
	out := []Relation{}
	for _, v := range votes[:min(len(votes), mostRelations)] {
		rel := r.relation(v)
		rel.Evidence = said[v.node].evidence
		out = append(out, rel)
	}
	return out
}

// named reports whether a relation to the node says something: a concept, or a term that is
// proposed if there are no concepts.
func (r *relater) named(n int32) bool { return r.may[n] }

// texts are texts that have a term: running text first, of different pages.
func (r *relater) texts(t int32) []Evidence {
	type place struct {
		block  *marked
		m      mention
		weight int
	}
	var all []place
	for _, i := range r.nodes[t].blocks {
		b := &r.blocks[i]
		k := slices.IndexFunc(b.mentions, func(m mention) bool { return m.node == t })
		w := min(len(b.text), 2*around)
		if b.title {
			w = 0
		}
		all = append(all, place{b, b.mentions[k], w})
	}
	slices.SortStableFunc(all, func(a, b place) int { return cmp.Compare(b.weight, a.weight) })
	out, seen := []Evidence{}, map[int32]bool{}
	for _, x := range all {
		if len(out) == mostEvidence {
			break
		}
		if !seen[x.block.page] {
			seen[x.block.page] = true
			out = append(out, Evidence{excerpt(x.block.text, int(x.m.start), int(x.m.end)), x.block.url})
		}
	}
	return out
}
