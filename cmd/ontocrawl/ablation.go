package main

import (
	"context"
	"log/slog"
	"math"

	"github.com/ontocrawl/ontocrawl/config"
	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/eval"
	"github.com/ontocrawl/ontocrawl/crawl/relevance"
	"github.com/ontocrawl/ontocrawl/crawl/strategy"
)

// The kinds of parts that are left out, one at a time.
const (
	partSimilarity = "similarity"
	partGroups     = "tag groups"
	partPriority   = "priority"
	partSearch     = "search"
)

// never is a number of misses that no crawl reaches.
const never = math.MaxInt32

// variant is a method less one part.
type variant struct {
	part, without string
	whole         string                    // the strategy it is left out of
	strategy      string                    // what runs instead; "": the same
	set           func(*config.Config)      // nil: no setting changes
	groups        *[crawl.NumGroups]float64 // nil: the usual weights
	reads         bool                      // the topic or the judge changes, so pages are read anew
}

// variants are what can be left out of a strategy, and of the priority where
// none of the strategies to compare goes by it.
func variants(c *config.Config, whole string) []variant {
	all := append(withoutFactors(c, whole), withoutGroups(c, whole)...)
	all = append(all, withoutTerms(c)...)
	if whole != "tabu" {
		return all
	}
	return append(all,
		variant{part: partSearch, without: "learned ranker", whole: whole, strategy: "tabu/" + strategy.ByPriority},
		variant{part: partSearch, without: "balance over hosts", whole: whole, set: func(c *config.Config) { c.Balance = 0 }},
		variant{part: partSearch, without: "tabu list", whole: whole, set: func(c *config.Config) { c.Tries = never }},
	)
}

// withoutFactors leaves the factors of the similarity out (eq 2); the weights of
// the others grow in proportion, so that all add up to 1.
func withoutFactors(c *config.Config, whole string) (all []variant) {
	names := []string{"IFDis", "IFDen", "IFDep", "IFCoi", "IFRel"}
	for i, name := range names {
		weights := func(c *config.Config) []*float64 {
			return []*float64{&c.Alpha, &c.Beta, &c.Gamma, &c.Delta, &c.Epsilon}
		}
		if spread(values(weights(c)), i) {
			all = append(all, variant{part: partSimilarity, without: name, whole: whole, reads: true,
				set: func(c *config.Config) { leaveOut(weights(c), i) }})
		}
	}
	return all
}

// withoutTerms leaves the terms of the comprehensive priority out (eq 8).
func withoutTerms(c *config.Config) (all []variant) {
	for i, name := range []string{"PageRank", "containing pages", "anchor"} {
		weights := func(c *config.Config) []*float64 { return []*float64{&c.Mu1, &c.Mu2, &c.Mu3} }
		if spread(values(weights(c)), i) {
			all = append(all, variant{part: partPriority, without: name, whole: "best-first",
				set: func(c *config.Config) { leaveOut(weights(c), i) }})
		}
	}
	return all
}

// withoutGroups lets the words of a tag group count as those of the body. Only
// the judgement of pages knows groups; what is read of a page does not.
func withoutGroups(c *config.Config, whole string) (all []variant) {
	for g := range crawl.GroupBody {
		weights, err := tagWeights(c)
		if err != nil {
			return nil // settings were checked when they were read
		}
		weights[g] = weights[crawl.GroupBody]
		all = append(all, variant{part: partGroups, without: g.String(), whole: whole, groups: weights})
	}
	return all
}

func values(ps []*float64) []float64 {
	out := make([]float64, len(ps))
	for i, p := range ps {
		out[i] = *p
	}
	return out
}

// spread reports whether weight i is there to be left out and others are to
// take its place.
func spread(weights []float64, i int) bool { return weights[i] > 0 && weights[i] < 1 }

func leaveOut(weights []*float64, i int) {
	rest := 1 - *weights[i]
	*weights[i] = 0
	for _, w := range weights {
		*w /= rest
	}
}

// ablate measures what each part is worth to the first of the strategies. r is
// the comparison, whose runs need not be made again.
func (e *evaluation) ablate(ctx context.Context, a *app, r *eval.Result, show func(n, of int)) ([]eval.Ablated, error) {
	list := variants(e.c, e.plan.Entrants[0].Name)
	out := make([]eval.Ablated, 0, len(list))
	wholes := map[string]*eval.Result{}
	for _, name := range r.Entrants {
		wholes[name] = r
	}
	for i, v := range list {
		if wholes[v.whole] == nil {
			alone, err := e.alone(ctx, v.whole)
			if err != nil {
				return nil, err
			}
			wholes[v.whole] = alone
		}
		without, err := e.without(ctx, a, v)
		if err != nil {
			return nil, err
		}
		got, err := e.plan.Ablate(ctx, wholes[v.whole], v.whole, without)
		if err != nil {
			return nil, evalFault(ctx, err)
		}
		got.Part = v.part
		out = append(out, got)
		show(i+1, len(list))
	}
	return out, nil
}

// alone runs a strategy that is not among those compared, with the first budget.
func (e *evaluation) alone(ctx context.Context, name string) (*eval.Result, error) {
	entrant, err := e.entrant(ctx, name)
	if err != nil {
		return nil, err
	}
	p := *e.plan
	p.Entrants, p.Budgets, p.Done = []eval.Entrant{entrant}, p.Budgets[:1], nil
	r, err := p.Run(ctx)
	if err != nil {
		return nil, evalFault(ctx, err)
	}
	return r, nil
}

// without is what takes part for a variant.
func (e *evaluation) without(ctx context.Context, a *app, v variant) (eval.Entrant, error) {
	c := *e.c
	c.LogLevel = "error" // what there is to say of the ontology was said
	c.Strategy = v.whole
	if v.strategy != "" {
		c.Strategy = v.strategy
	}
	if v.set != nil {
		v.set(&c)
	}
	name := c.Strategy
	entrant := eval.Entrant{Name: v.without, New: func(seed uint64, budget int) (crawl.Strategy, error) {
		c := c
		c.Strategy, c.Seed, c.MaxPages = name, int64(seed), budget
		return newStrategy(&c, slog.New(slog.DiscardHandler))
	}}
	if v.groups != nil {
		entrant.NewScorer = func() (crawl.Scorer, error) { return newJudgeBy(&c, e.topic, v.groups) }
	}
	if !v.reads {
		return entrant, nil
	}
	t, err := a.topic(&c)
	if err != nil {
		return entrant, err
	}
	judge := func() (*relevance.Judge, error) { return newJudge(&c, t) }
	reader, err := judge()
	if err != nil {
		return entrant, err
	}
	entrant.Web, err = openLabelledBy(ctx, &c, reader, e.opt)
	entrant.NewScorer = func() (crawl.Scorer, error) { return judge() }
	return entrant, err
}
