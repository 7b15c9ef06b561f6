package obograph

import (
	"encoding/json"
	"io"

	"github.com/knakk/rdf"

	"github.com/ontocrawl/ontocrawl/ontology/rdfio"
)

// encode writes triples, in the order of their first mention. It returns the statements
// that the schema of OBO graphs cannot express, and those written without, for example,
// language or datatype.
func encode(w io.Writer, triples []rdf.Triple, _ rdfio.EncodeOptions) (dropped []rdfio.Loss, err error) {
	x := &writer{index: newIndex(triples), kinds: map[string]string{}, props: map[string]string{}, domains: map[string]int{}}
	x.g = graph{Nodes: []node{}, Edges: []edge{}}
	x.write()
	out := json.NewEncoder(w)
	out.SetEscapeHTML(false)
	out.SetIndent("", "  ")
	return x.lost, out.Encode(document{Graphs: []graph{x.g}})
}

type writer struct {
	*index
	g       graph
	kinds   map[string]string // subject -> type of node
	props   map[string]string // subject -> type of property
	domains map[string]int    // property -> place of its domains and ranges
}

func (w *writer) write() {
	w.header()
	w.declarations()
	for _, s := range w.order {
		if _, named := iri(s); named {
			for _, i := range w.by[s] {
				if !w.done[i] {
					w.axiom(s, i)
				}
			}
		}
	}
	for _, s := range w.order {
		if kind := w.kinds[s]; kind != "" {
			w.node(s, kind)
		}
	}
	w.left()
}

func (w *writer) header() {
	for _, s := range w.order {
		if !w.is(s, nsOWL+"Ontology") {
			continue
		}
		id, named := iri(s)
		if !named {
			continue // an ontology without a name has no place
		}
		w.g.ID = id
		var m meta
		for _, i := range w.by[s] {
			t := w.triples[i]
			switch t.Pred.String() {
			case nsRDF + "type":
				if t.Obj.String() == nsOWL+"Ontology" {
					w.take(i)
				}
			case nsOWL + "versionIRI":
				if v, ok := iri(key(t.Obj)); ok && m.Version == "" {
					m.Version = v
					w.take(i)
				}
			default:
				w.annotation(&m, s, i)
			}
		}
		if !m.empty() {
			w.g.Meta = &m
		}
		return
	}
}

// declarations notes the kind of each subject: the first one if there are several.
func (w *writer) declarations() {
	for i, t := range w.triples {
		if t.Pred.String() != nsRDF+"type" || w.done[i] {
			continue
		}
		kind, prop := kindOf(t.Obj.String())
		s := key(t.Subj)
		if _, named := iri(s); kind == "" || !named || w.kinds[s] != "" {
			continue
		}
		w.kinds[s], w.props[s] = kind, prop
		w.take(i)
	}
}

func kindOf(typ string) (kind, property string) {
	switch typ {
	case nsOWL + "Class":
		return typeClass, ""
	case nsOWL + "NamedIndividual":
		return typeIndividual, ""
	case nsOWL + "ObjectProperty":
		return typeProperty, objects
	case nsOWL + "DatatypeProperty":
		return typeProperty, data
	case nsOWL + "AnnotationProperty":
		return typeProperty, annotations
	}
	return "", ""
}
