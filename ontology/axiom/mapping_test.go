package axiom

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"github.com/knakk/rdf"

	"github.com/ontocrawl/ontocrawl/ontology/rdfio"
	"github.com/ontocrawl/ontocrawl/ontology/rdfio/rdfiotest"
	"github.com/ontocrawl/ontocrawl/ontology/syntax/ntriples"
	"github.com/ontocrawl/ontocrawl/ontology/syntax/turtle"
)

const turtlePrefixes = `@prefix : <http://x.org/o#> .
@prefix rdf: <http://www.w3.org/1999/02/22-rdf-syntax-ns#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
@prefix swrl: <http://www.w3.org/2003/11/swrl#> .
`

func readTurtle(t testing.TB, text string) []rdf.Triple {
	t.Helper()
	var all []rdf.Triple
	err := turtle.Decode(strings.NewReader(turtlePrefixes+text), rdfio.Options{}, func(tr rdf.Triple) error {
		all = append(all, tr)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

func inNTriples(t testing.TB, triples []rdf.Triple) string {
	t.Helper()
	var b bytes.Buffer
	if err := ntriples.Encode(&b, triples, rdfio.EncodeOptions{}); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// texts returns the axioms with short names, sorted.
func texts(o *Ontology) []string {
	var all []string
	replace := strings.NewReplacer("<"+x, ":", "<"+nsOWL, "owl:", "<"+nsRDFS, "rdfs:", "<"+nsXSD, "xsd:", ">", "")
	for _, a := range o.Axioms {
		all = append(all, replace.Replace(a.String()))
	}
	slices.Sort(all)
	return all
}

const decls = `:C a owl:Class . :D a owl:Class . :E a owl:Class . :p a owl:ObjectProperty . :q a owl:ObjectProperty .
:d a owl:DatatypeProperty . :e a owl:DatatypeProperty . :n a owl:AnnotationProperty . :t a rdfs:Datatype .
`

// The table of the Recommendation, both ways: section 2, tables 1 and 2;
// section 3, tables 13 to 17.
func TestMapping(t *testing.T) {
	for _, tt := range []struct{ axiom, turtle string }{
		{"SubClassOf(:C :D)", ":C rdfs:subClassOf :D ."},
		{"EquivalentClasses(:C :D)", ":C owl:equivalentClass :D ."},
		{"DisjointClasses(:C :D)", ":C owl:disjointWith :D ."},
		{"DisjointClasses(:C :D :E)", "[] a owl:AllDisjointClasses ; owl:members ( :C :D :E ) ."},
		{"DisjointUnion(:C :D :E)", ":C owl:disjointUnionOf ( :D :E ) ."},
		{"SubObjectPropertyOf(:p :q)", ":p rdfs:subPropertyOf :q ."},
		{"SubObjectPropertyOf(ObjectPropertyChain(:p ObjectInverseOf(:q)) :q)", ":q owl:propertyChainAxiom ( :p [ owl:inverseOf :q ] ) ."},
		{"EquivalentObjectProperties(:p :q)", ":p owl:equivalentProperty :q ."},
		{"DisjointObjectProperties(:p :q)", ":p owl:propertyDisjointWith :q ."},
		{"DisjointObjectProperties(:p :q :r)", ":r a owl:ObjectProperty . [] a owl:AllDisjointProperties ; owl:members ( :p :q :r ) ."},
		{"InverseObjectProperties(:p :q)", ":p owl:inverseOf :q ."},
		{"InverseObjectProperties(:p ObjectInverseOf(:q))", ":p owl:inverseOf [ owl:inverseOf :q ] ."},
		{"ObjectPropertyDomain(:p :C)", ":p rdfs:domain :C ."},
		{"ObjectPropertyRange(:p ObjectComplementOf(:C))", ":p rdfs:range [ a owl:Class ; owl:complementOf :C ] ."},
		{"FunctionalObjectProperty(:p)", ":p a owl:FunctionalProperty ."},
		{"InverseFunctionalObjectProperty(:p)", ":p a owl:InverseFunctionalProperty ."},
		{"ReflexiveObjectProperty(:p)", ":p a owl:ReflexiveProperty ."},
		{"IrreflexiveObjectProperty(:p)", ":p a owl:IrreflexiveProperty ."},
		{"SymmetricObjectProperty(:p)", ":p a owl:SymmetricProperty ."},
		{"AsymmetricObjectProperty(:p)", ":p a owl:AsymmetricProperty ."},
		{"TransitiveObjectProperty(:p)", ":p a owl:TransitiveProperty ."},
		{"FunctionalObjectProperty(ObjectInverseOf(:p))", "[ owl:inverseOf :p ] a owl:FunctionalProperty ."},
		{"SubDataPropertyOf(:d :e)", ":d rdfs:subPropertyOf :e ."},
		{"EquivalentDataProperties(:d :e)", ":d owl:equivalentProperty :e ."},
		{"DisjointDataProperties(:d :e)", ":d owl:propertyDisjointWith :e ."},
		{"DisjointDataProperties(:d :e :f)", ":f a owl:DatatypeProperty . [] a owl:AllDisjointProperties ; owl:members ( :d :e :f ) ."},
		{"DataPropertyDomain(:d :C)", ":d rdfs:domain :C ."},
		{"DataPropertyRange(:d xsd:integer)", ":d rdfs:range xsd:integer ."},
		{"FunctionalDataProperty(:d)", ":d a owl:FunctionalProperty ."},
		{"DatatypeDefinition(:t DataComplementOf(xsd:string))", ":t owl:equivalentClass [ a rdfs:Datatype ; owl:datatypeComplementOf xsd:string ] ."},
		{"HasKey(:C (:p) (:d))", ":C owl:hasKey ( :p :d ) ."},
		{"HasKey(:C () (:d :e))", ":C owl:hasKey ( :d :e ) ."},
		{"SameIndividual(:a :b)", ":a owl:sameAs :b ."},
		{"DifferentIndividuals(:a :b)", ":a owl:differentFrom :b ."},
		{"DifferentIndividuals(:a :b :c)", "[] a owl:AllDifferent ; owl:members ( :a :b :c ) ."},
		{"ClassAssertion(:C :a)", ":a a :C ."},
		{"ClassAssertion(ObjectHasSelf(:p) :a)", `:a a [ a owl:Restriction ; owl:onProperty :p ; owl:hasSelf true ] .`},
		{"ObjectPropertyAssertion(:p :a :b)", ":a :p :b ."},
		{"NegativeObjectPropertyAssertion(:p :a :b)", "[] a owl:NegativePropertyAssertion ; owl:sourceIndividual :a ; owl:assertionProperty :p ; owl:targetIndividual :b ."},
		{`DataPropertyAssertion(:d :a "1"^^xsd:integer)`, ":a :d 1 ."},
		{`NegativeDataPropertyAssertion(:d :a "x"@en)`, `[] a owl:NegativePropertyAssertion ; owl:sourceIndividual :a ; owl:assertionProperty :d ; owl:targetValue "x"@en .`},
		{`AnnotationAssertion(:n :a "x")`, `:a :n "x" .`},
		{"AnnotationAssertion(rdfs:seeAlso :a :b)", ":a rdfs:seeAlso :b ."},
		{"SubAnnotationPropertyOf(:n rdfs:label)", ":n rdfs:subPropertyOf rdfs:label ."},
		{"AnnotationPropertyDomain(:n :C)", ":n rdfs:domain :C ."},
		{"AnnotationPropertyRange(:n xsd:string)", ":n rdfs:range xsd:string ."},

		{"SubClassOf(ObjectIntersectionOf(:C :D) ObjectUnionOf(:D :E))", "[ a owl:Class ; owl:intersectionOf ( :C :D ) ] rdfs:subClassOf [ a owl:Class ; owl:unionOf ( :D :E ) ] ."},
		{"SubClassOf(:C ObjectOneOf(:a :b))", ":C rdfs:subClassOf [ a owl:Class ; owl:oneOf ( :a :b ) ] ."},
		{"SubClassOf(:C ObjectSomeValuesFrom(:p :D))", ":C rdfs:subClassOf [ a owl:Restriction ; owl:onProperty :p ; owl:someValuesFrom :D ] ."},
		{"SubClassOf(:C ObjectAllValuesFrom(ObjectInverseOf(:p) :D))", ":C rdfs:subClassOf [ a owl:Restriction ; owl:onProperty [ owl:inverseOf :p ] ; owl:allValuesFrom :D ] ."},
		{"SubClassOf(:C ObjectHasValue(:p :a))", ":C rdfs:subClassOf [ a owl:Restriction ; owl:onProperty :p ; owl:hasValue :a ] ."},
		{"SubClassOf(:C ObjectMinCardinality(2 :p))", `:C rdfs:subClassOf [ a owl:Restriction ; owl:onProperty :p ; owl:minCardinality "2"^^xsd:nonNegativeInteger ] .`},
		{"SubClassOf(:C ObjectMaxCardinality(2 :p :D))", `:C rdfs:subClassOf [ a owl:Restriction ; owl:onProperty :p ; owl:maxQualifiedCardinality "2"^^xsd:nonNegativeInteger ; owl:onClass :D ] .`},
		{"SubClassOf(:C ObjectExactCardinality(2 :p))", `:C rdfs:subClassOf [ a owl:Restriction ; owl:onProperty :p ; owl:cardinality "2"^^xsd:nonNegativeInteger ] .`},
		{"SubClassOf(:C ObjectExactCardinality(0 :p :D))", `:C rdfs:subClassOf [ a owl:Restriction ; owl:onProperty :p ; owl:qualifiedCardinality "0"^^xsd:nonNegativeInteger ; owl:onClass :D ] .`},
		{"SubClassOf(:C DataSomeValuesFrom(:d xsd:string))", ":C rdfs:subClassOf [ a owl:Restriction ; owl:onProperty :d ; owl:someValuesFrom xsd:string ] ."},
		{"SubClassOf(:C DataAllValuesFrom(:d :e DataUnionOf(:t xsd:string)))", ":C rdfs:subClassOf [ a owl:Restriction ; owl:onProperties ( :d :e ) ; owl:allValuesFrom [ a rdfs:Datatype ; owl:unionOf ( :t xsd:string ) ] ] ."},
		{`SubClassOf(:C DataHasValue(:d "x"))`, `:C rdfs:subClassOf [ a owl:Restriction ; owl:onProperty :d ; owl:hasValue "x" ] .`},
		{"SubClassOf(:C DataMinCardinality(1 :d))", `:C rdfs:subClassOf [ a owl:Restriction ; owl:onProperty :d ; owl:minCardinality "1"^^xsd:nonNegativeInteger ] .`},
		{"SubClassOf(:C DataExactCardinality(1 :d xsd:string))", `:C rdfs:subClassOf [ a owl:Restriction ; owl:onProperty :d ; owl:qualifiedCardinality "1"^^xsd:nonNegativeInteger ; owl:onDataRange xsd:string ] .`},
		{`DataPropertyRange(:d DataIntersectionOf(DataOneOf("a" "b") xsd:string))`, `:d rdfs:range [ a rdfs:Datatype ; owl:intersectionOf ( [ a rdfs:Datatype ; owl:oneOf ( "a" "b" ) ] xsd:string ) ] .`},
		{`DataPropertyRange(:d DatatypeRestriction(xsd:integer xsd:minInclusive "0"^^xsd:integer xsd:maxExclusive "9"^^xsd:integer))`,
			":d rdfs:range [ a rdfs:Datatype ; owl:onDatatype xsd:integer ; owl:withRestrictions ( [ xsd:minInclusive 0 ] [ xsd:maxExclusive 9 ] ) ] ."},

		{`SubClassOf(Annotation(rdfs:comment "x") :C :D)`, `:C rdfs:subClassOf :D . [] a owl:Axiom ; owl:annotatedSource :C ; owl:annotatedProperty rdfs:subClassOf ; owl:annotatedTarget :D ; rdfs:comment "x" .`},
		{`SubClassOf(Annotation(Annotation(:n :a) rdfs:comment "x") :C :D)`, `:C rdfs:subClassOf :D . _:x a owl:Axiom ; owl:annotatedSource :C ; owl:annotatedProperty rdfs:subClassOf ; owl:annotatedTarget :D ; rdfs:comment "x" .
			[] a owl:Annotation ; owl:annotatedSource _:x ; owl:annotatedProperty rdfs:comment ; owl:annotatedTarget "x" ; :n :a .`},
		{`SubClassOf(Annotation(:n "x") :C ObjectHasSelf(:p))`, `:C rdfs:subClassOf _:r . _:r a owl:Restriction ; owl:onProperty :p ; owl:hasSelf true . [] a owl:Axiom ; owl:annotatedSource :C ; owl:annotatedProperty rdfs:subClassOf ; owl:annotatedTarget _:r ; :n "x" .`},
		{`DisjointClasses(Annotation(:n "x") :C :D :E)`, `[] a owl:AllDisjointClasses ; owl:members ( :C :D :E ) ; :n "x" .`},
		{`AnnotationAssertion(Annotation(:n "x") rdfs:label :C "c"@en)`, `:C rdfs:label "c"@en . [] a owl:Axiom ; owl:annotatedSource :C ; owl:annotatedProperty rdfs:label ; owl:annotatedTarget "c"@en ; :n "x" .`},
		{`Declaration(Annotation(:n "x") Class(:F))`, `:F a owl:Class . [] a owl:Axiom ; owl:annotatedSource :F ; owl:annotatedProperty rdf:type ; owl:annotatedTarget owl:Class ; :n "x" .`},

		{"DLSafeRule(Body(ClassAtom(:C Variable(:v)) ObjectPropertyAtom(:p Variable(:v) :a)) Head(BuiltInAtom(:f Variable(:w) \"1\")))",
			`:v a swrl:Variable . :w a swrl:Variable . [] a swrl:Imp ;
			swrl:body [ a swrl:AtomList ; rdf:first [ a swrl:ClassAtom ; swrl:classPredicate :C ; swrl:argument1 :v ] ; rdf:rest [ a swrl:AtomList ;
				rdf:first [ a swrl:IndividualPropertyAtom ; swrl:propertyPredicate :p ; swrl:argument1 :v ; swrl:argument2 :a ] ; rdf:rest rdf:nil ] ] ;
			swrl:head [ a swrl:AtomList ; rdf:first [ a swrl:BuiltinAtom ; swrl:builtin :f ; swrl:arguments ( :w "1" ) ] ; rdf:rest rdf:nil ] .`},
	} {
		t.Run(tt.axiom, func(t *testing.T) {
			base, _ := FromTriples(readTurtle(t, decls))
			triples := readTurtle(t, "<http://x.org/o> a owl:Ontology ."+decls+tt.turtle)
			o, left := FromTriples(triples)
			if len(left) > 0 {
				t.Errorf("left over:\n%s", inNTriples(t, left))
			}
			known := texts(base)
			got := slices.DeleteFunc(texts(o), func(s string) bool {
				return slices.Contains(known, s) || s == "Declaration(ObjectProperty(:r))" || s == "Declaration(DataProperty(:f))"
			})
			if !slices.Equal(got, []string{tt.axiom}) {
				t.Errorf("got %s", got)
			}
			back, err := o.Triples()
			if err != nil {
				t.Fatal(err)
			}
			if !rdfiotest.Isomorphic(triples, back) {
				t.Errorf("written back:\n%s", inNTriples(t, back))
			}
		})
	}
}

func TestHeader(t *testing.T) {
	o, left := FromTriples(readTurtle(t, `<http://x.org/o> a owl:Ontology ; owl:versionIRI <http://x.org/o/1> ; owl:imports <http://y.org/>, <http://z.org/> ; rdfs:comment "c"@en .
		[] a owl:Annotation ; owl:annotatedSource <http://x.org/o> ; owl:annotatedProperty rdfs:comment ; owl:annotatedTarget "c"@en ; rdfs:seeAlso "s" .
		<http://y.org/> a owl:Ontology .`))
	if o.IRI != "http://x.org/o" || o.Version != "http://x.org/o/1" || strings.Join(o.Imports, " ") != "http://y.org/ http://z.org/" {
		t.Errorf("header %+v", o)
	}
	if len(o.Annotations) != 1 || o.Annotations[0].String() != `Annotation(Annotation(<http://www.w3.org/2000/01/rdf-schema#seeAlso> "s") <http://www.w3.org/2000/01/rdf-schema#comment> "c"@en)` {
		t.Errorf("annotations %v", o.Annotations)
	}
	if got := inNTriples(t, left); got != "<http://y.org/> <http://www.w3.org/1999/02/22-rdf-syntax-ns#type> <http://www.w3.org/2002/07/owl#Ontology> .\n" {
		t.Errorf("left over: %s", got)
	}
}

// Older languages and loose files mean what they say; nothing gets lost.
func TestLenient(t *testing.T) {
	for _, tt := range []struct{ name, turtle, want, left string }{
		{"equivalence of three", ":C a owl:Class ; owl:equivalentClass :D . :D a owl:Class ; owl:equivalentClass :E .", "Declaration(Class(:C)) Declaration(Class(:D)) EquivalentClasses(:C :D) EquivalentClasses(:D :E)", ""},
		{"OWL 1: named union", ":C a owl:Class ; owl:unionOf ( :D :E ) .", "Declaration(Class(:C)) EquivalentClasses(:C ObjectUnionOf(:D :E))", ""},
		{"OWL 1: enumeration", ":C a owl:Class ; owl:oneOf ( :a :b ) .", "Declaration(Class(:C)) EquivalentClasses(:C ObjectOneOf(:a :b))", ""},
		{"OWL 1: complement", ":C a owl:Class ; owl:complementOf :D .", "Declaration(Class(:C)) EquivalentClasses(:C ObjectComplementOf(:D))", ""},
		{"OWL 1: data range", ":d a owl:DatatypeProperty ; rdfs:range [ a owl:DataRange ; owl:oneOf ( 1 2 ) ] .", "DataPropertyRange(:d DataOneOf(\"1\"^^xsd:integer \"2\"^^xsd:integer)) Declaration(DataProperty(:d))", ""},
		{"OWL 1: distinct members", "[] a owl:AllDifferent ; owl:distinctMembers ( :a :b ) .", "DifferentIndividuals(:a :b)", ""},
		{"OWL 1: deprecated", ":C a owl:DeprecatedClass .", `AnnotationAssertion(owl:deprecated :C "true"^^xsd:boolean) Declaration(Class(:C))`, ""},
		{"OWL 1: symmetric", ":p a owl:SymmetricProperty .", "Declaration(ObjectProperty(:p)) SymmetricObjectProperty(:p)", ""},
		{"RDFS class", ":C a rdfs:Class ; rdfs:subClassOf :D .", "Declaration(Class(:C)) SubClassOf(:C :D)", ":C a rdfs:Class"},
		{"RDFS and OWL class", ":C a rdfs:Class, owl:Class .", "Declaration(Class(:C))", ""},
		{"RDFS property", ":p a rdf:Property ; rdfs:range :C . :C a owl:Class .", "Declaration(Class(:C)) Declaration(ObjectProperty(:p)) ObjectPropertyRange(:p :C)", ":p a rdf:Property"},
		{"RDFS property with literals", ":p a rdf:Property ; rdfs:range xsd:string ; rdfs:domain :C .", "DataPropertyDomain(:p :C) DataPropertyRange(:p xsd:string) Declaration(DataProperty(:p))", ":p a rdf:Property"},
		{"undeclared property", ":a :p :b .", "AnnotationAssertion(:p :a :b)", ""},
		{"wrong kind of value", ":p a owl:ObjectProperty . :a :p 1 .", `AnnotationAssertion(:p :a "1"^^xsd:integer) Declaration(ObjectProperty(:p))`, ""},
		{"restriction without type", ":C rdfs:subClassOf [ owl:onProperty :p ; owl:someValuesFrom :D ] .", "SubClassOf(:C ObjectSomeValuesFrom(:p :D))", ""},
		{"data filler", ":C rdfs:subClassOf [ a owl:Restriction ; owl:onProperty :p ; owl:someValuesFrom xsd:string ] .", "SubClassOf(:C DataSomeValuesFrom(:p xsd:string))", ""},
		{"one member", ":C rdfs:subClassOf [ a owl:Class ; owl:unionOf ( :D ) ] .", "SubClassOf(:C :D)", ""},
		{"no member", ":C rdfs:subClassOf [ a owl:Class ; owl:unionOf () ] .", "SubClassOf(:C owl:Nothing)", ""},
		{"other numbers", `:C rdfs:subClassOf [ a owl:Restriction ; owl:onProperty :p ; owl:minCardinality "1"^^xsd:int ] .`, "SubClassOf(:C ObjectMinCardinality(1 :p))", ""},
		{"OWL 1.1: qualified", ":C rdfs:subClassOf [ a owl:Restriction ; owl:onProperty :p ; owl:minCardinality 1 ; owl:onClass :D ] .", "SubClassOf(:C ObjectMinCardinality(1 :p :D))", ""},
		{"anonymous individuals", "_:x a :C ; :n _:y .", "AnnotationAssertion(:n _:x _:y) ClassAssertion(:C _:x)", ""},
		{"two restrictions in one", ":C rdfs:subClassOf [ a owl:Restriction ; owl:onProperty :p ; owl:someValuesFrom :D ; owl:allValuesFrom :D ] .", "", "5 triples"},
		{"circle", ":C rdfs:subClassOf _:x . _:x a owl:Class ; owl:complementOf _:x .", "", "3 triples"},
		{"list without end", ":C owl:disjointUnionOf _:l . _:l rdf:first :D ; rdf:rest _:l .", "", "3 triples"},
		{"annotated and not stated", `[] a owl:Axiom ; owl:annotatedSource :C ; owl:annotatedProperty rdfs:subClassOf ; owl:annotatedTarget :D ; :n "x" .`, "", "5 triples"},
		{"annotated twice", `:C rdfs:subClassOf :D . [] a owl:Axiom ; owl:annotatedSource :C ; owl:annotatedProperty rdfs:subClassOf ; owl:annotatedTarget :D ; :n "x" .
			[] a owl:Axiom ; owl:annotatedSource :C ; owl:annotatedProperty rdfs:subClassOf ; owl:annotatedTarget :D ; :n "y" .`, `SubClassOf(Annotation(:n "x") :C :D) SubClassOf(Annotation(:n "y") :C :D)`, ""},
		{"annotated, target written twice", `:C rdfs:subClassOf [ a owl:Restriction ; owl:onProperty :p ; owl:someValuesFrom :D ] . [] a owl:Axiom ; owl:annotatedSource :C ; owl:annotatedProperty rdfs:subClassOf ;
			owl:annotatedTarget [ a owl:Restriction ; owl:onProperty :p ; owl:someValuesFrom :D ] ; :n "x" .`, `SubClassOf(Annotation(:n "x") :C ObjectSomeValuesFrom(:p :D))`, ""},
		{"remark on an expression", `:C rdfs:subClassOf [ a owl:Restriction ; owl:onProperty :p ; owl:someValuesFrom :D ; rdfs:comment "x" ] .`, "SubClassOf(:C ObjectSomeValuesFrom(:p :D))", "1 triples"},
		{"rule with a name", ":r a swrl:Imp ; swrl:body () ; swrl:head () .", "", "3 triples"},
		{"key of nothing", ":C owl:hasKey () .", "", "1 triples"},
		{"repetition", ":C rdfs:subClassOf :D . :C rdfs:subClassOf :D .", "SubClassOf(:C :D)", ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			o, left := FromTriples(readTurtle(t, tt.turtle))
			if got := strings.Join(texts(o), " "); got != tt.want {
				t.Errorf("got  %s\nwant %s", got, tt.want)
			}
			got := strings.NewReplacer("<"+x, ":", "<"+nsRDFS, "rdfs:", "<"+rdfType+">", "a", "<"+nsRDF, "rdf:", ">", "", " .\n", "").Replace(inNTriples(t, left))
			if strings.HasSuffix(tt.left, " triples") {
				got = itoa(len(left)) + " triples"
			}
			if got != tt.left {
				t.Errorf("left over %s, want %s", got, tt.left)
			}
			if _, err := o.Triples(); err != nil {
				t.Error(err)
			}
		})
	}
}

func itoa(n int) string { return Count(n).Text }
