package relevance

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"github.com/cespare/xxhash/v2"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/internal/functionwords"
)

// learner keeps what a model is learned from: counts, the best of the surely
// relevant pages, and a sample of all pages. Its size does not grow with the crawl.
type learner struct {
	rule              *rule
	pages, sure, next int
	evidence          float64 // of the pages that are not sure
	made              int     // models made
	iris              []string
	numbers           map[string]int32
	best              []*sample         // by first verdict, the best first
	all               []*sample         // by priority, the greatest first
	cut               float64           // the greatest priority of a page that is not in all
	unpacked          []crawl.WordCount // reused
	// known reports whether a Chinese word is one; nil: all are.
	known   func(word string) bool
	grammar functionwords.Set // made when first needed
}

// sample is a page that a model is learned from.
type sample struct {
	key      uint64 // hash of its address
	host     string
	lang     string
	first    float64
	plain    bool // without a mention: it stands for eachPlain pages
	length   int
	concepts []mass
	words    packedWords
}

// mass says how often a page names a concept, which has a number in the learner.
type mass struct {
	concept int32
	count   float32
}

func newLearner(r *rule) *learner {
	return &learner{rule: r, next: leastSure, numbers: map[string]int32{}}
}

// number returns the learner's number of a concept.
func (l *learner) number(iri string) int32 {
	n, ok := l.numbers[iri]
	if !ok {
		n = int32(len(l.iris))
		l.numbers[iri] = n
		l.iris = append(l.iris, iri)
	}
	return n
}

// learn counts a page and reports whether it is time for another model: at a number
// of sure pages that doubles each time, so that it depends on the pages alone.
func (l *learner) learn(p *crawl.Page, number func(entry int32) (int32, bool)) (due bool) {
	l.pages++
	if f := p.Features; f != nil && f.First >= 0 { // not NaN
		s := newSample(p, f.First)
		s.host, s.length = p.Host, max(0, f.Length)
		if s.first > surely {
			l.sure++
		} else {
			l.evidence += s.first
		}
		l.keep(s, f, p.Lang, number)
	}
	if l.sure < l.next || l.pages-l.sure < leastOther {
		return false
	}
	for l.next <= l.sure {
		l.next *= 2
	}
	return true
}

func newSample(p *crawl.Page, first float64) *sample {
	return &sample{key: randomOf(p), first: first, plain: first == 0}
}

// randomOf is a number that looks random, the same for the same address.
func randomOf(p *crawl.Page) uint64 { return xxhash.Sum64String(p.Final) }

// wants reports whether keep would keep a page. If not, the learner needs nothing of it
// but its first verdict: pages that are learned later only raise what a page must have.
func (l *learner) wants(s *sample) bool {
	return s.first > surely && fits(l.best, s, mostSure, better) || fits(l.all, s, mostKept, sooner)
}

// fits reports whether s comes among the first n of a sorted list.
func fits(list []*sample, s *sample, n int, order func(a, b *sample) int) bool {
	return len(list) < n || order(s, list[n-1]) <= 0
}

// keep puts a page among the best and into the sample, if it belongs there.
func (l *learner) keep(s *sample, f *crawl.Features, lang string, number func(int32) (int32, bool)) {
	if f.Words == nil && len(f.Concepts) == 0 {
		if !fits(l.all, s, mostKept, sooner) { // it was not wanted
			l.cut = max(l.cut, s.priority())
		}
		return
	}
	inBest, kept := false, false
	if s.first > surely {
		l.best, inBest = insert(l.best, s, mostSure, better)
	}
	before := len(l.all)
	var last *sample
	if before == mostKept {
		last = l.all[before-1]
	}
	if l.all, kept = insert(l.all, s, mostKept, sooner); last != nil {
		out := last
		if !kept {
			out = s
		}
		l.cut = max(l.cut, out.priority())
	}
	if !inBest && !kept {
		return
	}
	for _, c := range f.Concepts {
		if n, ok := number(c.Entry); ok && c.Count > 0 {
			s.concepts = append(s.concepts, mass{n, c.Count})
		}
	}
	s.lang = languageOf(f.Words, lang)
	s.words = packWords(f.Words)
}

// insert puts s into a sorted list of at most n; kept is false if it comes after
// them.
func insert(list []*sample, s *sample, n int, order func(a, b *sample) int) (_ []*sample, kept bool) {
	at, _ := slices.BinarySearchFunc(list, s, order)
	if at >= n {
		return list, false
	}
	return slices.Insert(list[:min(len(list), n-1)], at, s), true
}

