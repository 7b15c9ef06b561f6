package relevance

import (
	"math"
	"slices"
	"strings"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/internal/stats"
)

// fielded judges a page by two verdicts. The first is the density of its mentions,
// weighted by their places as in BM25F (Robertson, Zaragoza and Taylor 2004):
//
//	N = words without code + 200
//	D = min(100 M / N, 100 (4 + .01 words) / N)   for each concept
//	d = sum over core concepts of W D,  dn = the same over the others
//	h = sum over core concepts of W M
//	e = d + .2 min(dn, d + .5) + .5 ln(1 + h) min(1, d) + 2 H + U
//
// On a brief page (brief.go) N is 1.5 words, at most 35, and H may be 1 without a core
// concept. M sums the mentions, each times the weight of its place. W is the weight of the
// topic vector, times the purity of the model. H is 1 if a core concept stands in the
// title, else the share of the h1 with one. U is the greatest W of a core concept in the
// last part of the address. The second verdict uses the learned words:
//
//	x = (F C L (e - 2 H + .1) + 2 H) (.35 + z)^2k + max(P, G)
//	R = x / (x + 1.5)
//
// z is the match of the words, from 0 to 2, and k = n/(n+40) says how far they are known in the page's language, of
// which there are n sure pages; without learned words the factor is 1. F tells topics whose words stand on many pages:
// ((s + .02) / (b + .02))^.7, from .5 to 1.25, with s the share of the sure pages and b the mean evidence of the
// others; .5 as long as nothing is learned. C = (33 / core concepts)^.3, from .5 to 2. L is e^.12 if a core concept
// stands within the first 60 words of the text, else e^-.18, times .75 if they stand in links alone. P is the first
// relevance of the page above, and G = 2 W if a name of the pages above names a core concept. On a page without a
// mention that counts x is max(P, G).
func (j *Judge) fielded(b *bag, p *crawl.Page) crawl.Score {
	r := j.rule
	length := max(0, p.Words-p.CodeWords)
	b.address = j.addressHit(b, p)
	j.setBrief(b, p, length)
	first := j.first(b, length, j.weight)
	if length == 0 && first == 0 {
		length = p.Words
	}
	j.words.of = nil
	f := j.featuresOf(b, p, first, length)
	v := verdict{first: first, fit: 1}
	if m := j.model; m != nil && first > 0 {
		v.first = j.first(b, length, j.softWeights(m))
		if len(m.Words) > 0 {
			w := j.matchOf(m)
			counts, language := w.counts(j, p)
			v.parts = w.parts
			v.fit = math.Pow(r.rest+m.match(counts, length, r, v.parts), r.bend*m.known(language, r))
		}
	}
	v.title = r.head * b.heads
	v.factor = j.model.factor(r) * j.coreFactor() * j.leadFactor(b)
	j.above(&v, p)
	if j.learner != nil {
		p.Features = f
	}
	s := crawl.Score{Relevance: v.relevance(r), Evidence: j.verdictEvidence(b, &v)}
	s.Relevant = s.Relevance > j.phi
	if j.model != nil {
		s.Model = j.model.Number
	}
	return s
}

// coreFactor lowers the evidence of topics with many core concepts: more of them stand
// on any page.
func (j *Judge) coreFactor() float64 {
	if j.rule.cores == 0 {
		return 1
	}
	n := 0
	for _, core := range j.core {
		if core {
			n++
		}
	}
	return min(max(leastCores, math.Pow(usualCores/float64(max(1, n)), j.rule.cores)), mostCores)
}

const (
	usualCores = 33 // core concepts
	leastCores = .5
	mostCores  = 2
)

// leadFactor returns the factor for the beginning of the text.
func (j *Judge) leadFactor(b *bag) float64 {
	r := j.rule
	switch {
	case r.lead == 0:
		return 1
	case b.lead:
		return math.Exp(r.lead * (1 - usualLead))
	case b.onlyAnchors(j.core): // they speak of other pages
		return math.Exp(-r.lead*usualLead) * r.anchors
	}
	return math.Exp(-r.lead * usualLead)
}

// onlyAnchors reports whether the core concepts of a page stand in links alone.
func (b *bag) onlyAnchors(core []bool) bool {
	if b.heads > 0 || b.address != nil {
		return false
	}
	for i := range b.hits {
		if h := &b.hits[i]; core[h.entry] && h.group != crawl.GroupAnchor {
			return false
		}
	}
	return true
}

// usualLead is how often the text of a relevant page begins with a core concept.
const usualLead = .6

