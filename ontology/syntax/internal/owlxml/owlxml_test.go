package owlxml_test

import (
	"errors"
	"io"
	"strings"
	"testing"

	"github.com/knakk/rdf"

	"github.com/ontocrawl/ontocrawl/ontology/axiom"
	"github.com/ontocrawl/ontocrawl/ontology/rdfio"
	"github.com/ontocrawl/ontocrawl/ontology/rdfio/rdfiotest"
	"github.com/ontocrawl/ontocrawl/ontology/syntax/internal/owlxml"
	"github.com/ontocrawl/ontocrawl/ontology/syntax/turtle"
)

// document puts axioms into what Protégé saves. The base is http://x.org/o, and
// so is the empty prefix with '#'.
func document(body string) string {
	return `<?xml version="1.0"?>
<Ontology xmlns="http://www.w3.org/2002/07/owl#" xml:base="http://x.org/o" ontologyIRI="http://x.org/o">
    <Prefix name="" IRI="http://x.org/o#"/>
    <Prefix name="skos" IRI="http://www.w3.org/2004/02/skos/core#"/>
` + body + `
</Ontology>
`
}

func parse(t *testing.T, body string) *axiom.Ontology {
	t.Helper()
	o, err := owlxml.Parse(strings.NewReader(document(body)), rdfio.Options{File: "o.owx"})
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
	"<http://www.w3.org/2000/01/rdf-schema#", "rdfs:", "<http://www.w3.org/2002/07/owl#", "owl:", ">", "")

func axioms(o *axiom.Ontology) string {
	var all []string
	for _, a := range o.Axioms {
		all = append(all, short.Replace(a.String()))
	}
	return strings.Join(all, "\n")
}

