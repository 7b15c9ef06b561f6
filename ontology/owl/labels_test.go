package owl

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ontocrawl/ontocrawl/ontology"
)

func TestLabels(t *testing.T) {
	tests := []struct{ name, turtle, want string }{
		{"label", `:A rdfs:label "台风"@zh , "typhoon"@en .`, "台风@zh; typhoon@en"},
		{"prefLabel", `:A skos:prefLabel "台风"@zh .`, "台风@zh"},
		{"further labels of a language are synonyms", `:A rdfs:label "台风"@zh , "飓风"@zh , "typhoon"@en .`, "台风@zh; 飓风@zh alt; typhoon@en"},
		{"the same in prefLabel and label", `:A rdfs:label "台风"@zh ; skos:prefLabel "台风"@zh .`, "台风@zh"},
		{"altLabel", `:A skos:altLabel "颱風"@zh-Hant .`, "颱風@zh-Hant alt"},
		{"hiddenLabel", `:A skos:hiddenLabel "tyfoon"@en .`, "tyfoon@en hidden"},
		{"SKOS-XL", `:A skosxl:prefLabel [ skosxl:literalForm "台风"@zh ] ; skosxl:altLabel [ skosxl:literalForm "颱風"@zh ] .`, "台风@zh; 颱風@zh alt"},
		{"SKOS-XL with declared labels", `:A skosxl:prefLabel :l . :l a owl:NamedIndividual , skosxl:Label ; skosxl:literalForm "台风"@zh .
			:m a owl:NamedIndividual ; skosxl:literalForm "unused" .`, "台风@zh"},
		{"OBO synonyms", `:A oboInOwl:hasExactSynonym "a" ; oboInOwl:hasNarrowSynonym "b" ; oboInOwl:hasBroadSynonym "c" ; oboInOwl:hasRelatedSynonym "d" .`,
			"a alt; b loose; c loose; d loose"},
		{"OBO alternative term", `:A obo:IAO_0000118 "a"@en .`, "a@en alt"},
		{"scope in an axiom annotation", `:A skos:altLabel "a" , "b" . [] a owl:Axiom ; owl:annotatedSource :A ;
			owl:annotatedProperty skos:altLabel ; owl:annotatedTarget "a" ; :scope "BROAD" .`, "a loose; b alt"},
		{"annotation 别名", `:别名 a owl:AnnotationProperty . :A :别名 "颱風"@zh-Hant .`, "颱風@zh-Hant alt"},
		{"annotation by its label", `:p7 a owl:AnnotationProperty ; rdfs:label "又称"@zh . :A :p7 "台风"@zh .`, "台风@zh alt"},
		{"a list in one field", `:alias a owl:AnnotationProperty . :A :alias "颱風；飓风、 风灾 ;热带气旋, 强的" .`, "颱風 alt; 飓风 alt; 风灾 alt; 热带气旋, 强的 alt"},
		{"a synonym by data property", `:synonym a owl:DatatypeProperty . :A rdfs:subClassOf [ a owl:Restriction ; owl:onProperty :synonym ; owl:hasValue "飓风" ] .`, "飓风 alt"},
		{"plain literal of old tools", `:A rdfs:label "台风@zh"^^rdf:PlainLiteral .`, "台风@zh"},
		{"not a name", `:A rdfs:label "" , [] , :A ; :note "x" .`, ""},
		{"white space", ":A rdfs:label \"storm\\n  surge\"@en .", "storm surge@en"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			o := load(t, prefixes+":A a owl:Class .\n"+tt.turtle, Options{})
			if got := labels(o.Graph, "http://x.org/o#A"); got != tt.want {
				t.Errorf("labels %q\nwant   %q", got, tt.want)
			}
		})
	}
}

func TestDefinitions(t *testing.T) {
	o := load(t, prefixes+`:A a owl:Class ; rdfs:comment "one"@en ; skos:definition "two" ; obo:IAO_0000115 "three" .`, Options{})
	want := []ontology.Label{{Text: "one", Lang: "en"}, {Text: "two"}, {Text: "three"}}
	if d := cmp.Diff(want, o.Graph.Concept(0).Definitions); d != "" {
		t.Error(d)
	}
}

