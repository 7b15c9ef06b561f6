package eval

import (
	"context"
	"log/slog"
	"os"
	"path/filepath"
	"testing"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/choose/strategy"
	"github.com/ontocrawl/ontocrawl/crawl/engine"
	"github.com/ontocrawl/ontocrawl/crawl/judge/relevance"
	"github.com/ontocrawl/ontocrawl/crawl/keep/binenc"
	"github.com/ontocrawl/ontocrawl/crawl/session"
	"github.com/ontocrawl/ontocrawl/internal/goldentest"
	"github.com/ontocrawl/ontocrawl/ontology/owl"
	"github.com/ontocrawl/ontocrawl/semsim"
	"github.com/ontocrawl/ontocrawl/semsim/lexicon"
)

// learned holds what a crawl leaves: the memory of the web, and the judge's model.
type learned struct {
	web   []byte
	model crawl.Model
}

// tabu is the strategy of a crawl, guarded, to read its memory or to give it one.
func (p *Plan) tabu(seed uint64, budget int) (crawl.Strategy, error) {
	opt := session.Strategy{Name: "tabu", Params: strategy.Defaults()}
	opt.Params.Seed, opt.Params.Budget = seed, budget
	return session.NewStrategy(opt, slog.New(slog.DiscardHandler))
}

// learn crawls from a draw of seeds that no other run of the plan has.
func (p *Plan) learn(t *testing.T, budget int) (l learned) {
	t.Helper()
	s, err := p.tabu(77, budget)
	if err != nil {
		t.Fatal(err)
	}
	spec := p.Spec
	spec.Strategy.Use = s
	var judge crawl.Learner
	if _, err := (&Trial{Web: p.Web, Seeds: p.Draw(101), Spec: spec, Budget: budget, Outside: p.Outside, Wrap: func(e *engine.Engine) error {
		judge = e.Scorer.Learner()
		return nil
	}}).Run(context.Background()); err != nil {
		t.Fatal(err)
	}
	var w binenc.Writer
	if !strategy.NewChain(s).Remember(&w) {
		t.Fatal("tabu remembers nothing")
	}
	l.web = w.Data()
	if l.model, err = judge.EncodeModel(); err != nil {
		t.Fatal(err)
	}
	return l
}

// taught is tabu that begins with what l holds, in crawls of the web of p.
func (p *Plan) taught(name string, l learned) Entrant {
	seeds := p.Web.seedLinks(p.Draw(1))
	var none strategy.BreadthFirst
	sameWeb := strategy.NewChain(&none).Recall(binenc.NewReader(l.web), seeds)
	return Entrant{Name: name, New: func(seed uint64, budget int) (crawl.Strategy, error) {
		s, err := p.tabu(seed, budget)
		if err == nil {
			r := binenc.NewReader(l.web)
			strategy.NewChain(s).Recall(r, seeds)
			err = r.Close()
		}
		return s, err
	}, Wrap: func(e *engine.Engine) error {
		if !sameWeb || l.model.Number == 0 {
			return nil
		}
		return e.Scorer.Learner().DecodeModel(crawl.Model{Number: 1, Data: l.model.Data})
	}}
}

// judgesIn builds the topic of a concept of an ontology among the test data.
func judgesIn(tb testing.TB, file, concept string) judges {
	tb.Helper()
	o, err := owl.Open(filepath.Join("testdata", file), owl.Options{})
	if err != nil {
		tb.Fatal(err)
	}
	m, err := semsim.New(o.Graph, semsim.Params{})
	if err != nil {
		tb.Fatal(err)
	}
	j := judges{topic: m.TopicVector(lexicon.NewFinder(o.Graph).Find(concept)[0])}
	if j.lex, err = lexicon.New(relevance.TermsOf(j.topic), lexicon.Options{Segmenter: lexicon.Trie}); err != nil {
		tb.Fatal(err)
	}
	return j
}

// place is a topic on a web, and what a crawl of it learned.
type place struct {
	*Plan
	learned
	judges
	name, label string
	gain        float64 // in area by its own memory, at least
}

func (p *place) open(t *testing.T) {
	t.Helper()
	p.Plan = p.plan(t, goldentest.Web(t, p.name), p.label, "tabu")
	p.Budgets = []Budget{{N: 4, Times: true}}
	var err error
	switch p.Draw, err = p.Web.Random(5, 3); p.name {
	case "hosts-dev":
		p.Budgets[0] = Budget{N: 20, Times: true, Seeds: true}
		p.Draw, err = p.Web.Fixed(p.Web.homes(t), .75, 1)
	case "fema-gov":
		p.Outside.Partial = []string{allHosts}
	}
	if err != nil {
		t.Fatal(err)
	}
	p.learned = p.learn(t, 800)
}

// TestRememberedOutside: what a crawl learned does not harm another one from other seeds on
// the same web, where there are many hosts it helps; and on another web it changes nothing. With
// ONTOCRAWL_LONG=1 three topics more, and ten draws.
func TestRememberedOutside(t *testing.T) {
	storms := judgesOf(t, "typhoon", "rainstorm")
	const label = "topic:storm-rain-flood"
	all := []*place{
		{judges: storms, name: "hosts-dev", label: label, gain: 0},
		{judges: storms, name: "wikispeedia-en", label: label, gain: -.01},
	}
	long := os.Getenv("ONTOCRAWL_LONG") == "1"
	if long {
		all = append(all, &place{judges: storms, name: "fema-gov", label: label, gain: -.01},
			&place{judges: judgesIn(t, "charts-zh.owl", "图表"), name: "lohelp-zh", label: "topic:charts", gain: -.01},
			&place{judges: judgesIn(t, "database-zh.owl", "数据库"), name: "lohelp-zh", label: "topic:database", gain: -.01})
	}
	for _, p := range all {
		p.open(t)
	}
	for _, p := range all {
		if p.Repeat = 5; long {
			p.Repeat = 10
		}
		least := map[string]float64{}
		for _, from := range all {
			if from.label == p.label {
				p.Entrants = append(p.Entrants, p.taught(from.name, from.learned))
				least[from.name] = 0
			}
		}
		least[p.name] = p.gain
		t.Log(p.name, p.label)
		got := p.means(t)
		for from, least := range least {
			if more := got[from]["area_ratio"].Mean - got["tabu"]["area_ratio"].Mean; more < least {
				t.Errorf("%s with the memory of %s: area %+.3f, want %+.3f or more", p.name, from, more, least)
			}
		}
	}
}
