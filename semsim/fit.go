package semsim

import (
	"context"
	"math"
)

// Fitted are weights of the five factors that agree best with judgements.
type Fitted struct {
	Weights Weights
	Agreement
	// Held is the agreement by Pearson of pairs under weights that were not fitted to them. Error is its standard
	// error.
	Held, Error float64
	Folds       int
}

// Fit finds the weights under which the five factors agree best with judgements, by Pearson, with the other
// parameters of p. Cross-validation over ten folds, or fewer so that each
// has three pairs, says what to expect of other pairs.
func Fit(ctx context.Context, g Graph, p Params, all []Judgement) (*Fitted, error) {
	f, err := newFitter(g, p, all)
	if err != nil {
		return nil, err
	}
	every := make([]int, len(all))
	for i := range every {
		every[i] = i
	}
	best := &Fitted{Folds: max(2, min(10, len(all)/3))}
	if best.Weights, err = f.fit(ctx, every); err != nil {
		return nil, err
	}
	best.Agreement = Agree(f.sims(best.Weights, every), f.of(every))
	held := make([]float64, len(all))
	for fold := range best.Folds {
		var train, test []int
		for i := range all {
			if i%best.Folds == fold {
				test = append(test, i)
			} else {
				train = append(train, i)
			}
		}
		w, err := f.fit(ctx, train)
		if err != nil {
			return nil, err
		}
		for i, sim := range f.sims(w, test) {
			held[test[i]] = sim
		}
	}
	best.Held = pearson(held, f.of(every))
	best.Error = (1 - best.Held*best.Held) / math.Sqrt(float64(max(len(all)-3, 1))) // as of any correlation
	return best, nil
}

// fitter holds the five factors of every pair of meanings.
type fitter struct {
	scores  []float64
	factors [][][5]float64 // by judgement, of each pair of meanings
}

// newFitter asks five measures, each of one factor alone.
func newFitter(g Graph, p Params, all []Judgement) (*fitter, error) {
	f := &fitter{factors: make([][][5]float64, len(all))}
	for i, j := range all {
		f.scores = append(f.scores, j.Score)
		f.factors[i] = make([][5]float64, len(j.A)*len(j.B))
	}
	for k := range 5 {
		p.Weights = weightsOf(k)
		m, err := New(g, p)
		if err != nil {
			return nil, err
		}
		for i, j := range all {
			for x, a := range j.A {
				for y, b := range j.B {
					f.factors[i][x*len(j.B)+y][k] = m.Sim(a, b)
				}
			}
		}
	}
	return f, nil
}

func weightsOf(factor int) Weights {
	var w [5]float64
	w[factor] = 1
	return fromArray(w)
}

func fromArray(w [5]float64) Weights { return Weights{w[0], w[1], w[2], w[3], w[4]} }

func (f *fitter) of(pairs []int) []float64 {
	all := make([]float64, len(pairs))
	for i, p := range pairs {
		all[i] = f.scores[p]
	}
	return all
}

// sims returns the similarity of the most similar meanings of each pair.
func (f *fitter) sims(w Weights, pairs []int) []float64 {
	all := make([]float64, len(pairs))
	for i, p := range pairs {
		for _, x := range f.factors[p] {
			all[i] = max(all[i], w.Dis*x[0]+w.Den*x[1]+w.Dep*x[2]+w.Coi*x[3]+w.Rel*x[4])
		}
	}
	return all
}

// fit moves weight from one factor to another while that helps, in steps that are halved from .32 to .01: a pattern search
// (Hooke and Jeeves, J. ACM 8(2), 1961) on whole hundredths, from the default weights and from each
// factor alone.
func (f *fitter) fit(ctx context.Context, pairs []int) (Weights, error) {
	scores := f.of(pairs)
	value := func(w [5]int) float64 { return pearson(f.sims(hundredths(w), pairs), scores) }
	starts := [][5]int{{80, 4, 6, 3, 7}, {20, 20, 20, 20, 20}}
	for k := range 5 {
		var w [5]int
		w[k] = 100
		starts = append(starts, w)
	}
	best, most := starts[0], math.Inf(-1)
	for _, w := range starts {
		if err := ctx.Err(); err != nil {
			return Weights{}, err
		}
		now := value(w)
		for step := 32; step > 0; {
			to, gain := w, now
			for from := range 5 {
				for into := range 5 {
					if next := w; from != into && w[from] >= step {
						next[from] -= step
						next[into] += step
						if v := value(next); v > gain+1e-12 {
							to, gain = next, v
						}
					}
				}
			}
			if to == w {
				step /= 2
			}
			w, now = to, gain
		}
		if now > most+1e-12 {
			best, most = w, now
		}
	}
	return hundredths(best), nil
}

func hundredths(w [5]int) Weights {
	var x [5]float64
	for i, n := range w {
		x[i] = float64(n) / 100
	}
	return fromArray(x)
}
