package relevance

import (
	"cmp"
	"slices"

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
