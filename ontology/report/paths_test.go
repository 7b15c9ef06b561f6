package report

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/ontocrawl/ontocrawl/ontology"
	"github.com/ontocrawl/ontocrawl/ontology/ontologytest"
)

func words(g *ontology.Graph, p WalkPath) string {
	name := func(id ontology.ID) string { return g.Concept(id).LocalName() }
	var b strings.Builder
	for i, s := range p {
		if i == 0 {
			b.WriteString(name(s.From))
		}
		rel := s.Rel.String()
		for _, a := range s.Also {
			rel += "," + a.Rel.String()
		}
		switch {
		case s.Rel == ontology.Synonym:
			b.WriteString(" = ")
		case s.Forward:
			b.WriteString(" -" + rel + "> ")
		default:
			b.WriteString(" <" + rel + "- ")
		}
		b.WriteString(name(s.To))
	}
	return b.String()
}

func TestPaths(t *testing.T) {
	g := ontologytest.Hazards()
	tests := []struct {
		a, b string
		opt  PathOptions
		want []string
	}{
		{"Typhoon", "Landslide", PathOptions{Max: 3}, []string{
			"Typhoon -Includes> Rainstorm -Includes> Landslide",
			"Typhoon -Includes> Rainstorm -Includes> Flood -Includes> Landslide",
			"Typhoon -Is-a> TropicalCyclone -Is-a> WeatherHazard <Is-a- Rainstorm -Includes> Landslide",
		}},
		{"Hurricane", "StormSurge", PathOptions{Max: 9, Length: 3}, []string{"Hurricane = Typhoon -Includes> StormSurge"}},
		{"StormSurge", "Hurricane", PathOptions{}, []string{"StormSurge <Includes- Typhoon = Hurricane"}},
		{"Typhoon", "Hurricane", PathOptions{}, []string{"Typhoon = Hurricane"}},
		{"Flood", "Flood", PathOptions{}, []string{""}},
		{"Typhoon", "Rainstorm", PathOptions{Max: 2, Relations: Of(ontology.IsA)}, []string{
			"Typhoon -Is-a> TropicalCyclone -Is-a> WeatherHazard <Is-a- Rainstorm"}},
		{"Gale", "SevereConvection", PathOptions{Max: 2, Length: 1, Relations: Of(ontology.IsA, ontology.Other)}, []string{"Gale -Other> SevereConvection"}},
		{"Typhoon", "FlashFlood", PathOptions{Length: 2}, nil},
	}
	for _, tt := range tests {
		t.Run(tt.a+" to "+tt.b, func(t *testing.T) {
			paths, all := WalkPaths(g, ontologytest.ID(t, g, tt.a), ontologytest.ID(t, g, tt.b), tt.opt)
			var got []string
			for _, p := range paths {
				got = append(got, words(g, p))
			}
			if d := gocmp.Diff(tt.want, got); d != "" || !all {
				t.Errorf("all %v (-want +got):\n%s", all, d)
			}
		})
	}
}

func TestParallelEdges(t *testing.T) {
	var b ontology.Builder
	x, y, z := b.Concept("ex:x"), b.Concept("ex:y"), b.Concept("ex:z")
	b.Relate(x, y, ontology.Includes, "")
	b.Relate(z, y, ontology.Includes, "")
	b.Relate(y, x, ontology.IsA, "")
	b.Relate(x, z, ontology.Synonym, "")
	g := b.Build()
	paths, _ := WalkPaths(g, z, y, PathOptions{Max: 5})
	if len(paths) != 1 || words(g, paths[0]) != "z = x <Is-a,Includes,Includes- y" {
		t.Errorf("%d paths, the first %q", len(paths), words(g, paths[0]))
	}
	if n := paths[0].length(); n != 1 {
		t.Errorf("length %d, want 1: the synonym is no step", n)
	}
}

// The paths are those that trying everything gives, in its order.
func TestPathsAgainstAll(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := drawn(t)
		a := ontology.ID(rapid.IntRange(0, g.Len()-1).Draw(t, "a"))
		b := ontology.ID(rapid.IntRange(0, g.Len()-1).Draw(t, "b"))
		opt := PathOptions{Max: rapid.IntRange(0, 6).Draw(t, "max"), Length: rapid.IntRange(0, 4).Draw(t, "length")}
		paths, all := WalkPaths(g, a, b, opt)
		if !all {
			t.Fatal("the work was too much")
		}
		var got []string
		for _, p := range paths {
			checkPath(t, g, a, b, p)
			got = append(got, fmt.Sprint(visited(g, a, p)))
		}
		want := brute(g, g.Canon(a), g.Canon(b), opt)
		if d := gocmp.Diff(want, got); d != "" {
			t.Fatalf("from %d to %d (-all tried +got):\n%s", a, b, d)
		}
	})
}

