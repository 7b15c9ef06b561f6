package eval

import "context"

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

// Ablate runs whole and the same without a part from the seeds of p, with its
// first budget. The names of the two differ.
func (p *Plan) Ablate(ctx context.Context, whole, without Entrant) (Ablated, error) {
	q := *p
	q.Entrants, q.Budgets, q.Done = []Entrant{whole, without}, p.Budgets[:min(1, len(p.Budgets))], nil
	r, err := q.Run(ctx)
	if err != nil {
		return Ablated{}, err
	}
	pair, bare := r.Pairs[0], r.Means[1].Of
	return Ablated{
		Without: without.Name, Strategy: whole.Name, Given: pair.Given, AreaRatio: bare["area_ratio"],
		Difference: pair.Difference, P: pair.P, F1: bare["f1"], WholeF1: r.Means[0].Of["f1"],
	}, nil
}