// above sets what the pages above a page add: the greater of their relevance, if they
// are known, and of a core concept in their names; nothing to a page whose headline
// names another hazard, and no core concept.
func (j *Judge) above(v *verdict, p *crawl.Page) {
	if j.rule.parent > 0 {
		v.above, v.parent = j.parents.above(p.Final)
		v.parent *= j.rule.parent
	}
	for _, name := range p.Trail {
		if j.rule.section == 0 {
			break
		}
		for _, m := range j.lex.Find(name, nil) {
			if !j.knows(m.Entry) || !j.core[m.Entry] || acronym(name[m.Start:m.End]) {
				continue
			}
			if g := j.rule.section * j.weight[m.Entry]; g > v.parent {
				v.above, v.parent = name, g
			}
		}
	}
	if v.parent > 0 && v.title == 0 && slices.ContainsFunc(p.Blocks, func(b crawl.Block) bool { return (b.Title || b.H1) && otherHazard(&b) }) {
		v.above, v.parent = "", 0
	}
}

// first is the evidence of the first verdict with the concepts' weights w. It sets the
// shares of the hits.
func (j *Judge) first(b *bag, length int, w []float64) float64 {
	if len(b.hits) == 0 && b.address == nil {
		return 0
	}
	r, n := j.rule, float64(length)+j.rule.smoothing
	if b.brief {
		n = min(float64(length)*(1+r.brief), r.briefMost)
	}
	most := r.capTimes + r.capShare*float64(length)
	placed := j.placedByEntry(b)
	var d, dn, hc, heads float64
	for _, e := range placed.entries {
		x := w[e] * 100 * min(placed.sum[e], most) / n
		if j.core[e] {
			d += x
			hc += w[e] * placed.sum[e]
		} else {
			dn += x
		}
	}
	for i := range b.hits {
		heads += b.hits[i].head * j.weight[b.hits[i].entry]
	}
	spread := r.spread * math.Log1p(hc) * min(1, d)
	others := r.otherGain * min(dn, d+r.slack)
	title := r.head * b.heads
	e := d + others + spread + title
	for i := range b.hits {
		h := &b.hits[i]
		x := w[h.entry] * h.placed * stats.Ratio(100*min(placed.sum[h.entry], most)/n, placed.sum[h.entry])
		if !j.core[h.entry] {
			h.share = x * stats.Ratio(others, dn)
			if heads == 0 {
				h.share += title * stats.Ratio(x, dn)
			}
			continue
		}
		h.share = x + spread*stats.Ratio(w[h.entry]*h.placed, hc) + title*stats.Ratio(h.head*j.weight[h.entry], heads)
	}
	if a := b.address; a != nil {
		a.share = r.address * w[a.entry]
		e += a.share
	}
	return e
}

// entrySums are sums by entry; entries are those that have one.
type entrySums struct {
	sum     []float64
	entries []int32
}

// placedByEntry sums what the mentions of each concept count. It reuses its memory.
func (j *Judge) placedByEntry(b *bag) *entrySums {
	s := &j.sums
	if s.sum == nil {
		s.sum = make([]float64, len(j.weight))
	}
	for _, e := range s.entries {
		s.sum[e] = 0
	}
	s.entries = s.entries[:0]
	for i := range b.hits {
		h := &b.hits[i]
		if s.sum[h.entry] == 0 && h.placed > 0 {
			s.entries = append(s.entries, h.entry)
		}
		s.sum[h.entry] += h.placed
	}
	return s
}

// addressHit is the heaviest core concept in the last part of a page's address, if
// the page names a concept at all.
func (j *Judge) addressHit(b *bag, p *crawl.Page) *hit {
	if j.rule.address == 0 || len(b.hits) == 0 {
		return nil
	}
	words := urlWords(lastPart(p.Final))
	if words == "" {
		return nil
	}
	var best *hit
	for _, m := range j.lex.Find(words, nil) {
		if j.knows(m.Entry) && j.core[m.Entry] && (best == nil || j.weight[m.Entry] > j.weight[best.entry]) {
			label := words[m.Start:m.End]
			if !acronym(label) {
				best = &hit{entry: m.Entry, term: m.Term, count: 1, label: label}
			}
		}
	}
	return best
}

// lastPart is the address with only the last part of its path.
func lastPart(url string) string {
	url = trimAddress(url)
	at := strings.Index(url, "://")
	slash := strings.LastIndexByte(url, '/')
	if at < 0 || slash <= at+2 {
		return ""
	}
	return "http://h" + url[slash:]
}

// Groups of evidence that stands in no text of the page.
const (
	groupAddress = "address" // a label in the page's address
	GroupWords   = "words"   // learned words: Label holds the heaviest, Count how many the page has
	groupParent  = "parent"  // the page above: Label is its name or address
)

// shownWords is how many learned words stand in the label of their evidence.
const shownWords = 5
