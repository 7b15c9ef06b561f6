package turtle_test

import (
	"fmt"
	"os"
	"strings"

	"github.com/knakk/rdf"

	"github.com/ontocrawl/ontocrawl/ontology/rdfio"
	"github.com/ontocrawl/ontocrawl/ontology/syntax/turtle"
)

func ExampleDecode() {
	doc := `@prefix : <http://example.org/weather#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
:Typhoon rdfs:label "台风"@zh ; rdfs:subClassOf :TropicalCyclone .`
	err := turtle.Decode(strings.NewReader(doc), rdfio.Options{File: "weather.ttl"}, func(t rdf.Triple) error {
		fmt.Println(t.Subj, t.Pred, t.Obj)
		return nil
	})
	if err != nil {
		fmt.Println(err)
	}
	// Output:
	// http://example.org/weather#Typhoon http://www.w3.org/2000/01/rdf-schema#label 台风
	// http://example.org/weather#Typhoon http://www.w3.org/2000/01/rdf-schema#subClassOf http://example.org/weather#TropicalCyclone
}

func ExampleDecode_error() {
	doc := "@prefix : <http://example.org/weather#> .\n:Typhoon rdfs:label \"Typhoon\" ."
	fmt.Println(turtle.Decode(strings.NewReader(doc), rdfio.Options{File: "weather.ttl"}, func(rdf.Triple) error { return nil }))
	// Output:
	// weather.ttl:2:10: the prefix of "rdfs:label" is not declared; expected "@prefix rdfs: <...> ." before it
}

func ExampleEncode() {
	var triples []rdf.Triple
	doc := `<http://example.org/weather#Typhoon> a <http://www.w3.org/2002/07/owl#Class> ; <http://www.w3.org/2000/01/rdf-schema#label> "typhoon"@en, "台风"@zh .`
	err := turtle.Decode(strings.NewReader(doc), rdfio.Options{}, func(t rdf.Triple) error {
		triples = append(triples, t)
		return nil
	})
	if err != nil {
		fmt.Println(err)
	}
	opt := rdfio.EncodeOptions{Prefixes: map[string]string{"": "http://example.org/weather#"}}
	if err := turtle.Encode(os.Stdout, triples, opt); err != nil {
		fmt.Println(err)
	}
	// Output:
	// @prefix : <http://example.org/weather#> .
	// @prefix owl: <http://www.w3.org/2002/07/owl#> .
	// @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
	//
	// :Typhoon a owl:Class ;
	//     rdfs:label "typhoon"@en, "台风"@zh .
}
