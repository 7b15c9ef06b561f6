package manchester_test

import (
	"errors"
	"io"
	"strings"
	"testing"

	"github.com/knakk/rdf"

	"github.com/ontocrawl/ontocrawl/ontology/axiom"
	"github.com/ontocrawl/ontocrawl/ontology/rdfio"
	"github.com/ontocrawl/ontocrawl/ontology/rdfio/rdfiotest"
	"github.com/ontocrawl/ontocrawl/ontology/syntax/manchester"
	"github.com/ontocrawl/ontocrawl/ontology/syntax/turtle"
)

// header begins what Protégé saves.
const header = `Prefix: : <http://x.org/o#>
Prefix: skos: <http://www.w3.org/2004/02/skos/core#>
Ontology: <http://x.org/o>
`

func parse(t *testing.T, body string) *axiom.Ontology {
	t.Helper()
	o, err := manchester.Parse(strings.NewReader(header+body), rdfio.Options{File: "o.omn", Base: "http://x.org/"})
	if err != nil {
		t.Fatalf("%v\n%s", err, body)
	}
	for _, a := range o.Axioms {
		if err := a.Check(); err != nil {
			t.Fatalf("%v\n%s", err, body)
		}
	}
	return o
}

// short writes axioms in functional syntax with :x for <http://x.org/o#x>.
var short = strings.NewReplacer("<http://x.org/o#", ":", "<http://www.w3.org/2001/XMLSchema#", "xsd:",
	"<http://www.w3.org/2000/01/rdf-schema#", "rdfs:", "<http://www.w3.org/2002/07/owl#", "owl:",
	"<http://www.w3.org/2003/11/swrlb#", "swrlb:", ">", "")

// axioms leaves declarations out, unless there is nothing else.
func axioms(o *axiom.Ontology, declarations bool) string {
	var all []string
	for _, a := range o.Axioms {
		if declarations || a.Op != axiom.Declaration {
			all = append(all, short.Replace(a.String()))
		}
	}
	return strings.Join(all, "\n")
}

