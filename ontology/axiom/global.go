package axiom

import (
	"slices"
	"strings"

	"github.com/ontocrawl/ontocrawl/internal/english"
)

// global holds axioms to the restrictions of OWL 2 DL that no axiom can break by itself (Structural Specification,
// section 11.2), and to those on single axioms that the functional grammar does not have.
type global struct {
	simple  *simple
	chains  *order            // of object properties
	defined map[string]string // datatypes whose definitions lead back to them -> the way
	knots   map[string]english.Phrase
}

func newGlobal(axioms []Axiom) *global {
	return &global{newSimple(axioms), newOrder(axioms), circular(axioms), anonymousKnots(axioms)}
}

// why says by what an axiom leaves OWL 2 DL.
func (g *global) why(a Axiom) english.Phrase {
	for _, why := range []func(Axiom) english.Phrase{g.simple.why, g.chains.why, g.definition, g.anonymous, topData, facets} {
		if p := why(a); !p.IsZero() {
			return p
		}
	}
	return english.Phrase{}
}

// definition says that a datatype is defined by itself.
func (g *global) definition(a Axiom) english.Phrase {
	if a.Op != DatatypeDefinition || g.defined[a.Args[0].Text] == "" {
		return english.Phrase{}
	}
	return english.Phrasef("the definition of <%s> leads back to it, by <%s>", a.Args[0].Text, g.defined[a.Args[0].Text])
}

// circular returns the datatypes that are defined by themselves, each with the first that its definition names on the way.
func circular(axioms []Axiom) map[string]string {
	uses := map[string][]string{}
	for _, a := range axioms {
		if a.Op == DatatypeDefinition {
			a.Args[1].Walk(func(e Expr) {
				if e.Op == Datatype {
					uses[a.Args[0].Text] = append(uses[a.Args[0].Text], e.Text)
				}
			})
		}
	}
	found := map[string]string{}
	for d := range uses {
		for _, u := range uses[d] {
			if found[d] == "" && reach(uses, u)[d] {
				found[d] = u
			}
		}
	}
	return found
}

// reach returns what edges lead to from a node, with it.
func reach(edges map[string][]string, from string) map[string]bool {
	seen := map[string]bool{from: true}
	for queue := []string{from}; len(queue) > 0; queue = queue[1:] {
		for _, to := range edges[queue[0]] {
			if !seen[to] {
				seen[to] = true
				queue = append(queue, to)
			}
		}
	}
	return seen
}

// topData says that owl:topDataProperty stands elsewhere than above a property.
func topData(a Axiom) (why english.Phrase) {
	const top = owlNS + "topDataProperty"
	if a.Op == SubDataPropertyOf && a.Args[0].Text != top || a.Op == Declaration {
		return why
	}
	for _, e := range a.Args {
		e.Walk(func(e Expr) {
			if e.Op == DataProperty && e.Text == top {
				why = english.Phrasef("owl:topDataProperty may stand only above another property")
			}
		})
	}
	return why
}

// facets says that a restriction uses a facet that its datatype does not have (Structural Specification, section 4).
func facets(a Axiom) (why english.Phrase) {
	a.Walk(func(e Expr) {
		if e.Op != DatatypeRestriction || !IsOWLDatatype(e.Args[0].Text) {
			return
		}
		for _, f := range e.Args[1:] {
			if !hasFacet(localOf(e.Args[0].Text), localOf(f.Text)) && why.IsZero() {
				why = english.Phrasef("the datatype <%s> has no facet <%s>", e.Args[0].Text, f.Text)
			}
		}
	})
	return why
}

func localOf(iri string) string { return iri[strings.IndexByte(iri, '#')+1:] }

func hasFacet(datatype, facet string) bool {
	switch datatype {
	case "string", "normalizedString", "token", "language", "Name", "NCName", "NMTOKEN", "anyURI", "PlainLiteral":
		return slices.Contains([]string{"length", "minLength", "maxLength", "pattern"}, facet) || datatype == "PlainLiteral" && facet == "langRange"
	case "hexBinary", "base64Binary":
		return slices.Contains([]string{"length", "minLength", "maxLength"}, facet)
	case "boolean", "XMLLiteral", "Literal":
		return false
	}
	return slices.Contains([]string{"minInclusive", "maxInclusive", "minExclusive", "maxExclusive"}, facet)
}
