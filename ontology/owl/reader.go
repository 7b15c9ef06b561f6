package owl

import (
	"context"
	"errors"

	"github.com/ontocrawl/ontocrawl/ontology"
	"github.com/ontocrawl/ontocrawl/ontology/reason"
)

// kind is the set of a node's types.
type kind uint8

const (
	class      kind = 1 << iota // a class
	scheme                      // a SKOS concept
	individual                  // an individual, declared or by its type
	property                    // any kind of property
	datatype                    // a datatype
	header                      // an ontology, or a label of SKOS-XL: never a concept
	deprecated                  // marked as not to be used any more
	said                        // a property that an edge comes from
)

// reader builds a graph from the statements of a store.
type reader struct {
	*store
	opt        Options
	b          ontology.Builder
	kinds      []kind
	ids        []ontology.ID // by node; None: not a concept, or not yet
	props      *properties
	scopes     map[scoped]ontology.LabelKind
	used       map[node]bool // properties with an edge from a restriction or assertion
	strong     map[node]bool // targets of the current concept, without allValuesFrom
	weak       []weakEdge
	walked     map[node]bool // class expressions of the concept at hand
	members    map[node][]node
	labels     map[string]node // concepts by name; none: ambiguous
	locals     map[string]node // and by local name
	named      map[string]bool // languages in which the concept at hand has its name
	wrong      map[problem]int // values that name no concept, and the like
	order      []problem
	left       int    // how many concepts are left out as deprecated
	undeclared []node // classes that are used as such and declared nowhere
	general    int    // axioms about unnamed classes, which are left out
	depth      int    // of the class expression at hand
	err        error

	carries   map[node]bool // whether literals of a property can be part of an axiom
	reasoner  *reason.Reasoner
	taxonomy  *reason.Taxonomy
	inference *Inference
	tooMuch   bool // the reasoner gave up
}

// weakEdge comes from allValuesFrom, and counts only without a stronger edge.
type weakEdge struct {
	p  node
	to []node
	by Meaning
}

func newReader(s *store, opt Options, prefixes map[string]string) *reader {
	scopes := s.annotations()
	s.index()
	r := &reader{
		scopes: scopes, props: newProperties(s, opt.Mapping, prefixes),
		store: s, opt: opt,
		kinds: make([]kind, len(s.names)), ids: make([]ontology.ID, len(s.names)),
		used: map[node]bool{}, strong: map[node]bool{}, walked: map[node]bool{}, named: map[string]bool{},
		members: map[node][]node{}, wrong: map[problem]int{},
	}
	for i := range r.ids {
		r.ids[i] = ontology.None
	}
	return r
}

// graph reads first concepts, then labels, then relations.
func (r *reader) graph(ctx context.Context) (*ontology.Graph, error) {
	r.survey()
	r.undeclaredClasses()
	r.types()
	concepts := r.declare()
	for _, n := range concepts {
		r.name(n)
	}
	for _, n := range concepts {
		r.relations(n)
	}
	r.domains()
	r.generals()
	r.nameProperties()
	if r.err == nil {
		r.err = r.infer(ctx)
	}
	if r.err != nil {
		return nil, r.err
	}
	if r.exhausted() {
		return nil, errors.New("its lists and class expressions share too many parts")
	}
	return r.b.Build(), nil
}

// declare adds the concepts in file order.
func (r *reader) declare() []node {
	concepts := make([]node, 0, r.room())
	seen := make([]bool, len(r.names))
	for _, st := range r.all {
		if seen[st.s] {
			continue
		}
		seen[st.s] = true
		if r.isConcept(st.s) {
			if r.kinds[st.s]&deprecated != 0 {
				r.left++
				continue
			}
			r.add(st.s)
			concepts = append(concepts, st.s)
		}
	}
	for _, n := range r.undeclared {
		if !seen[n] { // nothing is said of it, not even a name
			r.add(n)
		}
	}
	return concepts
}

// room reserves memory and returns roughly the number of concepts.
func (r *reader) room() int {
	relations := 0
	for _, st := range r.all {
		if st.p == vSubClassOf {
			relations++
		}
	}
	concepts := 0
	for i, k := range r.kinds {
		if k&(class|scheme|individual) != 0 && k&deprecated == 0 && !r.blank(node(i)) {
			concepts++
		}
	}
	r.b.Grow(concepts, min(relations+relations/8, r.opt.Limits.Relations))
	return concepts
}

func (r *reader) isConcept(n node) bool {
	k := r.kinds[n]
	switch {
	case r.blank(n) || r.builtin(n) || k&datatype != 0:
		return false
	case k&(class|scheme) != 0:
		return true
	}
	return k&individual != 0 && k&(property|header) == 0 && !r.opt.NoIndividuals
}

func (r *reader) add(n node) ontology.ID {
	id := r.b.Concept(r.names[n])
	r.ids[n] = id
	if r.kinds[n]&(class|scheme) == 0 && r.kinds[n]&individual != 0 {
		r.b.Individual(id)
	}
	return id
}

// concept returns the ID of n. It adds a class that an axiom mentions without
// declaration, perhaps from a missing import.
func (r *reader) concept(n node) ontology.ID {
	if n == none {
		return ontology.None
	}
	if id := r.ids[n]; id != ontology.None {
		return id
	}
	k := r.kinds[n]
	if r.blank(n) || r.builtin(n) || k&(deprecated|datatype|header) != 0 ||
		k&(class|scheme) == 0 && (k&property != 0 || k&individual != 0 && r.opt.NoIndividuals) {
		return ontology.None
	}
	return r.add(n)
}

// relate adds the edge that "from p to" means.
func (r *reader) relate(from, to node, p node, m Meaning) {
	f, t := r.concept(from), r.concept(to)
	if f == ontology.None || t == ontology.None || m == ignore || m == core || r.err != nil {
		return
	}
	name := ""
	if p != none {
		name = r.names[p]
		r.kinds[p] |= said
	}
	switch m {
	case isA:
		r.b.Relate(f, t, ontology.IsA, name)
	case hasKind:
		r.b.Relate(t, f, ontology.IsA, name)
	case includes:
		r.b.Relate(f, t, ontology.Includes, name)
	case includedBy:
		r.b.Relate(t, f, ontology.Includes, name)
	case synonym:
		r.b.Relate(f, t, ontology.Synonym, name)
	default:
		r.b.Relate(f, t, ontology.Other, name)
	}
	if r.b.Relations() > r.opt.Limits.Relations {
		r.err = tooLarge("Relations", int64(r.opt.Limits.Relations), "more than %d relations")
	}
}

// nameProperties labels the properties of edges.
func (r *reader) nameProperties() {
	for i, k := range r.kinds {
		if k&said == 0 {
			continue
		}
		for _, l := range r.props.labelsOf(node(i)) {
			r.b.LabelProperty(r.names[i], l)
		}
	}
}
