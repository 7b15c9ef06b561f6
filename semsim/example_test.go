package semsim_test

import (
	"fmt"

	"github.com/ontocrawl/ontocrawl/ontology"
	"github.com/ontocrawl/ontocrawl/semsim"
)

func ExampleMeasure_Explain() {
	var b ontology.Builder
	storm, typhoon, surge := b.Concept("#Storm"), b.Concept("#Typhoon"), b.Concept("#Surge")
	b.Relate(typhoon, storm, ontology.IsA, "")
	b.Relate(typhoon, surge, ontology.Includes, "#causes")
	g, err := b.Build()
	if err != nil {
		fmt.Println(err)
		return
	}
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
