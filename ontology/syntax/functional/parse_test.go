package functional_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/ontocrawl/ontocrawl/ontology/axiom"
	"github.com/ontocrawl/ontocrawl/ontology/rdfio"
	"github.com/ontocrawl/ontocrawl/ontology/syntax/functional"
)

const prefixes = "Prefix(:=<http://x.org/o#>)\nPrefix(xsd:=<http://www.w3.org/2001/XMLSchema#>)\n"

func parse(text string) (*axiom.Ontology, error) {
	return functional.Parse(strings.NewReader(text), rdfio.Options{File: "f.ofn"})
}

// shown writes the axioms with names as short as the documents here have.
func shown(o *axiom.Ontology) string {
	var all []string
	for _, a := range o.Axioms {
		s := strings.NewReplacer("<http://x.org/o#", ":", "<http://www.w3.org/2001/XMLSchema#", "xsd:",
			"<http://www.w3.org/2000/01/rdf-schema#", "rdfs:", "<http://www.w3.org/2002/07/owl#", "owl:", ">", "").Replace(a.String())
		all = append(all, s)
	}
	return strings.Join(all, "\n")
}

// What is written as axioms print themselves is read as it is.
func TestAxioms(t *testing.T) {
	for _, text := range []string{
		"Declaration(Class(:C))",
		"Declaration(NamedIndividual(:台风))",
		"SubClassOf(:C ObjectSomeValuesFrom(:p ObjectIntersectionOf(:D ObjectComplementOf(:E))))",
		"SubClassOf(:C DataSomeValuesFrom(:d :e DataOneOf(\"a\" \"1\"^^xsd:integer)))",
		"SubClassOf(:C ObjectMaxCardinality(3 ObjectInverseOf(:p)))",
		"SubClassOf(:C DataExactCardinality(3 :d xsd:string))",
		"SubClassOf(ObjectOneOf(:a _:b) ObjectHasSelf(:p))",
		"EquivalentClasses(:C ObjectUnionOf(:D :E) ObjectHasValue(:p :a))",
		"DisjointUnion(:C :D :E)",
		"SubObjectPropertyOf(ObjectPropertyChain(:p :q) :r)",
		"HasKey(:C (:p ObjectInverseOf(:q)) (:d :e))",
		"HasKey(ObjectUnionOf(:C :D) () (:d))",
		"HasKey(:C (:p) ())",
		"DatatypeDefinition(:t DatatypeRestriction(xsd:integer xsd:minInclusive \"1\"^^xsd:integer xsd:maxInclusive \"5\"^^xsd:integer))",
		"DataPropertyRange(:d DataComplementOf(xsd:string))",
		"NegativeDataPropertyAssertion(:d :a \"x\"@en)",
		"AnnotationAssertion(Annotation(Annotation(rdfs:label \"why\") rdfs:comment _:n) :n :C \"quote \\\" back \\\\ line\nend\"@zh-Hant-TW)",
		"AnnotationAssertion(rdfs:seeAlso _:x :C)",
		"SubAnnotationPropertyOf(:n rdfs:label)",
		"AnnotationPropertyRange(:n xsd:string)",
		"DLSafeRule(Annotation(rdfs:label \"r\") Body(ClassAtom(:C Variable(:v)) BuiltInAtom(:f Variable(:v) \"1\")) Head(DifferentIndividualsAtom(Variable(:v) :a)))",
	} {
		o, err := parse(prefixes + "Ontology(" + text + ")")
		if err != nil {
			t.Errorf("%s: %v", text, err)
			continue
		}
		if got := shown(o); got != text {
			t.Errorf("got  %s\nwant %s", got, text)
		}
		if err := o.Axioms[0].Check(); err != nil {
			t.Error(err)
		}
	}
}

// Every construct is read from how it prints itself.
func TestEveryConstruct(t *testing.T) {
	example := map[axiom.Sort]string{
		axiom.SortIRI: ":i", axiom.SortLiteral: "\"l\"", axiom.SortNumber: "2", axiom.SortDatatype: ":t", axiom.SortNamedClass: ":C",
		axiom.SortNamedObjectProperty: ":p", axiom.SortDataProperty: ":d", axiom.SortAnnotationProperty: ":n",
		axiom.SortFacet: "xsd:length \"1\"", axiom.SortBody: "Body()", axiom.SortHead: "Head()", axiom.SortEntity: "Datatype(:t)",
		axiom.SortClass: ":C", axiom.SortRange: ":t", axiom.SortObjectProperty: ":p", axiom.SortSubObjectProperty: ":p",
		axiom.SortIndividual: ":a", axiom.SortSubject: ":s", axiom.SortValue: ":v", axiom.SortIndividualArg: ":a", axiom.SortDataArg: "\"l\"",
	}
	for op := axiom.Declaration; op <= axiom.DLSafeRule; op++ {
		var args []string
		for _, p := range op.Parts() {
			for range max(1, p.Min) {
				args = append(args, example[p.Sort])
			}
		}
		if op == axiom.HasKey {
			args = []string{":C", "(:p)", "(:d)"}
		}
		text := op.String() + "(" + strings.Join(args, " ") + ")"
		o, err := parse(prefixes + "Ontology(" + text + ")")
		if err != nil {
			t.Errorf("%s: %v", text, err)
		} else if got := shown(o); got != text {
			t.Errorf("got  %s\nwant %s", got, text)
		}
	}
}

