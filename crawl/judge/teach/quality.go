package teach

import (
	"cmp"
	"math/rand/v2"
	"slices"

	"github.com/ontocrawl/ontocrawl/internal/sorts"
)

// Range is a figure with the interval that holds 90 % of the draws of a bootstrap over the
// marked pages.
type Range struct {
	Mean float64 `json:"mean"` // on all of them
	Low  float64 `json:"low"`
	High float64 `json:"high"`
}

// Figures say how well verdicts agree with the marks.
type Figures struct {
	Precision Range `json:"precision"`
	Recall    Range `json:"recall"` // of the pages marked right
	F1        Range `json:"f1"`
	AP        Range `json:"ap"` // average precision: of the order by relevance, whatever the threshold
}

// verdict is how far above the threshold a page is judged, and whether it is right.
type verdict struct {
	score float64
	right bool
}

// folds is into how many parts the marked pages are split for cross-validation: each part is judged
// by a model of the others.
const folds = 10

// crossValidate returns the verdicts on each example by the judge, and by models that did not see
// it, in the order of the examples. Examples are sorted by address, so neighbours, which are often
// alike, come into different parts. Each part has about as many right pages as the others.
func (l *learner) crossValidate() (before, after []verdict) {
	part := make([]int, len(l.examples))
	seen := map[bool]int{}
	for i := range l.examples {
		right := l.examples[i].Right
		part[i] = seen[right] % folds
		seen[right]++
	}
	before, after = make([]verdict, len(part)), make([]verdict, len(part))
	for k := range min(folds, len(part)) {
		var at []int
		for i := range part {
			if part[i] != k {
				at = append(at, i)
			}
		}
		m := l.fit(at)
		for i := range part {
			if part[i] == k {
				e := &l.examples[i]
				before[i] = verdict{e.Relevance - l.opt.Phi, e.Right}
				after[i] = verdict{m.scoreOf(e, l.features[i]), e.Right}
			}
		}
	}
	return before, after
}

// scoreOf is the logit of the probability that an example is right. One without evidence is not
// corrected.
func (m *Model) scoreOf(e *Example, fs []feature) float64 {
	if !(e.Relevance > 0) {
		return never
	}
	s, _ := m.sum(e.Relevance, fs)
	return s
}

// never is a score below all others.
const never = -1e6

// cutOf returns the probability above which a page is to be called right so that F1 becomes as
// large as possible: half of that F1 (Lipton, Elkan and Naryanaswamy, "Optimal thresholding of
// classifiers to maximize F1 measure", ECML 2014, theorem 2), which cross-validation estimates. It
// is held above leastCut, for few marks.
func cutOf(after []verdict) float64 {
	return round(min(max(leastCut, figures(after).f1/2), .5))
}

// lowered returns the verdicts against a cut.
func lowered(vs []verdict, cut float64) []verdict {
	out := slices.Clone(vs)
	for i := range out {
		out[i].score -= logit(cut)
	}
	return out
}

// numbers are figures without intervals.
type numbers struct{ precision, recall, f1, ap float64 }

func figures(vs []verdict) (n numbers) {
	found, right, both := 0, 0, 0
	for _, v := range vs {
		if v.score > 0 {
			found++
		}
		if v.right {
			right++
		}
		if v.right && v.score > 0 {
			both++
		}
	}
	n.precision, n.recall = ratio(both, found), ratio(both, right)
	n.f1 = ratio(2*both, found+right)
	n.ap = averagePrecision(vs)
	return n
}

func ratio(a, b int) float64 {
	if b == 0 {
		return 0
	}
	return float64(a) / float64(b)
}

// averagePrecision is the mean, over the right pages, of the precision down to each of them. Wrong
// pages of equal score come first.
func averagePrecision(vs []verdict) float64 {
	vs = slices.Clone(vs)
	sorts.Func(vs, func(a, b verdict) int {
		if a.score != b.score {
			return cmp.Compare(b.score, a.score)
		}
		switch {
		case a.right == b.right:
			return 0
		case a.right:
			return 1
		}
		return -1
	})
	right, sum := 0, 0.0
	for i, v := range vs {
		if v.right {
			right++
			sum += float64(right) / float64(i+1)
		}
	}
	if right == 0 {
		return 0
	}
	return sum / float64(right)
}

// draws of the bootstrap. Its seed is fixed, so the same marks give the same intervals.
const draws = 400

// compare returns the figures before and after with their intervals, and in what share of the draws
// F1 is greater after. A draw takes the same pages for both.
func compare(before, after []verdict) (was, now Figures, better float64) {
	r := rand.New(rand.NewPCG(1, 2))
	var a, b [draws]numbers
	x, y := make([]verdict, len(before)), make([]verdict, len(before))
	for k := range draws {
		for i := range x {
			at := r.IntN(len(before))
			x[i], y[i] = before[at], after[at]
		}
		a[k], b[k] = figures(x), figures(y)
		if b[k].f1 > a[k].f1 {
			better += 1. / draws
		}
	}
	return ranges(figures(before), a[:]), ranges(figures(after), b[:]), better
}

func ranges(all numbers, drawn []numbers) Figures {
	of := func(x func(*numbers) float64) Range {
		list := make([]float64, len(drawn))
		for i := range drawn {
			list[i] = x(&drawn[i])
		}
		slices.Sort(list)
		return Range{Mean: x(&all), Low: list[len(list)/20], High: list[len(list)-1-len(list)/20]}
	}
	return Figures{
		Precision: of(func(n *numbers) float64 { return n.precision }), Recall: of(func(n *numbers) float64 { return n.recall }),
		F1: of(func(n *numbers) float64 { return n.f1 }), AP: of(func(n *numbers) float64 { return n.ap }),
	}
}
