package evalcmd

import (
	"context"
	"log/slog"

	"github.com/ontocrawl/ontocrawl/cmd/ontocrawl/internal/cli"
	"github.com/ontocrawl/ontocrawl/config"
	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/eval"
	"github.com/ontocrawl/ontocrawl/crawl/eval/tune"
	"github.com/ontocrawl/ontocrawl/crawl/query"
	"github.com/ontocrawl/ontocrawl/crawl/relevance"
	"github.com/ontocrawl/ontocrawl/crawl/search"
	"github.com/ontocrawl/ontocrawl/crawl/search/stored"
	"github.com/ontocrawl/ontocrawl/crawl/session"
	"github.com/ontocrawl/ontocrawl/crawl/strategy"
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
}

// newContest resolves the topic and reads the web.
func newContest(ctx context.Context, a *cli.App, c *config.Config, opt *evalOptions) (*contest, error) {
	t, err := a.Topic(ctx, c)
	if err != nil {
		return nil, err
	}
	e := &contest{App: a, c: c, opt: opt, topic: t}
	if e.web, err = e.open(ctx, c, t); err != nil || opt.search == "" {
		return e, err
	}
	return e, e.openSearch()
}

// openSearch makes an engine over the web.
func (e *contest) openSearch() error {
	var err error
	if e.engine, err = stored.New(e.web.Docs(), stored.Options{Faults: stored.Faults{IndexShare: e.opt.known}}); err != nil {
		return cli.Usage(err)
	}
	j, err := cli.Judge(e.c, e.topic)
	if err != nil {
		return err
	}
	e.search = &eval.Search{Sources: map[string]search.Source{e.opt.search: e.engine}, Mark: j.MarkLinks}
	return nil
}

// ownWords is how many questions of the plan a strategy is given that asks by itself.
const ownWords = 50

// asking lets a strategy ask the engine, if there is one.
func (e *contest) asking(s crawl.Strategy, t *topic.Topic, seed uint64) crawl.Strategy {
	if e.search == nil {
		return s
	}
	if own := strategy.Asks(s); own != nil {
		own.Ask([]strategy.Engine{{Name: e.opt.search, Ops: e.engine.Can()}}, query.Words(query.Plan(t.Vector), ownWords), e.opt.queries)
		return s
	}
	book := query.NewBook([]query.Source{{Name: e.opt.search, Ops: e.engine.Can()}}, query.Plan(t.Vector), query.Options{Seed: seed})
	return strategy.NewSearching(s, book, strategy.SearchParams{Queries: e.opt.queries})
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
		s, err := session.NewStrategy(cli.StrategySpec(c.StrategySettings, c.MaxPages), slog.New(slog.DiscardHandler))
		if err != nil {
			return nil, err
		}
		return e.asking(s, t, seed), nil
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
		entrant.NewScorer = func() (crawl.Scorer, error) { return cli.Judge(c, t) }
	}
	if t != e.topic {
		entrant.Web, err = e.open(ctx, c, t)
	}
	return entrant, err
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
