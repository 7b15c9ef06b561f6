package eval

import (
	"context"
	"math"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/choose/strategy"
)

// Result says what a part of a method contributes.
type AblateResult struct {
	Part       string   `json:"part"`     // what kind of part it is: "similarity", ...
	Without    string   `json:"without"`  // what was left out
	Strategy   string   `json:"strategy"` // of which
	Given      string   `json:"budget_given"`
	AreaRatio  Interval `json:"area_ratio"` // without the part
	Difference Interval `json:"difference"` // with the part less without it
	P          float64  `json:"p"`          // two-sided, by flipping signs
	F1         Interval `json:"f1"`         // of the own judge's verdicts, without the part
	WholeF1    Interval `json:"whole_f1"`   // with the part
}

// Study runs the variants of a method.
type Study struct {
	Plan     *Plan           // of the whole methods; the first budget counts
	Settings Settings        // of the method to take apart
	New      NewEntrant      // makes the variants
	Done     func(n, of int) // nil, or called after each variant
}

// Run compares every variant with the runs of its whole method in r, a result of
// the plan. A whole method that r lacks is run first.
func (s *Study) Run(ctx context.Context, r *Result) ([]AblateResult, error) {
	variants := variants(s.Settings)
	results := make([]AblateResult, 0, len(variants))
	wholes := map[string][]*Run{}
	for _, name := range r.Entrants {
		wholes[name] = r.RunsOf(name, s.Plan.Budgets[0].String())
	}
	for i, v := range variants {
		if wholes[v.Whole] == nil {
			whole := s.Settings
			whole.Strategy = v.Whole
			runs, err := s.runs(ctx, whole)
			if err != nil {
				return nil, err
			}
			wholes[v.Whole] = runs
		}
		without, err := s.runs(ctx, v.Settings)
		if err != nil {
			return nil, err
		}
		results = append(results, s.compare(v, wholes[v.Whole], without))
		if s.Done != nil {
			s.Done(i+1, len(variants))
		}
	}
	return results, nil
}

// runs crawls by the settings, with the first budget.
func (s *Study) runs(ctx context.Context, settings Settings) ([]*Run, error) {
	e, err := s.New(ctx, settings)
	if err != nil {
		return nil, err
	}
	p := *s.Plan
	p.Entrants, p.Budgets, p.Done = []Entrant{e}, p.Budgets[:1], nil
	r, err := p.Run(ctx)
	if err != nil {
		return nil, err
	}
	return r.RunsOf(e.Name, p.Budgets[0].String()), nil
}

func (s *Study) compare(v Variant, with, without []*Run) AblateResult {
	stats := newStats(s.Plan.Repeat, s.Plan.Seed)
	area := func(r *Run) float64 { return r.AreaRatio }
	f1 := func(r *Run) float64 { return r.F1 }
	res := AblateResult{
		Part: v.Part, Without: v.Without, Strategy: v.Whole, Given: s.Plan.Budgets[0].String(),
		AreaRatio: stats.Mean(without, area), F1: stats.Mean(without, f1), WholeF1: stats.Mean(with, f1),
	}
	res.Difference, res.P = stats.Difference(with, without, area)
	return res
}

// The kinds of parts that are left out, one at a time.
const (
	similarity   = "similarity"
	tagGroups    = "tag groups"
	priority     = "priority"
	ablateSearch = "search"
)

// never is a number of misses that no crawl reaches.
const never = math.MaxInt32

// Variant is a method without one part.
type Variant struct {
	Part    string // the kind of part
	Without string // the part that is left out
	Whole   string // the strategy that has the part
	Settings
}

// variants returns what can be left out of a method, and of the priority by
// which best-first crawls.
func variants(s Settings) []Variant {
	whole := s.Strategy
	variant := func(part, without string) Variant { return Variant{part, without, whole, s} }
	var all []Variant
	for i, name := range []string{"IFDis", "IFDen", "IFDep", "IFCoi", "IFRel"} {
		if v := variant(similarity, name); leaveOut(v.Factors[:], i) {
			all = append(all, v)
		}
	}
	// The words of a tag group count as words of the body. This changes the judgement
	// of pages, not what is read of them.
	for g := range crawl.GroupBody {
		v := variant(tagGroups, g.String())
		v.Groups[g] = v.Groups[crawl.GroupBody]
		all = append(all, v)
	}
	for i, name := range []string{"PageRank", "containing pages", "anchor"} {
		v := variant(priority, name)
		v.Whole, v.Strategy = "best-first", "best-first"
		if leaveOut(v.Terms[:], i) {
			all = append(all, v)
		}
	}
	if whole != "tabu" {
		return all
	}
	ranker, balance, list := variant(ablateSearch, "learned ranker"), variant(ablateSearch, "balance over hosts"), variant(ablateSearch, "tabu list")
	ranker.Strategy, balance.Balance, list.Tries = "tabu/"+strategy.ByPriority, 0, never
	return append(all, ranker, balance, list)
}

// leaveOut sets weight i to 0 and raises the others in proportion, so that they
// still add up to 1. It reports false if the weight is 0 already or is the only
// one.
func leaveOut(weights []float64, i int) bool {
	if weights[i] <= 0 || weights[i] >= 1 {
		return false
	}
	rest := 1 - weights[i]
	weights[i] = 0
	for j := range weights {
		weights[j] /= rest
	}
	return true
}
