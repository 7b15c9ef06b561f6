package obo

import (
	"strings"

	"github.com/knakk/rdf"

	"github.com/ontocrawl/ontocrawl/ontology/rdfio"
)

// entity is the meaning of an identifier.
type entity struct {
	node     *rdfio.Node
	iri      string
	declared kind
	used     kind
}

// kind is a set of the kinds of entities.
type kind uint8

const (
	class kind = 1 << iota
	relation
	annotation
	individual
)

type emitter struct {
	terms   *rdfio.Terms
	yield   func(rdf.Triple) error
	err     error                  // of yield: nothing is yielded after it
	nodes   map[string]*rdfio.Node // of IRIs that the specification names
	tags    map[string]*entity     // properties of tags
	tagged  []*entity
	typ     rdf.Predicate
	noted   [3]rdf.Predicate // annotatedSource, -Property, -Target
	first   rdf.Predicate
	rest    rdf.Predicate
	axiom   rdf.Object
	nothing rdf.Object // the empty list

	// Frequent nodes, to avoid lookups.
	subClassOf             *rdfio.Node
	onProperty, some       rdf.Predicate
	isClass, isRestriction rdf.Object
}

func newEmitter(terms *rdfio.Terms, yield func(rdf.Triple) error) *emitter {
	e := &emitter{terms: terms, yield: yield, nodes: map[string]*rdfio.Node{}, tags: map[string]*entity{}}
	e.typ = e.node(nsRDF + "type").Predicate()
	for i, part := range []string{"Source", "Property", "Target"} {
		e.noted[i] = e.node(nsOWL + "annotated" + part).Predicate()
	}
	e.first, e.rest = e.node(nsRDF+"first").Predicate(), e.node(nsRDF+"rest").Predicate()
	e.subClassOf = e.node(nsRDFS + "subClassOf")
	e.onProperty, e.some = e.node(nsOWL+"onProperty").Predicate(), e.node(nsOWL+"someValuesFrom").Predicate()
	e.isClass, e.isRestriction = e.node(nsOWL+"Class").Object(), e.node(nsOWL+"Restriction").Object()
	e.axiom, e.nothing = e.node(nsOWL+"Axiom").Object(), e.node(nsRDF+"nil").Object()
	return e
}

func (e *emitter) node(iri string) *rdfio.Node {
	n, ok := e.nodes[iri]
	if !ok {
		n, _ = e.terms.IRI(iri)
		e.nodes[iri] = n
	}
	return n
}

func (e *emitter) say(s *rdfio.Node, p rdf.Predicate, o rdf.Object) {
	if e.err == nil {
		e.err = e.yield(rdf.Triple{Subj: s.Subject(), Pred: p, Obj: o})
	}
}

// note is an annotation of an axiom.
type note struct {
	p *entity
	o rdf.Object
}

// sayNoted yields a triple and its annotations.
func (e *emitter) sayNoted(s *rdfio.Node, p *rdfio.Node, o rdf.Object, notes []note) {
	e.say(s, p.Predicate(), o)
	if len(notes) == 0 {
		return
	}
	x := e.terms.Fresh()
	e.say(x, e.typ, e.axiom)
	e.say(x, e.noted[0], s.Object())
	e.say(x, e.noted[1], p.Object())
	e.say(x, e.noted[2], o)
	for _, n := range notes {
		e.say(x, n.p.node.Predicate(), n.o)
	}
}

// list yields a list and returns its first cell.
func (e *emitter) list(members []rdf.Object) rdf.Object {
	if len(members) == 0 {
		return e.nothing
	}
	cells := make([]*rdfio.Node, len(members))
	for i := range cells {
		cells[i] = e.terms.Fresh()
	}
	for i, m := range members {
		e.say(cells[i], e.first, m)
		if i+1 < len(cells) {
			e.say(cells[i], e.rest, cells[i+1].Object())
		} else {
			e.say(cells[i], e.rest, e.nothing)
		}
	}
	return cells[0].Object()
}

// isOneOf yields the type of a node.
func (e *emitter) isOneOf(n *rdfio.Node, typeIRI string) { e.say(n, e.typ, e.node(typeIRI).Object()) }

// tag returns the property of a tag (section 5.8).
func (e *emitter) tag(tag string) *entity {
	if p := e.tags[tag]; p != nil {
		return p
	}
	iri := tagIRI(tag)
	p := &entity{node: e.node(iri), iri: iri}
	e.tags[tag] = p
	if !strings.HasPrefix(iri, nsRDFS) && !strings.HasPrefix(iri, nsOWL) {
		e.tagged = append(e.tagged, p)
	}
	return p
}

// declareRest declares used but undeclared entities: classes and relations of other
// ontologies, and annotation properties of tags.
func (e *emitter) declareRest(d *ids) {
	for _, x := range d.order {
		if missing := x.used &^ x.declared; missing != 0 && !builtin(x.iri) {
			e.declare(x, missing)
		}
	}
	for _, p := range e.tagged {
		e.isOneOf(p.node, nsOWL+"AnnotationProperty")
		if text := label(p.iri); text != "" {
			e.say(p.node, e.node(nsRDFS+"label").Predicate(), e.terms.String(text))
		}
	}
}

// declare declares x as k, once.
func (e *emitter) declare(x *entity, k kind) {
	for k &^= x.declared; k != 0; k &= k - 1 {
		one := k & -k
		x.declared |= one
		switch one {
		case class:
			e.say(x.node, e.typ, e.isClass)
		case relation:
			e.isOneOf(x.node, nsOWL+"ObjectProperty")
		case annotation:
			e.isOneOf(x.node, nsOWL+"AnnotationProperty")
		case individual:
			e.isOneOf(x.node, nsOWL+"NamedIndividual")
		}
	}
}

// entity returns the entity of an identifier, and notes the kind of its use.
func (p *parser) entity(id string, as kind) (*entity, error) {
	x := p.known[id]
	if x == nil {
		var err error
		if x, err = p.byIRI(p.iri(id)); err != nil {
			return nil, err
		}
		p.known[id] = x
	}
	x.used |= as
	return x, nil
}

// byIRI returns the entity of an IRI, which several identifiers may share.
func (p *parser) byIRI(iri string) (*entity, error) {
	if x := p.iris[iri]; x != nil {
		return x, nil
	}
	n, err := p.terms.NewIRI(iri)
	if err != nil {
		return nil, err
	}
	if len(p.spare) == 0 {
		p.spare = make([]entity, 64)
	}
	x := &p.spare[0]
	p.spare = p.spare[1:]
	*x = entity{node: n, iri: iri}
	p.iris[iri] = x
	p.order = append(p.order, x)
	return x, nil
}
