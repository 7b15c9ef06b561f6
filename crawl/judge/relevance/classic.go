package relevance

import (
	"math"

	"github.com/ontocrawl/ontocrawl/internal/stats"
)

// The judges that a thesis on topic-based collecting compares with the vector
// space model (Li Shengtao 2002). It names them after the models of retrieval
// and gives no formulas; these are the models' usual ones. All judges count the
// same mentions (weigh.go).

// fullText is retrieval by full text: the frequency of the topic's words,
// whatever their place. With f mentions, each times the weight of its concept,
// in n words
//
//	R = x / (x + 1),  x = 100 f / n
//
// so one word of the topic in a hundred gives a half.
func (j *Judge) fullText(b *bag) float64 {
	f := 0.0
	for i := range b.hits {
		h := &b.hits[i]
		h.share = h.mass * j.weight[h.entry]
		f += h.share
	}
	x := 100 * f / float64(max(1, b.words))
	return x / (x + 1)
}

// boolean asks whether a page matches the query
//
//	(c1 OR c2 OR ...) AND (a second concept)
//
// with ci the core concepts: 1 if so, else 0. A topic of one concept asks for
// that alone, and so does an anchor, which has no room for a second.
func (j *Judge) boolean(b *bag) float64 {
	first, second, core := int32(-1), false, false
	for i := range b.hits {
		h := &b.hits[i]
		h.share = h.mass
		core = core || j.core[h.entry]
		second = second || first >= 0 && h.entry != first
		first = h.entry
	}
	if core && (second || b.anchor || len(j.weight) == 1) {
		return 1
	}
	for i := range b.hits {
		b.hits[i].share = 0
	}
	return 0
}

// pNorm is the extended Boolean model (Salton, Fox, Wu 1983) for the query (OR
// of the core concepts) AND (OR of the others), with p = 2:
//
//	or  = sqrt(SUM w^2 d^2 / SUM w^2)
//	and = 1 - sqrt(((1-x)^2 + (1-y)^2) / 2)
//
// where w is the weight of a concept and d = f/(f+1) the strength of the
// concept in the page, f being its mentions times W_k/W_5 of their tag groups.
// If there are only core concepts, or none, it is the OR alone.
func (j *Judge) pNorm(b *bag) float64 {
	f := make([]float64, len(j.weight))
	for i := range b.hits {
		h := &b.hits[i]
		h.share = h.mass * j.groups[h.group]
		f[h.entry] += h.share
	}
	var num, den [2]float64
	for e, w := range j.weight {
		k := 0
		if j.core[e] {
			k = 1
		}
		d := f[e] / (f[e] + 1)
		num[k] += w * w * d * d
		den[k] += w * w
	}
	for i := range b.hits { // each is part of the OR of its kind
		h := &b.hits[i]
		w := j.weight[h.entry]
		h.share *= w * w * f[h.entry] / ((f[h.entry] + 1) * (f[h.entry] + 1))
	}
	switch {
	case den[0] == 0:
		return math.Sqrt(num[1] / den[1])
	case den[1] == 0:
		return math.Sqrt(num[0] / den[0])
	}
	x, y := 1-math.Sqrt(num[1]/den[1]), 1-math.Sqrt(num[0]/den[0])
	return 1 - math.Sqrt((x*x+y*y)/2)
}

// odds holds the shares of pages on and off the topic that have a concept.
type odds struct{ on, off float64 }

// gain returns what the concept's presence adds to the log-odds, compared with its
// absence.
func (o odds) gain() float64 { return math.Log(o.on * (1 - o.off) / (o.off * (1 - o.on))) }

// none returns what its absence adds.
func (o odds) none() float64 { return math.Log((1 - o.on) / (1 - o.off)) }

// Measured on the four labelled sets of judges, as means over the concepts of a
// topic and then over the sets: the share of pages with a concept, and of pages
// on the topic. The model needs them for each concept, which takes examples
// that nobody has when a crawl begins.
var (
	coreOdds  = odds{on: .181, off: .0020}
	otherOdds = odds{on: .198, off: .0059}
)

const onTopicShare = .009

// sharpness flattens the log-odds. The model assumes independent concepts;
// related concepts come together, so without it nearly every page would be
// certain.
const sharpness = .25

// probabilistic is the binary independence model (Robertson, Sparck Jones
// 1976): the probability that a page is on the topic, given the concepts in it,
// each independent of the others. A page without concepts gives 0.
func (j *Judge) probabilistic(b *bag) float64 {
	if len(b.hits) == 0 {
		return 0
	}
	logOdds := math.Log(onTopicShare / (1 - onTopicShare))
	present := make([]float64, len(j.weight)) // mass
	for i := range b.hits {
		present[b.hits[i].entry] += b.hits[i].mass
	}
	for e, mass := range present {
		o := j.oddsOf(e)
		if logOdds += o.none(); mass > 0 {
			logOdds += o.gain()
		}
	}
	for i := range b.hits {
		h := &b.hits[i]
		h.share = j.oddsOf(int(h.entry)).gain() * stats.Ratio(h.mass, present[h.entry])
	}
	return stats.Logistic(sharpness * logOdds)
}

func (j *Judge) oddsOf(entry int) odds {
	if j.core[entry] {
		return coreOdds
	}
	return otherOdds
}
