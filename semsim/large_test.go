package semsim

import (
	"bufio"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ontocrawl/ontocrawl/ontology"
	"github.com/ontocrawl/ontocrawl/ontology/ontologytest/outside"
)

// envo reads the OBO file of ENVO as far as likeness needs it: terms that are
// not obsolete, is_a and the first part of intersections as Is-a, part_of as
// Includes the other way round.
func envo(tb testing.TB) *ontology.Graph {
	tb.Helper()
	dir := outside.Dir(tb, "ontologies/real-ontologies")
	f, err := os.Open(filepath.Join(dir, "envo", "envo.obo"))
	if err != nil {
		tb.Fatal(err)
	}
	defer f.Close()
	type edge struct {
		from, to string
		rel      ontology.Relation
	}
	var b ontology.Builder
	var id string
	var edges, mine []edge
	alive := false
	end := func() {
		if alive {
			b.Concept(id)
			edges = append(edges, mine...)
		}
		mine, alive = nil, false
	}
	for s := bufio.NewScanner(f); s.Scan(); {
		line, _, _ := strings.Cut(s.Text(), " ! ")
		key, value, _ := strings.Cut(line, ": ")
		value, _, _ = strings.Cut(value, " {")
		word := strings.Fields(value)
		switch {
		case strings.HasPrefix(line, "["):
			end()
			alive = line == "[Term]"
		case key == "id":
			id = value
		case line == "is_obsolete: true":
			alive = false
		case key == "is_a", key == "intersection_of" && len(word) == 1:
			mine = append(mine, edge{id, word[0], ontology.IsA})
		case (key == "relationship" || key == "intersection_of") && word[0] == "BFO:0000050":
			mine = append(mine, edge{word[1], id, ontology.Includes})
		}
	}
	end()
	for _, e := range edges {
		if b.Has(e.from) && b.Has(e.to) {
			b.Relate(b.Concept(e.from), b.Concept(e.to), e.rel, "")
		}
	}
	g, err := b.Build()
	if err != nil {
		tb.Fatal(err)
	}
	return g
}

// forest makes a hierarchy of n concepts shaped as ENVO's: one in five has a
// second parent, one in eight is included by a concept that is no parent of
// it, and both are as far from the first parent as measured there.
func forest(tb testing.TB, n int) *ontology.Graph {
	tb.Helper()
	r := rand.New(rand.NewPCG(1, 2))
	var b ontology.Builder
	parent, children := make([]int, n), make([][]int, n)
	// far is a concept some edges from p, up and down again, as ENVO's: 1 in
	// ten of a hundred, 2 in thirty, and so on.
	far := func(p int) int {
		d := 1
		for x := r.IntN(100); d < 10 && x >= [10]int{0, 10, 40, 60, 78, 88, 94, 97, 98, 99}[d]; d++ {
		}
		down := d / 2
		for range d - down {
			p = parent[p]
		}
		for range down {
			if c := children[p]; len(c) > 0 {
				p = c[r.IntN(len(c))]
			}
		}
		return p
	}
	for i := range n {
		c := b.Concept(fmt.Sprint("x:", i))
		if i == 0 {
			continue
		}
		p := r.IntN(i)
		b.Relate(c, ontology.ID(p), ontology.IsA, "")
		if x := r.IntN(40); x < 8 {
			b.Relate(c, ontology.ID(far(p)), ontology.IsA, "")
		} else if x < 13 {
			b.Relate(ontology.ID(far(p)), c, ontology.Includes, "")
		}
		parent[i], children[p] = p, append(children[p], i)
	}
	g, err := b.Build()
	if err != nil {
		tb.Fatal(err)
	}
	return g
}

func TestShape(t *testing.T) {
	for name, g := range map[string]*ontology.Graph{"envo": envo(t), "forest": forest(t, 100_000)} {
		m := measure(t, g, Params{})
		f := newFunnel(m.web)
		sum, most, under, multi := 0, int32(0), 0, 0
		for p, s := range m.anc.size {
			sum += int(s)
			most = max(most, s)
			if m.anc.undercut[p] {
				under++
			}
			if m.anc.sole[p] < 0 {
				multi++
			}
		}
		t.Logf("%s: %d concepts, %d places, %d roots, %d links, core %d links %d hooks %d, multi %d, anc avg %.1f max %d, undercut %d, depth max %d, tariff %+v",
			name, g.Len(), len(m.anc.ids), len(g.Roots()), len(m.web.links), f.core, len(f.near), len(f.hook), multi, float64(sum)/float64(len(m.anc.ids)), most, under, 0, m.web.tariff)
	}
}

func BenchmarkTopicLarge(b *testing.B) {
	for name, g := range map[string]*ontology.Graph{"envo": envo(b), "forest": forest(b, 100_000)} {
		m := measure(b, g, Params{})
		row := make([]float64, g.Len())
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			w := start()
			for i := range b.N {
				row = m.Topic(ontology.ID(i*7919%g.Len()), row)
			}
			w.report(b, b.N*g.Len(), "cpu-ns/concept")
		})
	}
}
