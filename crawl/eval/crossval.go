package eval

import (
	"fmt"
	"slices"
)

// Search is what candidate settings reached in cases. A case belongs to a fold:
// all cases of one web are in one, since what suits a web's topic may suit its
// other topics for the web's sake.
type Search struct {
	Cases []string    // a name of each
	Folds []string    // of each case
	Score [][]float64 // [candidate][case]; candidate 0 is the default
}

// Found is what cross-validation says of a search.
type Found struct {
	Candidate int       `json:"-"`        // the best on all cases
	Default   float64   `json:"default"`  // mean score of the default over the cases
	InSample  float64   `json:"insample"` // that of the candidate, on the cases it was chosen by
	Folds     []Held    `json:"folds"`
	Gain      Interval  `json:"held_out_gain"` // found less default, on the cases not chosen by
	Gains     []float64 `json:"gains"`         // by case
}

// Held is a fold: the candidate that is best on the cases of all others, on the
// cases of this one.
type Held struct {
	Fold      string  `json:"fold"`
	Candidate int     `json:"-"`
	Default   float64 `json:"default"`
	Found     float64 `json:"found"`
}

// Sure reports whether the gain is more than chance, as far as the interval tells.
func (f *Found) Sure() bool { return f.Gain.Low > 0 }

// CrossValidate chooses the best candidate for each fold by the cases of the
// others, and tells what it gains over the default on its own: what a choice by
// search is worth on webs that it has not seen (Stone, J. R. Stat. Soc. B 36(2),
// 1974). Of equals the first counts, so the default if it is among them.
func (s *Search) CrossValidate(seed uint64) (*Found, error) {
	var folds []string
	for _, f := range s.Folds {
		if !slices.Contains(folds, f) {
			folds = append(folds, f)
		}
	}
	if len(folds) < 2 {
		return nil, fmt.Errorf("crawl/eval: cross-validation takes two folds or more, there is %d", len(folds))
	}
	all := func(int) bool { return true }
	best := s.best(all)
	f := &Found{Candidate: best, Default: s.mean(0, all), InSample: s.mean(best, all), Gains: make([]float64, len(s.Cases))}
	for _, fold := range folds {
		within := func(k int) bool { return s.Folds[k] == fold }
		c := s.best(func(k int) bool { return !within(k) })
		f.Folds = append(f.Folds, Held{fold, c, s.mean(0, within), s.mean(c, within)})
		for k := range s.Cases {
			if within(k) {
				f.Gains[k] = s.Score[c][k] - s.Score[0][k]
			}
		}
	}
	f.Gain = newBootstrap(len(f.Gains), seed).interval(f.Gains)
	return f, nil
}

// best is the candidate of the greatest mean over the cases that in has.
func (s *Search) best(in func(int) bool) (best int) {
	most := s.mean(0, in)
	for c := range s.Score {
		if m := s.mean(c, in); m > most+1e-12 {
			best, most = c, m
		}
	}
	return best
}

func (s *Search) mean(candidate int, in func(int) bool) float64 {
	sum, n := 0.0, 0.0
	for k, x := range s.Score[candidate] {
		if in(k) {
			sum, n = sum+x, n+1
		}
	}
	return ratio(sum, n)
}
