package relevance

import (
	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/semsim/lexicon"
)

// matcher counts the words of a model in pages.
type matcher struct {
	model  *Model
	byHash map[uint64]int32
	count  []uint16
	parts  []float64 // of each word, for Model.match
}

// matchOf returns the matcher of m.
func (j *Judge) matchOf(m *Model) *matcher {
	if j.matched == nil || j.matched.model != m {
		n := len(m.Words)
		j.matched = &matcher{model: m, byHash: make(map[uint64]int32, n), count: make([]uint16, n), parts: make([]float64, n)}
		for i := range m.Words {
			j.matched.byHash[hashOf(m.Words[i].Word)] = int32(i)
		}
	}
	return j.matched
}

// counts returns how often p has each word of the model, and the language of its
// words. It makes no list of the words of p, but reads one that p already has.
func (w *matcher) counts(j *Judge, p *crawl.Page) (counts []uint16, language string) {
	if f := p.Features; f != nil && f.Words != nil {
		return w.model.countsIn(f.Words, w.count), languageOf(f.Words, p.Lang)
	}
	j.countWords(p)
	clear(w.count)
	bag := &j.words
	for k := range bag.words {
		x := &bag.words[k]
		h := x.hash
		if !x.exact {
			h = hashOf(lexicon.Fold(x.text(p)))
		}
		if i, ok := w.byHash[h]; ok {
			w.count[i] = min(w.count[i], maxCount-x.count) + x.count
		}
	}
	return w.count, languageBy(bag.han, bag.all, p.Lang)
}