func TestHeader(t *testing.T) {
	o, err := parse("# before\nPrefix ( a-b.c:=<http://y.org/> ) # behind\nOntology(<http://x.org/o> a-b.c:1\r\nImport(<http://z.org/>) Import(a-b.c:i)\nAnnotation(rdfs:label \"l\"@en) Annotation(owl:versionInfo <v>)\n)\n# end")
	if err != nil {
		t.Fatal(err)
	}
	if o.IRI != "http://x.org/o" || o.Version != "http://y.org/1" || strings.Join(o.Imports, " ") != "http://z.org/ http://y.org/i" {
		t.Errorf("%+v", o)
	}
	if len(o.Annotations) != 2 || o.Annotations[1].Value.Text != "file:///v" || o.Prefixes["a-b.c"] != "http://y.org/" {
		t.Errorf("%+v", o)
	}
	if o, err := parse("Ontology()"); err != nil || o.IRI != "" || len(o.Axioms) != 0 {
		t.Errorf("the empty ontology: %+v, %v", o, err)
	}
	if o, err := parse("\ufeffOntology(<http://x.org/o>)"); err != nil || o.IRI != "http://x.org/o" {
		t.Errorf("byte order mark: %+v, %v", o, err)
	}
}

func TestErrors(t *testing.T) {
	for _, tt := range []struct{ text, want string }{
		{"", `f.ofn:1:1: expected Prefix( or Ontology(, found the end of the file`},
		{"<html>", `f.ofn:1:1: expected Prefix( or Ontology(, found "<html>"`},
		{"Ontology(", `f.ofn:1:10: expected an axiom, or ')' at the end of the ontology, found the end of the file`},
		{"Ontology()\n)", `f.ofn:2:1: expected the end of the file after the ontology, found ")"`},
		{"Ontology(\nSubClassOf(:C))", `f.ofn:2:12: the prefix of ":C" is not declared; expected Prefix(:=<…>) before the ontology`},
		{prefixes + "Ontology(\n台风()", `f.ofn:4:1: "台风" is not an axiom of OWL 2`},
		{prefixes + "Ontology(\n  SubClassOf(:C))", `f.ofn:4:3: SubClassOf: takes 2 arguments, not 1`},
		{prefixes + "Ontology(\n  SubClassOf(:C \"D\"))", `f.ofn:4:3: SubClassOf: argument 2 must be a class expression, not a literal`},
		{prefixes + "Ontology(SubClassOf(:C SubClassOf(:C :D)))", `f.ofn:3:24: expected a class, a property or another part of an axiom, found "SubClassOf"`},
		{prefixes + "Ontology(SubClassOf(:C 5.5))", `f.ofn:3:24: expected a non-negative integer, found "5.5"`},
		{prefixes + "Ontology(SubClassOf(:C ObjectMinCardinality(:p)))", `f.ofn:3:24: ObjectMinCardinality: takes 2 to 3 arguments, not 1`},
		{prefixes + "Ontology(SubClassOf(:C [:D]))", `f.ofn:3:24: unexpected "["`},
		{prefixes + "Ontology(AnnotationAssertion(:n :C \"a))", `f.ofn:3:36: expected '"' at the end of the text that begins here`},
		{prefixes + "Ontology(AnnotationAssertion(:n :C \"a\\", `f.ofn:3:36: expected '"' at the end of the text that begins here`},
		{prefixes + "Ontology(SubClassOf(:C <http://x", `f.ofn:3:24: expected '>' at the end of the IRI "<"`},
		{prefixes + "Ontology(AnnotationAssertion(:n :C \"a\"^^))", `f.ofn:3:41: expected a datatype after ^^, found ")"`},
		{prefixes + "Ontology(AnnotationAssertion(:n :C \"a\"@-))", `f.ofn:3:39: "-" is not a language tag: expected something like zh or zh-Hant`},
		{prefixes + "Ontology(DisjointClasses(:C))", `f.ofn:3:10: DisjointClasses of one argument says nothing; expected a second`},
		{prefixes + "Ontology(SubClassOf(:C ObjectUnionOf(:D)))", `f.ofn:3:24: ObjectUnionOf of one argument; expected a second`},
		{prefixes + "Ontology(HasKey(:C (:p) (:d) (:e)))", `f.ofn:3:30: HasKey takes two lists of properties, not three`},
		{prefixes + "Ontology(SubClassOf(:C _:))", `f.ofn:3:24: "" is not the label of a blank node: expected letters, digits, '-', '_' and '.'`},
		{prefixes + "Ontology(SubClassOf(:C ((:D))))", `f.ofn:3:24: expected a class, a property, an individual or a literal, found "("`},
		{"Prefix(a=<b>)", `f.ofn:1:8: expected a prefix name with a colon at its end, found "a"`},
		{"Prefix(a:=b)", `f.ofn:1:11: expected a full IRI in < and >, found "b"`},
		{"Prefix(a:=<b>)Prefix(a:=<c>)", `f.ofn:1:22: the prefix "a:" is declared twice`},
		{"Ontology(\xff)", `f.ofn:1:10: not UTF-8: save the file as UTF-8`},
	} {
		_, err := parse(tt.text)
		var syn *rdfio.SyntaxError
		if !errors.As(err, &syn) || err.Error() != tt.want {
			t.Errorf("%q:\ngot  %v\nwant %s", tt.text, err, tt.want)
		}
	}
}