// better orders pages by their first verdict.
func better(a, b *sample) int {
	return cmp.Or(cmp.Compare(b.first, a.first), cmp.Compare(a.key, b.key))
}

// sooner orders pages by priority.
func sooner(a, b *sample) int {
	return cmp.Or(cmp.Compare(b.priority(), a.priority()), cmp.Compare(a.key, b.key))
}

// priority is the weight of a page by a random number that its address gives. The
// pages of the greatest priorities are a weighted sample that does not depend on the
// order of the pages (priority sampling, Duffield, Lund and Thorup 2007).
func (s *sample) priority() float64 {
	return s.weight() / (float64(s.key>>11) + 1) * (1 << 53)
}

func (s *sample) weight() float64 {
	if s.plain {
		return eachPlain
	}
	return 1
}

// stands is how many pages a page of the sample stands for.
func (l *learner) stands(s *sample) float64 { return max(s.weight(), l.cut) }

// model makes a model of what is kept; weight gives the topic's weight of a concept
// by number, that of a concept that is not core already lowered.
func (l *learner) model(weight []float64) *Model {
	l.made++
	m := &Model{Number: l.made, Pages: l.pages, Sure: l.sure, Rest: 1}
	n := float64(max(1, l.pages))
	m.Background = (l.evidence/max(1, n-float64(l.sure)) + .02) / (float64(l.sure)/n + .02)
	if l.rule.purity > 0 {
		l.learnPurity(m, weight)
	}
	if l.rule.words > 0 {
		l.learnWords(m)
	}
	return m
}

// learnPurity sets how far each concept is company:
//
//	rest = c/(c+1), c = sum over the other concepts f of the page of W_f s_f
//	p = (sum over pages of min(M,3) rest + 5 * .3) / (sum of min(M,3) + 5)
//
// with s = M / (M + words/400). W is the topic's weight at first, then that times
// the purity.
func (l *learner) learnPurity(m *Model, weight []float64) {
	w, purity := slices.Clone(weight), make([]float64, len(weight))
	rest := 1.0
	for range l.rule.purity {
		met, alone := make([]float64, len(w)), make([]float64, len(w))
		for _, s := range l.all {
			l.meet(s, w, met, alone)
		}
		top := 0.0
		for e := range purity {
			purity[e] = (met[e] + l.rule.trust*l.rule.prior) / (alone[e] + l.rule.trust)
			top = max(top, purity[e])
		}
		if top == 0 {
			return
		}
		rest = l.rule.prior / top
		for e := range purity {
			purity[e] /= top
			w[e] = weight[e] * purity[e]
		}
	}
	m.Rest = min(1, rest)
	m.Purity = make(map[string]float64, len(purity))
	for e, p := range purity {
		m.Purity[l.iris[e]] = p
	}
}

// meet adds one page to the sums of purity.
func (l *learner) meet(s *sample, w, met, all []float64) {
	n := (float64(s.length) + l.rule.smoothing) / company
	sum := 0.0
	for _, c := range s.concepts {
		sum += w[c.concept] * float64(c.count) / (float64(c.count) + n)
	}
	for _, c := range s.concepts {
		times := l.stands(s) * min(float64(c.count), 3)
		rest := max(0, sum-w[c.concept]*float64(c.count)/(float64(c.count)+n))
		met[c.concept] += times * rest / (rest + 1)
		all[c.concept] += times
	}
}

// wordSum is what is known of a word while words are learned.
type wordSum struct {
	word           string
	pages          float64 // of all, those that have it
	sure           int     // sure pages that have it
	host           string  // of the first of them
	hosts          bool    // there are several
	on, off, score float64
}

// learnWords sets the words that go with the topic: Rocchio's feedback (1971) from
// the best sure pages against the surely other ones of the sample.
func (l *learner) learnWords(m *Model) {
	if len(l.best) == 0 {
		return
	}
	sums := map[string]*wordSum{}
	hosts := map[string]int{}
	for _, s := range l.best {
		hosts[s.host]++
		for _, w := range l.wordsOf(s) {
			x := sums[w.Word]
			if x == nil {
				if !l.teaches(w.Word) {
					continue
				}
				x = &wordSum{word: w.Word, host: s.host}
				sums[w.Word] = x
			}
			x.sure++
			x.hosts = x.hosts || x.host != s.host
		}
	}
	several := len(hosts) >= 3
	least := max(2, (len(l.best)+19)/20)
	for k, x := range sums {
		if x.sure < least || several && !x.hosts {
			delete(sums, k)
		}
	}
	for _, s := range l.best {
		weight := relevanceOf(s.first, l.rule.half)
		if several {
			weight /= math.Sqrt(float64(hosts[s.host]))
		}
		l.addWords(sums, s, weight, true)
	}
	l.addAll(m, sums, several, hosts)
}

