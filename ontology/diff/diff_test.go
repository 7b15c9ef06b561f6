package diff

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ontocrawl/ontocrawl/ontology"
	"github.com/ontocrawl/ontocrawl/ontology/ontologytest"
)

func TestCompare(t *testing.T) {
	tests := []struct{ name, old, new, want string }{
		{"the same", "A isa B\n A zh 甲\n B core", "B core\n A zh 甲\n A isa B", ""},
		{"the synonym written the other way", "A = B", "B = A", ""},
		{"added and removed", "A\n X isa A", "A\n Y inc A\n Y isa Z",
			"+ Y\n  + Y Includes A\n  + Y Is-a Z\n+ Z\n- X\n  - X Is-a A"},
		{"moved", "A isa B\n C", "A isa C\n B", "moved A [B] to [C]\nedge - A Is-a B\nedge + A Is-a C"},
		{"moved under a new one", "A isa B", "A isa N\n N isa B",
			"+ N\n  + A Is-a N\n  + N Is-a B\nmoved A [B] to [N]\nedge - A Is-a B"},
		{"one parent more", "A isa B\n C", "A isa B\n A isa C", "moved A [B] to [B C]\nedge + A Is-a C"},
		{"another relation", "A inc B", "A p:causes B", "edge - A Includes B\nedge + A Includes B by p:causes"},
		{"the parent renamed: not moved", "A isa x:B\n x:B zh 乙", "A isa y:B\n y:B zh 乙", "renamed x:B to y:B by labels"},
		{"labels", "A zh 甲\n A alt zh 子\n A en rat\n A alt en rats", "A zh 甲\n A en rodent\n A en mouse\n A alt de Ratte",
			"label A nothing to alternative Ratte@de\nlabel A alternative rats@en to nothing\nlabel A nothing to preferred mouse@en\n" +
				"label A preferred rat@en to nothing\nlabel A nothing to preferred rodent@en\nlabel A alternative 子@zh to nothing"},
		{"a label in another's stead", "A zh 甲", "A zh 乙", "label A preferred 甲@zh to preferred 乙@zh"},
		{"a label of another kind", "A zh 甲\n A alt zh 乙", "A zh 乙\n A alt zh 甲",
			"label A alternative 乙@zh to preferred 乙@zh\nlabel A preferred 甲@zh to alternative 甲@zh"},
		{"a label's language", "A cn 甲", "A zh 甲", "label A preferred 甲@cn to preferred 甲@zh"},
		{"definitions", "A def en a thing", "A def en a good thing\n A def zh 物",
			"definition A preferred a thing@en to preferred a good thing@en\ndefinition A nothing to preferred 物@zh"},
		{"marks", "A core\n B", "A\n B individual", "mark - A core\nmark + B individual"},
		{"the mark of a synonym holds for the group", "A core\n A = B", "A core\n B", "edge - A Synonym B\nmark - B core"},
		{"a namespace changed", "x:A isa x:B\n x:A p:x/c x:B\n x:B zh 乙", "y:A isa y:B\n y:A p:y/c y:B\n y:B zh 乙",
			"renamed x:A to y:A by local name\nrenamed x:B to y:B by labels\nproperty p:x/c to p:y/c"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got := summary(Compare(graph(t, tt.old), graph(t, tt.new)))
			if d := cmp.Diff(strings.Split(tt.want, "\n"), strings.Split(got, "\n")); d != "" {
				t.Errorf("(-want +got):\n%s", d)
			}
		})
	}
}

func TestRenamed(t *testing.T) {
	tests := []struct{ name, old, new, want string }{
		{"all labels", "A zh 甲\n A alt en a", "B alt en a\n B zh 甲", "renamed A to B by labels"},
		{"a name, though another changed", "A zh 甲\n A en a", "B zh 甲\n B en b", "renamed A to B by name"},
		{"two of one name are not told apart", "A zh 甲", "B zh 甲\n C zh 甲", ""},
		{"but by their other labels", "A zh 甲\n A en a", "B zh 甲\n B en a\n C zh 甲", "renamed A to B by labels"},
		{"names that lead to two", "A zh 甲\n A en a", "B zh 甲\n C en a", ""},
		{"a synonym is no name", "A alt zh 甲\n A zh 乙", "B alt zh 甲\n B zh 丙", ""},
		{"the local name", "x:A", "y:A", "renamed x:A to y:A by local name"},
		{"not against the labels", "x:A zh 甲", "y:A zh 乙", ""},
		{"one of them without labels", "x:A zh 甲", "y:A", "renamed x:A to y:A by local name"},
		{"the place", "R\n S\n A isa R\n A inc S", "R\n S\n B isa R\n B inc S", "renamed A to B by place"},
		{"one relation is no place", "A isa R", "B isa R", ""},
		{"nor is a shared place", "A isa R\n A inc S", "B isa R\n B inc S\n C isa R\n C inc S", ""},
		{"the direction counts", "R\n S\n A isa R\n A inc S", "R\n S\n B isa R\n S inc B", ""},
		{"a place found by a place", "R\n S\n A isa R\n A inc S\n C isa A\n C inc R", "R\n S\n B isa R\n B inc S\n D isa B\n D inc R", ""},
		{"and so on", "R\n S\n A isa R\n A inc S\n C isa R\n R inc C\n x:D isa A\n x:D inc S\n x:D zh 丁",
			"R\n S\n B isa R\n B inc S\n C isa R\n R inc C\n y:D isa B\n y:D inc S\n y:D zh 丁", "renamed A to B by place\nrenamed x:D to y:D by labels"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			d := Compare(graph(t, tt.old), graph(t, tt.new))
			if got := summary(&Diff{Renamed: d.Renamed}); got != tt.want {
				t.Errorf("got  %q\nwant %q", got, tt.want)
			}
		})
	}
}

func TestHazards(t *testing.T) {
	old := ontologytest.Hazards()
	if d := Compare(old, ontologytest.Hazards()); !d.Empty() {
		t.Errorf("a graph differs from itself:\n%s", summary(d))
	}
	var b ontology.Builder
	d := Compare(old, built(t, &b))
	if len(d.Removed) != old.Len() || len(d.Added) != 0 {
		t.Errorf("to nothing: %d removed", len(d.Removed))
	}
}

func built(t *testing.T, b *ontology.Builder) *ontology.Graph {
	t.Helper()
	g := b.Build()
	return g
}
