package convert_test

import (
	"fmt"
	"os"

	"github.com/ontocrawl/ontocrawl/ontology/convert"
	"github.com/ontocrawl/ontocrawl/ontology/syntax"
)

// A document in the Manchester syntax is written as Turtle, and what a syntax
// cannot say is returned.
func ExampleDocument_Write() {
	text := `Prefix: : <http://example.org/weather#>
Ontology: <http://example.org/weather>
Class: Storm
Class: Typhoon
    Annotations: rdfs:label "台风"@zh
    SubClassOf: Storm
`
	d, err := convert.Parse("weather.omn", []byte(text), convert.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	turtle, left, err := d.Write(syntax.All().Named("turtle"))
	if err != nil {
		fmt.Println(err)
		return
	}
	os.Stdout.Write(turtle)
	fmt.Println(len(left), "statements left out")
	// Output:
	// @prefix : <http://example.org/weather#> .
	// @prefix owl: <http://www.w3.org/2002/07/owl#> .
	// @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
	//
	// <http://example.org/weather> a owl:Ontology .
	//
	// :Storm a owl:Class .
	//
	// :Typhoon a owl:Class ;
	//     rdfs:label "台风"@zh ;
	//     rdfs:subClassOf :Storm .
	// 0 statements left out
}
