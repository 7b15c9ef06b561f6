package eval

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/page"
	"github.com/ontocrawl/ontocrawl/crawl/relevance"
	"github.com/ontocrawl/ontocrawl/crawl/strategy"
	"github.com/ontocrawl/ontocrawl/ontology/ontologytest/outside"
	"github.com/ontocrawl/ontocrawl/ontology/owl"
	"github.com/ontocrawl/ontocrawl/semsim"
	"github.com/ontocrawl/ontocrawl/semsim/lexicon"
)

// judges makes fresh judges of one topic: they learn which blocks of a host
// are boilerplate, so each crawl needs its own.
type judges struct {
	topic *semsim.TopicVector
	lex   *lexicon.Lexicon
}

// judgesOf builds the topic of one or several of our ontologies, joined.
func judgesOf(tb testing.TB, names ...string) judges {
	tb.Helper()
	var vs []*semsim.TopicVector
	for _, name := range names {
		o, err := owl.Open(filepath.Join("..", "..", "ontologies", name+".ttl"), owl.Options{})
		if err != nil {
			tb.Fatal(err)
		}
		m, err := semsim.New(o.Graph, semsim.Params{})
		if err != nil {
			tb.Fatal(err)
		}
		ids := lexicon.NewFinder(o.Graph).Find(name + " disaster")
		if len(ids) != 1 {
			tb.Fatalf("%s: %d concepts are called %s disaster", name, len(ids), name)
		}
		vs = append(vs, m.TopicVector(ids[0]))
	}
	j := judges{topic: semsim.Join(vs...)}
	var err error
	if j.lex, err = lexicon.New(relevance.TermsOf(j.topic), lexicon.Options{Segmenter: lexicon.Trie}); err != nil {
		tb.Fatal(err)
	}
	return j
}

func (j judges) fresh(tb testing.TB) *relevance.Judge {
	tb.Helper()
	r, err := relevance.New(j.topic, j.lex, relevance.Options{})
	if err != nil {
		tb.Fatal(err)
	}
	return r
}

// opened makes the strategy of the given name.
func opened(tb testing.TB, name string, seed uint64) crawl.Strategy {
	tb.Helper()
	var s crawl.Strategy
	var err error
	p := strategy.Params{Seed: seed}
	switch name {
	case "breadth-first":
		s = strategy.NewBreadthFirst()
	case "best-first":
		s, err = strategy.NewBestFirst(p)
	case "on-its":
		s, err = strategy.NewOnITS(p)
	case "tabu":
		s, err = strategy.NewTabu(p)
	default:
		tb.Fatalf("no strategy is called %q", name)
	}
	if err != nil {
		tb.Fatal(err)
	}
	return s
}

// result is what a crawl reached: recall at the end, and its area against the
// oracle's.
type result struct{ recall, ratio float64 }

func (r result) String() string {
	return fmt.Sprintf("area %.3f of the oracle's, recall %.3f", r.ratio, r.recall)
}

func (w *storedWeb) measure(trail, seeds []int32, budget int) result {
	total := w.Targets(seeds)
	own := Recall(w.OnTopicOf(trail), total, budget)
	best := Recall(w.OnTopicOf(w.Oracle(seeds, budget)), total, budget)
	return result{own[budget-1], Area(own) / Area(best)}
}

func mean(rs []result) (m result, sd float64) {
	n := float64(len(rs))
	for _, r := range rs {
		m.recall += r.recall / n
		m.ratio += r.ratio / n
	}
	for _, r := range rs {
		sd += (r.ratio - m.ratio) * (r.ratio - m.ratio) / n
	}
	return m, math.Sqrt(sd)
}

// trial is one crawl to be repeated from several draws of seeds.
type trial struct {
	web     *storedWeb
	judges  judges
	workers int
	draw    func(i int) (seeds []int32, budget int)
	draws   int
}

// run returns the mean over the draws and logs it.
func (tr trial) run(tb testing.TB, name string) result {
	tb.Helper()
	var rs []result
	var took time.Duration
	fetched := 0
	for i := range tr.draws {
		seeds, budget := tr.draw(i)
		trail, t := tr.web.crawlOn(opened(tb, name, uint64(i)), tr.judges.fresh(tb), seeds, budget, tr.workers)
		rs = append(rs, tr.web.measure(trail, seeds, budget))
		took, fetched = took+t, fetched+len(trail)
	}
	m, sd := mean(rs)
	tb.Logf("%-13s %d in flight: %v (sd %.3f of %d draws), %v a page", name, tr.workers, m, sd, tr.draws,
		(took / time.Duration(max(1, fetched))).Round(time.Microsecond))
	return m
}

// TestHarvestOneHost: from 5 random pages on topic, with a budget of 4 times
// the pages on topic that can be reached.
func TestHarvestOneHost(t *testing.T) {
	dir := outside.Web(t, "wikispeedia-en")
	tr := trial{judges: judgesOf(t, "typhoon"), workers: 1, draws: 5}
	tr.web = load(t, dir, "topic:tropical-cyclone", tr.judges.fresh(t))
	tr.draw = func(i int) ([]int32, int) {
		seeds := tr.web.draw(uint64(i), 5)
		return seeds, 4 * tr.web.Targets(seeds)
	}
	for _, name := range []string{"breadth-first", "on-its", "best-first"} {
		tr.run(t, name)
	}
	if got := tr.run(t, "tabu"); got.ratio < 0.97 || got.recall < 0.97 {
		t.Errorf("tabu: %v; want 0.97 of both", got)
	}
	tr.workers = 8
	tr.run(t, "tabu")
}

// TestHarvestManyHosts: from the home pages of 28 hosts (the first draw), or
// three quarters of them.
func TestHarvestManyHosts(t *testing.T) {
	dir := outside.Web(t, "hosts-dev")
	tr := trial{judges: judgesOf(t, "typhoon", "rainstorm"), workers: 1, draws: 5}
	tr.web = load(t, dir, "topic:storm-rain-flood", tr.judges.fresh(t))
	homes := tr.web.homes(t, filepath.Join(dir, "seeds_home.txt"))
	tr.draw = func(i int) ([]int32, int) {
		seeds := homes
		if i > 0 {
			seeds = sample(uint64(i), homes, 0.75)
		}
		return seeds, len(seeds) + 20*tr.web.Targets(seeds)
	}
	for _, name := range []string{"breadth-first", "on-its"} {
		tr.run(t, name)
	}
	base := tr.run(t, "best-first")
	if got := tr.run(t, "tabu"); got.ratio < base.ratio || got.recall < 0.9 {
		t.Errorf("tabu: %v; want a recall of 0.9, and best-first to be behind", got)
	}
	tr.workers = 8
	tr.run(t, "tabu")
}

func (w *storedWeb) homes(tb testing.TB, file string) (homes []int32) {
	tb.Helper()
	data, err := os.ReadFile(file)
	if err != nil {
		tb.Fatal(err)
	}
	for u := range strings.FieldsSeq(string(data)) {
		key, err := page.Canonical(u)
		if err != nil {
			tb.Fatal(err)
		}
		if id, ok := w.find(key); ok {
			homes = append(homes, id)
		}
	}
	return homes
}