func TestFrames(t *testing.T) {
	tests := []struct{ name, in, want string }{
		{"class", `Class: 台风
    Annotations: rdfs:label "台风"@zh, rdfs:label "a \"typhoon\" \\ d" , :seen 3
    SubClassOf: A, :causes some StormSurge, <http://x.org/o#C>
    EquivalentTo: B and (causes only C)
    DisjointWith: A
    DisjointUnionOf: A, B
    HasKey: causes, name
Class: A
ObjectProperty: causes
DataProperty: name`,
			"AnnotationAssertion(rdfs:label :台风 \"台风\"@zh)\nAnnotationAssertion(rdfs:label :台风 \"a \\\"typhoon\\\" \\\\ d\")\nAnnotationAssertion(:seen :台风 \"3\"^^xsd:integer)\n" +
				"SubClassOf(:台风 :A)\nSubClassOf(:台风 ObjectSomeValuesFrom(:causes :StormSurge))\nSubClassOf(:台风 :C)\n" +
				"EquivalentClasses(:台风 ObjectIntersectionOf(:B ObjectAllValuesFrom(:causes :C)))\nDisjointClasses(:台风 :A)\n" +
				"DisjointUnion(:台风 :A :B)\nHasKey(:台风 (:causes) (:name))"},
		{"general axiom", "Class: p some A\n SubClassOf: B", "SubClassOf(ObjectSomeValuesFrom(:p :A) :B)"},
		{"turned round", "Class: A\n SuperClassOf: B, C\n Instances: i", "SubClassOf(:B :A)\nSubClassOf(:C :A)\nClassAssertion(:A :i)"},
		{"object property", `ObjectProperty: p
    Domain: A
    Range: B or C
    Characteristics: Functional, InverseFunctional, Reflexive, Irreflexive, Symmetric, Asymmetric, Transitive
    SubPropertyOf: q, inverse r
    SuperPropertyOf: s
    EquivalentTo: inverse (q)
    DisjointWith: t
    InverseOf: u
    SubPropertyChain: q o inverse r o s`,
			"ObjectPropertyDomain(:p :A)\nObjectPropertyRange(:p ObjectUnionOf(:B :C))\nFunctionalObjectProperty(:p)\nInverseFunctionalObjectProperty(:p)\n" +
				"ReflexiveObjectProperty(:p)\nIrreflexiveObjectProperty(:p)\nSymmetricObjectProperty(:p)\nAsymmetricObjectProperty(:p)\nTransitiveObjectProperty(:p)\n" +
				"SubObjectPropertyOf(:p :q)\nSubObjectPropertyOf(:p ObjectInverseOf(:r))\nSubObjectPropertyOf(:s :p)\nEquivalentObjectProperties(:p ObjectInverseOf(:q))\n" +
				"DisjointObjectProperties(:p :t)\nInverseObjectProperties(:p :u)\nSubObjectPropertyOf(ObjectPropertyChain(:q ObjectInverseOf(:r) :s) :p)"},
		{"data property", `DataProperty: d
    Domain: A
    Range: xsd:integer[>= 5, < 10] or {"x"@en, true, -1.50, .5f}
    Characteristics: Functional
    SubPropertyOf: e
    EquivalentTo: f
    DisjointWith: g`,
			"DataPropertyDomain(:d :A)\nDataPropertyRange(:d DataUnionOf(DatatypeRestriction(xsd:integer xsd:minInclusive \"5\"^^xsd:integer xsd:maxExclusive \"10\"^^xsd:integer) " +
				"DataOneOf(\"x\"@en \"true\"^^xsd:boolean \"-1.50\"^^xsd:decimal \".5\"^^xsd:float)))\nFunctionalDataProperty(:d)\nSubDataPropertyOf(:d :e)\n" +
				"EquivalentDataProperties(:d :f)\nDisjointDataProperties(:d :g)"},
		{"annotation property", "AnnotationProperty: a\n Domain: A\n Range: <B>\n SubPropertyOf: rdfs:label",
			"AnnotationPropertyDomain(:a :A)\nAnnotationPropertyRange(:a <http://x.org/B)\nSubAnnotationPropertyOf(:a rdfs:label)"},
		{"datatype", "Datatype: T\n EquivalentTo: string[pattern \"a\\\\d\" , length 3] and not {\"x\"^^T}",
			"DatatypeDefinition(:T DataIntersectionOf(DatatypeRestriction(xsd:string xsd:pattern \"a\\\\d\" xsd:length \"3\"^^xsd:integer) DataComplementOf(DataOneOf(\"x\"^^:T))))"},
		{"individual", `Individual: i
    Types: A, p value j
    Facts: p j, not p _:b, d "x", not d 5, inverse q k
    SameAs: k
    DifferentFrom: _:b`,
			"ClassAssertion(:A :i)\nClassAssertion(ObjectHasValue(:p :j) :i)\nObjectPropertyAssertion(:p :i :j)\nNegativeObjectPropertyAssertion(:p :i _:b)\n" +
				"DataPropertyAssertion(:d :i \"x\")\nNegativeDataPropertyAssertion(:d :i \"5\"^^xsd:integer)\nObjectPropertyAssertion(ObjectInverseOf(:q) :i :k)\n" +
				"SameIndividual(:i :k)\nDifferentIndividuals(:i _:b)"},
		{"anonymous individual", "Individual: _:genid1\n Annotations: :a _:g1\n Types: A", "AnnotationAssertion(:a _:genid1 _:gg1)\nClassAssertion(:A _:genid1)"},
		{"several", `EquivalentClasses: A, B and C
DisjointClasses: Annotations: rdfs:comment "x" A, B, C
EquivalentProperties: p, inverse q
DisjointProperties: d, e
SameIndividual: i, j
DifferentIndividuals: i, j, k
DataProperty: e`,
			"EquivalentClasses(:A ObjectIntersectionOf(:B :C))\nDisjointClasses(Annotation(rdfs:comment \"x\") :A :B :C)\nEquivalentObjectProperties(:p ObjectInverseOf(:q))\n" +
				"DisjointDataProperties(:d :e)\nSameIndividual(:i :j)\nDifferentIndividuals(:i :j :k)"},
		{"annotated items", `Class: A
    Annotations: Annotations: :n "1", :n "2" rdfs:comment "x", rdfs:label "y"
    SubClassOf: Annotations: :n "3" B, C, Annotations: Annotations: :n i :n "4", :n "5" p some D`,
			"AnnotationAssertion(Annotation(:n \"1\") Annotation(:n \"2\") rdfs:comment :A \"x\")\nAnnotationAssertion(rdfs:label :A \"y\")\n" +
				"SubClassOf(Annotation(:n \"3\") :A :B)\nSubClassOf(:A :C)\nSubClassOf(Annotation(Annotation(:n :i) :n \"4\") Annotation(:n \"5\") :A ObjectSomeValuesFrom(:p :D))"},
		{"the same twice", "Class: A\n EquivalentTo: B\n DisjointWith: Annotations: :n 1 C\nClass: B\n EquivalentTo: A\nClass: C\n DisjointWith: A, Annotations: :n 1 A",
			"EquivalentClasses(:A :B)\nDisjointClasses(Annotation(:n \"1\"^^xsd:integer) :A :C)\nDisjointClasses(:C :A)\nDisjointClasses(Annotation(:n \"1\"^^xsd:integer) :C :A)"},
		{"comments and odd spacing", "# c\nClass:A# b: \"\r\n\n SubClassOf:(B and C)#d\n,D#\n,<http://x.org/o#E>", "SubClassOf(:A ObjectIntersectionOf(:B :C))\nSubClassOf(:A :D)\nSubClassOf(:A :E)"},
		{"empty sections", "Class: A\n SubClassOf: \n DisjointWith: \n\nClass: B\n Annotations: \nClass: A", "Declaration(Class(:A))\nDeclaration(Class(:B))"},
		{"labels for names", "Class: A\n Annotations: rdfs:label \"storm 'surge\"\n\nClass: B\n SubClassOf: 'storm \\'surge', p some 'storm \\'surge'",
			"AnnotationAssertion(rdfs:label :A \"storm 'surge\")\nSubClassOf(:B :A)\nSubClassOf(:B ObjectSomeValuesFrom(:p :A))"},
		{"rules as the OWL API 5.1.20 writes them", "Rule: \n    A(?<http://x.org/o#v>),  DifferentFrom (?x, ?<urn:y>),  SameAs (?x, i), swrlb:add(?x, ?y, 3),  inverse (<http://x.org/o#p>)(?x, i) -> A(?x)\nClass: A\nObjectProperty: p",
			"DLSafeRule(Body(ClassAtom(:A Variable(:v)) DifferentIndividualsAtom(Variable(<urn:swrl:var#x) Variable(<urn:y)) " +
				"SameIndividualAtom(Variable(<urn:swrl:var#x) :i) BuiltInAtom(swrlb:add Variable(<urn:swrl:var#x) Variable(<urn:swrl:var#y) \"3\"^^xsd:integer) " +
				"ObjectPropertyAtom(ObjectInverseOf(:p) Variable(<urn:swrl:var#x) :i)) Head(ClassAtom(:A Variable(<urn:swrl:var#x))))"},
		{"an entity called DifferentFrom", "Rule: DifferentFrom(?x, ?y) -> A(?x)\nClass: A\nObjectProperty: DifferentFrom",
			"DLSafeRule(Body(ObjectPropertyAtom(:DifferentFrom Variable(<urn:swrl:var#x) Variable(<urn:swrl:var#y))) Head(ClassAtom(:A Variable(<urn:swrl:var#x))))"},
		{"rules", "Rule: Annotations: :n \"r\" A(?x), p(?x, ?y), d(?x, 3), greaterThan(?z, 17), xsd:int(?z), (q some B)(?y), sameAs(?x, i) -> C(?x), differentFrom(?x, ?y)\nClass: A\nDataProperty: d",
			"DLSafeRule(Annotation(:n \"r\") Body(ClassAtom(:A Variable(<urn:swrl:var#x)) ObjectPropertyAtom(:p Variable(<urn:swrl:var#x) Variable(<urn:swrl:var#y)) " +
				"DataPropertyAtom(:d Variable(<urn:swrl:var#x) \"3\"^^xsd:integer) BuiltInAtom(swrlb:greaterThan Variable(<urn:swrl:var#z) \"17\"^^xsd:integer) " +
				"DataRangeAtom(xsd:int Variable(<urn:swrl:var#z)) ClassAtom(ObjectSomeValuesFrom(:q :B) Variable(<urn:swrl:var#y)) SameIndividualAtom(Variable(<urn:swrl:var#x) :i)) " +
				"Head(ClassAtom(:C Variable(<urn:swrl:var#x)) DifferentIndividualsAtom(Variable(<urn:swrl:var#x) Variable(<urn:swrl:var#y))))"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := axioms(parse(t, tt.in), tt.name == "empty sections"); got != tt.want {
				t.Errorf("got\n%s\nwant\n%s", got, tt.want)
			}
		})
	}
}

