package learn

import (
	"bufio"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/names"
	"github.com/ontocrawl/ontocrawl/crawl/page"
	"github.com/ontocrawl/ontocrawl/ontology"
	"github.com/ontocrawl/ontocrawl/ontology/ontologytest/outside"
	"github.com/ontocrawl/ontocrawl/ontology/owl"
)

var show = flag.String("show", "", "topics to show")

type holdoutSet struct {
	name, web, file, label string
	apart                  bool
}

func holdoutSets() []holdoutSet {
	own := func(n string) string { return filepath.Join("..", "eval", "testdata", n+".owl") }
	emb := func(n string) string { return filepath.Join("..", "..", "ontologies", n+".owl") }
	const wiki, science = "wikispeedia-en", "subject.Science."
	return []holdoutSet{
		{"typhoon", "hosts-dev", emb("typhoon"), "topic:tropical-cyclone", false},
		{"databases", "lohelp-zh", own("database-zh"), "topic:database", false},
		{"dinosaurs", wiki, own("dinosaurs"), science + "Biology.Dinosaurs", false},
		{"rainstorm", "hosts-dev", emb("rainstorm"), "topic:storm-rain-flood", true},
		{"astronomy", wiki, own("astronomy"), science + "Physics.Space_Astronomy", true},
		{"railways", wiki, own("railways"), "subject.Design_and_Technology.Railway_transport", true},
	}
}

const otherPages = 300

