package ontology_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	. "github.com/ontocrawl/ontocrawl/ontology"
)

// build reads one edge per line: "A isa B", "A = B", "A inc B", "A other B";
// a word alone adds a concept. IRIs are ex:A.
func build(t testing.TB, lines string) *Graph {
	t.Helper()
	var b Builder
	fill(t, &b, lines)
	return b.Build()
}

func fill(t testing.TB, b *Builder, lines string) {
	t.Helper()
	for line := range strings.Lines(lines) {
		f := strings.Fields(line)
		switch len(f) {
		case 0:
			continue
		case 1:
			b.Concept("ex:" + f[0])
			continue
		}
		rel, ok := map[string]Relation{"isa": IsA, "=": Synonym, "inc": Includes, "other": Other}[f[1]]
		if !ok {
			t.Fatalf("no relation in %q", line)
		}
		b.Relate(b.Concept("ex:"+f[0]), b.Concept("ex:"+f[2]), rel, "")
	}
}

func names(g *Graph, ids []ID) string {
	var s []string
	for _, id := range ids {
		s = append(s, g.Concept(id).LocalName())
	}
	return strings.Join(s, " ")
}

// shape writes the hierarchy, one canonical concept a line: name, depth,
// parents.
func shape(g *Graph) string {
	var s strings.Builder
	for i := range g.Len() {
		if id := ID(i); g.Canon(id) == id {
			fmt.Fprintf(&s, "%s %d %s\n", g.Concept(id).LocalName(), g.Depth(id), names(g, g.Parents(id)))
		}
	}
	return s.String()
}

func TestHierarchy(t *testing.T) {
	tests := []struct{ name, edges, want string }{
		{"empty", "", ""},
		{"one", "A", "A 1 \n"},
		{"chain", "C isa B\n B isa A", "C 3 B\nB 2 A\nA 1 \n"},
		{"several Is-a parents, least depth", "D isa C\n D isa B\n C isa B\n B isa A",
			"D 3 C B\nC 3 B\nB 2 A\nA 1 \n"},
		{"synonym folded into the one with Is-a", "S = T\n T isa A\n U isa T",
			"T 2 A\nA 1 \nU 3 T\n"},
		{"synonyms alike: the first", "S = T", "S 1 \n"},
		{"synonyms bring their parents together", "S = T\n S isa A\n T isa B",
			"S 2 A B\nA 1 \nB 1 \n"},
		{"Is-a among synonyms says nothing", "S = T\n S isa T", "S 1 \n"},
		{"Includes makes a parent of one without Is-a", "A inc B", "A 1 \nB 2 A\n"},
		{"Includes makes none of one with Is-a", "A inc B\n B isa C", "A 1 \nB 2 C\nC 1 \n"},
		{"the nearest of the including ones", "B isa A\n C isa B\n C inc X\n B inc X\n Y isa A\n Y inc X",
			"B 2 A\nA 1 \nC 3 B\nX 3 B Y\nY 2 A\n"},
		{"other edges do not count", "A other B", "A 1 \nB 1 \n"},
		{"a circle of Includes: the first is root", "A inc B\n B inc C\n C inc A", "A 1 \nB 2 A\nC 3 B\n"},
		{"a circle below a root is entered from there", "B inc C\n C inc B\n A inc C", "B 3 C\nC 2 A\nA 1 \n"},
		{"what hangs below a circle is no root", "X\n Y inc X\n Y inc Z\n Z inc Y", "X 2 Y\nY 1 \nZ 2 Y\n"},
		{"circle of Is-a and Includes: root is what is nothing else", "A isa B\n A inc B", "A 2 B\nB 1 \n"},
		// P includes-hangs below X, which is below A by Is-a, which is a P.
		{"a late parent does not close a circle", "A isa P\n A isa R\n X isa A\n X inc P",
			"A 2 P R\nP 1 \nR 1 \nX 3 A\n"},
		{"Includes between synonyms", "A = B\n A inc B", "A 1 \n"},
		{"an edge twice", "A isa B\n A isa B\n A isa A", "A 2 B\nB 1 \n"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			g := build(t, tt.edges)
			if d := cmp.Diff(tt.want, shape(g)); d != "" {
				t.Errorf("name, depth, parents (-want +got):\n%s", d)
			}
		})
	}
}