// Descriptions, as super-classes of A. d is declared as a data property, p as an
// object property, u not at all.
func TestDescriptions(t *testing.T) {
	tests := []struct{ in, want string }{
		{"B and C or D", "ObjectUnionOf(ObjectIntersectionOf(:B :C) :D)"},
		{"B and (C or D)", "ObjectIntersectionOf(:B ObjectUnionOf(:C :D))"},
		{"not B and C", "ObjectIntersectionOf(ObjectComplementOf(:B) :C)"},
		{"not (B and C)", "ObjectComplementOf(ObjectIntersectionOf(:B :C))"},
		{"B that p some C and not p some D", "ObjectIntersectionOf(:B ObjectSomeValuesFrom(:p :C) ObjectComplementOf(ObjectSomeValuesFrom(:p :D)))"},
		{"p some q only not B", "ObjectSomeValuesFrom(:p ObjectAllValuesFrom(:q ObjectComplementOf(:B)))"},
		{"inverse p some B", "ObjectSomeValuesFrom(ObjectInverseOf(:p) :B)"},
		{"inverse(p) value i", "ObjectHasValue(ObjectInverseOf(:p) :i)"},
		{"p Self", "ObjectHasSelf(:p)"},
		{"p some Self", "ObjectHasSelf(:p)"},
		{"{i, _:b}", "ObjectOneOf(:i _:b)"},
		{"p min 1", "ObjectMinCardinality(1 :p)"},
		{"p max 2 B and C", "ObjectIntersectionOf(ObjectMaxCardinality(2 :p :B) :C)"},
		{"p exactly 3 (B or C)", "ObjectExactCardinality(3 :p ObjectUnionOf(:B :C))"},
		{"p min 0 {i}", "ObjectMinCardinality(0 :p ObjectOneOf(:i))"},
		{"d some integer", "DataSomeValuesFrom(:d xsd:integer)"},
		{"d only T", "DataAllValuesFrom(:d :T)"},
		{"d value i", ""},
		{"d exactly 1", "DataExactCardinality(1 :d)"},
		{"d max 1 xsd:string", "DataMaxCardinality(1 :d xsd:string)"},
		{"d min 1 rdfs:Literal", "DataMinCardinality(1 :d rdfs:Literal)"},
		{"d some {1, \"a\"@zh}", "DataSomeValuesFrom(:d DataOneOf(\"1\"^^xsd:integer \"a\"@zh))"},
		{"d some not xsd:int[<=5,>\"1\"^^xsd:int]", "DataSomeValuesFrom(:d DataComplementOf(DatatypeRestriction(xsd:int xsd:maxInclusive \"5\"^^xsd:integer xsd:minExclusive \"1\"^^xsd:int)))"},
		{"d some <http://x.org/o#T>[<5,< 6,<\"7\"^^<http://x.org/o#T>]", "DataSomeValuesFrom(:d DatatypeRestriction(:T xsd:maxExclusive \"5\"^^xsd:integer xsd:maxExclusive \"6\"^^xsd:integer xsd:maxExclusive \"7\"^^:T))"},
		{"u some xsd:string", "DataSomeValuesFrom(:u xsd:string)"},
		{"u some B", "ObjectSomeValuesFrom(:u :B)"},
		{"u value 5", "DataHasValue(:u \"5\"^^xsd:integer)"},
		{"u only (xsd:int or xsd:string)", "DataAllValuesFrom(:u DataUnionOf(xsd:int xsd:string))"},
		{"d value false", "DataHasValue(:d \"false\"^^xsd:boolean)"},
		{"skos:Concept", "<http://www.w3.org/2004/02/skos/core#Concept"},
		{"<C>", "<http://x.org/C"},
		{"p.q-1", ":p.q-1"},
		{"a\\,b", ":a,b"},
	}
	for _, tt := range tests {
		in := header + "Class: A\nSubClassOf: " + tt.in + "\nDataProperty: d\nObjectProperty: p\nDatatype: T"
		o, err := manchester.Parse(strings.NewReader(in), rdfio.Options{Base: "http://x.org/"})
		if tt.want == "" {
			if err == nil {
				t.Errorf("%s is read", tt.in)
			}
			continue
		}
		if err != nil {
			t.Errorf("%s: %v", tt.in, err)
			continue
		}
		if got := axioms(o, false); got != "SubClassOf(:A "+tt.want+")" {
			t.Errorf("%s:\n got %s\nwant SubClassOf(:A %s)", tt.in, got, tt.want)
		}
	}
}

