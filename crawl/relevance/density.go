package relevance

import "math"

// The constants of the density judgement. The rule was found on stored webs of
// labelled pages (see judges). There no F1 falls by more than 0.05 when any
// of them but half, which only moves the threshold, changes by a quarter.
const (
	smoothing   = 200 // words: a mention on a page of a few words is not yet a topic
	anchorWords = 10  // the same for an anchor, which has a few words by nature
	spreadGain  = 0.5
	otherGain   = 0.2
	otherSlack  = 0.5 // how far other concepts may exceed the core ones
	anchorSlack = 2.5 // an anchor that names another concept of the topic is a hint
	headGain    = 2.0
	half        = 2.0 // evidence at which the relevance is 1/2
)

// density judges by how dense the topic's concepts stand in a page:
//
//	hc = sum over mentions of core concepts of weight * place * position
//	hn = the same over the other concepts
//	d  = 100 hc / (words + 200),  dn = 100 hn / (words + 200)
//	e  = d + 0.2 min(dn, d + 0.5) + 0.5 ln(1 + hc) min(1, d) + 2 T
//	R  = e / (e + 2)
//
// weight is that of the topic vector, place what collect makes of it, position
// the square root of W_k/W_5 of the tag group. words are all words of the
// page, boilerplate too: short lists would look dense otherwise. T is 1 if a
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
			h.share *= ratio(others, hn)
		default:
			h.share = h.share*ratio(core, hc) + h.head*j.weight[h.entry]*ratio(bonus, heads)
		}
	}
	e := core + others + bonus
	return e / (e + half)
}

// masses sums up the hits, and leaves with each what it weighs.
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

// ratio is a/b, 0 if there is no b to give a part of a to.
func ratio(a, b float64) float64 {
	if b == 0 {
		return 0
	}
	return a / b
}
