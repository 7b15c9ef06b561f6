package check

import "strings"

// Entities counts what the files speak of, by kind, each name once. It is known of every file,
// also of one without a concept.
type Entities struct {
	Classes              int `json:"classes"` // declared
	Concepts             int `json:"skos_concepts"`
	Individuals          int `json:"individuals"` // declared, or of a type that is no word of OWL, RDF or SKOS
	ObjectProperties     int `json:"object_properties"`
	DataProperties       int `json:"data_properties"`
	AnnotationProperties int `json:"annotation_properties"`
	OtherProperties      int `json:"other_properties"` // rdf:Property, without a kind
	Datatypes            int `json:"datatypes"`
	Rules                int `json:"rules"` // SWRL
}

// Entities returns the counts of all files. Nodes without a name count only as individuals and
// rules.
func (w *Written) Entities() Entities {
	var e Entities
	seen := map[[2]int32]bool{} // node and kind
	kinds := map[*int]int32{}
	for _, l := range w.links {
		if w.names[l.p] != nsRDF+"type" {
			continue
		}
		n := e.kind(w.names[l.o])
		if n == nil || strings.HasPrefix(w.names[l.s], "_:") && n != &e.Individuals && n != &e.Rules {
			continue
		}
		if _, ok := kinds[n]; !ok {
			kinds[n] = int32(len(kinds))
		}
		if at := [2]int32{l.s, kinds[n]}; !seen[at] {
			seen[at] = true
			*n++
		}
	}
	return e
}

// kind returns the count of what has a type, or nil.
func (e *Entities) kind(iri string) *int {
	switch iri {
	case nsOWL + "Class", nsRDFS + "Class", nsOWL + "DeprecatedClass":
		return &e.Classes
	case nsSKOS + "Concept":
		return &e.Concepts
	case nsOWL + "NamedIndividual":
		return &e.Individuals
	case nsOWL + "ObjectProperty":
		return &e.ObjectProperties
	case nsOWL + "DatatypeProperty":
		return &e.DataProperties
	case nsOWL + "AnnotationProperty":
		return &e.AnnotationProperties
	case nsRDF + "Property":
		return &e.OtherProperties
	case nsRDFS + "Datatype":
		return &e.Datatypes
	case nsSWRL + "Imp":
		return &e.Rules
	}
	for _, ns := range []string{nsRDF, nsRDFS, nsOWL, nsSKOS, nsSWRL, nsSKOSXL} {
		if strings.HasPrefix(iri, ns) {
			return nil
		}
	}
	return &e.Individuals
}
