package report

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/ontocrawl/ontocrawl/ontology"
	"github.com/ontocrawl/ontocrawl/ontology/ontologytest"
)

// draw writes a tree, a node a line, indented.
func draw(g *ontology.Graph, n *Node, depth int, b *strings.Builder) {
	b.WriteString(strings.Repeat("  ", depth))
	var rels []string
	for _, l := range n.Links {
		rels = append(rels, l.Rel.String())
	}
	if len(rels) > 0 {
		b.WriteString(strings.Join(rels, "+") + " ")
	}
	b.WriteString(g.Concept(n.ID).LocalName())
	if n.Elsewhere != nil {
		b.WriteString(" elsewhere")
	}
	if n.Hidden > 0 {
		fmt.Fprintf(b, " hides %d", n.Hidden)
	}
	b.WriteByte('\n')
	for _, c := range n.Children {
		draw(g, c, depth+1, b)
	}
}

func TestTree(t *testing.T) {
	g := ontologytest.Hazards()
	tests := []struct {
		name, top string
		opt       TreeOptions
		want      string
	}{
		{"all", "WeatherHazard", TreeOptions{}, `
WeatherHazard
  Is-a TropicalCyclone
    Is-a Typhoon
      Includes StormSurge
      Includes Rainstorm elsewhere
      Includes Gale elsewhere
  Is-a Rainstorm
    Includes Flood
      Is-a FlashFlood
      Includes Landslide
    Includes Landslide
  Is-a Gale
    Is-a ThunderstormGale
  Is-a SevereConvection
    Is-a ThunderstormGale
`},
		{"a synonym", "Hurricane", TreeOptions{Depth: 1}, `
Typhoon
  Includes StormSurge
  Includes Rainstorm hides 2
  Includes Gale hides 1
`},
		{"Is-a only", "WeatherHazard", TreeOptions{Depth: 2, Relations: Of(ontology.IsA)}, `
WeatherHazard
  Is-a TropicalCyclone
    Is-a Typhoon
  Is-a Rainstorm
  Is-a Gale
    Is-a ThunderstormGale
  Is-a SevereConvection
    Is-a ThunderstormGale
`},
		{"other edges too", "Gale", TreeOptions{Relations: Of(ontology.Other)}, "\nGale\n  Other SevereConvection\n"},
		{"a leaf", "FlashFlood", TreeOptions{}, "\nFlashFlood\n"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var b strings.Builder
			b.WriteByte('\n')
			draw(g, WalkTree(g, ontologytest.ID(t, g, tt.top), tt.opt), 0, &b)
			if d := cmp.Diff(tt.want, b.String()); d != "" {
				t.Errorf("(-want +got):\n%s", d)
			}
		})
	}
}

// In a circle of Includes the concept comes again, without its children.
func TestTreeInACircle(t *testing.T) {
	var b ontology.Builder
	x, y := b.Concept("ex:x"), b.Concept("ex:y")
	b.Relate(x, y, ontology.Includes, "")
	b.Relate(y, x, ontology.Includes, "")
	b.Relate(y, x, ontology.IsA, "") // said in two ways: one node
	g := b.Build()
	var s strings.Builder
	draw(g, WalkTree(g, x, TreeOptions{}), 0, &s)
	if want := "x\n  Is-a+Includes y\n    Includes x elsewhere\n"; s.String() != want {
		t.Errorf("got\n%swant\n%s", s.String(), want)
	}
}

// drawn is a random graph.
func drawn(t *rapid.T) *ontology.Graph {
	var b ontology.Builder
	n := rapid.IntRange(1, 8).Draw(t, "n")
	for i := range n {
		b.Concept(fmt.Sprint("ex:", i))
	}
	for range rapid.IntRange(0, 3*n).Draw(t, "edges") {
		from := ontology.ID(rapid.IntRange(0, n-1).Draw(t, "from"))
		to := ontology.ID(rapid.IntRange(0, n-1).Draw(t, "to"))
		rel := rapid.SampledFrom([]ontology.Relation{ontology.Other, ontology.Synonym, ontology.IsA, ontology.IsA, ontology.Includes, ontology.Includes}).Draw(t, "rel")
		b.Relate(from, to, rel, "")
	}
	return b.Build()
}

// A tree has the concepts below its top, each with its children once, and no
// more nodes than edges.
func TestTreeLaws(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := drawn(t)
		top := ontology.ID(rapid.IntRange(0, g.Len()-1).Draw(t, "top"))
		root := WalkTree(g, top, TreeOptions{})
		nodes, shown := 0, map[ontology.ID]int{}
		var walk func(*Node)
		walk = func(n *Node) {
			nodes++
			if n.Elsewhere == nil && len(n.Children) > 0 {
				shown[n.ID]++
			}
			if n.Elsewhere != nil && len(n.Children) > 0 {
				t.Fatalf("%d has children at two places", n.ID)
			}
			for _, c := range n.Children {
				walk(c)
			}
		}
		walk(root)
		if nodes > 2*len(g.Edges())+1 {
			t.Fatalf("%d nodes of %d edges", nodes, len(g.Edges()))
		}
		for id, times := range shown {
			if times != 1 {
				t.Fatalf("the children of %d are shown %d times", id, times)
			}
		}
		for id := range reachable(g, g.Canon(top)) {
			if len(below(g, id, 0)) > 0 && shown[id] != 1 {
				t.Fatalf("%d is below %d, but its children are not shown", id, top)
			}
		}
	})
}

func reachable(g *ontology.Graph, top ontology.ID) map[ontology.ID]bool {
	seen := map[ontology.ID]bool{top: true}
	for todo := []ontology.ID{top}; len(todo) > 0; {
		at := todo[0]
		todo = todo[1:]
		for _, e := range g.Edges() {
			from, to := g.Canon(e.From), g.Canon(e.To)
			if e.Rel == ontology.IsA {
				from, to = to, from
			} else if e.Rel != ontology.Includes {
				continue
			}
			if from == at && !seen[to] {
				seen[to] = true
				todo = append(todo, to)
			}
		}
	}
	return seen
}
