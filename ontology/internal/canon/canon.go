package canon

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/knakk/rdf"
)

// Triples returns the distinct triples in canonical order, with new blank node labels.
// Literals of the same subject and property keep their order: the first label is the
// name.
//
// Equal blank nodes (two equal restrictions on one class) can be exchanged without
// effect. In groups of hundreds of blank nodes connected like the atoms of a crystal,
// which no ontology has, finding out whether nodes are equal may take too long; then the
// given order decides.
func Triples(triples []rdf.Triple) []rdf.Triple {
	g := newGraph(triples)
	g.nameBlanks()
	g.rankSubjects()
	slices.SortStableFunc(g.triples, g.compare)
	out := make([]rdf.Triple, len(g.triples))
	for i, t := range g.triples {
		out[i] = g.triple(t)
	}
	return out
}

// triple holds the numbers of three terms.
type triple struct{ s, p, o int32 }

type graph struct {
	terms   []rdf.Term
	keys    []string // of terms: equal for equal terms, "_" and the label for blank nodes
	byKey   map[string]int32
	triples []triple
	rank    []int    // of terms as subjects
	order   []string // of terms as subjects: IRI, or the statements of a blank node
	blanks  []int32  // terms that are blank nodes
	labels  []string // new ones, by place in blanks
	place   map[int32]int
}

func newGraph(triples []rdf.Triple) *graph {
	g := &graph{byKey: make(map[string]int32), place: make(map[int32]int)}
	seen := make(map[triple]bool, len(triples))
	for _, t := range triples {
		n := triple{g.term(t.Subj), g.term(t.Pred), g.term(t.Obj)}
		if !seen[n] {
			seen[n] = true
			g.triples = append(g.triples, n)
		}
	}
	return g
}

func (g *graph) term(t rdf.Term) int32 {
	key := keyOf(t)
	if n, ok := g.byKey[key]; ok {
		return n
	}
	n := int32(len(g.terms))
	g.byKey[key] = n
	g.terms, g.keys = append(g.terms, t), append(g.keys, key)
	if t.Type() == rdf.TermBlank {
		g.place[n] = len(g.blanks)
		g.blanks = append(g.blanks, n)
	}
	return n
}

// keyOf identifies terms: IRIs begin with "<", blank nodes with "_", literals with a
// quotation mark. No IRI or language tag contains a space.
func keyOf(t rdf.Term) string {
	switch t := t.(type) {
	case rdf.IRI:
		return "<" + t.String()
	case rdf.Blank:
		return "_" + t.String()
	case rdf.Literal:
		return `"` + t.Lang() + " " + t.DataType.String() + " " + t.String()
	}
	return ""
}

func (g *graph) isBlank(n int32) bool { return g.keys[n] != "" && g.keys[n][0] == '_' }

// label returns the new label of a blank node.
func (g *graph) label(n int32) string { return g.labels[g.place[n]] }

// triple converts numbers back to terms.
func (g *graph) triple(t triple) rdf.Triple {
	s, _ := g.renamed(t.s).(rdf.Subject)
	p, _ := g.terms[t.p].(rdf.Predicate)
	o, _ := g.renamed(t.o).(rdf.Object)
	return rdf.Triple{Subj: s, Pred: p, Obj: o}
}

func (g *graph) renamed(n int32) rdf.Term {
	if !g.isBlank(n) {
		return g.terms[n]
	}
	b, err := rdf.NewBlank(g.label(n))
	if err != nil {
		panic(fmt.Sprintf("canon: %v", err)) // labels are letters and digits
	}
	return b
}

func (g *graph) compare(a, b triple) int {
	if a.s != b.s {
		return cmp.Or(
			cmp.Compare(g.rank[a.s], g.rank[b.s]),
			strings.Compare(g.order[a.s], g.order[b.s]),
			strings.Compare(g.sortKey(a.s), g.sortKey(b.s)),
		)
	}
	if a.p != b.p {
		return cmp.Or(
			cmp.Compare(propertyRank(g.keys[a.p]), propertyRank(g.keys[b.p])),
			strings.Compare(g.keys[a.p], g.keys[b.p]),
		)
	}
	if c := cmp.Compare(g.objectRank(a.o), g.objectRank(b.o)); c != 0 || g.objectRank(a.o) == literal {
		return c
	}
	return cmp.Or(strings.Compare(g.order[a.o], g.order[b.o]), strings.Compare(g.sortKey(a.o), g.sortKey(b.o)))
}

// sortKey returns the key by which terms are sorted.
func (g *graph) sortKey(n int32) string {
	if g.isBlank(n) {
		return g.label(n)
	}
	return g.keys[n]
}

const literal = 2

func (g *graph) objectRank(n int32) int {
	switch key := g.keys[n]; {
	case key == "" || key[0] == '<':
		return 0
	case key[0] == '_':
		return 1
	}
	return literal
}
