package learn

import (
	"bufio"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/judge/internal/names"
	"github.com/ontocrawl/ontocrawl/crawl/read/page"
	"github.com/ontocrawl/ontocrawl/internal/goldentest"
	"github.com/ontocrawl/ontocrawl/ontology"
	"github.com/ontocrawl/ontocrawl/ontology/owl"
)

// holdoutSet is an ontology, the webs whose pages are read, and the label of those on its topic.
type holdoutSet struct {
	name  string
	file  string
	label string
	webs  []string
	apart bool // nothing was developed on it
}

func holdoutSets() []holdoutSet {
	own := func(n string) string { return filepath.Join("..", "..", "..", "lab", "eval", "testdata", n+".owl") }
	embedded := func(n string) string { return filepath.Join("..", "..", "..", "ontologies", n+".owl") }
	const science = "subject.Science."
	wiki, storms := []string{"wikispeedia-en"}, []string{"hosts-dev", "wikispeedia-en"}
	return []holdoutSet{
		{"typhoon", embedded("typhoon"), "topic:tropical-cyclone", storms, false},
		{"databases", own("database-zh"), "topic:database", []string{"lohelp-zh"}, false},
		{"dinosaurs", own("dinosaurs"), science + "Biology.Dinosaurs", wiki, false},
		{"rainstorm", embedded("rainstorm"), "topic:storm-rain-flood", storms, true},
		{"astronomy", own("astronomy"), science + "Physics.Space_Astronomy", wiki, true},
		{"railways", own("railways"), "subject.Design_and_Technology.Railway_transport", wiki, true},
	}
}

// otherPages of each web are read for comparison.
const otherPages = 300

