package owl

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/ontocrawl/ontocrawl/ontology"
)

// Files without a declared class are read: what stands as a class in them is one.
func TestUndeclaredClasses(t *testing.T) {
	tests := []struct {
		name, text     string
		classes, edges string // local names in the order of the graph
	}{
		{"data about individuals", `:goni a :Typhoon ; rdfs:label "天鹅"@zh . [] a :Shelter .`,
			"Typhoon Shelter", "goni isa Typhoon"},
		{"a vocabulary of properties", `:hits a owl:ObjectProperty ; rdfs:domain :Typhoon ; rdfs:range :City .
:speed a owl:DatatypeProperty ; rdfs:domain :Wind ; rdfs:range :Knots .`,
			"Typhoon City Wind", "Typhoon other:hits City"},
		{"rules", `[] a swrl:Imp ; swrl:body ( [ a swrl:ClassAtom ; swrl:classPredicate :Typhoon ; swrl:argument1 <urn:swrl#x> ] ) .
<urn:swrl#x> a swrl:Variable .`, "Typhoon", ""},
		{"class axioms", `:A owl:disjointWith :B . [] a owl:AllDisjointClasses ; owl:members ( :C :D ) . :E owl:hasKey ( :k ) .
[] owl:complementOf :F .`, "A B C D E F", ""},
		{"restrictions", `:i a [ a owl:Restriction ; owl:onProperty :p ; owl:someValuesFrom :F ] . :p a owl:ObjectProperty .
:j a [ a owl:Restriction ; owl:onProperty :q ; owl:allValuesFrom :notAClass ] . :q a owl:DatatypeProperty .`, "F", ""},
		{"words of the languages are none", `:o a owl:Ontology . :s a skos:ConceptScheme . :l a skosxl:Label . :p rdfs:range xsd:string . :x a owl:Thing .`, "", ""},
		{"a declared class is taken at its word", `:A a owl:Class . :me a :Person . :p rdfs:domain :Q .`, "A", ""},
		{"so are concepts", `:A a skos:Concept . :me a :Person .`, "A", ""},
		{"and deprecated classes", `:A a owl:Class ; owl:deprecated true . :me a :Person .`, "", ""},
		{"a deprecated type", `:i a :A . :A owl:deprecated true .`, "", ""},
	}
	for _, tt := range tests {
		o := load(t, prefixes+"@prefix swrl: <http://www.w3.org/2003/11/swrl#> .\n"+tt.text, Options{})
		var classes []string
		for i := range o.Graph.Len() {
			if c := o.Graph.Concept(ontology.ID(i)); !c.Individual {
				classes = append(classes, c.LocalName())
			}
		}
		slices.Sort(classes)
		want := strings.Fields(tt.classes)
		slices.Sort(want)
		if !slices.Equal(classes, want) || tt.edges != "" && edges(o.Graph) != tt.edges {
			t.Errorf("%s: classes %v, edges %q; want %v, %q", tt.name, classes, edges(o.Graph), want, tt.edges)
		}
		if empty := o.Graph.Len() == 0; empty != errors.Is(o.Crawlable(), errNoConcept) || empty != (found(o, noConcept) != "") {
			t.Errorf("%s: %d concepts, Crawlable %v, findings %v", tt.name, o.Graph.Len(), o.Crawlable(), o.Findings)
		}
	}
}

// What was inferred is told, and so is why nothing was.
func TestInferredFinding(t *testing.T) {
	o := load(t, prefixes+":a a :A . :b a :B . :c a :C . :d a :D .", Options{File: "data.ttl"})
	if got := found(o, inferredClass); got != "no class is declared; 4 terms that stand as one are taken for one: A, B, C" {
		t.Errorf("%q in %v", got, o.Findings)
	}
	if o = load(t, prefixes+":i :p :j .", Options{File: "data.ttl"}); o.Graph.Len() != 0 || len(o.Graph.Roots()) != 0 || len(o.Graph.Edges()) != 0 {
		t.Errorf("%d concepts", o.Graph.Len())
	}
}
