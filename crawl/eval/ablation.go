package eval

import (
	"context"
	"fmt"
)

// Ablated tells what a part of a method is worth: the method is run with it and
// without it.
type Ablated struct {
	Part       string   `json:"part"`     // what kind of part it is: "similarity", ...
	Without    string   `json:"without"`  // what was left out
	Strategy   string   `json:"strategy"` // of which
	Given      string   `json:"budget_given"`
	AreaRatio  Interval `json:"area_ratio"` // without it
	Difference Interval `json:"difference"` // with it less without it: what it brings
	P          float64  `json:"p"`          // two-sided, by flipping signs
	F1         Interval `json:"f1"`         // of the own judge's verdicts, without it
	WholeF1    Interval `json:"whole_f1"`   // with it
}

// Ablate runs a method without a part from the seeds of p, with its first
// budget, and sets it against whole's runs in r, a result of the same seeds and
// budget.
func (p *Plan) Ablate(ctx context.Context, r *Result, whole string, without Entrant) (Ablated, error) {
	q := *p
	q.Entrants, q.Budgets, q.Done = []Entrant{without}, p.Budgets[:min(1, len(p.Budgets))], nil
	bare, err := q.Run(ctx)
	if err != nil {
		return Ablated{}, err
	}
	given := q.Budgets[0].String()
	with, less := r.of(whole, given), bare.of(without.Name, given)
	if len(with) != len(less) {
		return Ablated{}, fmt.Errorf("crawl/eval: %d runs of %s to compare with %d without %s", len(with), whole, len(less), without.Name)
	}
	boot := newBootstrap(p.Repeat, p.Seed)
	var ratio, diff, f1, wholeF1 []float64
	for i, run := range less {
		ratio, diff = append(ratio, run.AreaRatio), append(diff, with[i].AreaRatio-run.AreaRatio)
		f1, wholeF1 = append(f1, run.F1), append(wholeF1, with[i].F1)
	}
	return Ablated{
		Without: without.Name, Strategy: whole, Given: given, AreaRatio: boot.interval(ratio),
		Difference: boot.interval(diff), P: signFlip(diff, p.Seed), F1: boot.interval(f1), WholeF1: boot.interval(wholeF1),
	}, nil
}
