package axiom

import "github.com/knakk/rdf"

// FromTriples reads the axioms of one document from its triples (OWL 2 Mapping to RDF
// Graphs, section 3). The triples of imports are not needed. Triples without an axiom are
// returned in leftover, in order. As in the Recommendation, some triples appear in
// neither result: repetitions; rdfs:Class, rdf:Property and rdf:List beside a more exact
// type; and the triples of junctions with fewer than two members.
//
// FromTriples accepts more than the Recommendation:
//   - Undeclared properties are annotation properties.
//   - Classes and restrictions may lack their type.
//   - rdfs:Class and rdf:Property declare, and stay in leftover.
//   - An assertion that does not fit the kind of its property is an annotation assertion.
//
// Expressions nested more than 1,000 deep are left over. An equivalence among n is
// returned as n-1 axioms, as triples state it.
func FromTriples(triples []rdf.Triple) (o *Ontology, leftover []rdf.Triple) {
	p := &parser{graph: newGraph(triples), o: &Ontology{}, memo: map[term]*parsed{}, declares: map[string]bool{}}
	p.readKinds()
	p.readReified()
	p.header()
	for _, late := range []bool{false, true} {
		for i := range p.all {
			if !p.used[i] && p.late(p.all[i]) == late {
				p.statement(i)
			}
		}
	}
	p.annotateAxioms()
	for i, used := range p.used {
		if !used {
			leftover = append(leftover, triples[i])
		}
	}
	return p.o, leftover
}

const maxDepth = 1000

type parser struct {
	*graph
	o     *Ontology
	self  term // the ontology's node, or -1
	kinds []kind

	memo  map[term]*parsed // blank nodes tried as expressions
	depth int
	size  int // of all expressions; a shared one counts at each mention

	reified map[term]bool        // nodes of type owl:Axiom and owl:Annotation
	axioms  []term               // the former, in their order
	notesOf map[statement][]term // owl:Annotation nodes, by what they annotate

	declares map[string]bool // declarations that no triple states alone

	index map[string]int // axioms by their text, if any is annotated
}

// tooLarge bounds the work for shared blank nodes, which are read at each mention.
func (p *parser) tooLarge() bool { return p.size > 1_000_000+20*len(p.all) }

// A trial collects the statements of an axiom or expression. They are marked as used once
// the whole is understood.
type trial struct {
	own   []int32
	sub   []term // blank nodes that are parts of it
	depth int    // of the deepest of them
}

func (t *trial) use(i int32) { t.own = append(t.own, i) }

func (p *parser) commit(t *trial) {
	for _, i := range t.own {
		p.used[i] = true
	}
	for _, b := range t.sub {
		if m := p.memo[b]; !m.committed {
			m.committed = true
			p.commit(&m.trial)
		}
	}
}

// header reads the ontology header.
func (p *parser) header() {
	p.self = -1
	at := -1
	for i, st := range p.all {
		if p.used[i] || p.names[st.p] != rdfType || p.name(st.o) != owlOntology {
			continue
		}
		if p.self < 0 || p.isBlank(p.self) && !p.isBlank(st.s) {
			p.self, at = st.s, i
		}
	}
	if p.self < 0 {
		return
	}
	p.used[at] = true
	p.o.IRI = p.name(p.self)
	for _, i := range p.about(p.self) {
		st := p.all[i]
		object := p.name(st.o)
		switch pred := p.names[st.p]; {
		case pred == owlVersionIRI && object != "" && p.o.Version == "":
			p.o.Version = object
		case pred == owlImports && object != "":
			p.o.Imports = append(p.o.Imports, object)
		case annotates(pred):
			p.o.Annotations = append(p.o.Annotations, p.note(st))
		default:
			continue
		}
		p.used[i] = true
	}
}

// late reports whether a statement must wait. A statement about a blank node outside the
// OWL vocabulary may belong to an axiom or a facet; only if it does not is it about an
// anonymous individual.
func (p *parser) late(st statement) bool {
	return p.isBlank(st.s) && annotates(p.names[st.p])
}

// statement reads the axiom that statement i is or begins, if any.
func (p *parser) statement(i int) {
	st := p.all[i]
	if p.names[st.p] == rdfType && p.typed(i) {
		return
	}
	t := trial{own: []int32{int32(i)}}
	if a, ok := p.simple(st, &t); ok {
		p.commit(&t)
		p.add(a)
	}
}

func (p *parser) add(a Axiom) {
	if len(p.axioms) > 0 {
		key := a.String()
		if _, taken := p.index[key]; !taken {
			p.index[key] = len(p.o.Axioms)
		}
	}
	p.o.Axioms = append(p.o.Axioms, a)
}
