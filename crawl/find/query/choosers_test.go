package query

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/ontocrawl/ontocrawl/crawl/find/search"
)

// TestChoosers: keywords brought 2 of 4 answers, 40 results; related half of one, 10 results;
// backward nothing of 2, 10 results.
func TestChoosers(t *testing.T) {
	ops := []search.Op{search.Keyword, search.Related, search.Backward}
	with := func(c Chooser) *Store {
		b := NewStore(nil, nil, Options{Seed: 1, Chooser: c})
		b.ops[search.Keyword], b.results[search.Keyword] = tally{2, 4}, 40
		b.ops[search.Related], b.results[search.Related] = tally{.5, 1}, 10
		b.ops[search.Backward], b.results[search.Backward] = tally{0, 2}, 10
		return b
	}
	if op := with(RoundRobin).operator(ops); op != search.Related {
		t.Errorf("in turn: %v", op) // asked once
	}
	// eq 11: 2 ln 60 = 8.18869; .5 + √(/40), .5 + √(/10), √(/10)
	b := with(UCB1)
	for op, want := range map[search.Op]float64{search.Keyword: .952457, search.Related: 1.404914, search.Backward: .904914} {
		if got := b.ucb1(op); math.Abs(got-want) > 1e-5 {
			t.Errorf("UCB1 of %v is %v; want %v", op, got, want)
		}
	}
	if op := b.operator(ops); op != search.Related {
		t.Errorf("UCB1: %v", op)
	}
	b.ops[search.Backward], b.results[search.Backward] = tally{}, 0
	if op := b.operator(ops); op != search.Backward {
		t.Errorf("UCB1 tries each once, and takes %v", op)
	}
	// With the priors the means are 6/9, 1.5/4 and 1/7; one choice in ten is any of the three.
	b = with(Greedy)
	others := 0
	for b.sent = range 3000 {
		if b.operator(ops) != search.Keyword {
			others++
		}
	}
	if others < 140 || others > 260 { // 200 expected
		t.Errorf("greedy takes others %d times of 3000", others)
	}
	// Thompson: with much evidence the better is taken nearly always, with the priors 4:1, 1:2
	// and 1:4 not.
	b = with(Thompson)
	b.ops[search.Keyword], b.ops[search.Related] = tally{40, 400}, tally{320, 400}
	wrong := 0
	for b.sent = range 1000 {
		if b.operator(ops) != search.Related {
			wrong++
		}
	}
	b = NewStore(nil, nil, Options{Seed: 1})
	first := 0
	for b.sent = range 1000 {
		if b.operator(ops) == search.Keyword {
			first++
		}
	}
	if wrong > 60 || first < 750 || first > 980 {
		t.Errorf("Thompson is wrong %d times of 1000, and begins with keywords %d times", wrong, first)
	}
}

// TestBeta: the mean of Beta(8, 2) is .8, its deviation √(16/(100 x 11)) = .12.
func TestBeta(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	sum, square := 0., 0.
	const n = 20_000
	for range n {
		x := beta(rng, 8, 2)
		sum += x
		square += x * x
	}
	mean := sum / n
	if sd := math.Sqrt(square/n - mean*mean); math.Abs(mean-.8) > .005 || math.Abs(sd-.1206) > .005 {
		t.Errorf("mean %v, deviation %v", mean, sd)
	}
}
