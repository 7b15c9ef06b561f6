package relevance

import (
	"math"

	"github.com/ontocrawl/ontocrawl/internal/stats"
)

// present is eq 6 over the concepts in the page, times their number: cos(T, D)
// * m/(m+h) * g, with m concepts present, h = 1 for a page and 1/2 for an
// anchor, g = 1/2 without a core concept. Over the concepts present the cosine
// alone would be near 1 for a single stray mention.
func (j *Judge) present(b *bag) float64 {
	d := j.vector(b)
	m, g, tt := 0.0, 0.5, 0.0
	for e, v := range d {
		if v == 0 {
			continue
		}
		m++
		tt += j.weight[e] * j.weight[e]
		if j.core[e] {
			g = 1
		}
	}
	h := 1.0
	if b.anchor {
		h = 0.5
	}
	return j.cosine(d, tt) * m / (m + h) * g
}

// literal is eq 6 as printed: the cosine of the topic's vector and the page's
// over all concepts. Topic vectors are nearly uniform, so it measures how many
// of the concepts the page has: about sqrt(m/n). The paper's threshold, 0.62,
// then takes more than a third of all concepts on one page.
func (j *Judge) literal(b *bag) float64 {
	tt := 0.0
	for _, w := range j.weight {
		tt += w * w
	}
	return j.cosine(j.vector(b), tt)
}

// vector returns the page's vector over the entries: 1 + ln f, where f sums the
// mentions of a concept, each times W_k/W_5 of its tag group; for f < 1, where
// layout lowers the weight of all mentions, it is f. Eq 5 divides by the
// group's total; then a single mention in the title would weigh as much as a
// whole text. The inverse document frequency is left at 1: in a focused crawl
// it would lower the weight of the very words sought, and a judgement would
// depend on its time.
func (j *Judge) vector(b *bag) []float64 {
	d, scale := make([]float64, len(j.weight)), make([]float64, len(j.weight))
	for i := range b.hits {
		h := &b.hits[i]
		h.share = h.mass * j.groups[h.group]
		d[h.entry] += h.share
	}
	for e, f := range d {
		if f > 1 {
			d[e] = 1 + math.Log(f)
		}
		if f > 0 {
			scale[e] = j.weight[e] * d[e] / f
		}
	}
	for i := range b.hits { // the share of each in the numerator of the cosine
		b.hits[i].share *= scale[b.hits[i].entry]
	}
	return d
}

// cosine is the cosine of the topic's vector, whose square is tt, and d.
func (j *Judge) cosine(d []float64, tt float64) float64 {
	var dot, dd float64
	for e, v := range d {
		dot, dd = dot+j.weight[e]*v, dd+v*v
	}
	if dot == 0 {
		return 0
	}
	return min(1, dot/math.Sqrt(tt*dd))
}

// centroid asks both how much of the topic a page has and how much of the page
// is the topic:
//
//	R = sqrt(cos(T, D) * x / (x + 1))
//
// with the cosine over all concepts, as in literal, and x the weighted mentions
// in a hundred words, as in full-text. It serves topics taken from sample
// documents, which have no core concept: a page with all the words once in ten
// thousand passes the first factor only, a page that repeats one word the
// second only.
func (j *Judge) centroid(b *bag) float64 {
	cos := j.literal(b)
	sum := b.shares()
	half := make([]float64, len(b.hits)) // each factor has half the evidence
	for i := range b.hits {
		half[i] = stats.Ratio(b.hits[i].share, sum)
	}
	dense := j.fullText(b)
	sum = b.shares()
	for i := range b.hits {
		b.hits[i].share = half[i] + stats.Ratio(b.hits[i].share, sum)
	}
	return math.Sqrt(cos * dense)
}
