package semsim

import (
	"bufio"
	"os"
	"strconv"
	"strings"
	"testing"

	"github.com/ontocrawl/ontocrawl/ontology"
)

// relation is a row of a test graph: from rel to.
type relation struct {
	from string
	rel  ontology.Relation
	to   string
}

// hazards is small enough to compute its similarities by hand, and has all hard
// cases: a synonym with an edge of its own, two parents, concepts that are only
// included, an unmapped edge, and a concept without edges.
//
//	Hazard ─┬─ Storm ─┬─ Typhoon = Hurricane ┄ Eye
//	        ┊         ├─ Squall ── FlashFlood
//	        ┊         ┆
//	        ┊         └┄ Flood ─┬─ FlashFlood
//	        ┊                   └─ Surge (Typhoon includes it)
//	        └┄ Warning                                 Bond
var hazards = []relation{
	{"Storm", ontology.IsA, "Hazard"},
	{"Typhoon", ontology.IsA, "Storm"},
	{"Hurricane", ontology.Synonym, "Typhoon"},
	{"Squall", ontology.IsA, "Storm"},
	{"Storm", ontology.Includes, "Flood"},
	{"Typhoon", ontology.Includes, "Surge"},
	{"Surge", ontology.IsA, "Flood"},
	{"FlashFlood", ontology.IsA, "Flood"},
	{"FlashFlood", ontology.IsA, "Squall"},
	{"Hazard", ontology.Includes, "Warning"},
	{"Hurricane", ontology.Includes, "Eye"},
	{"Bond", ontology.Other, "Hazard"},
}

// graph builds a test graph; IRIs are "x:" and the name, labels the name.
func graph(tb testing.TB, rows []relation, core ...string) *ontology.Graph {
	tb.Helper()
	var b ontology.Builder
	add := func(name string) ontology.ID {
		id := b.Concept("x:" + name)
		b.Label(id, ontology.Label{Text: name, Lang: "en"})
		return id
	}
	for _, r := range rows {
		from, to := add(r.from), add(r.to)
		b.Relate(from, to, r.rel, "")
	}
	for _, name := range core {
		b.Core(add(name))
	}
	g := b.Build()
	return g
}

func id(tb testing.TB, g *ontology.Graph, name string) ontology.ID {
	tb.Helper()
	id, ok := g.ByIRI("x:" + name)
	if !ok {
		tb.Fatalf("no concept %s", name)
	}
	return id
}

func measure(tb testing.TB, g Graph, p Params) *Measure {
	tb.Helper()
	m, err := New(g, p)
	if err != nil {
		tb.Fatal(err)
	}
	return m
}

// table is a concept table: id, zh, en, parent, relation, depth, core, T.
type table struct {
	graph *ontology.Graph
	topic []float64 // T by ID
	depth []int
}

func readTable(tb testing.TB, path string) table {
	tb.Helper()
	f, err := os.Open(path)
	if err != nil {
		tb.Fatal(err)
	}
	defer f.Close()
	var b ontology.Builder
	var t table
	rels := map[string]ontology.Relation{
		"Is-a": ontology.IsA, "Includes": ontology.Includes, "Synonym": ontology.Synonym,
	}
	for s := bufio.NewScanner(f); s.Scan(); {
		line := s.Text()
		if strings.HasPrefix(line, "#") {
			_, list, _ := strings.Cut(line, "): ")
			for _, edge := range strings.Split(list, "; ") {
				pair, rel, _ := strings.Cut(edge, ":")
				parent, child, _ := strings.Cut(pair, ">")
				relate(&b, child, parent, rels[rel])
			}
			continue
		}
		col := strings.Split(line, "\t")
		if len(col) < 8 || col[0] == "id" {
			continue
		}
		id := b.Concept(col[0])
		b.Label(id, ontology.Label{Text: col[1], Lang: "zh"})
		b.Label(id, ontology.Label{Text: col[2], Lang: "en"})
		if col[4] != "root" {
			relate(&b, col[0], col[3], rels[col[4]])
		}
		depth, err := strconv.Atoi(col[5])
		if err != nil {
			tb.Fatal(err)
		}
		sim, err := strconv.ParseFloat(col[7], 64)
		if err != nil {
			tb.Fatal(err)
		}
		t.depth, t.topic = append(t.depth, depth), append(t.topic, sim)
	}
	t.graph = b.Build()
	return t
}

// relate adds the edge between a row and its parent in the edge's direction.
func relate(b *ontology.Builder, child, parent string, rel ontology.Relation) {
	c, p := b.Concept(child), b.Concept(parent)
	if rel == ontology.Includes {
		c, p = p, c
	}
	b.Relate(c, p, rel, "")
}
