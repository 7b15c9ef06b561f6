package simtext_test

import (
	"fmt"

	"github.com/ontocrawl/ontocrawl/ontology/ontologytest"
	"github.com/ontocrawl/ontocrawl/semsim"
	"github.com/ontocrawl/ontocrawl/semsim/simtext"
)

// The concepts nearest to one, by the small graph of the tests.
func ExampleNearest() {
	g := ontologytest.Hazards()
	m, err := semsim.New(g, semsim.Params{})
	if err != nil {
		fmt.Println(err)
		return
	}
	flood, _ := g.ByIRI(ontologytest.Base + "Flood")
	for _, n := range simtext.Nearest("hazards", m, flood, 2, false).Nearest {
		fmt.Println(simtext.Name(n.Ref, "en"), simtext.Fixed(n.Sim))
	}
	// Output:
	// flash flood (山洪) 0.9171
	// rainstorm (暴雨) 0.9071
}
