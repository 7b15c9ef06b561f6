package canon

import (
	"slices"
	"strings"
)

const (
	rdfNS  = "<http://www.w3.org/1999/02/22-rdf-syntax-ns#"
	rdfsNS = "<http://www.w3.org/2000/01/rdf-schema#"
	owlNS  = "<http://www.w3.org/2002/07/owl#"
)

// Ranks of subjects, in the order of the OWL API.
const (
	rankOntology = iota
	rankAnnotationProperty
	rankDatatype
	rankObjectProperty
	rankDataProperty
	rankProperty
	rankClass
	rankOther // individuals, and subjects without a type here
	rankBlank
)

// kindRank returns the rank of a type.
func kindRank(key string) int {
	switch key {
	case owlNS + "Ontology":
		return rankOntology
	case owlNS + "AnnotationProperty":
		return rankAnnotationProperty
	case rdfsNS + "Datatype":
		return rankDatatype
	case owlNS + "ObjectProperty":
		return rankObjectProperty
	case owlNS + "DatatypeProperty":
		return rankDataProperty
	case rdfNS + "Property":
		return rankProperty
	case owlNS + "Class", rdfsNS + "Class":
		return rankClass
	}
	return rankOther
}

// propertyRank puts the properties first that readers look for first.
func propertyRank(key string) int {
	switch key {
	case rdfNS + "type":
		return 0
	case rdfsNS + "label":
		return 1
	}
	return 2
}

// rankSubjects computes the place of each subject. Blank nodes are ordered by their
// statements, types first, because their labels mean nothing to a reader.
func (g *graph) rankSubjects() {
	g.rank, g.order = make([]int, len(g.terms)), make([]string, len(g.terms))
	for n := range g.terms {
		g.rank[n], g.order[n] = rankOther, g.keys[n]
		if g.isBlank(int32(n)) {
			g.rank[n] = rankBlank
		}
	}
	said := make(map[int32][]string)
	for _, t := range g.triples {
		switch {
		case g.isBlank(t.s):
			rank := string(rune('0' + propertyRank(g.keys[t.p])))
			said[t.s] = append(said[t.s], rank+g.keys[t.p]+" "+g.sortKey(t.o))
		case g.keys[t.p] == rdfNS+"type":
			g.rank[t.s] = min(g.rank[t.s], kindRank(g.keys[t.o]))
		}
	}
	for _, n := range g.blanks {
		slices.Sort(said[n])
		g.order[n] = strings.Join(said[n], "\n")
	}
}
