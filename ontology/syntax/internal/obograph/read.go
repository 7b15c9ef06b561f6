package obograph

import (
	"errors"
	"strings"

	"github.com/knakk/rdf"

	"github.com/ontocrawl/ontocrawl/ontology/rdfio"
)

type reader struct {
	terms *rdfio.Terms
	base  *rdfio.Base
	opt   rdfio.Options
	yield func(rdf.Triple) error
	err   error // of yield, or of a flaw: nothing is yielded after it
	ids   map[string]*rdfio.Node
	known map[string]*rdfio.Node // IRIs of the vocabulary
	types map[string]string      // of nodes
	props map[string]string
}

func newReader(terms *rdfio.Terms, base *rdfio.Base, opt rdfio.Options, yield func(rdf.Triple) error) *reader {
	return &reader{terms: terms, base: base, opt: opt, yield: yield, ids: map[string]*rdfio.Node{},
		known: map[string]*rdfio.Node{}, types: map[string]string{}, props: map[string]string{}}
}

func (r *reader) document(d *document) error {
	for i := range d.Graphs {
		for _, n := range d.Graphs[i].Nodes {
			r.types[n.ID], r.props[n.ID] = n.Type, n.Property
		}
	}
	for i := range d.Graphs {
		if r.graph(&d.Graphs[i]); r.err != nil {
			break
		}
	}
	return r.err
}

func (r *reader) graph(g *graph) {
	r.header(g)
	for i := range g.Nodes {
		r.node(&g.Nodes[i])
	}
	for _, e := range g.Edges {
		r.edge(e)
	}
	for _, s := range g.Same {
		r.same(s)
	}
	for _, d := range g.Defined {
		r.definition(d)
	}
	for _, d := range g.Domains {
		r.domain(d)
	}
	for _, c := range g.Chains {
		r.chain(c)
	}
	for _, e := range g.OnlyFrom {
		r.only(e)
	}
}

// flaw reports a senseless entry by name, because lines say little in JSON.
func (r *reader) flaw(format string, args ...any) {
	e := rdfio.NewSyntaxError(1, 1, format, args...)
	e.File = r.opt.File
	switch {
	case r.opt.Warn != nil:
		r.opt.Warn(e)
	case r.err == nil:
		r.err = e
	}
}

func (r *reader) say(s, p *rdfio.Node, o rdf.Object) {
	if p.IsBlank() {
		r.flaw("a blank node as the predicate of a statement about %s", rdfio.Quote(s.Subject().String()))
		return
	}
	if r.err == nil {
		r.err = r.yield(rdf.Triple{Subj: s.Subject(), Pred: p.Predicate(), Obj: o})
	}
}

// word returns the node of a vocabulary IRI.
func (r *reader) word(iri string) *rdfio.Node {
	n, ok := r.known[iri]
	if !ok {
		n, _ = r.terms.IRI(iri)
		r.known[iri] = n
	}
	return n
}

// id returns the node of an identifier: an IRI or a short form of the OBO library.
func (r *reader) id(id string) (*rdfio.Node, bool) {
	if n, ok := r.ids[id]; ok {
		return n, n != nil
	}
	n, err := r.newID(id)
	if err != nil {
		r.flaw("identifier %s: %v", rdfio.Quote(id), err)
	}
	r.ids[id] = n
	return n, err == nil
}

func (r *reader) newID(id string) (*rdfio.Node, error) {
	if label, ok := strings.CutPrefix(id, "_:"); ok {
		return r.terms.Blank(label)
	}
	prefix, local, ok := strings.Cut(id, ":")
	switch {
	case id == "":
		return nil, errors.New("it is empty")
	case ok && local != "" && strings.Trim(local, "0123456789") == "" && prefix != "urn" && prefix != "tel" && !strings.ContainsAny(prefix, "/#"):
		return r.terms.IRI(nsOBO + rdfio.EscapeIRI(prefix) + "_" + local)
	case ok:
		return r.terms.IRI(rdfio.EscapeIRI(id))
	}
	return r.terms.IRI(r.base.Resolve(id))
}

