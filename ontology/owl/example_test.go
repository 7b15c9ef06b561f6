package owl_test

import (
	"fmt"
	"strings"

	"github.com/ontocrawl/ontocrawl/ontology"
	"github.com/ontocrawl/ontocrawl/ontology/owl"
)

const weather = `@prefix : <http://example.org/weather#> .
@prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
<http://example.org/weather> a owl:Ontology .
:causes a owl:ObjectProperty .
:Storm a owl:Class ; rdfs:label "storm"@en , "风暴"@zh .
:Flood a owl:Class ; rdfs:label "flood"@en .
:Typhoon a owl:Class ; rdfs:label "typhoon"@en , "台风"@zh ;
    rdfs:subClassOf :Storm , [ a owl:Restriction ; owl:onProperty :causes ; owl:someValuesFrom :Flood ] .
`

// Load reads an ontology in any syntax. Its graph knows concepts by IRI, their
// names in each language, and the relations between them.
func ExampleLoad() {
	o, err := owl.Load(strings.NewReader(weather), owl.Options{File: "weather.ttl"})
	if err != nil {
		fmt.Println(err)
		return
	}
	g := o.Graph
	typhoon, ok := g.ByIRI("http://example.org/weather#Typhoon")
	if !ok {
		fmt.Println("no such concept")
		return
	}
	fmt.Printf("%s, %s, %d concepts\n", o.Syntax.Title, o.IRI, g.Len())
	fmt.Printf("%s (%s), depth %d\n", g.Concept(typhoon).Name("en"), g.Concept(typhoon).Name("zh"), g.Depth(typhoon))
	for _, e := range g.Edges() {
		fmt.Printf("%s %s(%s) %s\n", g.Concept(e.From).Name("en"), e.Rel, ontology.LocalName(e.Property), g.Concept(e.To).Name("en"))
	}
	// Output:
	// Turtle, http://example.org/weather, 3 concepts
	// typhoon (台风), depth 2
	// typhoon Is-a() storm
	// typhoon Includes(causes) flood
}
