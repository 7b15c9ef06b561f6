package template

import (
	"strings"

	"github.com/ontocrawl/ontocrawl/internal/english"
	"github.com/ontocrawl/ontocrawl/ontology/axiom"
)

// entity is a class, property or individual that a row describes.
type entity struct {
	*row
	iri  string
	kind axiom.Op

	// The expressions of its EC columns, the last of these columns, and their annotations.
	meets     []string
	meetAt    int
	meetNotes []string
}

// kindNamed are the values of TYPE that are no class.
func kindNamed(name string) (axiom.Op, bool) {
	switch strings.TrimPrefix(strings.ToLower(name), "owl:") {
	case "class":
		return axiom.Class, true
	case "object property", "objectproperty":
		return axiom.ObjectProperty, true
	case "data property", "dataproperty", "datatypeproperty":
		return axiom.DataProperty, true
	case "annotation property", "annotationproperty":
		return axiom.AnnotationProperty, true
	case "datatype":
		return axiom.Datatype, true
	case "individual", "named individual", "namedindividual":
		return axiom.NamedIndividual, true
	}
	return 0, false
}

// identify finds the entity of each row, and notes their labels. A row without one is left out.
func (t *table) identify() {
	id, label := t.column("ID"), t.column("LABEL")
	for i := range t.rows[1:] {
		r := &t.rows[1+i]
		e := &entity{row: r}
		var err error
		at := id
		switch {
		case r.cell(id) != "":
			e.iri, err = t.names.expand(r.cell(id))
		case r.cell(label) != "":
			at = label
			e.iri, err = t.names.iri(r.cell(label))
		default:
			continue
		}
		if err != nil {
			t.fault(r.place(at), err)
			continue
		}
		t.entities = append(t.entities, e)
		if l := r.cell(label); l != "" {
			t.names.label(l, e.iri)
		}
	}
	t.ours = map[string]bool{}
	for _, e := range t.entities {
		e.kind = t.kindOf(e)
		t.names.kinds[e.iri], t.ours[e.iri] = e.kind, true
	}
}

// kindOf is the kind of an entity: what TYPE says; else what the input declares; else a class.
func (t *table) kindOf(e *entity) axiom.Op {
	at := t.column("TYPE")
	if at < 0 || e.cell(at) == "" {
		if k, ok := t.names.kinds[e.iri]; ok {
			return k
		}
		return axiom.Class
	}
	for _, v := range t.columns[at].values(e.cell(at)) {
		if k, ok := kindNamed(v); ok {
			return k
		}
	}
	return axiom.NamedIndividual // of that class
}

// foreign reports an entity of the input that no row is about.
func (t *table) foreign(iri string) bool {
	_, known := t.names.kinds[iri]
	return known && !t.ours[iri]
}

// kindText names a kind as TYPE does.
func kindText(k axiom.Op) english.Phrase {
	switch k {
	case axiom.ObjectProperty:
		return english.Phrasef("an object property")
	case axiom.DataProperty:
		return english.Phrasef("a data property")
	case axiom.AnnotationProperty:
		return english.Phrasef("an annotation property")
	case axiom.Datatype:
		return english.Phrasef("a datatype")
	case axiom.NamedIndividual:
		return english.Phrasef("an individual")
	}
	return english.Phrasef("a class")
}
