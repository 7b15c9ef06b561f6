package lexicon

import "math"

// Segmentation of Chinese: of all ways to cut a text into words of the
// dictionary the most likely is taken. The probability of a word is its share
// of the dictionary's frequencies; words are independent (a unigram model, as
// in gse and jieba). Costs are -log2 of probabilities, so the most likely way
// is the shortest path. An unknown character costs unknownCost bits; gse gives
// every known single character the frequency 2.
//
// gse returns only its best path. Here the shortest paths to every position are
// kept from both ends, at no extra cost. They show for each label whether a
// path through it as a word is shorter than the best path that cuts it.

// unknownCost is gse's cost of an unknown character.
const unknownCost = 32

// edge is a word from position from to position to.
type edge struct {
	from, to int32
	cost     float32
}

// lattice holds the words of a text and the shortest paths.
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

// through is the length of the shortest path with from..to as one word of that
// cost.
func (g *lattice) through(from, to int, cost float32) float32 {
	return g.fwd[from] + cost + g.back[to]
}
