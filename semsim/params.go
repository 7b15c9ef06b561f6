package semsim

import (
	"cmp"
	"math"

	"github.com/ontocrawl/ontocrawl/internal/english"
)

// Weights are the weights of the five factors, alpha to epsilon of eq 2. They
// are not negative and add up to 1, so that a similarity stays within 0 and 1.
type Weights struct {
	Dis float64 // alpha: distance
	Den float64 // beta: density
	Dep float64 // gamma: depth
	Coi float64 // delta: shared ancestors
	Rel float64 // epsilon: relations on the path
}

// RelationWeights are V of eq 1, 0 to 1: how much similarity an edge passes on.
// Differences below 1e-9 are ignored.
type RelationWeights struct {
	Synonym  float64
	IsA      float64
	Includes float64
}

// Params are the parameters of the measure. A zero field means its default, the
// zero Params the paper's printed values.
type Params struct {
	Tau     float64         // the distance at which IFDis is 1/2; default 34
	Weights Weights         // default .80, .04, .06, .03, .07
	V       RelationWeights // default 1, .8, .6 (not printed; ordered as the text says)
}

// Defaults returns the values that the zero Params stand for.
func Defaults() Params {
	return Params{
		Tau:     34,
		Weights: Weights{Dis: .80, Den: .04, Dep: .06, Coi: .03, Rel: .07},
		V:       RelationWeights{Synonym: 1, IsA: .8, Includes: .6},
	}
}

// WeightsError says that the weights of the factors do not add up to 1.
type WeightsError struct {
	Weights Weights
	Sum     float64
}

func (e *WeightsError) Error() string { return e.Message().String() }

// Message implements [english.Sentence].
func (e *WeightsError) Message() english.Phrase {
	w := e.Weights
	return english.Phrasef("semsim: the weights of the five factors add up to %v, not to 1 (alpha %v + beta %v + gamma %v + delta %v + epsilon %v)",
		e.Sum, w.Dis, w.Den, w.Dep, w.Coi, w.Rel)
}

// RangeError says that a parameter is out of its range.
type RangeError struct {
	Name  string // "tau", "alpha", ...
	Value float64
	Want  string
}

func (e *RangeError) Error() string { return e.Message().String() }

// Message implements [english.Sentence].
func (e *RangeError) Message() english.Phrase {
	return english.Phrasef("semsim: %s is %v, but it must be %s", e.Name, e.Value, english.Word(e.Want))
}

// slack is how far the sum of the weights may be from 1: decimal fractions do
// not add up exactly in binary.
const slack = 1e-9

// fill sets the defaults of zero fields and checks the rest.
func (p Params) fill() (Params, error) {
	d := Defaults()
	p.Tau, p.Weights, p.V = cmp.Or(p.Tau, d.Tau), cmp.Or(p.Weights, d.Weights), cmp.Or(p.V, d.V)
	return p, p.check()
}

func (p Params) check() error {
	if !(p.Tau > 0) || math.IsInf(p.Tau, 1) {
		return &RangeError{"tau", p.Tau, string(english.Word("a number above 0"))}
	}
	w := p.Weights
	for _, f := range []struct {
		name  string
		value float64
		most  float64
		want  english.Word
	}{
		{"alpha", w.Dis, math.MaxFloat64, english.Word("a number not below 0")},
		{"beta", w.Den, math.MaxFloat64, english.Word("a number not below 0")},
		{"gamma", w.Dep, math.MaxFloat64, english.Word("a number not below 0")},
		{"delta", w.Coi, math.MaxFloat64, english.Word("a number not below 0")},
		{"epsilon", w.Rel, math.MaxFloat64, english.Word("a number not below 0")},
		{"V(Synonym)", p.V.Synonym, 1, english.Word("from 0 to 1")},
		{"V(Is-a)", p.V.IsA, 1, english.Word("from 0 to 1")},
		{"V(Includes)", p.V.Includes, 1, english.Word("from 0 to 1")},
	} {
		if !(f.value >= 0 && f.value <= f.most) {
			return &RangeError{f.name, f.value, string(f.want)}
		}
	}
	if sum := w.Dis + w.Den + w.Dep + w.Coi + w.Rel; math.Abs(sum-1) > slack {
		return &WeightsError{Weights: w, Sum: sum}
	}
	return nil
}
