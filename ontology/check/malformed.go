package check

import (
	"slices"
	"strings"

	"github.com/knakk/rdf"

	"github.com/ontocrawl/ontocrawl/internal/english"
	"github.com/ontocrawl/ontocrawl/ontology"
	"github.com/ontocrawl/ontocrawl/ontology/axiom"
)

// malformed reports the statements that have no place in OWL 2 (Mapping to RDF Graphs, section 3), once for each
// construct: the axiom that they were meant for does not exist. FromTriples left rest over.
func (c *checker) malformed(rest []rdf.Triple) {
	groups := knots(rest)
	if len(groups) == 0 {
		return
	}
	m := &misfit{about: c.opt.Written.aboutBlank(rest)}
	for _, g := range groups {
		if f, ok := m.finding(g); ok {
			c.add(f)
		}
	}
}

// knots groups statements that blank nodes hold together, in their order. Those that older languages
// add to a declaration, and the headers of imports, are no misfits.
func knots(rest []rdf.Triple) (groups [][]rdf.Triple) {
	headers := map[string]bool{}
	for _, t := range rest {
		if t.Pred.String() == nsRDF+"type" && t.Obj.String() == nsOWL+"Ontology" {
			headers[t.Subj.String()] = true
		}
	}
	at := map[string]int{} // blank node -> group
	for _, t := range rest {
		if legacy(t) || headers[t.Subj.String()] && t.Obj.Type() != rdf.TermLiteral {
			continue
		}
		var met []int
		for _, n := range blanksOf(t) {
			if g, ok := at[n]; ok && !slices.Contains(met, g) {
				met = append(met, g)
			}
		}
		if len(met) == 0 {
			met = append(met, len(groups))
			groups = append(groups, nil)
		}
		slices.Sort(met)
		into := met[0]
		groups[into] = append(groups[into], t)
		for _, from := range met[1:] {
			groups[into] = append(groups[into], groups[from]...)
			for _, u := range groups[from] {
				for _, n := range blanksOf(u) {
					at[n] = into
				}
			}
			groups[from] = nil
		}
		for _, n := range blanksOf(t) {
			at[n] = into
		}
	}
	return slices.DeleteFunc(groups, func(g []rdf.Triple) bool { return len(g) == 0 })
}

func blanksOf(t rdf.Triple) (all []string) {
	for _, x := range []rdf.Term{t.Subj, t.Obj} {
		if x.Type() == rdf.TermBlank {
			all = append(all, nodeName(x))
		}
	}
	return all
}

// legacy reports whether a statement only says of a class or property what RDFS calls it.
func legacy(t rdf.Triple) bool {
	if t.Pred.String() != nsRDF+"type" {
		return false
	}
	switch t.Obj.String() {
	case nsRDFS + "Class", nsRDF + "Property", nsRDF + "List", nsOWL + "Ontology":
		return true
	}
	return false
}

// aboutBlank returns the statements about the blank nodes of some statements.
func (w *Written) aboutBlank(of []rdf.Triple) map[string][]rdf.Triple {
	about := map[string][]rdf.Triple{}
	for _, t := range of {
		for _, n := range blanksOf(t) {
			about[n] = nil
		}
	}
	for _, t := range w.triples {
		if t.Subj.Type() != rdf.TermBlank {
			continue
		}
		if n := nodeName(t.Subj); len(about) > 0 {
			if _, wanted := about[n]; wanted && !slices.Contains(about[n], t) {
				about[n] = append(about[n], t)
			}
		}
	}
	return about
}

// misfit says why statements fit nowhere.
type misfit struct {
	about map[string][]rdf.Triple // of blank nodes
}