func TestHeader(t *testing.T) {
	o, err := manchester.Parse(strings.NewReader(`# a comment
Prefix: : <http://x.org/o#> Prefix: Class: <http://c.org/>
Ontology: <http://x.org/o> :1.0
Import: <http://x.org/q> Import: <r>
Annotations: rdfs:comment "a", Annotations: :n 1 owl:versionInfo "b"
Annotations: rdfs:seeAlso <s>
`), rdfio.Options{Base: "http://base.org/dir/"})
	if err != nil {
		t.Fatal(err)
	}
	if o.IRI != "http://x.org/o" || o.Version != "http://x.org/o#1.0" || o.Prefixes["Class"] != "http://c.org/" ||
		strings.Join(o.Imports, " ") != "http://x.org/q http://base.org/dir/r" || len(o.Annotations) != 3 ||
		len(o.Annotations[1].Annotations) != 1 || o.Annotations[2].Value.Text != "http://base.org/dir/s" {
		t.Errorf("%+v", o)
	}
	// Without a header, and without a declared prefix.
	for in, want := range map[string]string{
		"Class: <http://x.org/o#A>\nSubClassOf: owl:Thing": "SubClassOf(:A owl:Thing)",
		"Ontology: <http://x.org/o>\nClass: A":             "Declaration(Class(:A))",
		"Ontology: <http://x.org/o#>\nClass: A":            "Declaration(Class(:A))",
	} {
		o, err := manchester.Parse(strings.NewReader(in), rdfio.Options{})
		if err != nil || !strings.HasSuffix(axioms(o, true), want) {
			t.Errorf("%s: %v, %v; want %s", in, o, err, want)
		}
	}
}

