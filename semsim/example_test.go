package semsim_test

import (
	"fmt"
	"strings"

	"github.com/ontocrawl/ontocrawl/ontology"
	"github.com/ontocrawl/ontocrawl/ontology/owl"
	"github.com/ontocrawl/ontocrawl/semsim"
	"github.com/ontocrawl/ontocrawl/semsim/lexicon"
)

func ExampleMeasure_Explain() {
	var b ontology.Builder
	storm, typhoon, surge := b.Concept("#Storm"), b.Concept("#Typhoon"), b.Concept("#Surge")
	b.Relate(typhoon, storm, ontology.IsA, "")
	b.Relate(typhoon, surge, ontology.Includes, "#causes")
	g := b.Build()
	m, err := semsim.New(g, semsim.Params{})
	if err != nil {
		fmt.Println(err)
		return
	}
	e := m.Explain(storm, surge)
	fmt.Printf("Sim = %.4f\n", e.Sim)
	for _, f := range e.Factors {
		fmt.Printf("%s %.4f * %.2f = %.4f\n", f.Name, f.Value, f.Weight, f.Contribution)
	}
	for _, s := range e.Path {
		fmt.Println(s.From.En, s.Relation, s.To.En, "forward:", s.Forward)
	}
	fmt.Println("in common:", e.Ancestor.En)
	// Output:
	// Sim = 0.8846
	// IFDis 0.9444 * 0.80 = 0.7556
	// IFDen 1.0000 * 0.04 = 0.0400
	// IFDep 0.5000 * 0.06 = 0.0300
	// IFCoi 0.3333 * 0.03 = 0.0100
	// IFRel 0.7000 * 0.07 = 0.0490
	// Storm Is-a Typhoon forward: false
	// Typhoon Includes Surge forward: true
	// in common: Storm
}

const storms = `@prefix : <http://storms.example/o#> .
@prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
:Storm a owl:Class ; rdfs:label "storm"@en , "风暴"@zh .
:Typhoon a owl:Class ; rdfs:subClassOf :Storm ; rdfs:label "typhoon"@en , "台风"@zh .
:Blizzard a owl:Class ; rdfs:subClassOf :Storm ; rdfs:label "blizzard"@en , "暴风雪"@zh .
`

// An ontology is read, concepts are found by their names, and compared.
func Example() {
	o, err := owl.Load(strings.NewReader(storms), owl.Options{File: "storms.ttl"}) // a file: owl.Open
	if err != nil {
		fmt.Println(err)
		return
	}
	names := lexicon.NewFinder(o.Graph)
	typhoon, blizzard := names.Find("台风")[0], names.Find("blizzard")[0]

	m, err := semsim.New(o.Graph, semsim.Params{})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("five factors: %.4f\n", m.Sim(typhoon, blizzard))

	method, err := semsim.LookUp("wu-palmer")
	if err != nil {
		fmt.Println(err)
		return
	}
	c, err := method.New(o.Graph, semsim.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("wu-palmer: %.4f\n", c.Sim(typhoon, blizzard))
	// Output:
	// five factors: 0.8916
	// wu-palmer: 0.5000
}

// A topic vector holds the concepts of an ontology, weighted by their similarity
// to the topic's concept.
func ExampleMeasure_TopicVector() {
	o, err := owl.Load(strings.NewReader(storms), owl.Options{File: "storms.ttl"})
	if err != nil {
		fmt.Println(err)
		return
	}
	m, err := semsim.New(o.Graph, semsim.Params{})
	if err != nil {
		fmt.Println(err)
		return
	}
	topic := m.TopicVector(lexicon.NewFinder(o.Graph).Find("typhoon")[0])
	for _, e := range topic.Entries {
		fmt.Printf("%.4f %s %s core=%v\n", e.Weight, e.En, e.Zh, e.Core)
	}
	// Output:
	// 1.0000 typhoon 台风 core=true
	// 0.9281 storm 风暴 core=false
	// 0.8916 blizzard 暴风雪 core=false
}
