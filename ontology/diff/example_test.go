package diff_test

import (
	"fmt"
	"strings"

	"github.com/ontocrawl/ontocrawl/ontology"
	"github.com/ontocrawl/ontocrawl/ontology/diff"
	"github.com/ontocrawl/ontocrawl/ontology/owl"
)

// read returns the graph of an ontology of a few classes.
func read(classes string) (*ontology.Graph, error) {
	o, err := owl.Load(strings.NewReader(`@prefix : <http://example.org/weather#> .
@prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
`+classes), owl.Options{File: "weather.ttl"})
	if err != nil {
		return nil, err
	}
	return o.Graph, nil
}

// Compare says how two versions differ in concepts, names and relations.
func ExampleCompare() {
	before, err := read(`:Storm a owl:Class . :Gale a owl:Class .
:Typhoon a owl:Class ; rdfs:label "typhoon"@en ; rdfs:subClassOf :Gale .`)
	if err != nil {
		fmt.Println(err)
		return
	}
	after, err := read(`:Storm a owl:Class . :Gale a owl:Class . :Flood a owl:Class .
:Typhoon a owl:Class ; rdfs:label "typhoon"@en , "台风"@zh ; rdfs:subClassOf :Storm .`)
	if err != nil {
		fmt.Println(err)
		return
	}
	d := diff.Compare(before, after)
	for _, c := range d.Added {
		fmt.Println("added", c.En)
	}
	for _, m := range d.Moved {
		fmt.Println("moved", m.Concept.En, "from", m.Before[0].En, "to", m.After[0].En)
	}
	for _, l := range d.Labels {
		fmt.Println("label", l.Concept.En, l.New.Text)
	}
	// Output:
	// added Flood
	// moved typhoon from Gale to Storm
	// label typhoon 台风
}
