package rdfxml

import (
	"cmp"
	"strings"

	"github.com/ontocrawl/ontocrawl/ontology/rdfio"
)

// compare orders what is said of n as the OWL API does: what makes an entity
// or an expression what it is, in its own order, then all else by IRI; of one
// property, names before unnamed nodes before texts.
func (g *xmlGraph) compare(n int, a, b xmlStatement) int {
	return cmp.Or(
		cmp.Compare(g.rank(n, a.p), g.rank(n, b.p)),
		compareIRIs(g.names[a.p], g.names[b.p]),
		g.compareObjects(a.o, b.o),
	)
}

// otherRank is the rank of annotations and assertions.
const otherRank = 100

// rank orders predicates.
func (g *xmlGraph) rank(n, p int) int {
	r := g.rankOf(n, p)
	if g.isBlank(n) && r < otherRank && !g.makes(p) {
		r += otherRank / 2 // what an expression is goes before what is said of it
	}
	return r
}

// makes reports whether a predicate is part of what a node is, and not an
// axiom about it.
func (g *xmlGraph) makes(p int) bool {
	switch strings.TrimPrefix(strings.TrimPrefix(g.names[p], owlNS), rdfsNS) {
	case "subClassOf", "equivalentClass", "disjointWith", "disjointUnionOf", "hasKey", "subPropertyOf", "domain", "range":
		return false
	}
	return true
}

func (g *xmlGraph) rankOf(n, p int) int {
	name := g.names[p]
	if p == g.typ {
		switch g.kinds[n] {
		case kindObjectProperty, kindDataProperty, kindAnnotationProperty:
			return 5
		case kindClass:
			return otherRank - 1
		}
		return 0
	}
	if local, ok := strings.CutPrefix(name, rdfsNS); ok {
		if g.kinds[n] == kindAnnotationProperty {
			return otherRank
		}
		switch local {
		case "subClassOf", "subPropertyOf":
			return 2
		case "domain":
			return 6
		case "range":
			return 7
		}
		return otherRank
	}
	local, ok := strings.CutPrefix(name, owlNS)
	if !ok {
		return otherRank
	}
	return owlRank(local)
}

func owlRank(local string) int {
	switch local {
	case "versionIRI", "equivalentClass", "equivalentProperty", "annotatedSource", "onProperty", "onProperties",
		"onDatatype", "sourceIndividual":
		return 1
	case "imports", "annotatedProperty", "withRestrictions", "someValuesFrom", "allValuesFrom", "hasValue", "hasSelf", "assertionProperty",
		"minCardinality", "maxCardinality", "cardinality",
		"minQualifiedCardinality", "maxQualifiedCardinality", "qualifiedCardinality":
		return 2
	case "disjointWith", "annotatedTarget", "onClass", "onDataRange", "inverseOf", "targetIndividual", "targetValue":
		return 3
	case "disjointUnionOf", "propertyDisjointWith":
		return 4
	case "hasKey":
		return 5
	case "propertyChainAxiom":
		return 8
	case "intersectionOf", "unionOf", "complementOf", "oneOf", "datatypeComplementOf", "members", "distinctMembers":
		return 9
	}
	return otherRank
}

func (g *xmlGraph) compareObjects(a, b int) int {
	if ca, cb := g.class(a), g.class(b); ca != cb {
		return cmp.Compare(ca, cb)
	}
	switch {
	case a == b:
		return 0
	case a < 0:
		x, y := g.literals[^a], g.literals[^b]
		return cmp.Or(cmp.Compare(x.text, y.text), cmp.Compare(x.lang, y.lang), cmp.Compare(x.datatype, y.datatype))
	case g.isBlank(a):
		return cmp.Compare(g.key(a), g.key(b))
	}
	return compareIRIs(g.names[a], g.names[b])
}

// compareIRIs goes by namespace first, then by the name in it, as the OWL API
// does.
func compareIRIs(a, b string) int {
	if a == b {
		return 0
	}
	nsA, localA := rdfio.SplitName(a)
	nsB, localB := rdfio.SplitName(b)
	return cmp.Or(cmp.Compare(nsA, nsB), cmp.Compare(localA, localB))
}

func (g *xmlGraph) class(o int) int {
	switch {
	case o < 0:
		return 2
	case g.isBlank(o):
		return 1
	}
	return 0
}

// Keys of unnamed nodes are cut: what is the same so far keeps the order in
// which it came.
const (
	keySize  = 4 << 10
	keyDepth = 50
)

// key returns the text by which an unnamed node is ordered: what kind of
// expression it is, and what is said of it.
func (g *xmlGraph) key(n int) string {
	k, ok := g.keys[n]
	if !ok {
		g.keys[n] = "" // in case it leads back to itself
		k = string(g.appendKey(nil, n))
		g.keys[n] = k
	}
	return k
}

func (g *xmlGraph) appendKey(b []byte, n int) []byte {
	if g.depth > keyDepth || len(b) > keySize {
		return b
	}
	g.depth++
	defer func() { g.depth-- }()
	if _, members := g.collection(n); len(members) > 0 {
		for _, m := range members {
			b = append(g.appendTerm(b, m), ' ')
		}
		return b
	}
	g.sort(n)
	order := byte('z')
	for _, st := range g.about(n) {
		order = min(order, constructor(strings.TrimPrefix(g.names[st.p], owlNS)))
	}
	b = append(b, order)
	for _, st := range g.about(n) {
		if st.p == g.typ && order != 'z' {
			continue
		}
		if g.rank(n, st.p) == otherRank {
			b = append(append(b, g.names[st.p]...), ' ')
		}
		b = append(g.appendTerm(b, st.o), '\x01')
	}
	return b
}

// constructor orders expressions by the predicate that makes them, as the OWL
// API does.
func constructor(local string) byte {
	switch local {
	case "intersectionOf":
		return 'a'
	case "unionOf":
		return 'b'
	case "complementOf":
		return 'c'
	case "oneOf":
		return 'd'
	case "someValuesFrom":
		return 'e'
	case "allValuesFrom":
		return 'f'
	case "hasValue":
		return 'g'
	case "minCardinality", "minQualifiedCardinality":
		return 'h'
	case "cardinality", "qualifiedCardinality":
		return 'i'
	case "maxCardinality", "maxQualifiedCardinality":
		return 'j'
	case "hasSelf":
		return 'k'
	}
	return 'z'
}

func (g *xmlGraph) appendTerm(b []byte, o int) []byte {
	switch {
	case o < 0:
		l := g.literals[^o]
		b = append(b, l.text[:min(len(l.text), keySize)]...)
		b = append(append(b, 0), l.lang...) // before any longer text
		return append(b, l.datatype...)
	case g.isBlank(o):
		return g.appendKey(append(b, '~'), o) // behind names
	}
	return append(b, g.names[o]...)
}
