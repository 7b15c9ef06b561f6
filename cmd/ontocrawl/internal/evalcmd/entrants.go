package evalcmd

import (
	"context"
	"log/slog"
	"sync"

	"github.com/ontocrawl/ontocrawl/cmd/ontocrawl/internal/cli"
	"github.com/ontocrawl/ontocrawl/config"
	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/eval"
	"github.com/ontocrawl/ontocrawl/crawl/eval/tune"
	"github.com/ontocrawl/ontocrawl/crawl/relevance"
	"github.com/ontocrawl/ontocrawl/crawl/search/stored"
	"github.com/ontocrawl/ontocrawl/crawl/session"
	"github.com/ontocrawl/ontocrawl/crawl/topic"
)

// contest is a topic on a labelled web, on which settings are compared.
type contest struct {
	*cli.App
	c     *config.Config
	opt   *evalOptions
	topic *topic.Topic
	web   *eval.Web

	search *eval.Search // nil: nothing can be asked
	engine *stored.Index
	topics map[string]*topic.Topic // by strategy
}

// newContest resolves the topic and reads the web.
func newContest(ctx context.Context, a *cli.App, c *config.Config, opt *evalOptions) (*contest, error) {
	t, err := a.Topic(ctx, c)
	if err != nil {
		return nil, err
	}
	e := &contest{App: a, c: c, opt: opt, topic: t, topics: map[string]*topic.Topic{}}
	if e.web, err = e.open(ctx, c, t); err != nil || opt.search == "" {
		return e, err
	}
	return e, e.openSearch()
}

// entrant makes a strategy from the settings. It brings its own judge or reading of
// the web where they change.
func (e *contest) entrant(ctx context.Context, s eval.Settings) (eval.Entrant, error) {
	c := withSettings(e.c, s)
	c.LogLevel = "error" // remarks on the ontology were logged before
	base, t := settingsOf(e.c), e.topic
	entrant := eval.Entrant{Name: s.Strategy, New: func(seed uint64, budget int) (crawl.Strategy, error) {
		c := *c
		c.Seed, c.MaxPages = int64(seed), budget
		return session.NewStrategy(cli.StrategySpec(c.StrategySettings, c.MaxPages), slog.New(slog.DiscardHandler))
	}}
	var err error
	if s.Factors != base.Factors {
		t, err = e.Topic(ctx, c)
	} else if s.Strategy == cli.StrategyITS { // the same words, all with the same weight
		t = t.Flat()
	}
	if err != nil {
		return entrant, err
	}
	if t != e.topic || s.Groups != base.Groups {
		if entrant.NewScorer, err = scorers(c, t); err != nil {
			return entrant, err
		}
	}
	e.topics[s.Strategy] = t
	if t != e.topic {
		entrant.Web, err = e.open(ctx, c, t)
	}
	return entrant, err
}

// scorers returns a maker of judges of a topic, one for each crawl.
func scorers(c *config.Config, t *topic.Topic) (func() (crawl.Scorer, error), error) {
	j, err := cli.Judge(c, t)
	if err != nil {
		return nil, err
	}
	var mu sync.Mutex
	return func() (crawl.Scorer, error) {
		mu.Lock()
		defer mu.Unlock()
		return j.Untaught(), nil
	}, nil
}

// settingsOf returns the settings that ablation and tuning change.
func settingsOf(c *config.Config) eval.Settings {
	s := eval.Settings{
		Strategy: c.Strategy, Factors: [5]float64{c.Alpha, c.Beta, c.Gamma, c.Delta, c.Epsilon}, Terms: [3]float64{c.Mu1, c.Mu2, c.Mu3},
		Groups: relevance.GroupWeights, Phi: c.Phi, Eta: c.Eta, Balance: c.Balance, Tries: c.Tries, Tenure: c.Tenure,
	}
	if groups, err := config.ParseTagWeights(c.TagWeights); err == nil { // "" stands for the usual ones
		s.Groups = groups
	}
	return s
}

// withSettings returns a copy of c with the settings.
func withSettings(c *config.Config, s eval.Settings) *config.Config {
	own := *c
	own.Strategy, own.TagWeights, own.Phi, own.Eta = s.Strategy, tune.FormatWeights(s.Groups), s.Phi, s.Eta
	own.Alpha, own.Beta, own.Gamma, own.Delta, own.Epsilon = s.Factors[0], s.Factors[1], s.Factors[2], s.Factors[3], s.Factors[4]
	own.Mu1, own.Mu2, own.Mu3 = s.Terms[0], s.Terms[1], s.Terms[2]
	own.Balance, own.Tries, own.Tenure = s.Balance, s.Tries, s.Tenure
	return &own
}
