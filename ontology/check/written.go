package check

import (
	"cmp"
	"slices"
	"strings"

	"github.com/knakk/rdf"

	"github.com/ontocrawl/ontocrawl/internal/english"
	"github.com/ontocrawl/ontocrawl/internal/sorts"
	"github.com/ontocrawl/ontocrawl/ontology"
	"github.com/ontocrawl/ontocrawl/ontology/axiom"
)

const (
	nsRDF  = "http://www.w3.org/1999/02/22-rdf-syntax-ns#"
	nsRDFS = "http://www.w3.org/2000/01/rdf-schema#"
	nsOWL  = "http://www.w3.org/2002/07/owl#"
	nsSKOS = "http://www.w3.org/2004/02/skos/core#"
	nsSWRL = "http://www.w3.org/2003/11/swrl#"

	nsSKOSXL = "http://www.w3.org/2008/05/skos-xl#"
)

// Written keeps the statements of the files, which say more than the graph. Use Add as
// owl.Options.Statement. The zero value is ready.
type Written struct {
	names   []string // IRI, or "_:" and a label
	numbers map[string]int32
	links   []link
	texts   []text
	triples []rdf.Triple

	headers []header

	axioms *axiom.Ontology // of the triples; nil: not asked for since the last was added
	rest   []rdf.Triple
}

// Statements are all statements that were added.
func (w *Written) Statements() []rdf.Triple { return w.triples }

// Axioms are the statements as axioms, and those that are none.
func (w *Written) Axioms() (*axiom.Ontology, []rdf.Triple) {
	if w.axioms == nil {
		w.axioms, w.rest = axiom.FromTriples(w.triples)
	}
	return w.axioms, w.rest
}

// link is a statement with two nodes; text is one with a literal.
type link struct{ s, p, o int32 }

type text struct {
	s, p       int32
	text, lang string
}

// header is a statement of a file that something is an ontology.
type header struct{ file, iri string }

// Add adds a statement of a file.
func (w *Written) Add(file string, t rdf.Triple) {
	w.triples, w.axioms = append(w.triples, t), nil
	s, p := w.number(nodeName(t.Subj)), w.number(t.Pred.String())
	if l, ok := t.Obj.(rdf.Literal); ok {
		w.texts = append(w.texts, text{s, p, l.String(), l.Lang()})
		return
	}
	if t.Pred.String() == nsRDF+"type" && t.Obj.String() == nsOWL+"Ontology" {
		w.headers = append(w.headers, header{file, nodeName(t.Subj)})
	}
	o := w.number(nodeName(t.Obj))
	w.links = append(w.links, link{s, p, o})
}

func nodeName(t rdf.Term) string {
	if b, ok := t.(rdf.Blank); ok {
		return "_:" + b.String()
	}
	return t.String()
}

func (w *Written) number(name string) int32 {
	if n, ok := w.numbers[name]; ok {
		return n
	}
	if w.numbers == nil {
		w.numbers = map[string]int32{}
	}
	n := int32(len(w.names))
	w.names = append(w.names, name)
	w.numbers[name] = n
	return n
}

// named is the IRI of a node, or "" of a blank one.
func (w *Written) named(n int32) string {
	if strings.HasPrefix(w.names[n], "_:") {
		return ""
	}
	return w.names[n]
}

// Label returns the first rdfs:label of a node, or "".
func (w *Written) Label(iri string) string {
	s, ok := w.numbers[iri]
	p, labelled := w.numbers[nsRDFS+"label"]
	if !ok || !labelled {
		return ""
	}
	i := slices.IndexFunc(w.texts, func(t text) bool { return t.s == s && t.p == p })
	if i < 0 {
		return ""
	}
	return collapsed(w.texts[i].text)
}

// Unread is a kind of statement without effect on the graph.
type Unread struct {
	What     string `json:"what"`               // "disjoint classes", or "value of a property"
	Property string `json:"property,omitempty"` // IRI
	Count    int    `json:"count"`
}

// Unread returns the statements without effect on g: first OWL constructs that do not
// affect similarity, then properties whose values are not labels, most values first.
func (w *Written) Unread(g *ontology.Graph) []Unread {
	constructs := map[english.Word]int{}
	for _, l := range w.links {
		if what := construct(w.names[l.p], w.names[l.o]); what != "" {
			constructs[what]++
		}
	}
	values := map[string]int{}
	edges := map[string]bool{}
	for _, e := range g.Edges() {
		edges[e.Property] = true
	}
	for _, t := range w.texts {
		id, ok := g.ByIRI(w.names[t.s])
		if p := w.names[t.p]; ok && !edges[p] && !used(g.Concept(id), t.text) {
			values[p]++
		}
	}
	var all []Unread
	for what, n := range constructs {
		all = append(all, Unread{What: string(what), Count: n})
	}
	for p, n := range values {
		all = append(all, Unread{What: "values of a property", Property: p, Count: n})
	}
	sorts.Func(all, func(a, b Unread) int {
		return cmp.Or(cmp.Compare(min(len(a.Property), 1), min(len(b.Property), 1)),
			cmp.Compare(b.Count, a.Count), cmp.Compare(a.What, b.What), cmp.Compare(a.Property, b.Property))
	})
	return all
}

// used reports whether a text became a label, a definition or a core mark of c.
func used(c *ontology.Concept, text string) bool {
	label := collapsed(text)
	switch {
	case label == "", c.Core && (label == "true" || label == "1"):
		return true
	case slices.ContainsFunc(c.Labels, func(l ontology.Label) bool { return l.Text == label }):
		return true
	}
	definition := strings.TrimSpace(text)
	return slices.ContainsFunc(c.Definitions, func(l ontology.Label) bool { return l.Text == definition })
}

// construct names the construct of a statement if it has no effect on a graph, else "".
func construct(p, o string) english.Word {
	local, ok := strings.CutPrefix(p, nsOWL)
	if p == nsRDF+"type" {
		if o == nsSWRL+"Imp" {
			return english.Word("rules (SWRL)")
		}
		local, ok = strings.CutPrefix(o, nsOWL)
	}
	if !ok {
		return ""
	}
	switch local {
	case "disjointWith", "AllDisjointClasses":
		return english.Word("disjoint classes")
	case "propertyDisjointWith", "AllDisjointProperties":
		return english.Word("disjoint properties")
	case "complementOf", "datatypeComplementOf":
		return english.Word("complements")
	case "hasKey":
		return english.Word("keys")
	case "propertyChainAxiom":
		return english.Word("property chains")
	case "differentFrom", "AllDifferent":
		return english.Word("different individuals")
	case "NegativePropertyAssertion":
		return english.Word("negative assertions")
	case "maxCardinality", "maxQualifiedCardinality":
		return english.Word("greatest cardinalities")
	case "FunctionalProperty", "InverseFunctionalProperty", "TransitiveProperty", "SymmetricProperty",
		"AsymmetricProperty", "ReflexiveProperty", "IrreflexiveProperty":
		return english.Word("characteristics of properties")
	}
	return ""
}
