package strategy

import (
	"math"

	"github.com/ontocrawl/ontocrawl/crawl/keep/binenc"
	"github.com/ontocrawl/ontocrawl/internal/stats"
)

// urlGuess tells from the characters of a URL whether its page is a target: the online
// classifier of SB-CLASSIFIER, a logistic regression over the pairs of neighbouring
// ASCII characters that learns ten URLs at a time. The steps follow the library that
// the authors use: the rate falls as 1/(lambda (1000 + step)), weights shrink by lambda
// times the rate, lambda is .0001 (scikit-learn's SGDClassifier; Bottou 2010). Its zero
// value knows nothing and calls no URL a target.
type urlGuess struct {
	weights []float64 // by pair; nil before the first batch
	bias    float64
	steps   int
	batch   []labelled
}

// labelled is a URL whose page was judged.
type labelled struct {
	url    string
	target bool
}

const (
	guessBatch  = 10
	guessLambda = .0001
	guessStart  = 1000
	guessFirst  = ' ' // the printable characters of ASCII
	guessChars  = '~' - guessFirst + 1
	guessURL    = 512 // characters of a URL that count
)

// target reports whether a URL rather belongs to a target.
func (g *urlGuess) target(url string) bool { return g.weights != nil && g.odds(url) > 0 }

func (g *urlGuess) odds(url string) float64 {
	z := g.bias
	eachPair(url, func(at int) { z += g.weights[at] })
	return z
}

// eachPair calls f with the number of each pair of characters.
func eachPair(url string, f func(at int)) {
	char := func(b byte) (int, bool) { return int(b) - guessFirst, b >= guessFirst && b <= '~' }
	for i := range min(len(url), guessURL) - 1 {
		a, ok := char(url[i])
		b, too := char(url[i+1])
		if ok && too {
			f(a*guessChars + b)
		}
	}
}

// learn takes the verdict of a page.
func (g *urlGuess) learn(url string, target bool) {
	g.batch = append(g.batch, labelled{url[:min(len(url), guessURL)], target})
	if len(g.batch) < guessBatch {
		return
	}
	if g.weights == nil {
		g.weights = make([]float64, guessChars*guessChars)
	}
	for _, l := range g.batch {
		g.step(l)
	}
	g.batch = nil
}

func (g *urlGuess) step(l labelled) {
	rate := 1 / (guessLambda * float64(guessStart+g.steps))
	g.steps++
	wanted := 0.0
	if l.target {
		wanted = 1
	}
	more := rate * (wanted - stats.Logistic(g.odds(l.url)))
	for i := range g.weights {
		g.weights[i] *= 1 - rate*guessLambda
	}
	eachPair(l.url, func(at int) { g.weights[at] += more })
	g.bias += more
}

func (g *urlGuess) save(w *binenc.Writer) {
	w.Uint(uint64(g.steps))
	w.Float(g.bias)
	w.Uint(uint64(len(g.batch)))
	for _, l := range g.batch {
		w.Text(l.url)
		w.Bool(l.target)
	}
	n := 0
	for _, x := range g.weights {
		if x != 0 {
			n++
		}
	}
	w.Uint(uint64(n))
	for at, x := range g.weights {
		if x != 0 {
			w.Uint(uint64(at))
			w.Float(x)
		}
	}
}

func (g *urlGuess) load(r *binenc.Reader) {
	*g = urlGuess{steps: readCount(r, maxCount40), bias: r.Float()}
	for n := r.Len(2); n > 0 && r.Err() == nil; n-- {
		l := labelled{r.Text(), r.Bool()}
		if len(l.url) > guessURL || len(g.batch)+1 >= guessBatch {
			r.Fail("a batch of more than %d URLs, or a long URL", guessBatch-1)
		}
		g.batch = append(g.batch, l)
	}
	if g.steps > 0 {
		g.weights = make([]float64, guessChars*guessChars)
	}
	last := -1
	for n := r.Len(9); n > 0 && r.Err() == nil; n-- {
		at, x := r.Uint(), r.Float()
		if at >= uint64(len(g.weights)) || int(at) <= last || !(math.Abs(x) < 1e9) {
			r.Fail("the weight of pair %d is %v", at, x)
			return
		}
		g.weights[at], last = x, int(at)
	}
	if !(math.Abs(g.bias) < 1e9) {
		r.Fail("a bias of %v", g.bias)
	}
}
