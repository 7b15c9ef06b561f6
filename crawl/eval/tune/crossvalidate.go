package tune

import (
	"fmt"
	"slices"

	"github.com/ontocrawl/ontocrawl/crawl/eval"
)

// Scores are what candidate settings reached in cases. All cases of one web are
// in one fold, because settings that suit one topic of a web may suit its other
// topics just because of the web.
type Scores struct {
	Cases []string    // a name of each
	Folds []string    // of each case
	Score [][]float64 // [candidate][case]; candidate 0 is the default
}

// Found is the result of cross-validation.
type Found struct {
	Candidate int           `json:"-"`        // the best on all cases
	Default   float64       `json:"default"`  // mean score of the default over the cases
	InSample  float64       `json:"insample"` // that of the candidate, on the cases it was chosen by
	Folds     []Fold        `json:"folds"`
	Gain      eval.Interval `json:"held_out_gain"` // found less default, on the cases not chosen by
	Gains     []float64     `json:"gains"`         // by case
}

// Fold is one web: the candidate that is best on all other webs, tried on this
// one.
type Fold struct {
	Web       string         `json:"fold"`
	Candidate int            `json:"-"`
	Default   float64        `json:"default"`
	Found     float64        `json:"found"`
	Chosen    map[string]any `json:"chosen"` // the candidate's settings
}

// Sure reports whether the interval of the gain lies above 0.
func (f *Found) Sure() bool { return f.Gain.Low > 0 }

// CrossValidate chooses the best candidate for each fold by the cases of the
// other folds, and measures what it gains over the default on this fold's cases:
// what a choice by search is worth on unseen webs (Stone, J. R. Stat. Soc. B
// 36(2), 1974). Of equal candidates the first wins, so the default before all.
func (s *Scores) CrossValidate(seed uint64) (*Found, error) {
	var folds []string
	for _, f := range s.Folds {
		if !slices.Contains(folds, f) {
			folds = append(folds, f)
		}
	}
	if len(folds) < 2 {
		return nil, fmt.Errorf("crawl/eval/tune: cross-validation needs two folds or more, there is %d", len(folds))
	}
	all := func(int) bool { return true }
	best := s.best(all)
	f := &Found{Candidate: best, Default: s.mean(0, all), InSample: s.mean(best, all), Gains: make([]float64, len(s.Cases))}
	for _, fold := range folds {
		within := func(k int) bool { return s.Folds[k] == fold }
		c := s.best(func(k int) bool { return !within(k) })
		f.Folds = append(f.Folds, Fold{Web: fold, Candidate: c, Default: s.mean(0, within), Found: s.mean(c, within)})
		for k := range s.Cases {
			if within(k) {
				f.Gains[k] = s.Score[c][k] - s.Score[0][k]
			}
		}
	}
	f.Gain = eval.NewStats(len(f.Gains), seed).Interval(f.Gains)
	return f, nil
}

// best is the candidate with the greatest mean over the cases that in accepts.
func (s *Scores) best(in func(int) bool) (best int) {
	most := s.mean(0, in)
	for c := range s.Score {
		if m := s.mean(c, in); m > most+1e-12 {
			best, most = c, m
		}
	}
	return best
}

func (s *Scores) mean(candidate int, in func(int) bool) float64 {
	sum, n := 0.0, 0
	for k, x := range s.Score[candidate] {
		if in(k) {
			sum, n = sum+x, n+1
		}
	}
	if n == 0 {
		return 0
	}
	return sum / float64(n)
}
