package relevance

import (
	"math"

	"github.com/ontocrawl/ontocrawl/internal/stats"
)

// The constants of the density judge. The rule was found on stored webs of
// labelled pages (see judges). There no F1 falls by more than 0.05 when any of
// them changes by a quarter, except half, which only moves the threshold.
const (
	smoothing   = 200 // words: a mention on a page of a few words is not yet a topic
	anchorWords = 10  // the same for an anchor, which naturally has few words
	spreadGain  = 0.5
	otherGain   = 0.2
	otherSlack  = 0.5 // how far the other concepts may exceed the core ones
	anchorSlack = 2.5 // an anchor that names another concept of the topic is a hint
	headGain    = 2.0
	half        = 2.0 // evidence at which the relevance is 1/2
)

// density judges by how densely a page mentions the topic's concepts:
//
//	hc = sum over mentions of core concepts of weight * place * position
//	hn = the same over the other concepts
//	d  = 100 hc / (words + 200),  dn = 100 hn / (words + 200)
//	e  = d + 0.2 min(dn, d + 0.5) + 0.5 ln(1 + hc) min(1, d) + 2 T
//	R  = e / (e + 2)
//
// weight is from the topic vector, place from layout.weight, position is the
// square root of W_k/W_5 of the tag group. words counts all words of the page,
// boilerplate included: short lists would look dense otherwise. T is 1 if a
// core concept stands in the title, else the share of the h1 with one. The
// other concepts alone (losses, warnings, floods) make no page relevant: they
// belong to many disasters.
func (j *Judge) density(b *bag) float64 {
	hc, hn, heads := j.masses(b)
	n, slack := float64(b.words)+smoothing, otherSlack
	if b.anchor {
		n, slack = float64(b.words)+anchorWords, anchorSlack
	}
	d, dn := 100*hc/n, 100*hn/n
	others := otherGain * min(dn, d+slack)
	core := d + spreadGain*math.Log1p(hc)*min(1, d)
	bonus := headGain * b.heads
	for i := range b.hits {
		h := &b.hits[i]
		switch {
		case !j.core[h.entry]:
			h.share *= stats.Ratio(others, hn)
		default:
			h.share = h.share*stats.Ratio(core, hc) + h.head*j.weight[h.entry]*stats.Ratio(bonus, heads)
		}
	}
	e := core + others + bonus
	return e / (e + half)
}

// masses sums up the hits and sets the share of each.
func (j *Judge) masses(b *bag) (core, other, heads float64) {
	for i := range b.hits {
		h := &b.hits[i]
		h.share = h.mass * j.weight[h.entry] * math.Sqrt(j.groups[h.group])
		if j.core[h.entry] {
			core += h.share
			heads += h.head * j.weight[h.entry]
		} else {
			other += h.share
		}
	}
	return core, other, heads
}
