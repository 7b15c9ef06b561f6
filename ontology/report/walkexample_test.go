package report_test

import (
	"fmt"
	"strings"

	"github.com/ontocrawl/ontocrawl/ontologies"
	"github.com/ontocrawl/ontocrawl/ontology"
	"github.com/ontocrawl/ontocrawl/ontology/owl"
	"github.com/ontocrawl/ontocrawl/ontology/report"
)

// Tree returns what is below a concept, level by level.
func ExampleTree() {
	f, err := ontologies.Open("typhoon")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer f.Close()
	o, err := owl.Load(f, owl.Options{File: "typhoon.owl"})
	if err != nil {
		fmt.Println(err)
		return
	}
	top := o.Graph.Roots()[0]
	root := report.WalkTree(o.Graph, top, report.TreeOptions{Depth: 1, Relations: report.Of(ontology.IsA, ontology.Includes)})
	print := func(n *report.Node, depth int) {
		fmt.Println(strings.Repeat("  ", depth) + o.Graph.Concept(n.ID).Name("en"))
	}
	print(root, 0)
	for _, child := range root.Children[:3] {
		print(child, 1)
	}
	// Output:
	// typhoon disaster
	//   tropical cyclone
	//   typhoon warning
	//   disaster losses
}