func (r *reader) isOneOf(n *rdfio.Node, typ string) {
	r.say(n, r.word(nsRDF+"type"), r.word(nsOWL+typ).Object())
}

func (r *reader) header(g *graph) {
	if g.ID == "" && g.Meta == nil && g.Label == "" {
		return
	}
	n := r.terms.Fresh()
	if g.ID != "" {
		var ok bool
		if n, ok = r.id(g.ID); !ok {
			return
		}
	}
	r.isOneOf(n, "Ontology")
	if g.Label != "" {
		r.say(n, r.word(nsRDFS+"label"), r.terms.String(g.Label))
	}
	if g.Meta != nil && g.Meta.Version != "" {
		if v, ok := r.id(g.Meta.Version); ok {
			r.say(n, r.word(nsOWL+"versionIRI"), v.Object())
		}
	}
	r.meta(n, g.Meta)
}

func (r *reader) node(x *node) {
	n, ok := r.id(x.ID)
	if !ok {
		return
	}
	switch x.Type {
	case typeProperty:
		switch x.Property {
		case annotations:
			r.isOneOf(n, "AnnotationProperty")
		case data:
			r.isOneOf(n, "DatatypeProperty")
		default: // missing in older files
			r.isOneOf(n, "ObjectProperty")
		}
	case typeIndividual:
		r.isOneOf(n, "NamedIndividual")
	case typeClass, "":
		r.isOneOf(n, "Class")
	default:
		r.flaw("node %s is of the unknown type %s", rdfio.Quote(x.ID), rdfio.Quote(x.Type))
		return
	}
	if x.Label != "" {
		r.say(n, r.word(nsRDFS+"label"), r.terms.String(x.Label))
	}
	r.meta(n, x.Meta)
}

func (r *reader) ends(e edge) (s, o *rdfio.Node, ok bool) {
	s, ok1 := r.id(e.Sub)
	o, ok2 := r.id(e.Obj)
	return s, o, ok1 && ok2
}

func (r *reader) edge(e edge) {
	s, o, ok := r.ends(e)
	if !ok {
		return
	}
	property, by := r.types[e.Sub] == typeProperty, ""
	switch e.Pred {
	case "is_a", nsRDFS + "subClassOf":
		by = nsRDFS + "subClassOf"
		if property {
			by = nsRDFS + "subPropertyOf"
		}
	case "subPropertyOf", "inverseOf", "type":
		by = map[string]string{"subPropertyOf": nsRDFS + "subPropertyOf", "inverseOf": nsOWL + "inverseOf", "type": nsRDF + "type"}[e.Pred]
	}
	if by != "" {
		r.noted(s, r.word(by), o.Object(), e.Meta)
		return
	}
	p, ok := r.id(e.Pred)
	switch {
	case !ok:
	case property, r.types[e.Sub] == typeIndividual, r.types[e.Obj] == typeIndividual && r.props[e.Pred] != objects, r.props[e.Pred] == annotations:
		r.noted(s, p, o.Object(), e.Meta)
	default:
		by := "someValuesFrom"
		if r.types[e.Obj] == typeIndividual {
			by = "hasValue"
		}
		r.noted(s, r.word(nsRDFS+"subClassOf"), r.restriction(p, by, o), e.Meta)
	}
}

func (r *reader) restriction(p *rdfio.Node, by string, o *rdfio.Node) rdf.Object {
	x := r.terms.Fresh()
	r.isOneOf(x, "Restriction")
	r.say(x, r.word(nsOWL+"onProperty"), p.Object())
	r.say(x, r.word(nsOWL+by), o.Object())
	return x.Object()
}

func (r *reader) only(e edge) {
	s, o, ok := r.ends(e)
	p, ok2 := r.id(e.Pred)
	if ok && ok2 {
		r.noted(s, r.word(nsRDFS+"subClassOf"), r.restriction(p, "allValuesFrom", o), e.Meta)
	}
}
