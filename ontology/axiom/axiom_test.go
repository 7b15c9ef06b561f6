package axiom

import (
	"errors"
	"strings"
	"testing"
)

// Every construct has a name, a sort and, unless it is an atom, arguments; the
// keywords lead back to it.
func TestOpTable(t *testing.T) {
	seen := map[string]bool{}
	for op := Op(1); op < opCount; op++ {
		if op.String() == "" || seen[op.String()] || op.Sort() == 0 || op.Sort() >= SortEntity {
			t.Errorf("%d: name %q, sort %d", op, op, op.Sort())
		}
		seen[op.String()] = true
		if atom := op <= Variable; atom != (op.Parts() == nil) {
			t.Errorf("%s takes %v", op, op.Parts())
		}
		if got, ok := OpByName(op.String()); ok && got != op {
			t.Errorf("%s is found as %s", op, got)
		} else if _, keyword := keywords()[op.String()]; keyword != ok {
			t.Errorf("%s: found %t", op, ok)
		}
	}
	for _, name := range []string{"", "IRI", "literal", "number", "facet", "no construct", "subclassof"} {
		if op, ok := OpByName(name); ok {
			t.Errorf("%q is %s", name, op)
		}
	}
	if Op(250).String() != "unknown construct" || Op(250).Sort() != 0 || Op(250).Parts() != nil {
		t.Error("an unknown construct")
	}
}

const x = "http://x.org/o#"

func iri(local string) Expr { return Named(IRI, x+local) }

// short writes axioms in tests without the namespace.
func short(v interface{ String() string }) string {
	s := strings.ReplaceAll(v.String(), "<"+x, ":")
	return strings.ReplaceAll(s, ">", "")
}

// Plain IRIs become what their place asks for.
func TestFit(t *testing.T) {
	tests := []struct {
		op   Op
		args []Expr
		want string // kinds, or the error
	}{
		{SubClassOf, []Expr{iri("A"), iri("B")}, "Class Class"},
		{SubClassOf, []Expr{iri("A")}, "SubClassOf: takes 2 arguments, not 1"},
		{SubClassOf, []Expr{iri("A"), Text("B", "", "")}, "SubClassOf: argument 2 must be a class expression, not a literal"},
		{DisjointUnion, []Expr{iri("A"), iri("B"), iri("C"), iri("D")}, "Class Class Class Class"},
		{DisjointUnion, []Expr{iri("A"), iri("B")}, "DisjointUnion: takes at least 3 arguments, not 2"},
		{DisjointUnion, []Expr{Of(ObjectComplementOf, iri("A")), iri("B"), iri("C")}, "DisjointUnion: argument 1 must be a class, not a class expression"},
		{DataSomeValuesFrom, []Expr{iri("p"), iri("q"), iri("d")}, "DataProperty DataProperty Datatype"},
		{DataSomeValuesFrom, []Expr{iri("p"), iri("d")}, "DataProperty Datatype"},
		{ObjectMinCardinality, []Expr{Count(3), iri("p")}, "number ObjectProperty"},
		{ObjectMinCardinality, []Expr{Count(3), iri("p"), iri("C")}, "number ObjectProperty Class"},
		{ObjectMinCardinality, []Expr{Count(3), iri("p"), iri("C"), iri("D")}, "ObjectMinCardinality: takes 2 to 3 arguments, not 4"},
		{ObjectMinCardinality, []Expr{iri("p"), Count(3)}, "ObjectMinCardinality: argument 1 must be a number, not an IRI"},
		{AnnotationAssertion, []Expr{iri("p"), iri("s"), iri("v")}, "AnnotationProperty IRI IRI"},
		{AnnotationAssertion, []Expr{iri("p"), Blank("s"), Text("v", "en", "")}, "AnnotationProperty anonymous individual literal"},
		{Declaration, []Expr{iri("p")}, "Declaration: argument 1 must be an entity, not an IRI"},
		{ObjectPropertyAtom, []Expr{iri("p"), iri("a"), Named(Variable, "urn:x")}, "ObjectProperty NamedIndividual Variable"},
		{HasKey, []Expr{iri("C"), iri("p"), Named(DataProperty, "d"), iri("e")}, "Class ObjectProperty DataProperty DataProperty"},
		{HasKey, []Expr{iri("C"), Named(DataProperty, "d"), Named(ObjectProperty, "p")}, "HasKey: argument 3 must be a data property, not an object property"},
		{HasKey, []Expr{iri("C")}, "HasKey: takes a class expression and at least one property"},
		{SubObjectPropertyOf, []Expr{Of(ObjectPropertyChain, iri("p"), iri("q")), iri("r")}, "ObjectPropertyChain ObjectProperty"},
	}
	for _, tt := range tests {
		var got []string
		err := Fit(tt.op, tt.args)
		for _, e := range tt.args {
			got = append(got, e.Op.String())
		}
		if err != nil {
			got = []string{err.Error()}
			if shape := (*ShapeError)(nil); !errors.As(err, &shape) || shape.Op != tt.op {
				t.Errorf("%s: %T", tt.op, err)
			}
		}
		if s := strings.Join(got, " "); s != tt.want {
			t.Errorf("%s: got %s, want %s", tt.op, s, tt.want)
		}
	}
}

