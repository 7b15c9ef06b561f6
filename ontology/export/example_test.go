package export_test

import (
	"fmt"
	"os"

	"github.com/ontocrawl/ontocrawl/ontologies"
	"github.com/ontocrawl/ontocrawl/ontology"
	"github.com/ontocrawl/ontocrawl/ontology/export"
	"github.com/ontocrawl/ontocrawl/ontology/owl"
)

// The neighbourhood of a concept as a Mermaid chart.
func ExampleWrite() {
	f, err := ontologies.Open("typhoon")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer f.Close()
	o, err := owl.Load(f, owl.Options{File: "typhoon"})
	if err != nil {
		fmt.Println(err)
		return
	}
	eyewall, _ := o.Graph.ByIRI("https://ontocrawl.github.io/ontologies/typhoon#Eyewall")
	err = export.Write(os.Stdout, o.Graph, export.Mermaid, export.Options{
		Around: []ontology.ID{eyewall}, Radius: 1, Relations: []ontology.Relation{ontology.IsA},
	})
	if err != nil {
		fmt.Println(err)
	}
	// Output:
	// flowchart BT
	//   c_Eyewall["eyewall"]
	//   c_TyphoonStructure["typhoon structure"]
	//   c_Eyewall --> c_TyphoonStructure
	//   classDef core stroke-width:3px
	//   class c_Eyewall core
	//   class c_TyphoonStructure core
}
