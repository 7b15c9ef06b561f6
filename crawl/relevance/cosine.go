package relevance

import (
	"math"

	"github.com/ontocrawl/ontocrawl/crawl"
)

// present is eq 6 over the concepts that the page has, times how many they
// are: cos(T, D) * m/(m+h) * g, with m concepts present, h = 1 for a page and
// 1/2 for an anchor, g = 1/2 without a core concept. Over the concepts present
// the cosine alone would be near 1 for a single stray mention.
func (j *Judge) present(b *bag) float64 {
	d := j.vector(b, func(h *hit) float64 { return j.groups[h.group] })
	for e, f := range d {
		if f > 1 { // below, tf is linear: mentions that layout weighs down count less than one
			d[e] = 1 + math.Log(f)
		}
	}
	var dot, tt, dd float64
	m, g := 0.0, 0.5
	for e, v := range d {
		if v == 0 {
			continue
		}
		m++
		dot, tt, dd = dot+j.weight[e]*v, tt+j.weight[e]*j.weight[e], dd+v*v
		if j.core[e] {
			g = 1
		}
	}
	if dot == 0 {
		return 0
	}
	h := 1.0
	if b.anchor {
		h = 0.5
	}
	j.shares(b, d)
	return min(1, dot/math.Sqrt(tt*dd)) * m / (m + h) * g
}

// literal is eq 6 as printed: the cosine of the topic's vector and the page's
// over all concepts. Topic vectors are nearly uniform, so it measures how many
// of the concepts the page has: about sqrt(m/n).
func (j *Judge) literal(b *bag) float64 {
	var all [crawl.NumGroups]float64 // WF_k
	for i := range b.hits {
		all[b.hits[i].group] += b.hits[i].mass
	}
	d := j.vector(b, func(h *hit) float64 { return j.groups[h.group] / all[h.group] })
	var dot, tt, dd float64
	for e, v := range d {
		dot, tt, dd = dot+j.weight[e]*v, tt+j.weight[e]*j.weight[e], dd+v*v
	}
	if dot == 0 {
		return 0
	}
	j.shares(b, d)
	return min(1, dot/math.Sqrt(tt*dd))
}

// vector returns the page's vector over the entries: the sum of what its hits
// weigh.
func (j *Judge) vector(b *bag, weight func(*hit) float64) []float64 {
	d := make([]float64, len(j.weight))
	for i := range b.hits {
		h := &b.hits[i]
		h.share = h.mass * weight(h)
		d[h.entry] += h.share
	}
	return d
}

// shares gives each hit its part of the product that is the cosine's
// numerator.
func (j *Judge) shares(b *bag, d []float64) {
	sum := make([]float64, len(d))
	for i := range b.hits {
		sum[b.hits[i].entry] += b.hits[i].share
	}
	for i := range b.hits {
		if h := &b.hits[i]; sum[h.entry] > 0 {
			h.share *= j.weight[h.entry] * d[h.entry] / sum[h.entry]
		}
	}
}
