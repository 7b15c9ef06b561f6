package shacl

import (
	"errors"
	"slices"
	"strings"

	"github.com/knakk/rdf"
	"github.com/tggo/goRDFlib/shacl"

	"github.com/ontocrawl/ontocrawl/internal/english"
)

const (
	nsSH   = "http://www.w3.org/ns/shacl#"
	nsRDF  = "http://www.w3.org/1999/02/22-rdf-syntax-ns#"
	nsXSD  = "http://www.w3.org/2001/XMLSchema#"
	nsRDFS = "http://www.w3.org/2000/01/rdf-schema#"
)

// Shapes are shapes without faults.
type Shapes struct {
	graph *shacl.Graph
	turns chan struct{} // see Validate
}

// ErrNoShape says that a document has no shape with a target, so everything would conform to it.
var ErrNoShape = errors.New("it has no shape with a target (sh:targetClass, sh:targetNode, sh:targetSubjectsOf, sh:targetObjectsOf)")

// Parse takes shapes from the triples of a document. Its error joins all faults.
func Parse(triples []rdf.Triple) (*Shapes, error) {
	d := &document{objects: map[string]map[string][]rdf.Term{}}
	for _, t := range triples {
		s := key(t.Subj)
		if d.objects[s] == nil {
			d.objects[s] = map[string][]rdf.Term{}
			d.order = append(d.order, s)
		}
		d.objects[s][t.Pred.String()] = append(d.objects[s][t.Pred.String()], t.Obj)
	}
	if err := errors.Join(d.faults()...); err != nil {
		return nil, err
	}
	return &Shapes{graphOf(triples), make(chan struct{}, 2)}, nil
}

// document is a graph of shapes: the objects of each subject by property.
type document struct {
	objects map[string]map[string][]rdf.Term
	order   []string
	targets int
}

// key tells IRIs and blank nodes apart.
func key(t rdf.Term) string {
	if b, ok := t.(rdf.Blank); ok {
		return "_:" + b.String()
	}
	return t.String()
}

func (d *document) faults() (all []error) {
	for _, s := range d.order {
		properties := d.objects[s]
		if typed(properties, "ValidationReport") || typed(properties, "ValidationResult") {
			continue // a report beside its shapes
		}
		names := make([]string, 0, len(properties))
		for p := range properties {
			names = append(names, p)
		}
		slices.Sort(names)
		for _, p := range names {
			local, ours := strings.CutPrefix(p, nsSH)
			if !ours {
				continue
			}
			if strings.HasPrefix(local, "target") {
				d.targets++
			}
			for _, o := range properties[p] {
				if why := d.fault(local, o); !why.IsZero() {
					all = append(all, english.Errorf("%v: sh:%s %v", d.name(s), local, why))
				}
			}
		}
	}
	all = append(all, d.circles()...)
	if len(all) == 0 && d.targets == 0 && !d.implicit() {
		all = append(all, ErrNoShape)
	}
	return all
}

// typed reports whether a node is of a class of SHACL.
func typed(properties map[string][]rdf.Term, class string) bool {
	return slices.ContainsFunc(properties[nsRDF+"type"], func(t rdf.Term) bool { return t.String() == nsSH+class })
}

// implicit reports a class that is a shape of its own instances (section 2.1.3.3).
func (d *document) implicit() bool {
	for _, properties := range d.objects {
		types := properties[nsRDF+"type"]
		has := func(iri string) bool {
			return slices.ContainsFunc(types, func(t rdf.Term) bool { return t.String() == iri })
		}
		if has(nsRDFS+"Class") && (has(nsSH+"NodeShape") || has(nsSH+"PropertyShape")) {
			return true
		}
	}
	return false
}

// name says which shape a subject is: a blank node by its path.
func (d *document) name(s string) english.Phrase {
	if !strings.HasPrefix(s, "_:") {
		return english.Phrasef("<%s>", s)
	}
	for _, path := range d.objects[s][nsSH+"path"] {
		if _, ok := path.(rdf.IRI); ok {
			return english.Phrasef("the shape of <%s>", path.String())
		}
	}
	return english.Phrasef("a shape without a name")
}

// targeted reports whether a shape is asked of something by itself: it has a target, or is a class.
func (d *document) targeted(s string) bool {
	for p := range d.objects[s] {
		if strings.HasPrefix(p, nsSH+"target") {
			return true
		}
	}
	return typed(d.objects[s], "NodeShape") || typed(d.objects[s], "PropertyShape")
}

// circles finds shapes that refer to themselves: the validation would not end (section 3.4.3 leaves them
// undefined). What no shape uses may.
func (d *document) circles() (all []error) {
	state := map[string]int{} // 1: being visited, 2: done
	var visit func(s string)
	visit = func(s string) {
		state[s] = 1
		for _, next := range d.references(s) {
			switch state[next] {
			case 0:
				visit(next)
			case 1:
				all = append(all, english.Errorf("%v refers to itself", d.name(next)))
			}
		}
		state[s] = 2
	}
	for _, s := range d.order {
		if state[s] == 0 && d.targeted(s) {
			visit(s)
		}
	}
	return all
}

// references are the nodes to which a shape, or a list of shapes, leads.
func (d *document) references(s string) (all []string) {
	for _, p := range []string{nsSH + "property", nsSH + "node", nsSH + "not", nsSH + "qualifiedValueShape", nsSH + "and", nsSH + "or", nsSH + "xone",
		nsSH + "path", nsSH + "inversePath", nsSH + "alternativePath", nsSH + "zeroOrMorePath", nsSH + "oneOrMorePath", nsSH + "zeroOrOnePath",
		nsRDF + "first", nsRDF + "rest"} {
		for _, o := range d.objects[s][p] {
			if _, literal := o.(rdf.Literal); !literal {
				all = append(all, key(o))
			}
		}
	}
	return all
}

// graphOf is the library's form of a graph.
func graphOf(triples []rdf.Triple) *shacl.Graph {
	g := shacl.NewGraph()
	for _, t := range triples {
		g.Add(termOf(t.Subj), termOf(t.Pred), termOf(t.Obj))
	}
	return g
}

func termOf(t rdf.Term) shacl.Term {
	switch t := t.(type) {
	case rdf.Blank:
		return shacl.BlankNode(t.String())
	case rdf.Literal:
		if t.Lang() != "" {
			return shacl.Literal(t.String(), nsRDF+"langString", t.Lang())
		}
		return shacl.Literal(t.String(), t.DataType.String(), "")
	}
	return shacl.IRI(t.String())
}
