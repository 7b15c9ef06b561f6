package owl

import (
	"github.com/ontocrawl/ontocrawl/ontology"
)

// relations reads the statements about concept n.
func (r *reader) relations(n node) {
	clear(r.strong)
	clear(r.walked)
	r.weak = r.weak[:0]
	for _, st := range r.about(n) {
		switch st.p {
		case vSubClassOf:
			r.above(n, st.o)
		case vEquivalentClass:
			r.equivalent(n, st.o)
		case vIntersectionOf, vUnionOf, vOneOf: // OWL 1 says it of the class itself
			r.equivalentTo(n, st)
		case vDisjointUnionOf:
			r.kindsOf(n, r.list(st.o))
		case vType:
			r.instance(n, st.o)
		default:
			r.assertion(n, st)
		}
	}
	for _, w := range r.weak {
		if !r.strong[w.p] {
			r.fill(n, w.p, w.to, w.by)
		}
	}
}

// instance reads the type of an individual, which may also be declared as a class.
func (r *reader) instance(n node, o object) {
	if o.isNode() && r.kinds[n]&individual != 0 && !r.opt.NoIndividuals && !r.blank(node(o)) {
		if r.kinds[o]&class != 0 {
			r.relate(n, node(o), none, isA)
		}
	} else if o.isNode() && r.blank(node(o)) && r.kinds[n]&individual != 0 {
		r.above(n, o)
	}
}

// assertion reads a property between two concepts, or between a concept and a text.
func (r *reader) assertion(n node, st statement) {
	if st.p < vocabularySize && r.structural(st.p) {
		return
	}
	m := r.props.meaning(st.p)
	if !st.o.isNode() {
		r.value(n, st.p, m, r.lit(st.o))
		return
	}
	to := node(st.o)
	if m == ignore || r.blank(to) || r.ids[to] == ontology.None && (m == unmapped || st.p == vSameAs || st.p == vExactMatch) {
		return
	}
	r.used[st.p] = true
	r.relate(n, to, st.p, m)
}

// structural reports whether property p is read elsewhere or has no meaning here.
func (r *reader) structural(p node) bool {
	switch p {
	case vSameAs, vBroader, vBroaderTransitive, vBroadMatch, vNarrower, vNarrowerTransitive,
		vNarrowMatch, vExactMatch, vPartOf, vHasPart:
		return false
	}
	_, mapped := r.props.mapped(p)
	return !mapped
}

// above reads "n is a o"; o may be a class expression.
func (r *reader) above(n node, o object) {
	if !o.isNode() {
		return
	}
	e := node(o)
	if !r.blank(e) {
		r.relate(n, e, none, isA)
		return
	}
	if r.walked[e] {
		return
	}
	r.walked[e] = true
	if !r.descend() {
		return
	}
	defer r.ascend()
	for _, st := range r.about(e) {
		switch st.p {
		case vIntersectionOf: // both the genus and the differences hold
			for _, part := range r.list(st.o) {
				r.above(n, part)
			}
		case vOnProperty:
			r.restriction(n, e)
			return
		}
	}
}

// equivalent reads "n is the same as o".
func (r *reader) equivalent(n node, o object) {
	if !o.isNode() {
		return
	}
	e := node(o)
	if !r.blank(e) {
		r.relate(n, e, none, synonym)
		return
	}
	for _, st := range r.about(e) {
		switch st.p {
		case vIntersectionOf, vUnionOf, vOneOf:
			r.equivalentTo(n, st)
		case vOnProperty:
			r.above(n, o)
			return
		}
	}
}

// equivalentTo reads a definition of n by the list that is the object of st.
func (r *reader) equivalentTo(n node, st statement) {
	list := r.list(st.o)
	if st.p != vIntersectionOf {
		r.kindsOf(n, list) // n is their union, or these individuals
		return
	}
	for _, part := range list {
		r.above(n, part)
	}
}

// kindsOf reads that each member of the list is an n.
func (r *reader) kindsOf(n node, list []object) {
	for _, part := range list {
		if part.isNode() && !r.blank(node(part)) {
			r.relate(node(part), n, none, isA)
		}
	}
}

// domains reads the domain A and range B of properties that no restriction and no
// assertion uses; nothing else in the file relates A and B. Such a property never makes A
// and B synonyms, or one of them a kind of the other.
func (r *reader) domains() {
	seen := map[node]bool{}
	for _, st := range r.all {
		p := st.s
		if st.p != vDomain || seen[p] || r.builtin(p) {
			continue
		}
		seen[p] = true
		if r.used[p] || r.inverseUsed(p) {
			continue
		}
		m := weakened(r.props.meaning(p))
		for _, from := range r.ends(p, vDomain) {
			for _, to := range r.ends(p, vRange) {
				r.relate(from, to, p, m)
			}
		}
	}
}

func (r *reader) inverseUsed(p node) bool {
	for _, l := range r.props.links[p] {
		if l.turned && r.used[l.to] {
			return true
		}
	}
	return false
}

// ends returns the concepts in the domains or ranges of p.
func (r *reader) ends(p, which node) []node {
	var all []node
	for _, st := range r.about(p) {
		if st.p != which || !st.o.isNode() {
			continue
		}
		for _, n := range r.fillers(node(st.o)) {
			if r.ids[n] != ontology.None {
				all = append(all, n)
			}
		}
	}
	return all
}

// generals counts axioms about unnamed classes, which state nothing about one concept. It
// reads one form of them: an equivalence written backwards.
func (r *reader) generals() {
	for _, st := range r.all {
		if !r.blank(st.s) || !st.o.isNode() {
			continue
		}
		switch st.p {
		case vSubClassOf:
			r.general++
		case vEquivalentClass:
			if n := node(st.o); r.ids[n] != ontology.None {
				clear(r.walked)
				r.weak = r.weak[:0]
				r.equivalent(n, object(st.s))
			}
		}
	}
}
