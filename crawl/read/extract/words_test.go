package extract

import (
	"testing"

	"github.com/ontocrawl/ontocrawl/ontologies"
	"github.com/ontocrawl/ontocrawl/ontology/owl"
	"github.com/ontocrawl/ontocrawl/semsim/lexicon"
)

// A word that the embedded ontology has as the label of a kind of storm is an event of that kind. 強颱 is short for
// 強烈颱風 (Taiwan: 51 m/s and more), and not for 强台风 of the mainland.
func TestKindsOfStorms(t *testing.T) {
	t.Parallel()
	f, err := ontologies.Open("typhoon")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	o, err := owl.Load(f, owl.Options{File: "typhoon"})
	if err != nil {
		t.Fatal(err)
	}
	cyclone, ok := o.Graph.ByIRI(typhoonNS + "TropicalCyclone")
	kinds := o.Graph.Children(cyclone)
	if !ok || len(kinds) < 5 {
		t.Fatalf("%d kinds of storms", len(kinds))
	}
	classes := map[string]string{}
	for _, id := range kinds {
		c := o.Graph.Concept(id)
		for _, l := range c.Labels {
			classes[lexicon.Fold(l.Text)] = c.IRI
		}
	}
	for _, r := range table(builtin()) {
		for _, w := range r.words {
			if of := classes[lexicon.Fold(w)]; r.class != "" && of != "" && of != r.class {
				t.Errorf("%s is %s, and in the ontology %s", w, r.class, of)
			}
		}
	}
}
