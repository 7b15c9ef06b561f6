package axiom

import (
	"strconv"

	"github.com/knakk/rdf"

	"github.com/ontocrawl/ontocrawl/internal/english"
	"github.com/ontocrawl/ontocrawl/ontology/rdfio"
)

// Triples returns the ontology as RDF (OWL 2 Mapping to RDF Graphs, section 2). Equal
// ontologies give equal triples, in the same order and with the same blank nodes. Labels
// of expressions never clash with labels of anonymous individuals. The error names the
// malformed axiom.
func (o *Ontology) Triples() ([]rdf.Triple, error) {
	triples := make([]rdf.Triple, 0, 2*len(o.Axioms)+8)
	err := o.eachTriple("", func(t rdf.Triple) error {
		triples = append(triples, t)
		return nil
	})
	return triples, err
}

// eachTriple yields the triples of Triples one by one. If prefix is not empty, blank node
// labels of expressions begin with prefix and a hyphen (compare
// rdfio.Options.BlankPrefix); labels of anonymous individuals do not change. An error of
// yield ends eachTriple, which returns it unchanged.
func (o *Ontology) eachTriple(prefix string, yield func(rdf.Triple) error) error {
	m := newMapper(prefix, yield)
	m.reserve(o)
	m.header(o)
	for i := range o.Axioms {
		a := &o.Axioms[i]
		if m.err == nil {
			m.err = a.Check()
		}
		if m.err == nil {
			m.axiom(a)
		}
		if m.err != nil && !m.stopped {
			return english.Errorf("axiom %d: %w", i+1, m.err)
		}
	}
	return m.err
}

// node can be both subject and object.
type node interface {
	rdf.Subject
	rdf.Object
}

// mapper makes triples until its first error.
type mapper struct {
	yield  func(rdf.Triple) error
	prefix string
	labels map[string]bool // of anonymous individuals
	vars   map[string]bool // variables of rules, declared
	count  int
	iris   map[string]named
	err    error

	stopped bool // by yield
}

// named is an IRI that is boxed once.
type named struct {
	node node
	pred rdf.Predicate
}

func newMapper(prefix string, yield func(rdf.Triple) error) *mapper {
	if prefix != "" {
		prefix += "-"
	}
	return &mapper{
		yield: yield, prefix: prefix,
		labels: map[string]bool{}, vars: map[string]bool{}, iris: map[string]named{},
	}
}

// reserve notes the labels in use.
func (m *mapper) reserve(o *Ontology) {
	note := func(e Expr) {
		if e.Op == Anonymous {
			m.labels[e.Text] = true
		}
	}
	for _, a := range o.Axioms {
		a.Walk(note)
	}
	walkNotes(o.Annotations, note)
}

func (m *mapper) fail(err error) {
	if m.err == nil {
		m.err = err
	}
}

// iri returns an IRI. An empty IRI or a forbidden character is an error.
func (m *mapper) iri(s string) named {
	if n, ok := m.iris[s]; ok {
		return n
	}
	v, err := rdf.NewIRI(s)
	if err != nil {
		m.fail(english.Errorf("%s is not a valid IRI: %w", rdfio.Quote(s), err))
	}
	n := named{v, v}
	m.iris[s] = n
	return n
}

// fresh returns a blank node that is not an anonymous individual.
func (m *mapper) fresh() node {
	for {
		m.count++
		label := m.prefix + "g" + strconv.Itoa(m.count)
		if !m.labels[label] {
			b, _ := rdf.NewBlank(label) // fails on an empty label only
			return b
		}
	}
}

func (m *mapper) blank(label string) node {
	b, err := rdf.NewBlank(label)
	if err != nil {
		m.fail(english.Errorf("an anonymous individual has no label"))
	}
	return b
}

func (m *mapper) literal(text, lang, datatype string) rdf.Object {
	l, err := rdfio.NewLiteral(text, lang, datatype)
	if err != nil {
		m.fail(err)
	}
	return l
}

func (m *mapper) triple(s rdf.Subject, p string, o rdf.Object) {
	pred := m.iri(p).pred
	if m.err == nil {
		m.err = m.yield(rdf.Triple{Subj: s, Pred: pred, Obj: o})
		m.stopped = m.err != nil
	}
}

func (m *mapper) typ(s rdf.Subject, class string) { m.triple(s, rdfType, m.iri(class).node) }

// header writes the ontology header (section 2.1, table 1).
func (m *mapper) header(o *Ontology) {
	var subject node
	if o.IRI != "" {
		subject = m.iri(o.IRI).node
	} else {
		subject = m.fresh()
	}
	m.typ(subject, owlOntology)
	if o.Version != "" {
		m.triple(subject, owlVersionIRI, m.iri(o.Version).node)
	}
	for _, iri := range o.Imports {
		m.triple(subject, owlImports, m.iri(iri).node)
	}
	m.fail(checkNotes(o.Annotations))
	m.notes(subject, o.Annotations)
}