func TestGraph(t *testing.T) {
	g := build(t, "T isa A\n T = U\n V = U\n T inc S\n V inc W\n W isa A\n T other W")
	id := func(s string) ID {
		id, ok := g.ByIRI("ex:" + s)
		if !ok {
			t.Fatalf("no ex:%s", s)
		}
		return id
	}
	check := func(what, got, want string) {
		t.Helper()
		if got != want {
			t.Errorf("%s = %q, want %q", what, got, want)
		}
	}
	check("Synonyms(V)", names(g, g.Synonyms(id("V"))), "T U V")
	check("Canon(V)", names(g, []ID{g.Canon(id("V"))}), "T")
	check("Children(A)", names(g, g.Children(id("A"))), "T W")
	check("Children(U)", names(g, g.Children(id("U"))), "S")
	check("Parents(V)", names(g, g.Parents(id("V"))), "A")
	check("Ancestors(S)", names(g, g.Ancestors(id("S"))), "T A S")
	check("Roots", names(g, g.Roots()), "A")
	if _, ok := g.ByIRI("ex:Z"); ok {
		t.Error("ByIRI finds a concept that was never added")
	}
	var arcs []string
	for _, a := range g.Arcs(id("T")) {
		arcs = append(arcs, fmt.Sprintf("%s %v %t", g.Concept(a.To).LocalName(), a.Rel, a.Forward))
	}
	check("Arcs(T)", strings.Join(arcs, " "), "A Is-a true U Synonym true S Includes true W Other true")
	if a := g.Arcs(id("S")); len(a) != 1 || a[0].Forward {
		t.Errorf("Arcs(S) = %v, want one edge seen from its end", a)
	}
	var zero Graph
	if zero.Len() != 0 || len(zero.Roots()) != 0 || len(zero.Edges()) != 0 {
		t.Error("the zero Graph is not empty")
	}
}

func TestCore(t *testing.T) {
	var b Builder
	a, s, c := b.Concept("ex:A"), b.Concept("ex:S"), b.Concept("ex:C")
	b.Relate(a, s, Synonym, "")
	b.Core(s)
	g := b.Build()
	if !g.Concept(a).Core || !g.Concept(s).Core || g.Concept(c).Core {
		t.Error("a mark on one synonym must hold for the group, and for it alone")
	}
}

func TestBuilderGoesOn(t *testing.T) {
	var b Builder
	a := b.Concept("ex:A")
	b.Label(a, Label{"wind", "en", Alternative})
	g := b.Build()
	b.Label(a, Label{"wind", "EN", Preferred})
	b.Core(a)
	b.Relate(b.Concept("ex:B"), a, IsA, "")
	if c := g.Concept(a); g.Len() != 1 || c.Core || c.Labels[0].Kind != Alternative {
		t.Errorf("building on changed the graph: %+v", c)
	}
	if _, ok := g.ByIRI("ex:B"); ok {
		t.Error("building on added a concept to the graph")
	}
	g2 := b.Build()
	if got := g2.Concept(a).Labels; len(got) != 1 || got[0].Kind != Preferred {
		t.Errorf("labels = %v, want the one, preferred", got)
	}
}

func TestPropertyLabels(t *testing.T) {
	var b Builder
	for _, l := range []Label{{"causes", "en", Preferred}, {" brings\nabout ", "en", Preferred}, {"causes", "en", Preferred}, {" ", "zh", Preferred}} {
		b.LabelProperty("ex:o#P1", l)
	}
	g := b.Build()
	b.LabelProperty("ex:o#P1", Label{"引发", "zh", Preferred})
	if got, want := g.PropertyLabels("ex:o#P1"), []Label{{"causes", "en", Preferred}, {"brings about", "en", Preferred}}; !slices.Equal(got, want) {
		t.Errorf("labels %v, want %v", got, want)
	}
	if got := g.PropertyName("ex:o#P1", "zh"); got != "causes" {
		t.Errorf("named %q in Chinese, want the English name", got)
	}
	if got := g.PropertyName("ex:o#nobody", "en"); got != "nobody" {
		t.Errorf("a property nobody named is called %q, want its local name", got)
	}
}

