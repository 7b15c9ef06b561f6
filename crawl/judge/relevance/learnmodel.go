package relevance

import (
	"cmp"
	"slices"
)

// model makes a model of what is kept; weight gives the topic's weight of a concept by
// number, already lowered if the concept is not core.
func (l *learner) model(weight []float64) *Model {
	l.made++
	m := &Model{Number: l.made, Pages: l.pages, Sure: l.sure, Rest: 1}
	n := float64(max(1, l.pages))
	m.Background = (l.evidence/max(1, n-float64(l.sure)) + .02) / (float64(l.sure)/n + .02)
	if l.rule.purity > 0 {
		l.learnPurity(m, weight)
	}
	if l.rule.words > 0 {
		l.learnWords(m)
	}
	return m
}

// learnPurity sets how far each concept is company:
//
//	rest = c/(c+1), c = sum over the other concepts f of the page of W_f s_f
//	p = (sum over pages of min(M,3) rest + 5 * .3) / (sum of min(M,3) + 5)
//
// with s = M / (M + words/400). W is the topic's weight at first, then that times
// the purity.
func (l *learner) learnPurity(m *Model, weight []float64) {
	w, purity := slices.Clone(weight), make([]float64, len(weight))
	rest := 1.0
	for range l.rule.purity {
		met, alone := make([]float64, len(w)), make([]float64, len(w))
		for _, s := range l.all {
			l.meet(s, w, met, alone)
		}
		top := 0.0
		for e := range purity {
			purity[e] = (met[e] + l.rule.trust*l.rule.prior) / (alone[e] + l.rule.trust)
			top = max(top, purity[e])
		}
		if top == 0 {
			return
		}
		rest = l.rule.prior / top
		for e := range purity {
			purity[e] /= top
			w[e] = weight[e] * purity[e]
		}
	}
	m.Rest = min(1, rest)
	m.Purity = make(map[string]float64, len(purity))
	for e, p := range purity {
		m.Purity[l.iris[e]] = p
	}
}

// meet adds one page to the sums of purity.
func (l *learner) meet(s *sample, w, met, all []float64) {
	n := (float64(s.length) + l.rule.smoothing) / company
	sum := 0.0
	for _, c := range s.concepts {
		sum += w[c.concept] * float64(c.count) / (float64(c.count) + n)
	}
	for _, c := range s.concepts {
		times := l.stands(s) * min(float64(c.count), 3)
		rest := max(0, sum-w[c.concept]*float64(c.count)/(float64(c.count)+n))
		met[c.concept] += times * rest / (rest + 1)
		all[c.concept] += times
	}
}

// measure sets the middle matches of the sure and of the other pages. If they do not
// differ the words are dropped.
func (l *learner) measure(m *Model) {
	var high, middle []weighted
	counts := make([]uint16, len(m.Words))
	for _, s := range l.best {
		high = append(high, weighted{m.raw(m.countsIn(l.wordsOf(s), counts), s.length, l.rule, nil), 1})
	}
	for _, s := range l.all {
		if s.other(l.rule) {
			middle = append(middle, weighted{m.raw(m.countsIn(l.wordsOf(s), counts), s.length, l.rule, nil), l.stands(s)})
		}
	}
	matches := slices.Clone(high) // median sorts
	if m.High, m.Middle = median(high), median(middle); !(m.High > m.Middle) {
		m.Words, m.High, m.Middle = nil, 0, 0
		return
	}
	m.Languages = map[string]int{}
	for i, s := range l.best { // words of one language match no pages of another
		if matches[i].value > m.Middle {
			m.Languages[s.lang]++
		}
	}
}

type weighted struct{ value, weight float64 }

// median is the least value that half of the weight does not exceed.
func median(list []weighted) float64 {
	slices.SortFunc(list, func(a, b weighted) int { return cmp.Compare(a.value, b.value) })
	half := 0.0
	for _, x := range list {
		half += x.weight / 2
	}
	for _, x := range list {
		if half -= x.weight; half <= 0 {
			return x.value
		}
	}
	return 0
}

func relevanceOf(e, half float64) float64 { return e / (e + half) }
