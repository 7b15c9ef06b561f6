package owl

import (
	"strings"
)

// undeclaredClasses finds the classes of files that declare none: data about individuals, rules,
// vocabularies of properties. A term is a class where it stands as one: it is the type of
// something, the domain or range of a property, part of a class expression or axiom, or the
// predicate of a rule. The OWL API reads such files so (its parsers take an undeclared term
// for what its place needs).
//
// Departure: the OWL API infers in every file. Here a file that declares a class or concept
// is taken at its word: of the terms it borrows, such as foaf:Person for its authors, only
// those that an axiom relates to its own are concepts.
func (r *reader) undeclaredClasses() {
	if r.declares() {
		return
	}
	data := r.dataProperties()
	for _, st := range r.all {
		for _, n := range r.classes(st, data) {
			if r.kinds[n]&(class|datatype|header) != 0 || r.blank(n) || r.language(n) {
				continue
			}
			r.kinds[n] |= class
			if r.kinds[n]&deprecated == 0 {
				r.undeclared = append(r.undeclared, n)
			}
		}
	}
}

// declares reports whether any class or SKOS concept with a name is known so far.
func (r *reader) declares() bool {
	for i, k := range r.kinds {
		if n := node(i); k&(class|scheme) != 0 && k&datatype == 0 && !r.blank(n) && !r.language(n) {
			return true
		}
	}
	return false
}

// dataProperties returns the properties whose values are literals: what stands as their
// range, or as their filler in a restriction, is a datatype.
func (r *reader) dataProperties() map[node]bool {
	data := map[node]bool{}
	for _, st := range r.all {
		if st.p == vType && (st.o == object(vDatatypeProperty) || st.o == object(vAnnotationProperty)) {
			data[st.s] = true
		}
	}
	return data
}

// classes returns the nodes that stand as classes in a statement. data are the properties
// with literals.
func (r *reader) classes(st statement, data map[node]bool) []node {
	switch st.p {
	case vHasKey:
		return []node{st.s}
	case vUnionOf, vIntersectionOf, vDisjointUnionOf:
		if r.kinds[st.s]&datatype != 0 { // of data ranges
			return nil
		}
		return r.nodes(st.o)
	case vMembers:
		if r.object(st.s, vType) == vAllDisjointClasses {
			return r.nodes(st.o)
		}
	}
	if !st.o.isNode() {
		return nil
	}
	switch o := node(st.o); st.p {
	case vType, vDomain, vOnClass, vComplementOf, vClassPredicate:
		return []node{o}
	case vDisjointWith:
		return []node{st.s, o}
	case vRange:
		if !data[st.s] {
			return []node{o}
		}
	case vSomeValuesFrom, vAllValuesFrom:
		if p := r.object(st.s, vOnProperty); p != none && !data[p] {
			return []node{o}
		}
	}
	return nil
}

// nodes returns the members of a list that are no literals.
func (r *reader) nodes(list object) (all []node) {
	for _, o := range r.list(list) {
		if o.isNode() {
			all = append(all, node(o))
		}
	}
	return all
}

// language reports whether n is a word of a language in which ontologies are written, and so
// names nothing of their domain.
func (r *reader) language(n node) bool {
	if r.builtin(n) {
		return true
	}
	iri := r.names[n]
	for _, ns := range []string{nsSKOS, nsSKOSXL, nsSWRL, nsInOwl} {
		if strings.HasPrefix(iri, ns) {
			return true
		}
	}
	return false
}
