package stored

import (
	"cmp"
	"math"
	"slices"
)

// The parameters of BM25 (Robertson, Zaragoza 2009, eq 3.15), and how often a word of the
// title counts.
const (
	k1          = 1.2
	b           = .75
	titleWeight = 3
)

// posting says that a document has a term.
type posting struct {
	doc   int32
	count int32 // occurrences; one in the title counts titleWeight times
}

// terms is the inverted index.
type terms struct {
	of     map[string][]posting
	length []int32 // of each document, in terms
	mean   float64 // of the documents that the engine knows
	n      int     // how many it knows
}

// index counts the terms of the documents that the engine knows.
func index(docs []Doc, known []bool) terms {
	t := terms{of: map[string][]posting{}, length: make([]int32, len(docs))}
	sum := 0
	for i := range docs {
		if !known[i] {
			continue
		}
		for term, n := range countTerms(&docs[i]) {
			t.of[term] = append(t.of[term], posting{int32(i), n})
			t.length[i] += n
		}
		sum += int(t.length[i])
		t.n++
	}
	t.mean = float64(max(sum, 1)) / float64(max(t.n, 1))
	return t
}

func countTerms(d *Doc) map[string]int32 {
	counts := map[string]int32{}
	eachTerm(d.Title, func(term string, _ int) { counts[term] += titleWeight })
	eachTerm(d.Text, func(term string, _ int) { counts[term]++ })
	return counts
}

// idf is the weight of a term that df documents have.
func (t *terms) idf(df int) float64 {
	return math.Log(1 + (float64(t.n-df)+.5)/(float64(df)+.5))
}

// withWords returns the documents that have all words of a text, the best first.
func (x *Index) withWords(text string) []int32 {
	words := termsOf(text)
	score, has := map[int32]float64{}, map[int32]int{}
	for _, w := range words {
		list := x.of[w]
		idf := x.idf(len(list))
		for _, p := range list {
			tf := float64(p.count)
			score[p.doc] += idf * tf * (k1 + 1) / (tf + k1*(1-b+b*float64(x.length[p.doc])/x.mean))
			has[p.doc]++
		}
	}
	for d, n := range has {
		if n < len(words) {
			delete(score, d)
		}
	}
	return ranked(score)
}

// ranked returns the documents by their score, the largest first; of equals the smaller
// number first.
func ranked(score map[int32]float64) []int32 {
	docs := make([]int32, 0, len(score))
	for d := range score {
		docs = append(docs, d)
	}
	slices.SortFunc(docs, func(a, b int32) int {
		return cmp.Or(cmp.Compare(score[b], score[a]), cmp.Compare(a, b))
	})
	return docs
}
