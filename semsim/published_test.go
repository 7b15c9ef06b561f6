package semsim_test

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/ontocrawl/ontocrawl/ontology"
	"github.com/ontocrawl/ontocrawl/semsim"
)

// tree builds chains of kinds, the most general first: "animal dog, animal cat".
func tree(t *testing.T, chains string) (*ontology.Graph, map[string]ontology.ID) {
	t.Helper()
	var b ontology.Builder
	ids := map[string]ontology.ID{}
	for chain := range strings.SplitSeq(chains, ",") {
		above := ontology.None
		for _, name := range strings.Fields(chain) {
			id := b.Concept("x:" + name)
			ids[name] = id
			if above != ontology.None {
				b.Relate(id, above, ontology.IsA, "")
			}
			above = id
		}
	}
	g := b.Build()
	return g, ids
}

// The example of Lin, "An information-theoretic definition of similarity" (ICML
// 1998), figure 2: hill and coast in WordNet, with the probabilities printed
// there, have the similarity 0.59. Entity is no root there: the rest of the
// probability is its sister here. With ten thousand million counts the Laplace
// correction is nothing.
func TestLin1998(t *testing.T) {
	g, ids := tree(t, `all entity inanimate natural-object geological-formation natural-elevation hill,
		geological-formation shore coast, all rest`)
	const n = 1e10
	printed := map[string]float64{
		"all": 1, "entity": 0.395, "inanimate": 0.167, "natural-object": 0.0163, "geological-formation": 0.00176,
		"natural-elevation": 0.000113, "shore": 0.0000836, "hill": 0.0000189, "coast": 0.0000216, "rest": 1 - 0.395,
	}
	counts := make([]float64, g.Len())
	for name, p := range printed { // only the concept's own counts
		for child, q := range printed {
			for _, e := range g.Edges() {
				if e.From == ids[child] && e.To == ids[name] {
					p -= q
				}
			}
		}
		counts[ids[name]] = max(0, p*n)
	}
	ic, err := semsim.CorpusIC(g, counts)
	check(t, err)
	m, err := semsim.LookUp("lin")
	check(t, err)
	c, err := m.New(g, semsim.Options{IC: ic})
	check(t, err)
	if got := c.Sim(ids["hill"], ids["coast"]); math.Abs(got-0.59) > 0.005 {
		t.Errorf("hill and coast have the similarity %.4f, want 0.59", got)
	}
}

// The values that NLTK's documentation prints for dog and cat in WordNet 3.0:
// path 0.2, Wu-Palmer 0.857142..., Leacock-Chodorow 2.028148..., which is
// -ln((d+1)/(2·19)); ours is divided by its maximum ln(2·19). Of WordNet this
// takes the path down to the two, and its deepest one.
func TestWordNetDogCat(t *testing.T) {
	var deepest strings.Builder
	for i := range 18 {
		fmt.Fprintf(&deepest, " deep%d", i)
	}
	g, ids := tree(t, `entity physical_entity object whole living_thing organism animal chordate vertebrate mammal placental carnivore canine dog,
		carnivore feline cat, entity`+deepest.String())
	for name, want := range map[string]float64{
		"path": 0.2, "wu-palmer": 0.8571428571428571, "leacock-chodorow": 2.0281482472922856 / math.Log(2*19),
	} {
		m, err := semsim.LookUp(name)
		check(t, err)
		c, err := m.New(g, semsim.Options{})
		check(t, err)
		if got := c.Sim(ids["dog"], ids["cat"]); math.Abs(got-want) > 1e-12 {
			t.Errorf("%s: %v, want %v", name, got, want)
		}
	}
}
