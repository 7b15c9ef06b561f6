package evalcmd

import (
	"context"
	"errors"

	"github.com/ontocrawl/ontocrawl/cmd/ontocrawl/internal/cli"
	"github.com/ontocrawl/ontocrawl/config"
	"github.com/ontocrawl/ontocrawl/crawl/find/search/stored"
	"github.com/ontocrawl/ontocrawl/crawl/judge/relevance"
	"github.com/ontocrawl/ontocrawl/crawl/session"
	"github.com/ontocrawl/ontocrawl/crawl/topic"
	"github.com/ontocrawl/ontocrawl/lab/eval"
)

// contest is a topic on a labelled web, on which settings are compared.
type contest struct {
	*cli.App
	c     *config.Config
	opt   *evalOptions
	topic *topic.Topic
	web   *eval.Web
	spec  session.Spec // of all crawls

	engine *stored.Index // that may be asked; nil: nothing can
}

// newContest resolves the topic and reads the web. Whoever calls it closes the web.
func newContest(ctx context.Context, a *cli.App, c *config.Config, opt *evalOptions) (*contest, error) {
	t, err := a.Topic(ctx, c)
	if err != nil {
		return nil, err
	}
	e := &contest{App: a, c: c, opt: opt, topic: t}
	if e.spec, err = a.SessionSpec(c, t, nil); err != nil {
		return nil, err
	}
	if e.web, err = e.open(ctx); err != nil || opt.search == "" {
		return e, err
	}
	if err := e.openSearch(); err != nil {
		return nil, errors.Join(err, e.web.Close())
	}
	return e, nil
}

// entrant makes a method from the settings. It brings its own reading of the web where they
// change that.
func (e *contest) entrant(ctx context.Context, s eval.Settings) (eval.Entrant, error) {
	c := withSettings(e.c, s)
	c.LogLevel = "error" // remarks on the ontology were logged before
	t := e.topic
	entrant, spec := eval.Entrant{Name: s.Strategy}, e.spec
	var err error
	if s.Factors != settingsOf(e.c).Factors {
		t, err = e.Topic(ctx, c)
	} else if s.Strategy == cli.StrategyITS { // the same words, all with the same weight
		t = t.Flat()
	}
	if err != nil {
		return entrant, err
	}
	spec.Topic, spec.Judge, spec.Strategy = t, cli.JudgeSpec(c), cli.StrategySpec(c, 0)
	p := &spec.Strategy.Params
	p.Mu1, p.Mu2, p.Mu3 = s.Terms[0], s.Terms[1], s.Terms[2]
	p.Eta, p.Balance, p.Tries, p.Tenure = s.Eta, s.Balance, s.Tries, s.Tenure
	if entrant.Spec = &spec; t != e.topic {
		entrant.Web, err = e.web.ReadBy(ctx, spec)
	}
	return entrant, err
}

// settingsOf returns the settings that ablation and tuning change.
func settingsOf(c *config.Config) eval.Settings {
	p := cli.StrategySpec(c, 0).Params
	s := eval.Settings{
		Strategy: c.Strategy, Factors: [5]float64{c.Alpha, c.Beta, c.Gamma, c.Delta, c.Epsilon}, Terms: [3]float64{p.Mu1, p.Mu2, p.Mu3},
		Groups: relevance.Weights(c.Judge), Phi: c.Phi, Eta: p.Eta, Balance: p.Balance, Tries: p.Tries, Tenure: p.Tenure,
	}
	if groups, err := config.ParseTagWeights(c.TagWeights); err == nil { // "" stands for the judge's own
		s.Groups = groups
	}
	return s
}

// withSettings returns a copy of c with the settings of topic and judge.
func withSettings(c *config.Config, s eval.Settings) *config.Config {
	own := *c
	own.Strategy, own.TagWeights, own.Phi = s.Strategy, eval.FormatWeights(s.Groups), s.Phi
	own.Alpha, own.Beta, own.Gamma, own.Delta, own.Epsilon = s.Factors[0], s.Factors[1], s.Factors[2], s.Factors[3], s.Factors[4]
	return &own
}
