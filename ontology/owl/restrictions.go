package owl

import (
	"strconv"
	"strings"

	"github.com/ontocrawl/ontocrawl/internal/english"
)

// deepest bounds the nesting of class expressions; authors stop at four.
const deepest = 1000

// descend enters a class expression unless it is too deep.
func (r *reader) descend() bool {
	if r.depth == deepest {
		r.err = english.Errorf("class expressions nested deeper than %d", deepest)
		return false
	}
	r.depth++
	return true
}

func (r *reader) ascend() { r.depth-- }

// restriction reads owl:Restriction e about n.
func (r *reader) restriction(n, e node) {
	p, turned := r.onProperty(e)
	if p == none {
		return
	}
	m := r.props.meaning(p)
	if turned {
		m = m.turned()
	}
	for _, st := range r.about(e) {
		switch st.p {
		case vSomeValuesFrom, vHasValue:
			if !st.o.isNode() {
				r.value(n, p, m, r.lit(st.o))
				continue
			}
			r.strong[p] = true
			r.fill(n, p, r.fillers(node(st.o)), m)
		case vAllValuesFrom:
			if st.o.isNode() {
				r.weak = append(r.weak, weakEdge{p, r.fillers(node(st.o)), weakened(m)})
			}
		case vOnClass:
			if st.o.isNode() && r.atLeastOne(e) {
				r.strong[p] = true
				r.fill(n, p, r.fillers(node(st.o)), m)
			}
		}
	}
}

// onProperty returns the property of a restriction; turned is set for an unnamed inverse.
func (r *reader) onProperty(e node) (p node, turned bool) {
	p = r.object(e, vOnProperty)
	for range 8 { // inverses of inverses, which authors do not write
		if p == none || !r.blank(p) {
			return p, turned
		}
		p, turned = r.object(p, vInverseOf), !turned
	}
	return none, false
}

// atLeastOne reports whether a cardinality requires at least one value.
func (r *reader) atLeastOne(e node) bool {
	for _, st := range r.about(e) {
		switch st.p {
		case vMinQualified, vQualified, vMinCardinality, vCardinality:
			if !st.o.isNode() {
				n, err := strconv.Atoi(strings.TrimSpace(r.lit(st.o).text))
				return err == nil && n >= 1
			}
		}
	}
	return false
}

// weakened returns the meaning of "only" for a property whose "some" means m. It is never
// identity or a kind.
func weakened(m Meaning) Meaning {
	switch m {
	case isA, hasKind, synonym:
		return unmapped
	}
	return m
}

// fill adds the edges of a restriction.
func (r *reader) fill(n, p node, to []node, m Meaning) {
	for _, f := range to {
		if r.kinds[p]&property != 0 && r.object(p, vType) == vDatatypeProperty {
			return // its targets are values, not concepts
		}
		r.used[p] = true
		r.relate(n, f, p, m)
	}
}

// fillers returns the named classes of a filler: itself, the members of a union or
// enumeration, the genus of an intersection.
func (r *reader) fillers(e node) []node {
	if !r.blank(e) {
		return []node{e}
	}
	if known, ok := r.members[e]; ok {
		return known
	}
	r.members[e] = nil // also ends an expression that contains itself
	if !r.descend() {
		return nil
	}
	defer r.ascend()
	var all []node
	seen := map[node]bool{}
	for _, st := range r.about(e) {
		switch st.p {
		case vUnionOf, vIntersectionOf, vOneOf:
			for _, part := range r.list(st.o) {
				if !part.isNode() {
					continue
				}
				if r.exhausted() {
					return nil
				}
				for _, f := range r.fillers(node(part)) {
					if !seen[f] {
						seen[f] = true
						all = append(all, f)
					}
				}
			}
		}
	}
	r.members[e] = all
	r.steps += len(all)
	return all
}
