package ontologytest

import (
	"slices"
	"testing"

	"github.com/ontocrawl/ontocrawl/ontology"
)

// Numbers and the direction of a synonym make no difference, anything else does.
func TestLines(t *testing.T) {
	build := func(iris [2]string, lang string) *ontology.Graph {
		var b ontology.Builder
		x, y := b.Concept(iris[0]), b.Concept(iris[1])
		b.Relate(x, y, ontology.Synonym, "p")
		b.Label(b.Concept("a"), ontology.Label{Text: "A", Lang: lang})
		g := b.Build()
		return g
	}
	one := Lines(build([2]string{"a", "b"}, "en"))
	two := Lines(build([2]string{"b", "a"}, "en"))
	if !slices.Equal(one, two) || len(one) != 4 {
		t.Errorf("%q and %q, want the same four lines", one, two)
	}
	three := Lines(build([2]string{"a", "b"}, "zh"))
	if got := Missing(one, three); len(got) != 1 || got[0] != `label 0 of a: "A"@en` {
		t.Errorf("missing %q, want the label", got)
	}
}