func readSet(t *testing.T, s *holdoutSet) *Corpus {
	t.Helper()
	var on, other []*crawl.Page
	for _, web := range s.webs {
		a, b := readPages(t, web, s.label)
		on, other = append(on, a...), append(other, b...)
	}
	c, err := Read(t.Context(), on, other, nil)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func readPages(t *testing.T, web, label string) (on, other []*crawl.Page) {
	t.Helper()
	dir := goldentest.Web(t, web)
	f, err := os.Open(filepath.Join(dir, "index.tsv"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var yes, no [][]string
	for lines := bufio.NewScanner(f); lines.Scan(); {
		row := strings.Split(lines.Text()+"\t", "\t")
		switch labels := strings.Split(row[3], ","); {
		case slices.Contains(labels, label):
			yes = append(yes, row)
		case !strings.Contains(row[3], "near:") && !strings.Contains(row[3], "maybe:"):
			no = append(no, row)
		}
	}
	rand.New(rand.NewPCG(1, 1)).Shuffle(len(no), func(i, k int) { no[i], no[k] = no[k], no[i] })
	parse := func(rows [][]string) (out []*crawl.Page) {
		for _, row := range rows {
			body, err := os.ReadFile(filepath.Join(dir, "pages", row[1]))
			if err != nil {
				t.Fatal(err)
			}
			if p, err := page.Parse(&crawl.Response{URL: row[0], Final: row[0], Status: 200, ContentType: row[2], Body: body}); err == nil {
				out = append(out, p)
			}
		}
		return out
	}
	return parse(yes), parse(no[:min(len(no), otherPages)])
}

// without takes concepts out of a graph, with all their labels. What hung below them hangs
// below those above them.
func without(g *ontology.Graph, out map[ontology.ID]bool) *ontology.Graph {
	var b ontology.Builder
	ids := make([]ontology.ID, g.Len())
	for id := range ontology.ID(g.Len()) {
		if ids[id] = ontology.None; !out[g.Canon(id)] {
			c := g.Concept(id)
			ids[id] = b.Concept(c.IRI)
			for _, l := range c.Labels {
				b.Label(ids[id], l)
			}
		}
	}
	for _, e := range g.Edges() {
		if ids[e.From] != ontology.None && ids[e.To] != ontology.None {
			b.Relate(ids[e.From], ids[e.To], e.Rel, e.Property)
		}
	}
	for id := range ontology.ID(g.Len()) {
		if g.Canon(id) == id && ids[id] != ontology.None && slices.ContainsFunc(g.Parents(id), func(p ontology.ID) bool { return out[p] }) {
			for _, a := range above(g, id, out) {
				b.Relate(ids[id], ids[a], ontology.IsA, "")
			}
		}
	}
	return b.Build()
}

// above are the nearest concepts above one that are not taken out.
func above(g *ontology.Graph, id ontology.ID, out map[ontology.ID]bool) (all []ontology.ID) {
	for _, p := range g.Parents(id) {
		if out[p] {
			all = append(all, above(g, p, out)...)
		} else {
			all = append(all, p)
		}
	}
	slices.Sort(all)
	return slices.Compact(all)
}

// trial says what became of one concept that was taken out.
type trial struct {
	there  bool // a label of it is a candidate: on two pages or more, four words at most
	found  bool // a label of it is among the first 100 proposals
	parent bool // and the right parent is among the first three of that proposal
}

// holdout takes 30 % of the concepts out, and learns them back.
func holdout(t *testing.T, c *Corpus, g *ontology.Graph, seed uint64) (trials []trial) {
	t.Helper()
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
	res, err := c.Learn(t.Context(), Options{Graph: without(g, out)})
	if err != nil {
		t.Fatal(err)
	}
	at := map[string]*Proposal{} // by label
	for i := range res.Proposals {
		for _, l := range res.Proposals[i].Labels {
			if k := names.Key(l); at[k] == nil {
				at[k] = &res.Proposals[i]
			}
		}
	}
	candidates := c.candidates(DefaultPages)
	for _, id := range ids[:len(out)] {
		trials = append(trials, learned(t, c, g, id, out, at, candidates))
	}
	return trials
}

func learned(t *testing.T, c *Corpus, g *ontology.Graph, id ontology.ID, out map[ontology.ID]bool, at map[string]*Proposal, candidates map[string]*candidate) (x trial) {
	right := map[string]bool{}
	for _, a := range above(g, id, out) {
		for _, s := range g.Synonyms(a) {
			right[g.Concept(s).IRI] = true
		}
	}
	var best *Proposal
	for _, s := range g.Synonyms(id) {
		for _, l := range g.Concept(s).Labels {
			key, err := c.keyOf(l.Text)
			if err != nil {
				t.Fatal(err)
			}
			x.there = x.there || candidates[key] != nil
			if p := at[names.Key(l.Text)]; p != nil && (best == nil || p.Score > best.Score) {
				best = p
			}
		}
	}
	x.found = best != nil
	x.parent = x.found && slices.ContainsFunc(best.Parents, func(r Relation) bool { return right[r.IRI] })
	return x
}

// rates are the shares of a topic: of concepts that could be found, that were, and of these
// those with the right parent.
func rates(trials []trial) (there, recall, parent float64) {
	n, f, p, th := float64(len(trials)), 0., 0., 0.
	for _, x := range trials {
		th += float64(b2i(x.there))
		f += float64(b2i(x.found))
		p += float64(b2i(x.parent))
	}
	return th / n, f / n, p / max(1, f)
}

func b2i(b bool) int {
	if b {
		return 1
	}
	return 0
}

// interval returns the 95 % interval of the mean recall and parent rate of topics: trials are drawn
// again.
func interval(topics [][]trial) (recall, parent [2]float64) {
	r := rand.New(rand.NewPCG(3, 3))
	var rs, ps []float64
	for range 2000 {
		sumR, sumP := 0., 0.
		for _, trials := range topics {
			drawn := make([]trial, len(trials))
			for i := range drawn {
				drawn[i] = trials[r.IntN(len(trials))]
			}
			_, a, b := rates(drawn)
			sumR, sumP = sumR+a, sumP+b
		}
		rs, ps = append(rs, sumR/float64(len(topics))), append(ps, sumP/float64(len(topics)))
	}
	slices.Sort(rs)
	slices.Sort(ps)
	return [2]float64{rs[50], rs[1949]}, [2]float64{ps[50], ps[1949]}
}

// TestAbstractsOfAnEncyclopedia: the beginnings of 1,500 articles, as long as abstracts, are learned
// from within half a minute.
func TestAbstractsOfAnEncyclopedia(t *testing.T) {
	if os.Getenv("ONTOCRAWL_LONG") == "" {
		t.Skip("ONTOCRAWL_LONG is unset: skipping what depends on the speed of the machine")
	}
	files, err := filepath.Glob(filepath.Join(goldentest.Web(t, "wikispeedia-en"), "pages", "*"))
	if err != nil || len(files) < 1500 {
		t.Fatal(len(files), err)
	}
	var on []*crawl.Page
	for i, file := range files[:1500] {
		body, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		p, err := page.Parse(&crawl.Response{URL: "http://e.example/", Final: "http://e.example/", Status: 200, ContentType: "text/html; charset=utf-8", Body: body})
		if err != nil {
			continue
		}
		text := ""
		for k := range p.Blocks {
			if b := &p.Blocks[k]; b.Region == crawl.RegionMain && !b.Title && len(b.Text) > 100 && len(text) < abstract {
				text += b.Text + " "
			}
		}
		on = append(on, pageOf(i, p.Title, text[:min(len(text), abstract)]))
	}
	start := time.Now()
	c, err := Read(t.Context(), on, nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	res, err := c.Learn(t.Context(), Options{})
	if err != nil {
		t.Fatal(err)
	}
	took := time.Since(start)
	t.Logf("%d texts of %d words, %d candidates: %s", res.Pages, res.Words, res.Candidates, took)
	if took > 30*time.Second {
		t.Errorf("it took %s", took)
	}
}

const abstract = 1500 // bytes

// TestHoldout takes concepts out of ontologies and learns them back from pages of stored webs.
// docs/methods.md has its figures. It takes minutes, and the topics kept apart are measured
// only on demand.
func TestHoldout(t *testing.T) {
	if os.Getenv("ONTOCRAWL_LONG") == "" {
		t.Skip("ONTOCRAWL_LONG is unset: skipping what takes minutes")
	}
	const draws = 10
	var all [2][][]trial
	for _, s := range holdoutSets() {
		c := readSet(t, &s)
		o, err := owl.Open(s.file, owl.Options{})
		if err != nil {
			t.Fatal(err)
		}
		var trials []trial
		for seed := range uint64(draws) {
			trials = append(trials, holdout(t, c, o.Graph, seed)...)
		}
		there, recall, parent := rates(trials)
		t.Logf("%-10s %4d pages, %4d concepts taken out in %d draws: in the texts %.2f, recall %.2f, parent %.2f", s.name, len(c.pages), len(trials), draws, there, recall, parent)
		all[b2i(s.apart)] = append(all[b2i(s.apart)], trials)
	}
	for i, topics := range [][][]trial{all[0], all[1], slices.Concat(all[0], all[1])} {
		name := []string{"developed on", "kept apart", "all six"}[i]
		recall, parent := 0., 0.
		for _, trials := range topics {
			_, a, b := rates(trials)
			recall, parent = recall+a/float64(len(topics)), parent+b/float64(len(topics))
		}
		r, p := interval(topics)
		t.Logf("%-12s recall %.3f (%.3f to %.3f), parent %.3f (%.3f to %.3f)", name, recall, r[0], r[1], parent, p[0], p[1])
		if i == 2 && (recall < .5 || parent < .6) {
			t.Errorf("of all six, recall is %.3f, the right parent %.3f", recall, parent)
		}
	}
}
