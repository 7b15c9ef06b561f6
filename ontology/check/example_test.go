package check_test

import (
	"fmt"
	"strings"

	"github.com/ontocrawl/ontocrawl/ontology/check"
	"github.com/ontocrawl/ontocrawl/ontology/owl"
)

// Run judges an ontology by rules; each finding says how to fix it.
func ExampleRun() {
	const text = `@prefix : <http://example.org/weather#> .
@prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
:Storm a owl:Class ; rdfs:label "storm"@en , "风暴"@zh ; rdfs:comment "Wind and rain."@en .
:Typhoon a owl:Class ; rdfs:label "typhoon"@en ; rdfs:subClassOf :Storm ; rdfs:comment "A storm of the Pacific."@en .
`
	o, err := owl.Load(strings.NewReader(text), owl.Options{File: "weather.ttl"})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, f := range check.Run(o, check.Options{Languages: []string{"en", "zh"}}) {
		fmt.Println(f.Level, f.Rule, f.Name)
		fmt.Println(f.Message)
	}
	// Output:
	// WARN label_language_missing typhoon
	// no label in zh
}
