package owl

import (
	"testing"
)

// Every row is one way in which authors write a relation.
func TestRelations(t *testing.T) {
	const classes = ":A a owl:Class . :B a owl:Class . :C a owl:Class . :D a owl:Class .\n"
	const props = ":causes a owl:ObjectProperty . :p a owl:ObjectProperty .\n"
	tests := []struct{ name, turtle, want string }{
		// Is-a.
		{"subClassOf", ":A rdfs:subClassOf :B .", "A isa B"},
		{"subClassOf owl:Thing says nothing", ":A rdfs:subClassOf owl:Thing .", ""},
		{"subClassOf itself", ":A rdfs:subClassOf :A .", ""},
		{"a class nobody declared", ":A rdfs:subClassOf :Z .", "A isa Z"},
		{"genus of an equivalent intersection", `:A owl:equivalentClass [ a owl:Class ; owl:intersectionOf
			( :B [ a owl:Restriction ; owl:onProperty :causes ; owl:someValuesFrom :C ] ) ] .`, "A inc C; A isa B"},
		{"intersection as superclass", `:A rdfs:subClassOf [ owl:intersectionOf ( :B :C ) ] .`, "A isa B; A isa C"},
		{"nested intersections", `:A owl:equivalentClass [ owl:intersectionOf ( :B [ owl:intersectionOf ( :C
			[ a owl:Restriction ; owl:onProperty :causes ; owl:someValuesFrom :D ] ) ] ) ] .`,
			"A inc D; A isa B; A isa C"},
		{"intersection said of the class itself (OWL 1)", ":A owl:intersectionOf ( :B :C ) .", "A isa B; A isa C"},
		{"equivalent to a union", ":C owl:equivalentClass [ a owl:Class ; owl:unionOf ( :A :B ) ] .", "A isa C; B isa C"},
		{"union said of the class itself", ":C owl:unionOf ( :A :B ) .", "A isa C; B isa C"},
		{"kind of a union: nobody knows of which", ":C rdfs:subClassOf [ owl:unionOf ( :A :B ) ] .", ""},
		{"disjoint union", ":C owl:disjointUnionOf ( :A :B ) .", "A isa C; B isa C"},
		{"complement", ":A rdfs:subClassOf [ owl:complementOf :B ] .", ""},
		{"one of", ":C owl:equivalentClass [ owl:oneOf ( :i :j ) ] . :i a owl:NamedIndividual . :j a owl:NamedIndividual .",
			"i isa C; j isa C"},
		{"equivalence written backwards", "[] owl:equivalentClass :A ; owl:unionOf ( :B :C ) .", "B isa A; C isa A"},
		{"type of an individual", ":i a owl:NamedIndividual , :A .", "i isa A"},
		{"type of an undeclared individual", ":i a :A .", "i isa A"},
		{"type by an expression", ":i a owl:NamedIndividual , [ owl:intersectionOf ( :A :B ) ] .", "i isa A; i isa B"},
		{"class that is an individual too", ":A a owl:NamedIndividual , :B .", "A isa B"},
		{"a class of classes is no superclass", ":A a :B .", ""},
		{"skos:broader", ":s a skos:Concept ; skos:broader :r . :r a skos:Concept .", "s isa r"},
		{"skos:narrower", ":r a skos:Concept ; skos:narrower :s .", "s isa r"},
		{"object property is-a", ":is-a a owl:ObjectProperty . :A rdfs:subClassOf [ a owl:Restriction ; owl:onProperty :is-a ; owl:someValuesFrom :B ] .", "A isa B"},
		{"object property 属于", ":属于 a owl:ObjectProperty . :i a :A ; :属于 :j . :j a :B .", "i isa A; i isa j; j isa B"},
		{"only is-a: never a kind", ":isA a owl:ObjectProperty . :A rdfs:subClassOf [ a owl:Restriction ; owl:onProperty :isA ; owl:allValuesFrom :B ] .", "A other:isA B"},
		{"disjoint", ":A owl:disjointWith :B . [] a owl:AllDisjointClasses ; owl:members ( :A :B ) .", ""},

		// Synonym.
		{"equivalent named class", ":A owl:equivalentClass :B .", "A = B"},
		{"sameAs", ":i a :A ; owl:sameAs :j . :j a :B .", "i = j; i isa A; j isa B"},
		{"sameAs with a stranger", ":i a :A ; owl:sameAs <http://elsewhere/i> .", "i isa A"},
		{"skos:exactMatch", ":s a skos:Concept ; skos:exactMatch :r . :r a skos:Concept .", "s = r"},
		{"property 同义词", ":同义词 a owl:ObjectProperty . :A rdfs:subClassOf [ a owl:Restriction ; owl:onProperty :同义词 ; owl:someValuesFrom :B ] .", "A = B"},
		{"annotation hasSynonym with an IRI", ":hasSynonym a owl:AnnotationProperty . :A :hasSynonym :B .", "A = B"},
		{"annotation whose text is a name", `:B rdfs:label "飓风"@zh . :别名 a owl:AnnotationProperty . :A :别名 "飓风" .`, "A = B"},

		// Includes.
		{"some", ":A rdfs:subClassOf [ a owl:Restriction ; owl:onProperty :causes ; owl:someValuesFrom :B ] .", "A inc B"},
		{"hasValue", ":i a :B . :A rdfs:subClassOf [ a owl:Restriction ; owl:onProperty :causes ; owl:hasValue :i ] .", "A inc i; i isa B"},
		{"min 1", ":A rdfs:subClassOf [ a owl:Restriction ; owl:onProperty :causes ; owl:minQualifiedCardinality \"1\"^^xsd:nonNegativeInteger ; owl:onClass :B ] .", "A inc B"},
		{"exactly 2", ":A rdfs:subClassOf [ a owl:Restriction ; owl:onProperty :causes ; owl:qualifiedCardinality \"2\"^^xsd:nonNegativeInteger ; owl:onClass :B ] .", "A inc B"},
		{"min 0", ":A rdfs:subClassOf [ a owl:Restriction ; owl:onProperty :causes ; owl:minQualifiedCardinality \"0\"^^xsd:nonNegativeInteger ; owl:onClass :B ] .", ""},
		{"max 1", ":A rdfs:subClassOf [ a owl:Restriction ; owl:onProperty :causes ; owl:maxQualifiedCardinality \"1\"^^xsd:nonNegativeInteger ; owl:onClass :B ] .", ""},
		{"only, with nothing stronger", ":A rdfs:subClassOf [ a owl:Restriction ; owl:onProperty :causes ; owl:allValuesFrom :B ] .", "A inc B"},
		{"only closes what some says", `:A rdfs:subClassOf [ a owl:Restriction ; owl:onProperty :causes ; owl:allValuesFrom [ owl:unionOf ( :B :C ) ] ] ,
			[ a owl:Restriction ; owl:onProperty :causes ; owl:someValuesFrom :B ] .`, "A inc B"},
		{"some of a union", ":A rdfs:subClassOf [ a owl:Restriction ; owl:onProperty :causes ; owl:someValuesFrom [ owl:unionOf ( :B :C ) ] ] .", "A inc B; A inc C"},
		{"some of an intersection: its genus", `:A rdfs:subClassOf [ a owl:Restriction ; owl:onProperty :causes ; owl:someValuesFrom [ owl:intersectionOf ( :B
			[ a owl:Restriction ; owl:onProperty :p ; owl:someValuesFrom :C ] ) ] ] .`, "A inc B"},
		{"equivalent to a restriction", ":A owl:equivalentClass [ a owl:Restriction ; owl:onProperty :causes ; owl:someValuesFrom :B ] .", "A inc B"},
		{"of an unnamed inverse", ":A rdfs:subClassOf [ a owl:Restriction ; owl:onProperty [ owl:inverseOf :causes ] ; owl:someValuesFrom :B ] .", "B inc A"},
		{"partOf", ":partOf a owl:ObjectProperty . :A rdfs:subClassOf [ a owl:Restriction ; owl:onProperty :partOf ; owl:someValuesFrom :B ] .", "B inc A"},
		{"part of, by its OBO number", ":A rdfs:subClassOf [ a owl:Restriction ; owl:onProperty obo:BFO_0000050 ; owl:someValuesFrom :B ] .", "B inc A"},
		{"inverseOf turned round", ":comesFrom a owl:ObjectProperty ; owl:inverseOf :causes . :A rdfs:subClassOf [ a owl:Restriction ; owl:onProperty :comesFrom ; owl:someValuesFrom :B ] .", "B inc A"},
		{"inverseOf said of the other", ":comesFrom a owl:ObjectProperty . :causes owl:inverseOf :comesFrom . :A rdfs:subClassOf [ a owl:Restriction ; owl:onProperty :comesFrom ; owl:someValuesFrom :B ] .", "B inc A"},
		{"sub-property", ":floods rdfs:subPropertyOf :harms . :harms rdfs:subPropertyOf :causes . :A rdfs:subClassOf [ a owl:Restriction ; owl:onProperty :floods ; owl:someValuesFrom :B ] .", "A inc B"},
		{"sub-property of an inverse", ":x rdfs:subPropertyOf :y . :y owl:inverseOf :causes . :A rdfs:subClassOf [ a owl:Restriction ; owl:onProperty :x ; owl:someValuesFrom :B ] .", "B inc A"},
		{"equivalent property", ":x owl:equivalentProperty :causes . :A rdfs:subClassOf [ a owl:Restriction ; owl:onProperty :x ; owl:someValuesFrom :B ] .", "A inc B"},
		{"sub-properties in a circle", ":x rdfs:subPropertyOf :y . :y rdfs:subPropertyOf :x . :A rdfs:subClassOf [ a owl:Restriction ; owl:onProperty :x ; owl:someValuesFrom :B ] .", "A other:x B"},
		{"property by its Chinese label", `:p rdfs:label "导致"@zh . :A rdfs:subClassOf [ a owl:Restriction ; owl:onProperty :p ; owl:someValuesFrom :B ] .`, "A inc B"},
		{"property by its English label", `:p rdfs:label "Leads to"@en . :A rdfs:subClassOf [ a owl:Restriction ; owl:onProperty :p ; owl:someValuesFrom :B ] .`, "A inc B"},
		{"property with a Chinese name", ":引发 a owl:ObjectProperty . :A rdfs:subClassOf [ a owl:Restriction ; owl:onProperty :引发 ; owl:someValuesFrom :B ] .", "A inc B"},
		{"between individuals", ":i a :A ; :causes :j . :j a :B .", "i inc j; i isa A; j isa B"},
		{"between classes, as an annotation", ":causes a owl:AnnotationProperty . :A :causes :B .", "A inc B"},
		{"annotation whose text is a label", `:B rdfs:label "storm surge"@en . :包含 a owl:AnnotationProperty . :A :包含 "Storm  Surge" .`, "A inc B"},
		{"annotation whose text is a local name", `:包括 a owl:AnnotationProperty . :A :包括 "B、C" .`, "A inc B; A inc C"},
		{"annotation whose text is an IRI", `:包括 a owl:AnnotationProperty . :A :包括 "http://x.org/o#B"^^xsd:anyURI .`, "A inc B"},
		{"domain and range", ":causes rdfs:domain :A ; rdfs:range :B .", "A inc B"},
		{"domain and range of several", ":causes rdfs:domain [ owl:unionOf ( :A :B ) ] ; rdfs:range :C .", "A inc C; B inc C"},
		{"domain and range yield to a restriction", ":causes rdfs:domain :A ; rdfs:range :B . :C rdfs:subClassOf [ a owl:Restriction ; owl:onProperty :causes ; owl:someValuesFrom :D ] .", "C inc D"},
		{"and to one on the inverse", ":causes rdfs:domain :A ; rdfs:range :B ; owl:inverseOf :causedBy . :C rdfs:subClassOf [ a owl:Restriction ; owl:onProperty :causedBy ; owl:someValuesFrom :D ] .", "D inc C"},
		{"domain and range make nothing one", ":sameMeaning rdfs:domain :A ; rdfs:range :B .", "A other:sameMeaning B"},
		{"a data property", `:d a owl:DatatypeProperty ; rdfs:domain :A ; rdfs:range xsd:string . :i a :A ; :d "x" .`, "i isa A"},
		{"a data restriction", ":d a owl:DatatypeProperty . :A rdfs:subClassOf [ a owl:Restriction ; owl:onProperty :d ; owl:someValuesFrom xsd:string ] .", ""},

		// The rest.
		{"unmapped property", ":A rdfs:subClassOf [ a owl:Restriction ; owl:onProperty :p ; owl:someValuesFrom :B ] .", "A other:p B"},
		{"skos:related", ":s a skos:Concept ; skos:related :r . :r a skos:Concept .", "s other:related r"},
		{"seeAlso", ":A rdfs:seeAlso :B .", ""},
		{"deprecated", ":A rdfs:subClassOf :B ; owl:deprecated true .", ""},
		{"deprecated parent", ":A rdfs:subClassOf :B . :B owl:deprecated \"true\"^^xsd:boolean .", ""},
		{"deprecated as EDAM writes it", ":A rdfs:subClassOf owl:DeprecatedClass , :B .", ""},
		{"not deprecated", ":A rdfs:subClassOf :B ; owl:deprecated false .", "A isa B"},
		{"axiom annotation repeats", "[] a owl:Axiom ; owl:annotatedSource :A ; owl:annotatedProperty rdfs:subClassOf ; owl:annotatedTarget :B . :A rdfs:subClassOf :B .", "A isa B"},
		{"axiom stated by its annotation alone", "[] a owl:Axiom ; owl:annotatedSource :A ; owl:annotatedProperty rdfs:subClassOf ; owl:annotatedTarget :B .", "A isa B"},
		{"axiom annotated as deprecated", "[] a owl:Axiom ; owl:annotatedSource :A ; owl:annotatedProperty rdfs:subClassOf ; owl:annotatedTarget :B ; owl:deprecated true . :A rdfs:subClassOf :B .", ""},
		{"negative assertion", ":i a :A . :j a :A . [] a owl:NegativePropertyAssertion ; owl:sourceIndividual :i ; owl:assertionProperty :causes ; owl:targetIndividual :j .", "i isa A; j isa A"},
		{"general axiom", "[ a owl:Restriction ; owl:onProperty :causes ; owl:someValuesFrom :B ] rdfs:subClassOf :A .", ""},
		{"a list that bites its tail", ":C owl:unionOf _:l . _:l rdf:first :A ; rdf:rest _:l .", "A isa C"},
		{"an expression inside itself", ":C rdfs:subClassOf _:e . _:e owl:intersectionOf ( :A _:e ) .", "C isa A"},
		{"a filler inside itself", ":C rdfs:subClassOf [ a owl:Restriction ; owl:onProperty :causes ; owl:someValuesFrom _:e ] . _:e owl:unionOf ( :A _:e ) .", "C inc A"},
		{"literals where classes belong", `:A rdfs:subClassOf "B" ; owl:equivalentClass "B" ; owl:unionOf "B" ; owl:disjointUnionOf "B" ; a "B" .`, ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			o := load(t, prefixes+classes+props+tt.turtle, Options{})
			if got := edges(o.Graph); got != tt.want {
				t.Errorf("edges %q\nwant  %q", got, tt.want)
			}
		})
	}
}