func TestAxioms(t *testing.T) {
	tests := []struct{ name, in, want string }{
		{"names", `<SubClassOf><Class IRI="#A"/><Class abbreviatedIRI=":B"/></SubClassOf>
			<SubClassOf><Class IRI="http://x.org/o#C"/><Class abbreviatedIRI="owl:Thing"/></SubClassOf>
			<Declaration><NamedIndividual IRI=" #台风 "/></Declaration>`,
			"SubClassOf(:A :B)\nSubClassOf(:C owl:Thing)\nDeclaration(NamedIndividual(:台风))"},
		{"xml:base", `<Declaration xml:base="http://y.org/"><Class IRI="z"/></Declaration><Declaration><Class IRI="z"/></Declaration>`,
			"Declaration(Class(<http://y.org/z))\nDeclaration(Class(<http://x.org/oz))"},
		// What the OWL API 5.1.20 reads, which cuts the base off when it writes.
		{"appended to the base", `<Declaration><Class IRI="/A"/></Declaration><Declaration><Class IRI="?B"/></Declaration>
			<Declaration><Class IRI=""/></Declaration><Declaration xml:base="http://y.org/o#"><Class IRI="C"/></Declaration>
			<Declaration xml:base="http://y.org/o/"><Class IRI="#D"/></Declaration><Declaration><Class IRI="//h.org/E"/></Declaration>`,
			"Declaration(Class(<http://x.org/o/A))\nDeclaration(Class(<http://x.org/o?B))\nDeclaration(Class(<http://x.org/o))\n" +
				"Declaration(Class(<http://y.org/o#C))\nDeclaration(Class(<http://y.org/o/#D))\nDeclaration(Class(<http://x.org/o//h.org/E))"},
		// What no such writer writes: RFC 3986.
		{"by RFC 3986", `<Declaration xml:base="http://y.org/o#"><Class IRI="#A"/></Declaration>
			<Declaration xml:base="http://y.org/d/o"><Class IRI="../B"/></Declaration><Declaration><Class IRI="./C"/></Declaration>
			<Declaration><Class IRI="urn:x:D"/></Declaration>`,
			"Declaration(Class(<http://y.org/o#A))\nDeclaration(Class(<http://y.org/B))\nDeclaration(Class(<http://x.org/C))\nDeclaration(Class(<urn:x:D))"},
		{"restrictions", `<SubClassOf><Class IRI="#A"/><ObjectIntersectionOf>
			<ObjectSomeValuesFrom><ObjectProperty IRI="#p"/><Class IRI="#B"/></ObjectSomeValuesFrom>
			<ObjectAllValuesFrom><ObjectInverseOf><ObjectProperty IRI="#p"/></ObjectInverseOf><ObjectComplementOf><Class IRI="#B"/></ObjectComplementOf></ObjectAllValuesFrom>
			<ObjectHasValue><ObjectProperty IRI="#p"/><NamedIndividual IRI="#i"/></ObjectHasValue>
			<ObjectHasSelf><ObjectProperty IRI="#p"/></ObjectHasSelf>
			<ObjectMinCardinality cardinality="1"><ObjectProperty IRI="#p"/></ObjectMinCardinality>
			<ObjectMaxCardinality cardinality="2"><ObjectProperty IRI="#p"/><Class IRI="#B"/></ObjectMaxCardinality>
			<ObjectExactCardinality cardinality="3"><ObjectProperty IRI="#p"/></ObjectExactCardinality>
			<ObjectOneOf><NamedIndividual IRI="#i"/></ObjectOneOf>
			<ObjectUnionOf><Class IRI="#B"/><Class IRI="#C"/></ObjectUnionOf></ObjectIntersectionOf></SubClassOf>`,
			"SubClassOf(:A ObjectIntersectionOf(ObjectSomeValuesFrom(:p :B) " +
				"ObjectAllValuesFrom(ObjectInverseOf(:p) ObjectComplementOf(:B)) ObjectHasValue(:p :i) ObjectHasSelf(:p) " +
				"ObjectMinCardinality(1 :p) ObjectMaxCardinality(2 :p :B) ObjectExactCardinality(3 :p) ObjectOneOf(:i) ObjectUnionOf(:B :C)))"},
		{"data ranges", `<SubClassOf><Class IRI="#A"/><DataSomeValuesFrom><DataProperty IRI="#d"/>
			<DataUnionOf><DatatypeRestriction><Datatype abbreviatedIRI="xsd:integer"/>
			<FacetRestriction facet="http://www.w3.org/2001/XMLSchema#minInclusive"><Literal datatypeIRI="http://www.w3.org/2001/XMLSchema#integer">5</Literal></FacetRestriction></DatatypeRestriction>
			<DataOneOf><Literal>x</Literal></DataOneOf><DataComplementOf><Datatype abbreviatedIRI="xsd:string"/></DataComplementOf></DataUnionOf></DataSomeValuesFrom></SubClassOf>
			<DatatypeDefinition><Datatype IRI="#T"/><DataIntersectionOf><Datatype abbreviatedIRI="xsd:string"/><Datatype IRI="#U"/></DataIntersectionOf></DatatypeDefinition>`,
			"SubClassOf(:A DataSomeValuesFrom(:d DataUnionOf(DatatypeRestriction(xsd:integer xsd:minInclusive \"5\"^^xsd:integer) " +
				"DataOneOf(\"x\") DataComplementOf(xsd:string))))\nDatatypeDefinition(:T DataIntersectionOf(xsd:string :U))"},
		{"class axioms", `<EquivalentClasses><Class IRI="#A"/><Class IRI="#B"/></EquivalentClasses>
			<DisjointClasses><Class IRI="#A"/><Class IRI="#B"/><Class IRI="#C"/></DisjointClasses>
			<DisjointUnion><Class IRI="#A"/><Class IRI="#B"/><Class IRI="#C"/></DisjointUnion>
			<HasKey><Class IRI="#A"/><ObjectProperty IRI="#p"/><DataProperty IRI="#d"/></HasKey>`,
			"EquivalentClasses(:A :B)\nDisjointClasses(:A :B :C)\nDisjointUnion(:A :B :C)\nHasKey(:A (:p) (:d))"},
		{"properties", `<SubObjectPropertyOf><ObjectPropertyChain><ObjectProperty IRI="#p"/><ObjectProperty IRI="#q"/></ObjectPropertyChain><ObjectProperty IRI="#r"/></SubObjectPropertyOf>
			<InverseObjectProperties><ObjectProperty IRI="#p"/><ObjectProperty IRI="#q"/></InverseObjectProperties>
			<ObjectPropertyDomain><ObjectProperty IRI="#p"/><Class IRI="#A"/></ObjectPropertyDomain>
			<DataPropertyRange><DataProperty IRI="#d"/><Datatype abbreviatedIRI="xsd:int"/></DataPropertyRange>
			<TransitiveObjectProperty><ObjectProperty IRI="#p"/></TransitiveObjectProperty>
			<SubAnnotationPropertyOf><AnnotationProperty IRI="#a"/><AnnotationProperty abbreviatedIRI="rdfs:label"/></SubAnnotationPropertyOf>
			<AnnotationPropertyRange><AnnotationProperty IRI="#a"/><IRI>#A</IRI></AnnotationPropertyRange>`,
			"SubObjectPropertyOf(ObjectPropertyChain(:p :q) :r)\nInverseObjectProperties(:p :q)\nObjectPropertyDomain(:p :A)\n" +
				"DataPropertyRange(:d xsd:int)\nTransitiveObjectProperty(:p)\nSubAnnotationPropertyOf(:a rdfs:label)\nAnnotationPropertyRange(:a :A)"},
		{"assertions", `<ClassAssertion><Class IRI="#A"/><AnonymousIndividual nodeID="_:b"/></ClassAssertion>
			<ObjectPropertyAssertion><ObjectProperty IRI="#p"/><NamedIndividual IRI="#i"/><AnonymousIndividual nodeID="b"/></ObjectPropertyAssertion>
			<NegativeDataPropertyAssertion><DataProperty IRI="#d"/><NamedIndividual IRI="#i"/><Literal>x</Literal></NegativeDataPropertyAssertion>
			<DifferentIndividuals><NamedIndividual IRI="#i"/><NamedIndividual IRI="#j"/></DifferentIndividuals>`,
			"ClassAssertion(:A _:b)\nObjectPropertyAssertion(:p :i _:b)\nNegativeDataPropertyAssertion(:d :i \"x\")\nDifferentIndividuals(:i :j)"},
		{"annotations", `<SubClassOf><Annotation><Annotation><AnnotationProperty IRI="#n"/><IRI>#i</IRI></Annotation>
			<AnnotationProperty abbreviatedIRI="rdfs:comment"/><Literal>why</Literal></Annotation><Class IRI="#A"/><Class IRI="#B"/></SubClassOf>
			<AnnotationAssertion><AnnotationProperty abbreviatedIRI="rdfs:label"/><IRI>#A</IRI><Literal xml:lang="zh-Hant-TW">颱風</Literal></AnnotationAssertion>
			<AnnotationAssertion><AnnotationProperty IRI="#a"/><AbbreviatedIRI>:A</AbbreviatedIRI><AnonymousIndividual nodeID="g1"/></AnnotationAssertion>`,
			"SubClassOf(Annotation(Annotation(:n :i) rdfs:comment \"why\") :A :B)\nAnnotationAssertion(rdfs:label :A \"颱風\"@zh-Hant-TW)\nAnnotationAssertion(:a :A _:gg1)"},
		{"literals", `<AnnotationAssertion><AnnotationProperty IRI="#a"/><IRI>#A</IRI><Literal xml:lang="en">a
 &lt;b&gt; <![CDATA[&]]></Literal></AnnotationAssertion>
			<AnnotationAssertion><AnnotationProperty IRI="#a"/><IRI>#A</IRI><Literal xml:lang="en" datatypeIRI="http://www.w3.org/1999/02/22-rdf-syntax-ns#PlainLiteral">c</Literal></AnnotationAssertion>
			<AnnotationAssertion><AnnotationProperty IRI="#a"/><IRI>#A</IRI><Literal datatypeIRI="http://www.w3.org/1999/02/22-rdf-syntax-ns#PlainLiteral">c@de</Literal></AnnotationAssertion>
			<AnnotationAssertion><AnnotationProperty IRI="#a"/><IRI>#A</IRI><Literal datatypeIRI="http://www.w3.org/1999/02/22-rdf-syntax-ns#PlainLiteral">c at d</Literal></AnnotationAssertion>
			<AnnotationAssertion><AnnotationProperty IRI="#a"/><IRI>#A</IRI><Literal datatypeIRI="http://www.w3.org/2001/XMLSchema#string"/></AnnotationAssertion>`,
			"AnnotationAssertion(:a :A \"a\n <b &\"@en)\nAnnotationAssertion(:a :A \"c\"@en)\nAnnotationAssertion(:a :A \"c\"@de)\n" +
				"AnnotationAssertion(:a :A \"c at d\")\nAnnotationAssertion(:a :A \"\")"},
		{"rules", `<DLSafeRule><Body><ClassAtom><Class IRI="#A"/><Variable IRI="urn:swrl:var#x"/></ClassAtom>
			<BuiltInAtom IRI="http://www.w3.org/2003/11/swrlb#add"><Variable IRI="urn:swrl:var#x"/><Literal>1</Literal></BuiltInAtom></Body><Head/></DLSafeRule>`,
			"DLSafeRule(Body(ClassAtom(:A Variable(<urn:swrl:var#x)) BuiltInAtom(<http://www.w3.org/2003/11/swrlb#add Variable(<urn:swrl:var#x) \"1\")) Head())"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := axioms(parse(t, tt.in)); got != tt.want {
				t.Errorf("got\n%s\nwant\n%s", got, tt.want)
			}
		})
	}
}