func visited(g *ontology.Graph, a ontology.ID, p WalkPath) []ontology.ID {
	v := []ontology.ID{g.Canon(a)}
	for _, s := range p {
		if s.Rel != ontology.Synonym {
			v = append(v, g.Canon(s.To))
		}
	}
	return v
}

// checkPath checks that a path hangs together and that the graph says its steps.
func checkPath(t *rapid.T, g *ontology.Graph, a, b ontology.ID, p WalkPath) {
	at := a
	for _, s := range p {
		if s.From != at {
			t.Fatalf("a step begins at %d, but the path is at %d", s.From, at)
		}
		at = s.To
		if s.Rel == ontology.Synonym {
			if g.Canon(s.From) != g.Canon(s.To) {
				t.Fatalf("%d and %d are no synonyms", s.From, s.To)
			}
			continue
		}
		for _, l := range append([]Link{s.Link}, s.Also...) {
			e := ontology.Edge{From: l.From, To: l.To, Rel: l.Rel, Property: l.Property}
			if !l.Forward {
				e.From, e.To = e.To, e.From
			}
			if !slices.Contains(g.Edges(), e) {
				t.Fatalf("the graph does not say %+v", e)
			}
		}
	}
	if at != b {
		t.Fatalf("the path ends at %d, not at %d", at, b)
	}
}

// brute tries every simple path.
func brute(g *ontology.Graph, a, b ontology.ID, opt PathOptions) []string {
	var all [][]ontology.ID
	var walk func(way []ontology.ID)
	walk = func(way []ontology.ID) {
		at := way[len(way)-1]
		if at == b {
			all = append(all, slices.Clone(way))
			return
		}
		if opt.Length > 0 && len(way) > opt.Length {
			return
		}
		next := map[ontology.ID]bool{}
		for _, e := range g.Edges() {
			from, to := g.Canon(e.From), g.Canon(e.To)
			if e.Rel != ontology.IsA && e.Rel != ontology.Includes || from == to {
				continue
			}
			if to == at {
				from, to = to, from
			}
			if from == at && !slices.Contains(way, to) && !next[to] {
				next[to] = true
				walk(append(slices.Clone(way), to))
			}
		}
	}
	walk([]ontology.ID{a})
	slices.SortFunc(all, func(x, y []ontology.ID) int {
		return cmp.Or(cmp.Compare(len(x), len(y)), slices.Compare(x, y))
	})
	var out []string
	for _, way := range all[:min(len(all), max(opt.Max, 1))] {
		out = append(out, fmt.Sprint(way))
	}
	return out
}

// A graph with more simple paths than anyone can count is still answered, or
// said to be too much.
func TestPathsAreBounded(t *testing.T) {
	var b ontology.Builder
	const n = 400
	for i := range n {
		for j := range i {
			b.Relate(b.Concept(fmt.Sprint("ex:", i)), b.Concept(fmt.Sprint("ex:", j)), ontology.Includes, "")
		}
	}
	g := b.Build()
	paths, all := WalkPaths(g, 0, n-1, PathOptions{Max: 10})
	if len(paths) != 10 || !all || paths[9].length() != 2 {
		t.Errorf("%d paths, all %v", len(paths), all)
	}
	if _, all := WalkPaths(g, 0, n-1, PathOptions{Max: 1000, Work: 10_000}); all {
		t.Error("the work allowed was not kept to")
	}
}

func BenchmarkPaths(b *testing.B) {
	var build ontology.Builder
	const n = 7000
	for i := range n {
		build.Relate(build.Concept(fmt.Sprint("ex:", i+1)), build.Concept(fmt.Sprint("ex:", i/3)), ontology.IsA, "")
		build.Relate(build.Concept(fmt.Sprint("ex:", i+1)), build.Concept(fmt.Sprint("ex:", (i*7919)%(i+1))), ontology.Includes, "")
	}
	g := build.Build()
	for b.Loop() {
		if paths, all := WalkPaths(g, n, n/2, PathOptions{Max: 5}); len(paths) != 5 || !all {
			b.Fatal("paths are missing")
		}
	}
}
