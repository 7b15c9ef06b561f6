package owl

import (
	"path/filepath"
	"slices"
	"testing"

	"github.com/ontocrawl/ontocrawl/internal/goldentest"
	"github.com/ontocrawl/ontocrawl/ontology"
)

// Counts of real files. Classes were counted with grep where the file allows
// it, and are at least what the file declares without what is deprecated.
func TestRealFiles(t *testing.T) {
	dir := goldentest.Dir(t, "ontologies/real-ontologies")
	tests := []struct {
		file                        string
		concepts, labelled          int // at least
		isa, includes, synonym, any int
	}{
		{"edam/EDAM_1.25.owl", 2300, 2300, 3400, 0, 0, 3900},
		{"pizza/pizza.owl", 99, 95, 100, 0, 0, 260},
		{"protege-test/photography.owl", 180, 5, 170, 2, 0, 300},
		{"hazard/beAWARE_ontology.owl", 60, 60, 45, 4, 0, 90},
		{"hazard/moac.n3", 80, 80, 0, 0, 0, 0},
		{"envo/subsets/environmental_hazards.owl", 240, 240, 220, 44, 0, 400},
		{"envo/subsets/process-hierarchy.owl", 480, 480, 540, 0, 0, 540},
		{"owlapi-converted/ontology.owl", 1180, 750, 730, 50, 390, 1600}, // DBpedia
		{"owlapi-converted/pizza.ttl", 99, 95, 100, 0, 0, 260},
		{"owlapi-converted/EDAM_1.25.ttl", 2300, 2300, 3400, 0, 0, 3900},
	}
	for _, tt := range tests {
		t.Run(tt.file, func(t *testing.T) {
			o, err := Open(filepath.Join(dir, filepath.FromSlash(tt.file)), Options{})
			if err != nil {
				t.Fatal(err)
			}
			g := o.Graph
			var rel [4]int
			for _, e := range g.Edges() {
				rel[e.Rel]++
			}
			labelled := g.Len() - unlabelled(g)
			if g.Len() < tt.concepts || labelled < tt.labelled || rel[ontology.IsA] < tt.isa ||
				rel[ontology.Includes] < tt.includes || rel[ontology.Synonym] < tt.synonym || len(g.Edges()) < tt.any {
				t.Errorf("%d concepts, %d labelled; Is-a %d, Includes %d, Synonym %d, all %d; want at least %+v", g.Len(), labelled,
					rel[ontology.IsA], rel[ontology.Includes], rel[ontology.Synonym], len(g.Edges()), tt)
			}
		})
	}
}

// SWEET is 200 files that import each other, and holds circles of Is-a: of the classes on
// one the author meant the same.
func TestSWEET(t *testing.T) {
	dir := filepath.Join(goldentest.Dir(t, "ontologies/real-ontologies"), "sweet", "src")
	o, err := Open(filepath.Join(dir, "sweetAll.ttl"), Options{})
	if err != nil {
		t.Fatal(err)
	}
	i := slices.IndexFunc(o.Findings, func(f Finding) bool { return f.Code == IsACircle })
	if i < 0 || filepath.Base(o.Findings[i].File) != "propEnergyFlux.ttl" || o.Findings[i].Line == 0 {
		t.Errorf("no circle in propEnergyFlux.ttl is told: %v", o.Findings)
	}
}
