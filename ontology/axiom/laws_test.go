package axiom

import (
	"slices"
	"testing"

	"github.com/ontocrawl/ontocrawl/ontology/rdfio/rdfiotest"
	"pgregory.net/rapid"
)

// pool are the entities that generated axioms speak of: each name has one kind.
var pool = map[Op][]string{
	Class:              {x + "C", x + "D", x + "E", nsOWL + "Thing"},
	Datatype:           {x + "t", nsXSD + "string", nsRDFS + "Literal"},
	ObjectProperty:     {x + "p", x + "q", x + "r"},
	DataProperty:       {x + "d", x + "e", x + "f"},
	AnnotationProperty: {x + "n", nsRDFS + "label", nsOWL + "versionInfo"},
	NamedIndividual:    {x + "a", x + "b", x + "台风"},
	Variable:           {"urn:v", "urn:w"},
	IRI:                {x + "C", x + "a", "http://elsewhere/"},
	Facet:              {nsXSD + "minInclusive", nsXSD + "pattern"},
}

// genExpr draws an expression for a place.
func genExpr(t *rapid.T, want Sort, depth int) Expr {
	var fits []Op
	for op := Op(1); op < opCount; op++ {
		if want.Takes(op.Sort()) && (depth > 0 || op.Parts() == nil || op.Sort() == want && op.Sort() >= SortInverse) {
			fits = append(fits, op)
		}
	}
	op := rapid.SampledFrom(fits).Draw(t, "op")
	switch op {
	case Literal:
		return genLiteral(t)
	case Number:
		return Count(rapid.IntRange(0, 20).Draw(t, "number"))
	case Anonymous:
		return Blank(rapid.SampledFrom([]string{"g1", "g2", "x"}).Draw(t, "label"))
	}
	e := Expr{Op: op}
	if names := pool[op]; names != nil {
		e.Text = rapid.SampledFrom(names).Draw(t, "name")
	}
	e.Args = genArgs(t, op, depth-1)
	return e
}

func genLiteral(t *rapid.T) Expr {
	text := rapid.SampledFrom([]string{"", "a", "台风\n\"\\", "1"}).Draw(t, "text")
	lang := rapid.SampledFrom([]string{"", "", "en", "zh-Hant-TW"}).Draw(t, "lang")
	return Text(text, lang, rapid.SampledFrom([]string{"", xsdInteger, x + "t"}).Draw(t, "datatype"))
}

func genArgs(t *rapid.T, op Op, depth int) []Expr {
	var args []Expr
	for _, part := range op.Parts() {
		most := part.Max
		if most < 0 {
			most = part.Min + 2
		}
		if predicateOf(op) != "" && op != DisjointClasses && op != DisjointObjectProperties && op != DisjointDataProperties && op != DifferentIndividuals {
			most = min(most, 2) // as triples state it
		}
		for range rapid.IntRange(part.Min, most).Draw(t, "args") {
			args = append(args, genExpr(t, part.Sort, depth))
		}
	}
	return args
}

func genAxiom(t *rapid.T) Axiom {
	op := Op(rapid.IntRange(int(SubClassOf), int(DLSafeRule)).Draw(t, "axiom"))
	a := New(op, genArgs(t, op, 3)...)
	switch {
	case op == HasKey && len(a.Args) == 1:
		a.Args = append(a.Args, Named(DataProperty, x+"d"))
	case op == InverseObjectProperties && a.Args[0].Op == ObjectInverseOf && a.Args[1].Op != ObjectInverseOf:
		a.Args[0], a.Args[1] = a.Args[1], a.Args[0]
	case op == ObjectPropertyAssertion && a.Args[0].Op == ObjectInverseOf:
		a.Args[0] = a.Args[0].Args[0]
	}
	a.Annotations = genNotes(t, 2)
	return a
}

func genNotes(t *rapid.T, depth int) []Annotation {
	var notes []Annotation
	for range rapid.IntRange(0, depth).Draw(t, "notes") {
		n := Annotation{
			Property: rapid.SampledFrom(pool[AnnotationProperty]).Draw(t, "property"),
			Value:    genExpr(t, SortValue, 0),
		}
		if !slices.ContainsFunc(notes, func(m Annotation) bool { return m.Property == n.Property && m.Value.Equal(n.Value) }) {
			n.Annotations = genNotes(t, depth-1)
			notes = append(notes, n)
		}
	}
	return notes
}

// genOntology draws an ontology in which all is declared and no axiom is there
// twice.
func genOntology(t *rapid.T) *Ontology {
	o := &Ontology{IRI: "http://x.org/o", Annotations: genNotes(t, 2)}
	for op := Class; op <= NamedIndividual; op++ {
		for _, iri := range pool[op] {
			if iri[:len(x)] == x {
				o.Axioms = append(o.Axioms, New(Declaration, Named(op, iri)))
			}
		}
	}
	seen := map[string]bool{}
	for range rapid.IntRange(0, 8).Draw(t, "axioms") {
		a := genAxiom(t)
		key := New(a.Op, a.Args...).String()
		if !seen[key] {
			o.Axioms = append(o.Axioms, a)
		}
		seen[key] = true
	}
	return o
}

// Axioms to triples to axioms changes nothing but the order.
func TestRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		o := genOntology(t)
		triples, err := o.Triples()
		if err != nil {
			t.Fatal(err)
		}
		back, left := FromTriples(triples)
		if len(left) > 0 {
			t.Fatalf("left over: %v", left)
		}
		want, got := texts(o), texts(back)
		if !slices.Equal(got, want) {
			t.Fatalf("got\n%q\nwant\n%q", got, want)
		}
		again, err := back.Triples()
		if err != nil || !rdfiotest.Isomorphic(triples, again) {
			t.Fatalf("the triples differ: %v", err)
		}
	})
}

// Whatever the triples, what is understood and what is left over together say
// at least as much, the understood part can be written, and reading that again
// leaves nothing over.
func TestAnyTriples(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		o := genOntology(t)
		triples, err := o.Triples()
		if err != nil {
			t.Fatal(err)
		}
		for range rapid.IntRange(1, 5).Draw(t, "lost") { // break things
			i := rapid.IntRange(0, len(triples)-1).Draw(t, "i")
			j := rapid.IntRange(0, len(triples)-1).Draw(t, "j")
			switch rapid.IntRange(0, 2).Draw(t, "how") {
			case 0:
				triples[i].Obj = triples[j].Obj
			case 1:
				triples[i].Pred = triples[j].Pred
			case 2:
				triples[i].Subj = triples[j].Subj
			}
		}
		back, left := FromTriples(triples)
		written, err := back.Triples()
		if err != nil {
			t.Fatal(err)
		}
		again, more := FromTriples(written)
		if len(more) > 0 {
			t.Fatalf("left over of what was understood: %v\nof %v\n%q", more, left, texts(back))
		}
		if !slices.Equal(texts(back), texts(again)) {
			t.Fatalf("got\n%q\nthen\n%q", texts(back), texts(again))
		}
	})
}
