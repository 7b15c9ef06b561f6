package check

import (
	"slices"
	"strings"
	"testing"
)

// sound declares what the malformed statements speak of.
const sound = `@prefix rdf: <http://www.w3.org/1999/02/22-rdf-syntax-ns#> . @prefix xsd: <http://www.w3.org/2001/XMLSchema#> . @prefix swrl: <http://www.w3.org/2003/11/swrl#> .
<http://x.org/o> a owl:Ontology . :A a owl:Class ; rdfs:label "a thing"@en . :B a owl:Class ; rdfs:label "b thing"@en . :C a owl:Class ; rdfs:label "c thing"@en . :p a owl:ObjectProperty . :q a owl:ObjectProperty . :d a owl:DatatypeProperty . :n a owl:AnnotationProperty . :i a owl:NamedIndividual , :A . :j a owl:NamedIndividual , :B .
:A rdfs:subClassOf [ a owl:Restriction ; owl:onProperty :p ; owl:someValuesFrom :B ] , [ a owl:Class ; owl:unionOf ( :B :C ) ] . :i :d 5 ; :p :j ; :n "x" .
`

// Each of these has no place in OWL 2 (Mapping to RDF Graphs, section 3; Structural Specification, section 5.8.1), and is an error.
func TestMalformed(t *testing.T) {
	t.Parallel()
	if found := errorsOf(checked(t, sound, "")); len(found) > 0 {
		t.Fatalf("what is sound: %v", words(found))
	}
	for _, tt := range []struct {
		name, turtle string
		rule         ID
	}{
		{"union nolist", `:A owl:equivalentClass [ a owl:Class ; owl:unionOf :B ] .`, MalformedOWL},
		{"no onproperty", `:A rdfs:subClassOf [ a owl:Restriction ; owl:someValuesFrom :B ] .`, MalformedOWL},
		{"card word", `:A rdfs:subClassOf [ a owl:Restriction ; owl:onProperty :p ; owl:minCardinality "one" ] .`, MalformedOWL},
		{"subclassof case", `:A rdfs:subclassOf :B .`, UnknownWord},
		{"class case", `:X a owl:class .`, UnknownWord},
		{"two fillers", `:A rdfs:subClassOf [ a owl:Restriction ; owl:onProperty :p ; owl:someValuesFrom :B , :C ] .`, MalformedOWL},
		{"list norest", `:A owl:equivalentClass [ a owl:Class ; owl:unionOf [ rdf:first :B ] ] .`, MalformedOWL},
		{"mixed restrictions", `:A rdfs:subClassOf [ a owl:Restriction ; owl:onProperty :p ; owl:someValuesFrom :B ; owl:allValuesFrom :C ] .`, MalformedOWL},
		{"undeclared property", `:A rdfs:subClassOf [ a owl:Restriction ; owl:onProperty :pp ; owl:someValuesFrom :B ] .`, undeclared},
		{"undeclared class", `:A rdfs:subClassOf :Bb .`, undeclared},
		{"no filler", `:A rdfs:subClassOf [ a owl:Restriction ; owl:onProperty :p ] .`, MalformedOWL},
		{"list twofirst", `:A owl:equivalentClass [ a owl:Class ; owl:unionOf [ rdf:first :B , :C ; rdf:rest rdf:nil ] ] .`, MalformedOWL},
		{"list circle", `:A owl:equivalentClass [ a owl:Class ; owl:unionOf _:l ] . _:l rdf:first :B ; rdf:rest _:l .`, MalformedOWL},
		{"card negative", `:A rdfs:subClassOf [ a owl:Restriction ; owl:onProperty :p ; owl:maxCardinality -1 ] .`, MalformedOWL},
		{"literal super", `:A rdfs:subClassOf "B" .`, MalformedOWL},
		{"pun object data", `:p a owl:DatatypeProperty .`, TwoKinds},
		{"chain one", `:p owl:propertyChainAxiom ( :q ) .`, MalformedOWL},
		{"haskey nolist", `:A owl:hasKey :p .`, MalformedOWL},
		{"disjointunion nolist", `:A owl:disjointUnionOf :B .`, MalformedOWL},
		{"alldisjoint nomembers", `[] a owl:AllDisjointClasses .`, MalformedOWL},
		{"npa notarget", `[] a owl:NegativePropertyAssertion ; owl:sourceIndividual :i ; owl:assertionProperty :p .`, MalformedOWL},
		{"axiom nosource", `[] a owl:Axiom ; owl:annotatedProperty rdfs:subClassOf ; owl:annotatedTarget :B ; rdfs:comment "x" .`, MalformedOWL},
		{"onproperty literal", `:A rdfs:subClassOf [ a owl:Restriction ; owl:onProperty "p" ; owl:someValuesFrom :B ] .`, MalformedOWL},
		{"inverse literal", `:p owl:inverseOf "q" .`, MalformedOWL},
		{"oneof mixed", `:A owl:equivalentClass [ a owl:Class ; owl:oneOf ( :i "x" ) ] .`, MalformedOWL},
		{"facets nodatatype", `:d rdfs:range [ a rdfs:Datatype ; owl:withRestrictions ( [ xsd:minInclusive 1 ] ) ] .`, MalformedOWL},
		{"unknown owl predicate", `:A owl:disjointClass :B .`, UnknownWord},
		{"onclass unqualified", `:A rdfs:subClassOf [ a owl:Restriction ; owl:onProperty :p ; owl:someValuesFrom :B ; owl:onClass :C ] .`, MalformedOWL},
		{"transitive data", `:d a owl:TransitiveProperty .`, TwoKinds},
		{"domain literal", `:p rdfs:domain "A" .`, MalformedOWL},
		{"imports literal", `<http://x.org/o> owl:imports "other" .`, MalformedOWL},
		{"subproperty mixed", `:p rdfs:subPropertyOf :d .`, TwoKinds},
		{"class as datatype", `:A rdfs:subClassOf [ a owl:Restriction ; owl:onProperty :d ; owl:someValuesFrom :B ] .`, TwoKinds},
		{"datatype as class", `:A rdfs:subClassOf [ a owl:Restriction ; owl:onProperty :p ; owl:someValuesFrom xsd:string ] .`, MalformedOWL},
		{"imp nohead", `[] a swrl:Imp ; swrl:body () .`, MalformedOWL},
		{"qualified noclass", `:A rdfs:subClassOf [ a owl:Restriction ; owl:onProperty :p ; owl:minQualifiedCardinality 1 ] .`, MalformedOWL},
		{"two properties", `:A rdfs:subClassOf [ a owl:Restriction ; owl:onProperty :p , :q ; owl:someValuesFrom :B ] .`, MalformedOWL},
		{"named restriction", `:R a owl:Restriction ; owl:onProperty :p ; owl:someValuesFrom :B . :A rdfs:subClassOf :R .`, MalformedOWL},
		{"type literal", `:A a "Class" .`, MalformedOWL},
		{"hasself yes", `:A rdfs:subClassOf [ a owl:Restriction ; owl:onProperty :p ; owl:hasSelf "yes" ] .`, MalformedOWL},
		{"disjoint literal", `:A owl:disjointWith "B" .`, MalformedOWL},
		{"expression circle", `:A rdfs:subClassOf _:x . _:x a owl:Class ; owl:complementOf _:x .`, MalformedOWL},
		{"annotation restriction", `:A rdfs:subClassOf [ a owl:Restriction ; owl:onProperty :n ; owl:someValuesFrom :B ] .`, TwoKinds},
		{"object value literal", `:i :p "text" .`, TwoKinds},
		{"data value iri", `:i :d :j .`, TwoKinds},
		{"ill typed", `:i :d "many"^^xsd:integer .`, illTyped},
		{"version literal", `<http://x.org/o> owl:versionIRI "1.0" .`, MalformedOWL},
		{"complement list", `:A owl:equivalentClass [ a owl:Class ; owl:complementOf ( :B :C ) ] .`, MalformedOWL},
		{"sameas literal", `:i owl:sameAs "j" .`, MalformedOWL},
		{"orphan annotation", `[] a owl:Axiom ; owl:annotatedSource :A ; owl:annotatedProperty rdfs:subClassOf ; owl:annotatedTarget :C ; rdfs:comment "x" .`, MalformedOWL},
		{"unknown xsd", `:d rdfs:range xsd:int32 .`, UnknownWord},
		{"class pun datatype", `:A a rdfs:Datatype .`, TwoKinds},
		{"alldifferent literal", `[] a owl:AllDifferent ; owl:distinctMembers ( :i "j" ) .`, MalformedOWL},
		{"onproperty class", `:A rdfs:subClassOf [ a owl:Restriction ; owl:onProperty :B ; owl:someValuesFrom :C ] .`, undeclared},
		{"functional annotation", `:n a owl:FunctionalProperty .`, TwoKinds},
		{"two ontologies", `<http://x.org/other> a owl:Ontology .`, MalformedOWL},
		{"ill typed value", `:A rdfs:subClassOf [ a owl:Restriction ; owl:onProperty :d ; owl:hasValue "many"^^xsd:integer ] .`, illTyped},
		{"complement twice", `:A rdfs:subClassOf [ a owl:Class ; owl:complementOf :B , :C ] .`, MalformedOWL},
		{"restriction empty", `:A rdfs:subClassOf [ a owl:Restriction ] .`, MalformedOWL},
		{"anon class empty", `:A rdfs:subClassOf [ a owl:Class ] .`, MalformedOWL},
		{"hasvalue expression", `:A rdfs:subClassOf [ a owl:Restriction ; owl:onProperty :p ; owl:hasValue [ a owl:Class ; owl:unionOf ( :B :C ) ] ] .`, MalformedOWL},
		{"lable", `:A rdfs:lable "x" .`, UnknownWord},
		{"deprecated text", `:A owl:deprecated "maybe"^^xsd:boolean .`, illTyped},
	} {
		t.Run(tt.name, func(t *testing.T) {
			found := errorsOf(checked(t, sound+tt.turtle, ""))
			if len(found) == 0 || found[0].Rule != tt.rule && !slices.ContainsFunc(found, func(f Finding) bool { return f.Rule == tt.rule }) {
				t.Errorf("want %s, found %s", tt.rule, strings.Join(words(found), "; "))
			}
			if slices.ContainsFunc(found, func(f Finding) bool { return f.Line == 0 && f.Subject != "" }) {
				t.Errorf("no line: %v", words(found))
			}
		})
	}
}

