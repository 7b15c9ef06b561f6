package strategy

import (
	"math/rand/v2"
	"slices"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/choose/internal/linkrank"
	"github.com/ontocrawl/ontocrawl/crawl/choose/urlpattern"
)

// The features of a link: three numbers, and hashed words.
const (
	qBias = iota
	qSameHost
	qPage // relevance of the page with the link
	qDense
)

const (
	qWordBits   = 16
	mostQWords  = 32
	qAnchor     = 12 // words of anchor and its title,
	qURL        = 12 // of path and query,
	qTitle      = 8  // of the title of the page with the link
	mostActions = 24 // links of a page in an experience
)

const (
	qGamma          = .4
	qRate           = .1
	qShrink         = .0001 // L1
	qReplays        = 300   // experiences learned again at each step
	qSwitch         = 100   // steps after which the target follows
	qFirst          = .05   // Q before the target has followed once
	mostExperiences = 2048

	keepStream, replayStream = 0x716b656570, 0x717265706c6179 // of chance
)

// action is a link as Q sees it, with the page that holds it: the state.
type action struct {
	dense [qDense]float32
	words []uint16 // hashed, each once; together they have length 1
}

// experience is a link that was fetched, the links of its page, and its relevance.
type experience struct {
	taken  action
	next   []action
	reward float32
}

// statePage holds what the links of a page share.
type statePage struct {
	host      string
	relevance float32
	title     []uint16
}

// pageOf returns the state that a visit leads to.
func pageOf(v *crawl.Visit) (p statePage) {
	relevance, ok := linkrank.Outcome(v)
	if !ok {
		return p
	}
	p.host, p.relevance = v.Page.Host, float32(relevance)
	urlpattern.Words(v.Page.Title, qTitle, func(w string) { p.title = addWord(p.title, "title", w) })
	return p
}

// addWord adds the feature of a word, if there is room and it is new.
func addWord(words []uint16, kind, w string) []uint16 {
	h := uint16(linkrank.Mix(linkrank.Hash(kind, w)) >> (64 - qWordBits))
	if len(words) >= mostQWords || slices.Contains(words, h) {
		return words
	}
	return append(words, h)
}

// action returns the features of a link of the page.
func (p *statePage) action(l *crawl.Link) action {
	a := action{dense: [qDense]float32{qBias: 1, qPage: p.relevance}, words: slices.Clone(p.title)}
	if l.Host == p.host {
		a.dense[qSameHost] = 1
	}
	urlpattern.Words(l.Text+" "+l.Title, qAnchor, func(w string) { a.words = addWord(a.words, "anchor", w) })
	urlpattern.Words(urlpattern.Split(l.URL).Decoded(), qURL, func(w string) { a.words = addWord(a.words, "url", w) })
	return a
}

// actions returns the links of the page, evenly chosen if there are many.
func (p *statePage) actions(page *crawl.Page) (out []action) {
	n := len(page.Links)
	for i := range min(n, mostActions) {
		if l := &page.Links[i*n/min(n, mostActions)]; l.Kind == crawl.LinkPage {
			out = append(out, p.action(l))
		}
	}
	return out
}

// qFunction is Q as it is learned, and the target that gives scores.
type qFunction struct {
	online, target linear
	steps          int
}

// linear is a weighted sum of features. Its zero value is 0 everywhere.
type linear struct {
	dense [qDense]float32
	words []float32 // by feature; nil: all 0
}

func (l *linear) of(a *action) (q float32) {
	for i, w := range l.dense {
		q += w * a.dense[i]
	}
	return q + l.wordsOf(a)
}

func (l *linear) wordsOf(a *action) (q float32) {
	if l.words == nil || len(a.words) == 0 {
		return 0
	}
	for _, h := range a.words {
		q += l.words[h]
	}
	return q * unitOf(a)
}

// score is Q of a link.
func (q *qFunction) score(a *action) float64 {
	if q.steps < qSwitch {
		return qFirst
	}
	return float64(q.target.of(a))
}

// learn takes a step over a sample of the memory. It reports whether the scores of all
// links have changed.
func (q *qFunction) learn(memory []experience, seed uint64) (changed bool) {
	q.steps++
	rng := rand.New(rand.NewPCG(seed^replayStream, uint64(q.steps)))
	n := min(qReplays, len(memory))
	sample, wanted := make([]int, n), make([]float32, n)
	for i := range sample {
		sample[i] = rng.IntN(len(memory))
		wanted[i] = q.wanted(&memory[sample[i]])
	}
	for i, k := range sample {
		q.online.fit(&memory[k].taken, wanted[i])
	}
	if q.steps%qSwitch != 0 {
		return false
	}
	q.target = linear{q.online.dense, slices.Clone(q.online.words)}
	return true
}

// wanted is the reward of an experience and what comes after. The learned function
// chooses the best next link, the target gives its value (double learning: van Hasselt,
// Guez, Silver 2016).
func (q *qFunction) wanted(e *experience) float32 {
	best, most := -1, float32(0)
	for i := range e.next {
		if v := q.online.of(&e.next[i]); best < 0 || v > most {
			best, most = i, v
		}
	}
	if best < 0 {
		return e.reward
	}
	return e.reward + qGamma*float32(q.score(&e.next[best]))
}

// fit takes a gradient step of the squared error; weights that it touches shrink.
func (l *linear) fit(a *action, wanted float32) {
	if l.words == nil {
		l.words = make([]float32, 1<<qWordBits)
	}
	more := qRate * (wanted - l.of(a))
	for i, x := range a.dense {
		if x != 0 {
			l.dense[i] = shrunk(l.dense[i] + more*x)
		}
	}
	if len(a.words) == 0 {
		return
	}
	more *= unitOf(a)
	for _, h := range a.words {
		l.words[h] = shrunk(l.words[h] + more)
	}
}

func shrunk(w float32) float32 {
	const by = qRate * qShrink
	switch {
	case w > by:
		return w - by
	case w < -by:
		return w + by
	}
	return 0
}

// explain names what score adds up.
func (q *qFunction) explain(a *action) []linkrank.Part {
	if q.steps < qSwitch {
		return []linkrank.Part{{Name: "nothing learned yet", Value: 1, Weight: qFirst}}
	}
	t := &q.target
	return []linkrank.Part{
		{Name: "bias", Value: 1, Weight: float64(t.dense[qBias])},
		{Name: "same host", Value: float64(a.dense[qSameHost]), Weight: float64(t.dense[qSameHost])},
		{Name: "relevance of the page", Value: float64(a.dense[qPage]), Weight: float64(t.dense[qPage])},
		{Name: "words", Value: float64(t.wordsOf(a)), Weight: 1},
	}
}