func TestHeader(t *testing.T) {
	o, err := owlxml.Parse(strings.NewReader(`<!DOCTYPE Ontology [<!ENTITY o "http://x.org/"><!ENTITY owl "http://www.w3.org/2002/07/owl#">]>
<owl:Ontology xmlns:owl="&owl;" ontologyIRI="&o;o" versionIRI="&o;o/1">
 <owl:Prefix name="p:" IRI="&o;p#"/>
 <owl:Import> &o;q </owl:Import><owl:Import>r</owl:Import>
 <owl:Annotation><owl:AnnotationProperty abbreviatedIRI="p:a"/><owl:Literal>x</owl:Literal></owl:Annotation>
</owl:Ontology>`), rdfio.Options{Base: "http://base.org/dir/"})
	if err != nil {
		t.Fatal(err)
	}
	if o.IRI != "http://x.org/o" || o.Version != "http://x.org/o/1" || o.Prefixes["p"] != "http://x.org/p#" ||
		strings.Join(o.Imports, " ") != "http://x.org/q http://base.org/dir/r" ||
		len(o.Annotations) != 1 || o.Annotations[0].Property != "http://x.org/p#a" || o.Annotations[0].Value.Text != "x" {
		t.Errorf("%+v", o)
	}
}

// Triples of a document, blank nodes apart from other documents'.
func TestDecode(t *testing.T) {
	doc := document(`<SubClassOf><Class IRI="#A"/><ObjectSomeValuesFrom><ObjectProperty IRI="#p"/><Class IRI="#B"/></ObjectSomeValuesFrom></SubClassOf>
		<ClassAssertion><Class IRI="#A"/><AnonymousIndividual nodeID="g1"/></ClassAssertion>`)
	var got []rdf.Triple
	err := owlxml.Decode(strings.NewReader(doc), rdfio.Options{BlankPrefix: "d7"}, func(tr rdf.Triple) error {
		got = append(got, tr)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	want := `<http://x.org/o> <http://www.w3.org/1999/02/22-rdf-syntax-ns#type> <http://www.w3.org/2002/07/owl#Ontology> .
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
	if err := owlxml.Decode(strings.NewReader(doc), rdfio.Options{}, func(rdf.Triple) error { return io.EOF }); !errors.Is(err, io.EOF) {
		t.Errorf("the error of yield became %v", err)
	}
}

func TestErrors(t *testing.T) {
	tests := []struct{ in, want string }{
		{"", "f.owx:1:1: expected a root element"},
		{"<html/>", "f.owx:1:1: expected the root element <Ontology xmlns=\"http://www.w3.org/2002/07/owl#\">, found <html>"},
		{`<Ontology xmlns="http://www.w3.org/2006/12/owl11-xml#"/>`, "f.owx:1:1: expected the root element"},
		{document("<Class IRI='#A'/>"), "f.owx:5:1: expected an axiom such as <SubClassOf>, found <Class>"},
		{document("<x xmlns='y'/>"), "f.owx:5:1: expected an axiom such as <SubClassOf>, found <x>"},
		{document("<SubClassOf>\n <Class IRI='#A'/></SubClassOf>"), "f.owx:5:1: <SubClassOf>: takes 2 arguments, not 1"},
		{document("<SubClassOf><Class IRI='#A'/><ObjectProperty IRI='#A'/></SubClassOf>"), "f.owx:5:1: <SubClassOf>: argument 2 must be a class expression, not an object property"},
		{document("<SubClassOf><Class/><Class IRI='#A'/></SubClassOf>"), "f.owx:5:13: expected one of the attributes IRI and abbreviatedIRI of <Class>"},
		{document("<SubClassOf><Class abbreviatedIRI='q:A'/><Class IRI='#A'/></SubClassOf>"), `f.owx:5:13: the prefix of "q:A" is not declared; expected <Prefix name="q" IRI="…"/> before it`},
		{document("<SubClassOf>A</SubClassOf>"), `f.owx:5:13: expected an element, found the text "A"`},
		{document("<SubClassOf><Klass IRI='#A'/></SubClassOf>"), "f.owx:5:13: expected a class, a property or another part of an axiom, found <Klass>"},
		{document("<SubClassOf><Class IRI='#A'><b/></Class></SubClassOf>"), "f.owx:5:29: expected nothing inside <Class>, found the element <b>"},
		{document("<SubClassOf><Class iri='#A'/></SubClassOf>"), `f.owx:5:13: unknown attribute "iri" of the element <Class>`},
		{document("<SubClassOf><ObjectMinCardinality cardinality='-1'/></SubClassOf>"), "f.owx:5:13: the attribute cardinality of <ObjectMinCardinality>"},
		{document("<SubClassOf><ObjectMinCardinality/></SubClassOf>"), "f.owx:5:13: expected the attribute cardinality"},
		{document("<ClassAssertion><Class IRI='#A'/><AnonymousIndividual nodeID='a b'/></ClassAssertion>"), `f.owx:5:34: nodeID: "a b" is not the label of a blank node`},
		{document("<AnnotationAssertion><AnnotationProperty IRI='#a'/><IRI>#A</IRI><Literal xml:lang='zh_CN'>x</Literal></AnnotationAssertion>"), `f.owx:5:65: xml:lang: "zh_CN" is not a language tag`},
		{document("<DisjointClasses><Class IRI='#A'/></DisjointClasses>"), "f.owx:5:1: <DisjointClasses> of one part says nothing"},
		{document("<Annotation><Literal>x</Literal></Annotation>"), "f.owx:5:1: <Annotation>: expected an <AnnotationProperty> and one value"},
		{document("<Import/>"), "f.owx:5:1: expected the IRI of an ontology inside <Import>"},
		{document("<Prefix name='x'/>"), "f.owx:5:1: expected the attribute IRI of <Prefix>"},
		{`<Ontology xmlns="http://www.w3.org/2002/07/owl#" versionIRI="x"/>`, "f.owx:1:1: expected the attribute ontologyIRI beside versionIRI"},
		{`<!DOCTYPE o [<!ENTITY % x "y">]><o/>`, `f.owx:1:14: the parameter entity "x`},
		{`<!DOCTYPE o [<!ENTITY x SYSTEM "file:///etc/passwd">]><o/>`, "f.owx:1:14: the entity &x; is external (SYSTEM)"},
		{`<?xml version="1.0" encoding="klingon"?><o/>`, "f.owx:1:1: unknown encoding \"klingon\""},
		{strings.TrimSuffix(document(""), "</Ontology>\n"), "f.owx:6:1: expected the end tag </Ontology>, found the end of the file"},
	}
	for _, tt := range tests {
		_, err := owlxml.Parse(strings.NewReader(tt.in), rdfio.Options{File: "f.owx"})
		var syn *rdfio.SyntaxError
		if !errors.As(err, &syn) || !strings.HasPrefix(err.Error(), tt.want) {
			t.Errorf("%s\n got %v\nwant %s", tt.in, err, tt.want)
		}
	}
}

// What Warn is told of is passed over.
func TestFlaws(t *testing.T) {
	doc := document(`<DisjointClasses><Class IRI="#A"/></DisjointClasses>
<SubClassOf><Class IRI="#A"/><ObjectUnionOf><Class IRI="#B"/></ObjectUnionOf></SubClassOf>
<AnnotationAssertion hint="x"><AnnotationProperty IRI="#a"/><IRI>#A</IRI><Literal xml:lang="zh_CN">x</Literal></AnnotationAssertion>`)
	var flaws []string
	o, err := owlxml.Parse(strings.NewReader(doc), rdfio.Options{File: "f", Warn: func(e *rdfio.SyntaxError) { flaws = append(flaws, e.Error()) }})
	if err != nil {
		t.Fatal(err)
	}
	if got, want := axioms(o), "SubClassOf(:A :B)\nAnnotationAssertion(:a :A \"x\")"; got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	want := []string{"f:5:1: <DisjointClasses> of one part", "f:6:30: <ObjectUnionOf> of one part",
		"f:7:1: unknown attribute \"hint\"", "f:7:74: xml:lang:"}
	if len(flaws) != len(want) {
		t.Fatalf("flaws %q", flaws)
	}
	for i := range want {
		if !strings.HasPrefix(flaws[i], want[i]) {
			t.Errorf("flaw %q, want %q", flaws[i], want[i])
		}
	}
}

// Charsets are told as in RDF/XML.
func TestCharsets(t *testing.T) {
	in := `<Ontology xmlns="http://www.w3.org/2002/07/owl#"><Declaration><Class IRI="http://x.org/o#` + "\xCC\xA8\xB7\xE7" + `"/></Declaration></Ontology>`
	o, err := owlxml.Parse(strings.NewReader(`<?xml version="1.0" encoding="GB2312"?>`+in), rdfio.Options{})
	if err != nil || axioms(o) != "Declaration(Class(:台风))" {
		t.Errorf("%v, %v", o, err)
	}
	if _, err := owlxml.Parse(strings.NewReader(in), rdfio.Options{}); err == nil || !strings.Contains(err.Error(), "not UTF-8") {
		t.Errorf("GB2312 that is not declared: %v", err)
	}
}
