package owl

import (
	"strings"

	"github.com/ontocrawl/ontocrawl/ontology"
)

// scoped is a label of a concept, the key of scope annotations.
type scoped struct {
	s, p       node
	text, lang string
}

// annotated is an annotated axiom (OWL 2 Mapping to RDF Graphs, section 2.2): its triple and
// the annotations.
type annotated struct {
	s, p       node
	o          object
	full       int  // how many of the three parts are there
	first      bool // to speak of this triple
	stated     bool // the triple is there by itself too
	deprecated bool
	scope      ontology.LabelKind
	hasScope   bool
}

// triple is a comparable statement, because it holds the literal itself.
type triple struct {
	s, p node
	o    object
	l    literal
}

func (s *store) triple(st statement) triple {
	if st.o.isNode() {
		return triple{st.s, st.p, st.o, literal{}}
	}
	return triple{st.s, st.p, -1, s.lit(st.o)}
}

// annotations applies axiom annotations: it adds triples that only an annotation states,
// removes triples annotated as deprecated, and returns the scopes of synonyms.
func (s *store) annotations() map[scoped]ontology.LabelKind {
	axioms, order := s.axioms()
	if len(order) == 0 {
		return nil
	}
	scopes := map[scoped]ontology.LabelKind{}
	of := make(map[triple]*annotated, len(order))
	sources, properties := make([]bool, len(s.names)), make([]bool, len(s.names))
	for _, n := range order {
		a := axioms[n]
		if a.full != 3 {
			continue
		}
		t := s.triple(statement{a.s, a.p, a.o})
		if a.hasScope && !a.o.isNode() {
			scopes[scoped{a.s, a.p, t.l.text, s.lang(t.l)}] = a.scope
		}
		if first := of[t]; first != nil { // a triple may be annotated twice
			first.deprecated = first.deprecated || a.deprecated
			continue
		}
		of[t], a.first = a, true
		sources[a.s], properties[a.p] = true, true
	}
	kept := s.all[:0]
	for _, st := range s.all {
		var a *annotated
		if sources[st.s] && properties[st.p] {
			a = of[s.triple(st)]
		}
		if a != nil {
			a.stated = true
		}
		if a == nil || !a.deprecated {
			kept = append(kept, st)
		}
	}
	s.all = kept
	for _, n := range order {
		a := axioms[n]
		if a.first && !a.stated && !a.deprecated {
			s.all = append(s.all, statement{a.s, a.p, a.o})
		}
	}
	return scopes
}

// axioms returns the nodes of type owl:Axiom, by node and in file order.
func (s *store) axioms() ([]*annotated, []node) {
	var order []node
	for _, st := range s.all {
		if st.p == vType && st.o == object(vAxiom) {
			order = append(order, st.s)
		}
	}
	if len(order) == 0 {
		return nil, nil
	}
	axioms := make([]*annotated, len(s.names))
	made := make([]annotated, len(order))
	kept := order[:0]
	for i, n := range order {
		if axioms[n] == nil {
			axioms[n] = &made[i]
			kept = append(kept, n)
		}
	}
	order = kept
	for _, st := range s.all {
		a := axioms[st.s]
		if a == nil {
			continue
		}
		switch {
		case st.p == vAnnotatedSource && st.o.isNode():
			a.s = node(st.o)
			a.full++
		case st.p == vAnnotatedProperty && st.o.isNode():
			a.p = node(st.o)
			a.full++
		case st.p == vAnnotatedTarget:
			a.o = st.o
			a.full++
		case st.p == vDeprecated:
			a.deprecated = yes(s.textOf(st.o))
		default:
			a.readScope(plain(ontology.LocalName(s.names[st.p])), s.textOf(st.o))
		}
	}
	return axioms, order
}

// readScope reads the scope of a synonym as OBO writes it.
func (a *annotated) readScope(property, value string) {
	switch property {
	case "scope", "hasscope", "synonymscope":
	default:
		return
	}
	switch strings.ToLower(ontology.LocalName(value)) {
	case "exact":
		a.scope, a.hasScope = ontology.Alternative, true
	case "narrow", "broad", "related":
		a.scope, a.hasScope = ontology.Loose, true
	}
}
