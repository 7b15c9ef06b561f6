package ablate

import (
	"context"

	"github.com/ontocrawl/ontocrawl/crawl/eval"
)

// Result says what a part of a method contributes.
type Result struct {
	Part       string        `json:"part"`     // what kind of part it is: "similarity", ...
	Without    string        `json:"without"`  // what was left out
	Strategy   string        `json:"strategy"` // of which
	Given      string        `json:"budget_given"`
	AreaRatio  eval.Interval `json:"area_ratio"` // without the part
	Difference eval.Interval `json:"difference"` // with the part less without it
	P          float64       `json:"p"`          // two-sided, by flipping signs
	F1         eval.Interval `json:"f1"`         // of the own judge's verdicts, without the part
	WholeF1    eval.Interval `json:"whole_f1"`   // with the part
}

// Study runs the variants of a method.
type Study struct {
	Plan     *eval.Plan      // of the whole methods; the first budget counts
	Settings eval.Settings   // of the method to take apart
	New      eval.NewEntrant // makes the variants
	Done     func(n, of int) // nil, or called after each variant
}

// Run compares every variant with the runs of its whole method in r, a result of
// the plan. A whole method that r lacks is run first.
func (s *Study) Run(ctx context.Context, r *eval.Result) ([]Result, error) {
	variants := Variants(s.Settings)
	results := make([]Result, 0, len(variants))
	wholes := map[string][]*eval.Run{}
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
func (s *Study) runs(ctx context.Context, settings eval.Settings) ([]*eval.Run, error) {
	e, err := s.New(ctx, settings)
	if err != nil {
		return nil, err
	}
	p := *s.Plan
	p.Entrants, p.Budgets, p.Done = []eval.Entrant{e}, p.Budgets[:1], nil
	r, err := p.Run(ctx)
	if err != nil {
		return nil, err
	}
	return r.RunsOf(e.Name, p.Budgets[0].String()), nil
}

func (s *Study) compare(v Variant, with, without []*eval.Run) Result {
	stats := eval.NewStats(s.Plan.Repeat, s.Plan.Seed)
	area := func(r *eval.Run) float64 { return r.AreaRatio }
	f1 := func(r *eval.Run) float64 { return r.F1 }
	res := Result{
		Part: v.Part, Without: v.Without, Strategy: v.Whole, Given: s.Plan.Budgets[0].String(),
		AreaRatio: stats.Mean(without, area), F1: stats.Mean(without, f1), WholeF1: stats.Mean(with, f1),
	}
	res.Difference, res.P = stats.Difference(with, without, area)
	return res
}