// notes annotates s; for annotations of annotations see section 2.2, table 2.
func (m *mapper) notes(s rdf.Subject, notes []Annotation) {
	for _, n := range notes {
		value := m.object(n.Value)
		m.triple(s, n.Property, value)
		if len(n.Annotations) > 0 {
			m.reify(owlAnnotation, s, n.Property, value, n.Annotations)
		}
	}
}

// reify annotates a triple (section 2.3.1).
func (m *mapper) reify(class string, s rdf.Subject, p string, o rdf.Object, notes []Annotation) {
	x := m.fresh()
	source, ok := s.(rdf.Object)
	if !ok {
		m.fail(english.Errorf("a %T cannot be annotated", s))
		return
	}
	m.typ(x, class)
	m.triple(x, owlAnnotatedSource, source)
	m.triple(x, owlAnnotatedProperty, m.iri(p).node)
	m.triple(x, owlAnnotatedTarget, o)
	m.notes(x, notes)
}

// main writes an axiom of one triple and its annotations.
func (m *mapper) main(a *Axiom, s rdf.Subject, p string, o rdf.Object) {
	m.triple(s, p, o)
	if len(a.Annotations) > 0 {
		m.reify(owlAxiom, s, p, o, a.Annotations)
	}
}

// axiom writes table 1 from SubClassOf on.
func (m *mapper) axiom(a *Axiom) {
	args := a.Args
	switch a.Op {
	case Declaration:
		m.main(a, m.node(args[0]), rdfType, m.iri(typeOf(args[0].Op)).node)
	case DisjointClasses:
		m.disjoint(a, owlAllDisjointClasses)
	case DisjointObjectProperties, DisjointDataProperties:
		m.disjoint(a, owlAllDisjointProps)
	case DifferentIndividuals:
		m.disjoint(a, owlAllDifferent)
	case DisjointUnion:
		m.main(a, m.node(args[0]), owlDisjointUnionOf, m.list(args[1:]))
	case HasKey:
		m.main(a, m.node(args[0]), owlHasKey, m.list(args[1:]))
	case SubObjectPropertyOf:
		if args[0].Op == ObjectPropertyChain {
			m.main(a, m.node(args[1]), owlChain, m.list(args[0].Args))
			return
		}
		m.pairs(a)
	case InverseObjectProperties:
		m.inverse(a)
	case ClassAssertion:
		m.main(a, m.node(args[1]), rdfType, m.node(args[0]))
	case ObjectPropertyAssertion:
		m.assertion(a)
	case DataPropertyAssertion, AnnotationAssertion:
		m.main(a, m.node(args[1]), args[0].Text, m.object(args[2]))
	case NegativeObjectPropertyAssertion, NegativeDataPropertyAssertion:
		m.negative(a)
	case DLSafeRule:
		m.rule(a)
	default:
		if predicateOf(a.Op) != "" {
			m.pairs(a)
			return
		}
		m.main(a, m.node(args[0]), rdfType, m.iri(typeOf(a.Op)).node)
	}
}

// pairs states each pair of neighbouring arguments. If there are several triples, each is
// annotated (section 2.3.2).
func (m *mapper) pairs(a *Axiom) {
	before := m.node(a.Args[0])
	for _, e := range a.Args[1:] {
		next := m.node(e)
		m.main(a, before, predicateOf(a.Op), next)
		before = next
	}
}

// disjoint writes axioms that have one form for two arguments and another for more, which
// section 2.3.3 annotates.
func (m *mapper) disjoint(a *Axiom, class string) {
	if len(a.Args) == 2 {
		m.pairs(a)
		return
	}
	x := m.fresh()
	m.typ(x, class)
	m.triple(x, owlMembers, m.list(a.Args))
	m.notes(x, a.Annotations)
}

// inverse writes InverseObjectProperties, which is symmetric. An unnamed property becomes
// the object: as subject, owl:inverseOf could be read as its definition.
func (m *mapper) inverse(a *Axiom) {
	s, o := m.node(a.Args[0]), m.node(a.Args[1])
	if a.Args[0].Op == ObjectInverseOf && a.Args[1].Op != ObjectInverseOf {
		s, o = o, s
	}
	m.main(a, s, owlInverseOf, o)
}

// assertion writes ObjectPropertyAssertion; an inverse swaps subject and object.
func (m *mapper) assertion(a *Axiom) {
	p, s, o := a.Args[0], a.Args[1], a.Args[2]
	if p.Op == ObjectInverseOf {
		p, s, o = p.Args[0], o, s
	}
	m.main(a, m.node(s), p.Text, m.node(o))
}

func (m *mapper) negative(a *Axiom) {
	x := m.fresh()
	m.typ(x, owlNegative)
	m.triple(x, owlSource, m.node(a.Args[1]))
	m.triple(x, owlAssertion, m.node(a.Args[0]))
	target := owlTarget
	if a.Op == NegativeDataPropertyAssertion {
		target = owlTargetValue
	}
	m.triple(x, target, m.object(a.Args[2]))
	m.notes(x, a.Annotations)
}