// errorsOf are the findings of the rules about OWL that are errors.
func errorsOf(all []Finding) []Finding {
	return slices.DeleteFunc(slices.Clone(all), func(f Finding) bool { return f.Level != Error || f.Rule == missingLabel })
}

// Each of these breaks a restriction of OWL 2 DL (Structural Specification, section 11.2): a warning, and an error once the
// profile is asked for.
func TestOutsideDL(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ name, turtle, says string }{
		{"chain not regular", `:p owl:propertyChainAxiom ( :q :p :q ) .`, "not regular"},
		{"not simple", `:p a owl:TransitiveProperty , owl:FunctionalProperty .`, "not simple"},
		{"same as nobody", `:i owl:sameAs [ :p :j ] .`, "takes no anonymous individual"},
		{"facet of another datatype", `:d rdfs:range [ a rdfs:Datatype ; owl:onDatatype xsd:string ; owl:withRestrictions ( [ xsd:minInclusive 1 ] ) ] .`, "has no facet"},
	} {
		found := checked(t, sound+tt.turtle, "")
		if i := slices.IndexFunc(found, func(f Finding) bool { return f.Rule == outsideDL }); i < 0 || found[i].Level != Warn || !strings.Contains(found[i].Message, tt.says) {
			t.Errorf("%s: want %s that says %q, found %v", tt.name, outsideDL, tt.says, words(found))
		}
		if len(errorsOf(found)) > 0 {
			t.Errorf("%s: errors %v", tt.name, words(errorsOf(found)))
		}
	}
}