func readSet(t *testing.T, s holdoutSet) *Corpus {
	dir := outside.Web(t, s.web)
	f, err := os.Open(filepath.Join(dir, "index.tsv"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var on, off [][]string
	for sc := bufio.NewScanner(f); sc.Scan(); {
		row := strings.Split(sc.Text(), "\t")
		labels := ""
		if len(row) > 3 {
			labels = row[3]
		}
		switch {
		case slices.Contains(strings.Split(labels, ","), s.label):
			on = append(on, row)
		case strings.Contains(labels, "near:"), strings.Contains(labels, "maybe:"):
		default:
			off = append(off, row)
		}
	}
	rand.New(rand.NewPCG(1, 1)).Shuffle(len(off), func(i, k int) { off[i], off[k] = off[k], off[i] })
	off = off[:min(len(off), otherPages)]
	parse := func(rows [][]string) (out []*crawl.Page) {
		for _, row := range rows {
			body, err := os.ReadFile(filepath.Join(dir, "pages", row[1]))
			if err != nil {
				t.Fatal(err)
			}
			p, err := page.Parse(&crawl.Response{URL: row[0], Final: row[0], Status: 200, ContentType: row[2], Body: body})
			if err == nil {
				out = append(out, p)
			}
		}
		return out
	}
	c, err := Read(t.Context(), parse(on), parse(off), nil)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// without takes the concepts out of a graph. What hung below them hangs below their parents.
func without(g *ontology.Graph, out map[ontology.ID]bool) *ontology.Graph {
	var b ontology.Builder
	ids := map[ontology.ID]ontology.ID{}
	for id := range ontology.ID(g.Len()) {
		if !out[g.Canon(id)] {
			c := g.Concept(id)
			ids[id] = b.Concept(c.IRI)
			for _, l := range c.Labels {
				b.Label(ids[id], l)
			}
		}
	}
	for _, e := range g.Edges() {
		from, ok := ids[e.From]
		if to, ok2 := ids[e.To]; ok && ok2 {
			b.Relate(from, to, e.Rel, e.Property)
		}
	}
	for id := range ids {
		if g.Canon(id) != id {
			continue
		}
		for _, p := range g.Parents(id) {
			if out[p] {
				for a := range nearestKept(g, id, out) {
					b.Relate(ids[id], ids[a], ontology.IsA, "")
				}
			}
		}
	}
	return b.Build()
}

// nearestKept are the concepts right above one that are not taken out.
func nearestKept(g *ontology.Graph, id ontology.ID, out map[ontology.ID]bool) map[ontology.ID]bool {
	all := map[ontology.ID]bool{}
	for _, p := range g.Parents(id) {
		if !out[p] {
			all[p] = true
			continue
		}
		for a := range nearestKept(g, p, out) {
			all[a] = true
		}
	}
	return all
}

type outcome struct{ out, there, found, parent int }

func holdout(t *testing.T, c *Corpus, g *ontology.Graph, seed uint64, verbose bool) (o outcome) {
	var ids []ontology.ID
	for id := range ontology.ID(g.Len()) {
		if g.Canon(id) == id && len(g.Parents(id)) > 0 {
			ids = append(ids, id)
		}
	}
	rand.New(rand.NewPCG(seed, 2)).Shuffle(len(ids), func(i, k int) { ids[i], ids[k] = ids[k], ids[i] })
	out := map[ontology.ID]bool{}
	for _, id := range ids[:(3*len(ids)+5)/10] {
		out[id] = true
	}
	left := without(g, out)
	res, err := c.Learn(t.Context(), Options{Graph: left, Most: 600})
	if err != nil {
		t.Fatal(err)
	}
	at := map[string]int{}
	for i, p := range res.Proposals {
		for _, l := range p.Labels {
			k := names.Key(l)
			if old, ok := at[k]; !ok || old > i {
				at[k] = i
			}
		}
	}
	all := c.candidates(2)
	for _, id := range ids {
		if !out[id] {
			continue
		}
		o.out++
		best, there := 1<<20, false
		for _, s := range g.Synonyms(id) {
			for _, l := range g.Concept(s).Labels {
				if i, ok := at[names.Key(l.Text)]; ok {
					best = min(best, i)
				}
				if k, _ := c.keyOf(l.Text); all[k] != nil {
					there = true
				}
			}
		}
		if there {
			o.there++
		}
		truth := map[string]bool{}
		for a := range nearestKept(g, id, out) {
			for _, s := range g.Synonyms(a) {
				truth[g.Concept(s).IRI] = true
			}
		}
		line := ""
		if best < 100 {
			o.found++
			ok := slices.ContainsFunc(res.Proposals[best].Parents, func(r Relation) bool { return truth[r.IRI] })
			if ok {
				o.parent++
			}
			for _, p := range res.Proposals[best].Parents {
				line += fmt.Sprintf(" %s(%.2f)", p.Name, p.Weight)
			}
			line += fmt.Sprint(" ", ok)
		}
		if verbose {
			par := ""
			for k := range truth {
				par += " " + ontology.LocalName(k)
			}
			t.Logf("%-25s there=%v at %d < %s :%s", g.Concept(id).LocalName(), there, best, par, line)
		}
	}
	if verbose {
		line := ""
		for i, p := range res.Proposals[:min(150, len(res.Proposals))] {
			line += fmt.Sprintf("%d %s(%d) ", i, p.Name, p.Pages)
		}
		t.Log(line)
	}
	return o
}

func TestHoldout(t *testing.T) {
	for _, s := range holdoutSets() {
		if s.apart && !strings.Contains(*show, "apart") || *show != "" && *show != "apart" && !strings.Contains(*show, s.name) {
			continue
		}
		c := readSet(t, s)
		on, err := owl.Open(s.file, owl.Options{})
		if err != nil {
			t.Fatal(err)
		}
		var sum outcome
		for seed := range uint64(5) {
			o := holdout(t, c, on.Graph, seed, *show != "" && seed == 0)
			sum.out += o.out
			sum.there += o.there
			sum.found += o.found
			sum.parent += o.parent
		}
		t.Logf("%s: %d pages, %d words: out %d there %.2f recall %.2f parent %.2f", s.name, len(c.pages), c.words, sum.out,
			float64(sum.there)/float64(sum.out), float64(sum.found)/float64(sum.out), float64(sum.parent)/float64(max(1, sum.found)))
	}
}
