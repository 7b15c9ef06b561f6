package query

import (
	"math"
	"math/rand/v2"

	"github.com/ontocrawl/ontocrawl/crawl/find/search"
)

// tally counts outcomes from 0 to 1 of something, as a Beta distribution does.
type tally struct {
	good, n float64
}

func (t *tally) add(share float64) {
	t.good += min(max(share, 0), 1)
	t.n++
}

// mean is the posterior mean with a prior of good:bad.
func (t *tally) mean(good, bad float64) float64 { return (t.good + good) / (t.n + good + bad) }

// firstOps are the priors of the operators, good:bad. They were measured: with flat ones a
// bandit pays for learning that few hosts are found by links.
var firstOps = [search.NumOps][2]float64{
	search.Keyword: {4, 1}, search.Related: {1, 2}, search.Backward: {1, 4}, search.HostPages: {1, 4},
}

const (
	learnedTerm = .25 // weight of a question with a learned word, against a core label alone
	minWeight   = 1e-3
)

// best returns the question that is worth most; its Source is "" if there is none.
func (b *Store) best() *ask {
	var of [search.NumOps]*ask
	var ops []search.Op
	for op := range search.Op(search.NumOps) {
		if b.opt.Ops.Has(op) {
			if of[op] = b.bestOf(op); of[op] != nil {
				ops = append(ops, op)
			}
		}
	}
	if len(ops) == 0 {
		return &ask{}
	}
	return of[b.operator(ops)]
}

// operator chooses among operators that can be asked.
func (b *Store) operator(ops []search.Op) search.Op {
	// Chance hangs on what was sent so far, so that nothing needs to be remembered of it.
	rng := rand.New(rand.NewPCG(b.opt.Seed, uint64(b.sent)^0x717565727953))
	value := func(op search.Op) float64 {
		t, first := &b.ops[op], firstOps[op]
		switch b.opt.Chooser {
		case RoundRobin:
			return -t.n
		case Greedy:
			return t.mean(first[0], first[1])
		case UCB1:
			return b.ucb1(op)
		}
		return beta(rng, t.good+first[0], t.n-t.good+first[1])
	}
	if b.opt.Chooser == Greedy && rng.Float64() < .1 {
		return ops[rng.IntN(len(ops))]
	}
	best, most := ops[0], math.Inf(-1)
	for _, op := range ops {
		if v := value(op); v > most {
			best, most = op, v
		}
	}
	return best
}

// ucb1 is eq 11 of DWDBRM as printed: n and n_op are counted in results.
func (b *Store) ucb1(op search.Op) float64 {
	t, n := &b.ops[op], 0
	for _, r := range b.results {
		n += r
	}
	if t.n == 0 || b.results[op] == 0 && n == 0 {
		return math.MaxFloat64 // each is tried once
	}
	return t.good/t.n + math.Sqrt(2*math.Log(float64(max(n, 1)))/float64(max(b.results[op], 1)))
}

// bestOf returns the question with an operator that is worth most, nil if there is none.
func (b *Store) bestOf(op search.Op) (best *ask) {
	most := 0.
	take := func(a ask, value float64) {
		if value > most {
			best, most = &a, value
		}
	}
	for i := range b.sources {
		s := &b.sources[i]
		if !s.Ops.Has(op) || !s.open(b.now) {
			continue
		}
		trust := s.mean(1, 1)
		if op == search.Keyword {
			b.keywords(s, trust, take)
		} else if t, ok := b.targets.best(op); ok {
			q := search.Query{Op: op, Target: t, Page: 1, Since: b.opt.Since, Round: b.opt.Round}
			take(ask{Source: s.Name, Query: q, form: ofTarget, weight: trust}, trust)
		}
	}
	return best
}

// keywords offers the questions for words to a source.
func (b *Store) keywords(s *storedSource, trust float64, take func(ask, float64)) {
	for i := range b.pages {
		f := &b.pages[i]
		if f.ask.Source == s.Name {
			take(f.ask, f.weight*trust) // its own answers say more than those in its language
		}
	}
	for i := range b.plan { // the weightiest first; one that was asked is passed over
		a := ask{Source: s.Name, Query: b.plan[i].Query, form: ofLabel, weight: b.plan[i].Weight}
		a.Page, a.Since, a.Round = 1, b.opt.Since, b.opt.Round
		if !b.asked[a.address()] {
			take(a, a.weight*b.worth(a.Lang, ofLabel)*trust)
		}
	}
	if word, lang, score := b.words.best(b.labels); word != "" {
		if a, ok := b.withWord(word, lang); ok {
			a.Source = s.Name
			if !b.asked[a.address()] {
				take(a, a.weight*score*b.worth(a.Lang, ofTerms)*trust)
			}
		}
	}
}

// worth is the mean of what questions in a language, and of a form, brought.
func (b *Store) worth(lang string, f form) float64 {
	t := b.langs[lang]
	if t == nil {
		t = &tally{}
	}
	return t.mean(1, 1) * b.forms[f].mean(1, 1)
}

// withWord is the question for the weightiest label of a language and a word.
func (b *Store) withWord(word, lang string) (a ask, ok bool) {
	for i := range b.plan {
		if p := &b.plan[i]; p.Lang == lang {
			q := search.Query{Op: search.Keyword, Text: p.Text + " " + word, Lang: lang, Page: 1, Since: b.opt.Since, Round: b.opt.Round, Concepts: p.Concepts}
			return ask{Query: q, form: ofTerms, weight: learnedTerm * p.Weight}, true
		}
	}
	return a, false
}

// beta draws from a Beta distribution, by two of Gamma distributions.
func beta(rng *rand.Rand, a, b float64) float64 {
	x, y := gamma(rng, a), gamma(rng, b)
	if x+y == 0 {
		return 0
	}
	return x / (x + y)
}

// gamma draws from a Gamma distribution of a shape of at least 1 and scale 1 (Marsaglia,
// Tsang 2000).
func gamma(rng *rand.Rand, shape float64) float64 {
	d := max(shape, 1) - 1./3
	c := 1 / math.Sqrt(9*d)
	for {
		x := rng.NormFloat64()
		v := 1 + c*x
		if v <= 0 {
			continue
		}
		v *= v * v
		if math.Log(1-rng.Float64()) < x*x/2+d-d*v+d*math.Log(v) {
			return d * v
		}
	}
}