// Triples of a document, blank nodes apart from other documents'.
func TestDecode(t *testing.T) {
	doc := header + "Class: A\n SubClassOf: p some B\nIndividual: _:g1\n Types: A"
	var got []rdf.Triple
	err := manchester.Decode(strings.NewReader(doc), rdfio.Options{BlankPrefix: "d7"}, func(tr rdf.Triple) error {
		got = append(got, tr)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	want := `<http://x.org/o> <http://www.w3.org/1999/02/22-rdf-syntax-ns#type> <http://www.w3.org/2002/07/owl#Ontology> .
<http://x.org/o#A> <http://www.w3.org/1999/02/22-rdf-syntax-ns#type> <http://www.w3.org/2002/07/owl#Class> .
_:r <http://www.w3.org/1999/02/22-rdf-syntax-ns#type> <http://www.w3.org/2002/07/owl#Restriction> .
_:r <http://www.w3.org/2002/07/owl#onProperty> <http://x.org/o#p> .
_:r <http://www.w3.org/2002/07/owl#someValuesFrom> <http://x.org/o#B> .
<http://x.org/o#A> <http://www.w3.org/2000/01/rdf-schema#subClassOf> _:r .
_:i <http://www.w3.org/1999/02/22-rdf-syntax-ns#type> <http://x.org/o#A> .
`
	var wanted []rdf.Triple
	if err := turtle.Decode(strings.NewReader(want), rdfio.Options{}, func(tr rdf.Triple) error { wanted = append(wanted, tr); return nil }); err != nil {
		t.Fatal(err)
	}
	if !rdfiotest.Isomorphic(got, wanted) {
		t.Errorf("got %v\nwant\n%s", got, want)
	}
	for _, tr := range got {
		if b, ok := tr.Subj.(rdf.Blank); ok && !strings.HasPrefix(b.String(), "d7-") {
			t.Errorf("blank node %s without prefix", b)
		}
	}
	if err := manchester.Decode(strings.NewReader(doc), rdfio.Options{}, func(rdf.Triple) error { return io.EOF }); !errors.Is(err, io.EOF) {
		t.Errorf("the error of yield became %v", err)
	}
}
