package stored

import (
	"math"
	"slices"
)

// maxRelated bounds what is called like a page.
const maxRelated = 50

// like returns the documents most like the page with a URL, by the cosine of their terms
// weighed by tf and idf. A page that the web does not have is like none.
func (x *Index) like(url string) []int32 {
	of, ok := x.find(url)
	if !ok {
		return nil
	}
	score := map[int32]float64{}
	counts := countTerms(&x.docs[of])
	words := make([]string, 0, len(counts))
	for w := range counts {
		words = append(words, w)
	}
	slices.Sort(words) // sums of floats depend on their order
	for _, w := range words {
		list := x.of[w]
		idf := x.idf(len(list))
		weight := weigh(counts[w]) * idf * idf
		for _, p := range list {
			score[p.doc] += weight * weigh(p.count)
		}
	}
	delete(score, of)
	for d := range score { // the length of the page itself is the same for all
		score[d] /= math.Sqrt(float64(max(x.length[d], 1)))
	}
	docs := ranked(score)
	return docs[:min(len(docs), maxRelated)]
}

// weigh returns the weight of n occurrences of a term.
func weigh(n int32) float64 { return 1 + math.Log(float64(n)) }