// finding describes a group of statements. It is not ok if another rule does.
func (m *misfit) finding(g []rdf.Triple) (f Finding, ok bool) {
	speaks, main := false, g[0]
	for _, t := range g {
		if unknownWord(t.Pred.String()) {
			return f, false
		}
		speaks = speaks || speaksOWL(t)
		if main.Subj.Type() != rdf.TermIRI && t.Subj.Type() == rdf.TermIRI {
			main = t
		}
	}
	f = Finding{Rule: MalformedOWL, Subject: owner(g), Property: main.Pred.String(), Value: shortTriple(main)}
	if !speaks {
		f.Rule = outsideOWL
		f.Says = english.Phrasef("%s: OWL 2 has no place for this statement", f.Value)
		return f, true
	}
	if why := m.why(g); !why.IsZero() {
		f.Says = english.Phrasef("%s: %v", f.Value, why)
	} else {
		f.Says = english.Phrasef("%s: OWL 2 has no place for this statement", f.Value)
	}
	return f, true
}

func speaksOWL(t rdf.Triple) bool {
	p := t.Pred.String()
	if p == nsRDF+"type" {
		p = t.Obj.String()
		return strings.HasPrefix(p, nsOWL) || strings.HasPrefix(p, nsSWRL) || t.Obj.Type() == rdf.TermLiteral
	}
	return strings.HasPrefix(p, nsOWL) || strings.HasPrefix(p, nsRDFS) && p != nsRDFS+"member" || strings.HasPrefix(p, nsSWRL)
}

// owner returns the named thing that the statements are about, or "".
func owner(g []rdf.Triple) string {
	for _, t := range g {
		if t.Subj.Type() == rdf.TermIRI {
			return t.Subj.String()
		}
	}
	for _, t := range g {
		if t.Obj.Type() == rdf.TermIRI && !reserved(t.Obj.String()) {
			return t.Obj.String()
		}
	}
	return ""
}

// why returns the first reason that a node or a statement of the group gives.
func (m *misfit) why(g []rdf.Triple) english.Phrase {
	told := map[string]bool{}
	for _, t := range g {
		if t.Subj.Type() == rdf.TermBlank {
			continue
		}
		if isListed(t.Pred.String()) {
			if p := m.list(t.Pred.String(), t.Obj); !p.IsZero() {
				return p
			}
		}
		if l, ok := t.Obj.(rdf.Literal); ok && t.Pred.String() != nsRDF+"type" {
			return english.Phrasef("%s takes no text, but has %q", shortName(t.Pred), l.String())
		} else if ok {
			return english.Phrasef("a type is no text, but %q is one", l.String())
		}
		if p := t.Pred.String(); p == nsRDF+"type" && t.Obj.String() == nsOWL+"Restriction" || restrictive(p) || p == nsOWL+"onProperty" {
			return english.Phrasef("a restriction has no name: make it an unnamed class")
		}
	}
	for _, t := range g {
		for _, n := range blanksOf(t) {
			if told[n] {
				continue
			}
			told[n] = true
			if p := m.node(n); !p.IsZero() {
				return p
			}
		}
	}
	return english.Phrase{}
}

// unknownWord reports whether an IRI in a namespace of RDF, RDFS, OWL or XSD is none of their words.
func unknownWord(iri string) bool {
	known, ok := vocabulary(iri)
	return ok && !strings.HasSuffix(iri, "#") && !slices.Contains(known, ontology.LocalName(iri)) && !strings.HasPrefix(iri, nsRDF+"_")
}

func reserved(iri string) bool { _, ok := vocabulary(iri); return ok }

// shortTriple is a statement as people read it.
func shortTriple(t rdf.Triple) string {
	return shortName(t.Subj) + " " + shortName(t.Pred) + " " + shortName(t.Obj)
}

func shortName(t rdf.Term) string {
	switch t := t.(type) {
	case rdf.Blank:
		return "[]"
	case rdf.Literal:
		return clipped(t.String())
	}
	return shortIRI(t.String())
}

func shortIRI(iri string) string {
	for _, prefix := range []string{"owl", "rdf", "rdfs", "xsd"} {
		if local, ok := strings.CutPrefix(iri, axiom.StandardPrefix(prefix)); ok {
			return prefix + ":" + local
		}
	}
	if local, ok := strings.CutPrefix(iri, nsSWRL); ok {
		return "swrl:" + local
	}
	return ontology.LocalName(iri)
}