// teaches reports whether a word may be learned. Two Chinese characters that only stand
// side by side (台风登 has 风登), or that grammar joins (风的), are no word. Words of
// grammar in other languages are rare enough among the learned ones not to matter.
func (l *learner) teaches(word string) bool {
	if !ideograph(word, 0) {
		return true
	}
	if l.grammar == nil {
		l.grammar = functionwords.New()
	}
	return !l.grammar.Has(word) && (l.known == nil || l.known(word))
}

func relevanceOf(e, half float64) float64 { return e / (e + half) }

// addWords adds a page to the sums of the words.
func (l *learner) addWords(sums map[string]*wordSum, s *sample, weight float64, on bool) {
	norm := weight * l.rule.wordNorm(s.length)
	for _, w := range l.wordsOf(s) {
		x := sums[w.Word]
		switch v := norm * math.Log1p(float64(w.Count)); {
		case x == nil:
		case on:
			x.on += v
		default:
			x.off += v
		}
	}
}

// addAll weighs the words against the rest of the sample and keeps the best.
func (l *learner) addAll(m *Model, sums map[string]*wordSum, several bool, hosts map[string]int) {
	var on, off, pages float64
	for _, s := range l.best {
		weight := relevanceOf(s.first, l.rule.half)
		if several {
			weight /= math.Sqrt(float64(hosts[s.host]))
		}
		on += weight
	}
	for _, s := range l.all {
		n := l.stands(s)
		pages += n
		for _, w := range l.wordsOf(s) {
			if x := sums[w.Word]; x != nil {
				x.pages += n
			}
		}
		if s.other(l.rule) {
			off += n
			l.addWords(sums, s, n, false)
		}
	}
	if off == 0 {
		return
	}
	var words []*wordSum
	for _, x := range sums {
		if x.pages = max(x.pages, float64(x.sure)); x.pages < 3 || x.pages > pages/2 {
			continue
		}
		idf := math.Log((pages + 1) / (x.pages + .5))
		if x.score = idf * (x.on/on - l.rule.against*x.off/off); x.score > 0 {
			x.on = idf
			words = append(words, x)
		}
	}
	slices.SortFunc(words, func(a, b *wordSum) int { return cmp.Or(cmp.Compare(b.score, a.score), cmp.Compare(a.word, b.word)) })
	words = words[:min(len(words), l.rule.words)]
	square := 0.0
	for _, x := range words {
		square += x.score * x.score
	}
	for _, x := range words {
		m.Words = append(m.Words, ModelWord{strings.Clone(x.word), x.score / math.Sqrt(square) * x.on})
	}
	slices.SortFunc(m.Words, func(a, b ModelWord) int {
		return cmp.Or(cmp.Compare(b.Weight, a.Weight), cmp.Compare(a.Word, b.Word))
	})
	l.measure(m)
}

// other reports whether a page is surely not relevant.
func (s *sample) other(r *rule) bool { return relevanceOf(s.first, r.half) < hardly }

// measure sets the middle matches of the sure and of the other pages. If they do not
// differ the words are dropped.
func (l *learner) measure(m *Model) {
	var high, middle []weighted
	counts := make([]uint16, len(m.Words))
	for _, s := range l.best {
		high = append(high, weighted{m.raw(m.countsIn(l.wordsOf(s), counts), s.length, l.rule, nil), 1})
	}
	for _, s := range l.all {
		if s.other(l.rule) {
			middle = append(middle, weighted{m.raw(m.countsIn(l.wordsOf(s), counts), s.length, l.rule, nil), l.stands(s)})
		}
	}
	matches := slices.Clone(high) // median sorts
	if m.High, m.Middle = median(high), median(middle); !(m.High > m.Middle) {
		m.Words, m.High, m.Middle = nil, 0, 0
		return
	}
	m.Languages = map[string]int{}
	for i, s := range l.best { // words of one language match no pages of another
		if matches[i].value > m.Middle {
			m.Languages[s.lang]++
		}
	}
}

type weighted struct{ value, weight float64 }

// median is the least value that half of the weight does not exceed.
func median(list []weighted) float64 {
	slices.SortFunc(list, func(a, b weighted) int { return cmp.Compare(a.value, b.value) })
	half := 0.0
	for _, x := range list {
		half += x.weight / 2
	}
	for _, x := range list {
		if half -= x.weight; half <= 0 {
			return x.value
		}
	}
	return 0
}
