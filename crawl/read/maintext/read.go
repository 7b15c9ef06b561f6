package maintext

import (
	"math"
	"sync"

	"github.com/ontocrawl/ontocrawl/crawl"
)

// Reading holds what was read of a page.
type Reading struct {
	Main  []bool // by block: it is main text; nil if there is too little text to tell
	About crawl.About
}

// leastWords is how many words a page needs unless it has prose.
const leastWords = 25

// early and sure are where the trees may leave a block: after so many, with the log odds
// beyond so much.
const (
	early = 15
	sure  = 2.5
)

var analyses = sync.Pool{New: func() any { return new(analysis) }}

// Read finds the main text of a page, its kind, headline, site and author.
func Read(d *Doc, m *Model) Reading {
	a := analyses.Get().(*analysis)
	defer func() {
		a.d, a.m = nil, nil
		analyses.Put(a)
	}()
	main := make([]bool, len(d.Blocks))
	page := a.decide(d, m, main)
	z := a.kinds(&page, main)
	words := float32(0)
	for i, yes := range main {
		if yes {
			words += a.blocks[i].words
		}
	}
	var r Reading
	if a.totalWords >= leastWords || a.totalProse > 0 {
		r.Main = main
	}
	r.About.Kind = a.kindOf(&z, main, words)
	r.About.Headline = a.headlineBy(&z)
	r.About.Site = d.site()
	r.About.Author = a.author(r.About.Site)
	return r
}

// articleBias is how much less than precision recall counts in an article: what is left out
// of one is a caption, what is wrongly taken is another article's.
const articleBias = .4

// mostRemoved is the share of the prose that names may remove at most.
const mostRemoved = .8

// decide chooses the main text, and fills what is known of the page. It returns the
// features of the page.
func (a *analysis) decide(d *Doc, m *Model, main []bool) row {
	a.unnamed = false
	a.read(d, m)
	page := a.probabilities()
	a.choose(main)
	if kept := a.proseOf(main); kept < (1-mostRemoved)*a.totalProse {
		return a.readUnnamed(d, m, main, page, kept)
	}
	return page
}

// readUnnamed reads the page again, deaf to names. If that keeps much more prose than with
// them, it stands.
func (a *analysis) readUnnamed(d *Doc, m *Model, main []bool, page row, kept float32) row {
	a.named = append(a.named[:0], a.p...)
	a.unnamed = true
	a.read(d, m)
	deaf := a.probabilities()
	other := make([]bool, len(main))
	if a.choose(other); kept < (1-mostRemoved)*a.proseOf(other) {
		copy(main, other)
		return deaf
	}
	a.unnamed = false
	a.read(d, m)
	a.p = append(a.p[:0], a.named...)
	return page
}

// proseOf is the prose of the blocks that are chosen.
func (a *analysis) proseOf(main []bool) (sum float32) {
	for i, yes := range main {
		if yes {
			sum += a.blocks[i].prose
		}
	}
	return sum
}

// probabilities fills a.p. It returns the features of the page.
func (a *analysis) probabilities() row {
	a.p = cleared(a.p, len(a.blocks))
	r := a.rower()
	var row row
	for i := range a.blocks {
		if r.fill(i, &row); a.blocks[i].words == 0 {
			continue
		}
		a.p[i] = Probability(&a.m.Blocks, row[:])
	}
	return r.page
}

// Probability is how likely a block with these features is main text.
func Probability(f *Forest, row []float32) float32 { return logistic(f.Sum(row, early, sure)) }

func (a *analysis) choose(main []bool) {
	a.weights = cleared(a.weights, len(a.blocks))
	for i := range a.blocks {
		a.weights[i] = a.blocks[i].words
	}
	article := math.Exp(float64(a.kind.log[0]))
	choose(a.p, a.weights, 1-articleBias*article, main)
}

// kinds are the probabilities of the kinds.
func (a *analysis) kinds(page *row, main []bool) (z [numKinds]float32) {
	var n [numNumbers]float32
	a.numbers(page, main, &n)
	sum := 0.
	for k := range z {
		z[k] = a.m.Kinds[k].Sum(n[:], math.MaxInt, 0)
		sum += math.Exp(float64(z[k]))
	}
	for k := range z {
		z[k] = float32(math.Exp(float64(z[k])) / sum)
	}
	return z
}

// headlineBy is the best of the candidates.
func (a *analysis) headlineBy(kinds *[numKinds]float32) string {
	best, most := "", float32(math.Inf(-1))
	for _, c := range a.headlines(kinds) {
		if z := a.m.Headlines.Sum(c.traits[:], math.MaxInt, 0); z > most {
			best, most = c.text, z
		}
	}
	return best
}