func TestCircles(t *testing.T) {
	tests := []struct {
		name, edges, circles string
		groups, parents      string // of each concept, by local name
	}{
		{"none", "A isa B\n B isa C", "", "A B C", "A:B B:C C:"},
		{"two", "A isa B\n B isa A\n B isa C", "A -> B -> A", "AB C", "A:C B:C C:"},
		{"two circles", "A isa B\n B isa A\n C isa D\n D isa C", "A -> B -> A; C -> D -> C", "AB CD", "A: B: C: D:"},
		{"one in the other", "A isa B\n B isa A\n B isa C\n C isa A", "A -> B -> A", "ABC", "A: B: C:"},
		{"below innocent ones", "X isa A\n A isa B\n B isa C\n C isa A\n C isa D", "A -> B -> C -> A", "X ABC D", "A:D B:D C:D D: X:A"},
		{"through synonyms", "A isa B\n B = C\n C isa A", "A -> B = C -> A", "ABC", "A: B: C:"},
		{"through a synonym of the first", "B isa C\n A = B\n C isa A", "B -> C -> A = B", "ABC", "A: B: C:"},
		{"through two groups", "A isa B\n B = C\n C isa D\n D = E\n E isa A", "A -> B = C -> D = E -> A", "ABCDE", "A: B: C: D: E:"},
		{"and Includes", "A isa B\n B isa A\n C inc B", "A -> B -> A", "AB C", "A:C B:C C:"},
		{"the shortest is told", "A isa B\n B isa C\n C isa A\n B isa A", "A -> B -> A", "ABC", "A: B: C:"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			g := build(t, tt.edges)
			circles, total := g.Circles()
			var words, groups, parents []string
			for _, c := range circles {
				words = append(words, strings.TrimPrefix(c.String(), "Is-a runs in a circle: "))
			}
			for i := range g.Len() {
				id := ID(i)
				group := []string{}
				for _, s := range g.Synonyms(id) {
					group = append(group, g.Concept(s).LocalName())
				}
				slices.Sort(group)
				if set := strings.Join(group, ""); !slices.Contains(groups, set) {
					groups = append(groups, set)
				}
				up := []string{}
				for _, p := range g.Parents(id) {
					all := []string{}
					for _, s := range g.Synonyms(p) {
						all = append(all, g.Concept(s).LocalName())
					}
					up = append(up, slices.Min(all))
				}
				parents = append(parents, g.Concept(id).LocalName()+":"+strings.Join(up, ","))
			}
			slices.Sort(parents)
			if got := strings.Join(words, "; "); got != tt.circles || total != len(circles) {
				t.Errorf("circles %q, %d in all; want %q", got, total, tt.circles)
			}
			if got := strings.Join(groups, " "); got != tt.groups {
				t.Errorf("synonyms %q, want %q", got, tt.groups)
			}
			if got := strings.Join(parents, " "); got != tt.parents {
				t.Errorf("parents %q, want %q", got, tt.parents)
			}
		})
	}
}

func TestCircleLabelsAndEscapes(t *testing.T) {
	var b Builder
	a, c := b.Concept("http://x/o#A"), b.Concept("http://x/o#\x1b[2J")
	b.Label(a, Label{"台风", "zh", Preferred})
	b.Relate(a, c, IsA, "")
	b.Relate(c, a, IsA, "")
	circles, _ := b.Build().Circles()
	if want := `Is-a runs in a circle: 台风 (A) -> "\x1b[2J" -> 台风 (A)`; len(circles) != 1 || circles[0].String() != want {
		t.Errorf("circles %q, want %q", circles, want)
	}
}

func TestDeep(t *testing.T) {
	const n = 100_000
	var b Builder
	for i := range n {
		rel := IsA
		if i%3 == 2 {
			rel = Includes
		}
		c, p := b.Concept(fmt.Sprint("ex:", i)), b.Concept(fmt.Sprint("ex:", i+1))
		if rel == Includes {
			c, p = p, c
		}
		b.Relate(c, p, rel, "")
	}
	g := b.Build()
	if d := g.Depth(0); d != n+1 {
		t.Errorf("depth of the deepest = %d, want %d", d, n+1)
	}
	if a := g.Ancestors(0); len(a) != n+1 {
		t.Errorf("ancestors of the deepest = %d, want %d", len(a), n+1)
	}
	b.Relate(n, 1, IsA, "") // the top of the chain under its bottom: all Is-a now
	for i := 2; i < n; i += 3 {
		b.Relate(ID(i), ID(i+1), IsA, "")
	}
	circles, total := b.Build().Circles()
	if total != 1 || len(circles[0].Path) != n+1 || len(circles[0].String()) > 500 {
		t.Errorf("a circle of %d concepts gives %.200v", n, circles)
	}
}

// A ring of Includes is one component of 100,000 concepts.
func TestGreatRing(t *testing.T) {
	const n = 100_000
	var b Builder
	for i := range n {
		b.Relate(b.Concept(fmt.Sprint("ex:", i)), b.Concept(fmt.Sprint("ex:", (i+1)%n)), Includes, "")
	}
	g := b.Build()
	if d := g.Depth(n - 1); d != n || !slices.Equal(g.Roots(), []ID{0}) {
		t.Errorf("depth of the last = %d, roots %v; want %d and the first", d, g.Roots(), n)
	}
}
