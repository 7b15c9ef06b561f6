package relevance

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"github.com/ontocrawl/ontocrawl/internal/functionwords"
)

// wordSum holds what is known of a word while words are learned.
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