// With Warn, what can be passed over is.
func TestFlaws(t *testing.T) {
	var warned []string
	opt := rdfio.Options{Warn: func(e *rdfio.SyntaxError) { warned = append(warned, e.Error()) }}
	o, err := functional.Parse(strings.NewReader(prefixes+prefixes+`Ontology(
DisjointClasses(:C)
SubClassOf(:C ObjectUnionOf(:D))
DescriptionGraph(Nodes(NodeAssertion(:C :x)) Edges())
AnnotationAssertion(:n :C "a"@-)
)`), opt)
	if err != nil {
		t.Fatal(err)
	}
	if got := shown(o); got != "SubClassOf(:C :D)\nAnnotationAssertion(:n :C \"a\")" {
		t.Errorf("got %s", got)
	}
	const want = `6:1: DisjointClasses of one argument says nothing; expected a second
7:15: ObjectUnionOf of one argument; expected a second
8:1: "DescriptionGraph" is not an axiom of OWL 2
9:30: "-" is not a language tag: expected something like zh or zh-Hant`
	if got := strings.Join(warned, "\n"); got != want {
		t.Errorf("warned\n%s", got)
	}
}

// Brackets without end are an error too where none are expected.
func TestBrackets(t *testing.T) {
	for _, tt := range []struct{ text, want string }{
		{"Ontology(HasKey(:C " + strings.Repeat("(", 2_000_000), "expected a class, a property"},
		{"Ontology(Unknown(" + strings.Repeat("(", 2_000_000), "expected ')' at the end of"},
	} {
		_, err := functional.Parse(strings.NewReader(prefixes+tt.text), rdfio.Options{Warn: func(*rdfio.SyntaxError) {}})
		if err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%.40q: %v", tt.text, err)
		}
	}
}

func FuzzParse(f *testing.F) {
	f.Add(prefixes + "Ontology(<http://x.org/o> Annotation(rdfs:label \"x\"@en)\nSubClassOf(:C ObjectSomeValuesFrom(:p :D)))")
	f.Add("Ontology(HasKey(owl:Thing (owl:p) (owl:d)) DLSafeRule(Body() Head(ClassAtom(owl:C Variable(<urn:v>)))))")
	f.Add("Ontology(DatatypeDefinition(xsd:t DatatypeRestriction(xsd:u xsd:f \"\\\"\\\\\"^^xsd:v)))# c")
	f.Add("Prefix(:=<0\x7f>) Ontology(SubClassOf(:0 ObjectSomeValuesFrom(:0 :0)))")
	f.Fuzz(func(t *testing.T, text string) {
		for _, warn := range []func(*rdfio.SyntaxError){nil, func(*rdfio.SyntaxError) {}} {
			o, err := functional.Parse(strings.NewReader(text), rdfio.Options{Warn: warn, Limits: rdfio.Limits{Depth: 50}})
			if err != nil {
				continue
			}
			for _, a := range o.Axioms {
				if err := a.Check(); err != nil {
					t.Errorf("%s: %v", a, err)
				}
			}
			if _, err := o.Triples(); err != nil {
				t.Error(err)
			}
			text := encode(t, o)
			back, err := functional.Parse(strings.NewReader(text), rdfio.Options{})
			if err != nil {
				t.Fatalf("%v in\n%s", err, text)
			}
			if again := encode(t, back); again != text {
				t.Errorf("written\n%s\nthen\n%s", text, again)
			}
		}
	})
}
