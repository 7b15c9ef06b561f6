package lexicon

import "math"

// How the words of Chinese text are told apart here: of all ways to cut a
// stretch of text into words of the dictionary, the likeliest is taken, where
// the probability of a word is its share of the dictionary's frequencies and
// words are independent (a unigram model, as in gse and jieba). Costs are
// -log2 of probabilities, so the likeliest way is the shortest path. A
// character that is no word by itself costs unknownCost bits; gse gives every
// character that is one the frequency 2.
//
// gse answers only with its best path. Here the length of the best path over
// every position is kept from both sides, which costs no more and tells for
// each label whether a path that takes it as a word is shorter than the best
// that cuts through it.

// unknownCost is what gse lets an unknown character cost.
const unknownCost = 32

// edge is a word from position from to position to.
type edge struct {
	from, to int32
	cost     float32
}

// lattice holds the words of a stretch of text and the shortest paths.
type lattice struct {
	edges []edge    // by from
	fwd   []float32 // fwd[i]: shortest path from 0 to i
	back  []float32 // back[i]: shortest path from i to the end
}

// solve fills fwd and back for n characters.
func (g *lattice) solve(n int) {
	g.fwd, g.back = infinite(g.fwd, n+1), infinite(g.back, n+1)
	g.fwd[0], g.back[n] = 0, 0
	for _, e := range g.edges {
		g.fwd[e.to] = min(g.fwd[e.to], g.fwd[e.from]+e.cost)
	}
	for i := len(g.edges) - 1; i >= 0; i-- {
		e := g.edges[i]
		g.back[e.from] = min(g.back[e.from], e.cost+g.back[e.to])
	}
}

func infinite(s []float32, n int) []float32 {
	s = s[:0]
	for range n {
		s = append(s, math.MaxFloat32)
	}
	return s
}

// through is the length of the shortest path that takes from..to as one word
// of that cost.
func (g *lattice) through(from, to int, cost float32) float32 {
	return g.fwd[from] + cost + g.back[to]
}