func TestCore(t *testing.T) {
	tests := []struct {
		turtle string
		want   bool
	}{
		{`:core a owl:AnnotationProperty . :A :core true .`, true},
		{`:coreConcept a owl:AnnotationProperty . :A :coreConcept "1" .`, true},
		{`:isCore a owl:AnnotationProperty . :A :isCore "True" .`, true},
		{`:p a owl:AnnotationProperty ; rdfs:label "核心概念"@zh . :A :p "是" .`, true},
		{`:sub rdfs:subPropertyOf :core . :A :sub true .`, true},
		{`:core a owl:AnnotationProperty . :A :core false .`, false},
		{`:core a owl:AnnotationProperty . :A :core "否" .`, false},
		{`:score a owl:AnnotationProperty . :A :score "1" .`, false},
		{`:core a owl:AnnotationProperty . :A :core :A .`, false},
	}
	for _, tt := range tests {
		o := load(t, prefixes+":A a owl:Class .\n"+tt.turtle, Options{})
		if got := o.Graph.Concept(0).Core; got != tt.want {
			t.Errorf("core = %t, want %t: %s", got, tt.want, tt.turtle)
		}
	}
}

func TestIndividuals(t *testing.T) {
	const text = prefixes + `:A a owl:Class . :i a owl:NamedIndividual , :A . :j a :A .
:p a owl:ObjectProperty . :dt a rdfs:Datatype . <http://x.org/o> a owl:Ontology .
:i :causes :j . :A rdfs:subClassOf [ a owl:Restriction ; owl:onProperty :causes ; owl:hasValue :i ] .`
	o := load(t, text, Options{})
	if got := concepts(o.Graph); got != "A i j" {
		t.Errorf("concepts %q", got)
	}
	for i, want := range []bool{false, true, true} {
		if got := o.Graph.Concept(ontology.ID(i)).Individual; got != want {
			t.Errorf("concept %d: individual = %t", i, got)
		}
	}
	o = load(t, text, Options{NoIndividuals: true})
	if got := concepts(o.Graph) + "; " + edges(o.Graph); got != "A; " {
		t.Errorf("without individuals: %q", got)
	}
}

// Concepts keep the order of the file; what it only mentions comes last.
func TestOrder(t *testing.T) {
	o := load(t, prefixes+`:C rdfs:subClassOf :Z . :A a owl:Class . :B a owl:Class ; rdfs:subClassOf :C .`, Options{})
	if got := concepts(o.Graph); got != "C A B Z" {
		t.Errorf("concepts %q, want C A B Z", got)
	}
}

// The properties that relations come from have their names with them; others,
// and those that only stand on top of another, are nobody's.
func TestPropertyLabels(t *testing.T) {
	o := load(t, prefixes+`:A a owl:Class ; rdfs:subClassOf [ a owl:Restriction ; owl:onProperty :P1 ; owl:someValuesFrom :B ] .
		:B a owl:Class ; rdfs:subClassOf [ a owl:Restriction ; owl:onProperty :nearTo ; owl:someValuesFrom :A ] .
		:P1 a owl:ObjectProperty ; rdfs:label "引发"@zh , "causes"@en , "brings  about"@en ; rdfs:comment "no name" .
		:nearTo a owl:ObjectProperty .
		:unused a owl:ObjectProperty ; rdfs:label "unused"@en .`, Options{})
	want := []ontology.Label{{Text: "引发", Lang: "zh"}, {Text: "causes", Lang: "en"}, {Text: "brings about", Lang: "en"}}
	if d := cmp.Diff(want, o.Graph.PropertyLabels("http://x.org/o#P1")); d != "" {
		t.Error(d)
	}
	for _, tt := range []struct{ iri, lang, want string }{
		{"http://x.org/o#P1", "zh", "引发"}, {"http://x.org/o#P1", "en", "causes"},
		{"http://x.org/o#nearTo", "en", "nearTo"}, {"http://x.org/o#unused", "en", "unused"},
	} {
		if got := o.Graph.PropertyName(tt.iri, tt.lang); got != tt.want {
			t.Errorf("%s in %s: %q, want %q", tt.iri, tt.lang, got, tt.want)
		}
	}
	if got := o.Graph.PropertyLabels("http://x.org/o#unused"); got != nil {
		t.Errorf("a property without relations has the labels %v", got)
	}
}