func TestCheck(t *testing.T) {
	c := Named(Class, x+"C")
	p := Named(ObjectProperty, x+"p")
	for _, tt := range []struct {
		a    Axiom
		want string
	}{
		{New(SubClassOf, c, c), ""},
		{New(SubClassOf, c, iri("D")), "SubClassOf: argument 2 is an IRI of unknown kind; see axiom.Fit"},
		{New(Class), "Class: is not an axiom"},
		{New(0), "no construct: is not an axiom"},
		{New(SubClassOf, c, Of(ObjectMinCardinality, Expr{Op: Number, Text: "-1"}, p)), `number: "-1" is not a non-negative integer`},
		{New(SubClassOf, c, Named(Class, "")), "Class: has no name"},
		{New(FunctionalObjectProperty, Of(ObjectInverseOf, p)), ""},
		{New(FunctionalObjectProperty, Of(ObjectInverseOf, Of(ObjectInverseOf, p))), "ObjectInverseOf: an inverse of an inverse is not OWL 2: name the property itself"},
		{New(SubClassOf, c, c).With(Annotation{Property: x + "n", Value: c}), "AnnotationProperty: the value of an annotation must be an IRI, an anonymous individual or a literal, not a class"},
		{New(SubClassOf, c, c).With(Annotation{Value: iri("v")}), "AnnotationProperty: has no name"},
	} {
		got := ""
		if err := tt.a.Check(); err != nil {
			got = err.Error()
		}
		if got != tt.want {
			t.Errorf("%s: got %q, want %q", tt.a, got, tt.want)
		}
	}
}

func TestString(t *testing.T) {
	c, p, d := Named(Class, x+"C"), Named(ObjectProperty, x+"p"), Named(DataProperty, x+"d")
	for _, tt := range []struct {
		a    Axiom
		want string
	}{
		{New(Declaration, c), "Declaration(Class(:C))"},
		{New(SubClassOf, c, Of(ObjectSomeValuesFrom, Of(ObjectInverseOf, p), c)), "SubClassOf(:C ObjectSomeValuesFrom(ObjectInverseOf(:p) :C))"},
		{New(HasKey, c, p, p, d), "HasKey(:C (:p :p) (:d))"},
		{New(HasKey, c, p), "HasKey(:C (:p) ())"},
		{New(HasKey, c, d), "HasKey(:C () (:d))"},
		{New(AnnotationAssertion, Named(AnnotationProperty, x+"n"), iri("C"), Text(`a "\`, "en-GB", "")).With(
			Annotation{x + "m", Text("1", "", "urn:d"), []Annotation{{x + "k", Blank("b"), nil}}}),
			`AnnotationAssertion(Annotation(Annotation(:k _:b) :m "1"^^<urn:d) :n :C "a \"\\"@en-GB)`},
		{New(DLSafeRule, Of(Body, Of(ClassAtom, c, Named(Variable, x+"v"))), Of(Head)), "DLSafeRule(Body(ClassAtom(:C Variable(:v))) Head())"},
		{New(DatatypeDefinition, Named(Datatype, x+"t"), Of(DatatypeRestriction, Named(Datatype, x+"u"), Expr{Op: Facet, Text: x + "f", Args: []Expr{Text("1", "", "")}})),
			`DatatypeDefinition(:t DatatypeRestriction(:u :f "1"))`},
	} {
		if got := short(tt.a); got != tt.want {
			t.Errorf("got  %s\nwant %s", got, tt.want)
		}
	}
}

func TestWalk(t *testing.T) {
	a := New(SubClassOf, Named(Class, "C"), Of(ObjectComplementOf, Named(Class, "D"))).With(
		Annotation{"m", Text("v", "", ""), []Annotation{{"k", Blank("b"), nil}}})
	var got []string
	a.Walk(func(e Expr) { got = append(got, e.Op.String()+e.Text) })
	const want = "ClassC ObjectComplementOf ClassD AnnotationPropertym literalv AnnotationPropertyk anonymous individualb"
	if s := strings.Join(got, " "); s != want {
		t.Errorf("got %s", s)
	}
	if e := a.Args[1]; !e.Equal(Of(ObjectComplementOf, Named(Class, "D"))) || e.Equal(Of(ObjectComplementOf, Named(Class, "E"))) || e.Equal(a.Args[0]) {
		t.Error("Equal")
	}
}
