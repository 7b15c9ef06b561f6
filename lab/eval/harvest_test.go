package eval

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/choose/strategy"
	"github.com/ontocrawl/ontocrawl/crawl/engine"
	"github.com/ontocrawl/ontocrawl/crawl/fetch/urlkey"
	"github.com/ontocrawl/ontocrawl/crawl/judge/relevance"
	"github.com/ontocrawl/ontocrawl/crawl/session"
	"github.com/ontocrawl/ontocrawl/crawl/topic"
	"github.com/ontocrawl/ontocrawl/internal/goldentest"
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

func (j judges) fresh() (*relevance.Judge, error) {
	return relevance.New(j.topic, j.lex, relevance.Options{})
}

// plan compares strategies on a web from the data folder, five times each.
func (j judges) plan(tb testing.TB, dir, label string, strategies ...string) *Plan {
	tb.Helper()
	p := &Plan{Repeat: 5, Seed: 1, Outside: Outside{Dead: true}, Spec: j.spec()}
	var err error
	if p.Web, err = Open(context.Background(), dir, p.Spec, Labels{On: label}); err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(func() { p.Web.Close() }) //nolint:errcheck // only read
	for _, name := range strategies {
		p.Entrants = append(p.Entrants, p.entrant(name))
	}
	return p
}

// spec is a crawl with one choice in flight.
func (j judges) spec() session.Spec {
	return session.Spec{Topic: &topic.Topic{Name: "topic", Vector: j.topic}, Judge: session.Judge{Segmenter: lexicon.Trie}, Options: engine.Options{Workers: 1}}
}

// entrant crawls by a method as a user's crawl does.
func (p *Plan) entrant(name string) Entrant {
	spec := p.Spec
	spec.Strategy.Name = name
	return Entrant{Name: name, Spec: &spec}
}

// bare crawls by a method without guard and sitemaps, to be compared with parts that have none.
func bare(name string) Entrant {
	return Entrant{Name: name, New: func(seed uint64, budget int) (crawl.Strategy, error) {
		return strategy.New(name, "", strategy.Params{Seed: seed, Budget: budget})
	}}
}

// means carries the plan out and logs its means, by strategy.
func (p *Plan) means(tb testing.TB) map[string]map[string]Interval {
	tb.Helper()
	res, err := p.Run(context.Background())
	if err != nil {
		tb.Fatal(err)
	}
	out := map[string]map[string]Interval{}
	for _, m := range res.Means {
		out[m.Strategy] = m.Of
		tb.Logf("%-13s %d in flight: area %.3f of the oracle's (%.3f to %.3f), recall %.3f, cpu %.2f s", m.Strategy, p.Spec.Options.Workers,
			m.Of["area_ratio"].Mean, m.Of["area_ratio"].Low, m.Of["area_ratio"].High, m.Of["recall"].Mean, m.Of["cpu_seconds"].Mean)
	}
	return out
}

// TestHarvestOneHost: from 5 random pages on topic, with a budget of 4 times
// the pages on topic that can be reached.
func TestHarvestOneHost(t *testing.T) {
	p := judgesOf(t, "typhoon").plan(t, goldentest.Web(t, "wikispeedia-en"), "topic:tropical-cyclone", "breadth-first", "on-its", "best-first", "tabu")
	p.Budgets = []Budget{{N: 4, Times: true}}
	var err error
	if p.Draw, err = p.Web.Random(5, 1); err != nil {
		t.Fatal(err)
	}
	if got := p.means(t)["tabu"]; got["area_ratio"].Mean < .97 || got["recall"].Mean < .97 {
		t.Errorf("tabu: area %.3f of the oracle's, recall %.3f; want .97 of both", got["area_ratio"].Mean, got["recall"].Mean)
	}
	p.Spec.Options.Workers = 8
	p.Entrants = []Entrant{p.entrant("tabu")}
	p.means(t)
}

// TestHarvestManyHosts: from the home pages of 28 hosts (the first run), or
// three quarters of them.
func TestHarvestManyHosts(t *testing.T) {
	dir := goldentest.Web(t, "hosts-dev")
	p := judgesOf(t, "typhoon", "rainstorm").plan(t, dir, "topic:storm-rain-flood", "breadth-first", "on-its", "best-first", "tabu")
	p.Budgets = []Budget{{N: 20, Times: true, Seeds: true}}
	var err error
	if p.Draw, err = p.Web.Fixed(p.Web.homes(t), .75, 1); err != nil {
		t.Fatal(err)
	}
	got := p.means(t)
	if tabu := got["tabu"]; tabu["area_ratio"].Mean < got["best-first"]["area_ratio"].Mean || tabu["recall"].Mean < .85 {
		t.Errorf("tabu: area %.3f of the oracle's, recall %.3f; want a recall of .85, and best-first to be behind", tabu["area_ratio"].Mean, tabu["recall"].Mean)
	}
	p.Spec.Options.Workers = 8
	p.Entrants = []Entrant{p.entrant("tabu")}
	p.means(t)
}

// homes are the home pages listed beside the web that it holds.
func (w *Web) homes(tb testing.TB) (homes []string) {
	tb.Helper()
	data, err := os.ReadFile(filepath.Join(w.Dir, "seeds_home.txt"))
	if err != nil {
		tb.Fatal(err)
	}
	for u := range strings.FieldsSeq(string(data)) {
		key, err := urlkey.Canonical(u)
		if err != nil {
			tb.Fatal(err)
		}
		if id, ok := w.Find(key); ok && w.pages[id] != nil {
			homes = append(homes, key)
		}
	}
	return homes
}
