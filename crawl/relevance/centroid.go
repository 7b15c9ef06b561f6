package relevance

import "math"

// centroid asks both how much of the topic a page has and how much of the page
// is the topic:
//
//	R = sqrt(cos(T, D) * x / (x + 1))
//
// with the cosine over all concepts, as in literal, and x the weighted mentions
// in a hundred words, as in full-text. It serves topics taken from sample
// documents, which have no core concept: a page with all the words once in ten
// thousand passes the first factor only, a page that repeats one word the
// second only.
func (j *Judge) centroid(b *bag) float64 {
	cos := j.literal(b)
	sum := 0.0
	for i := range b.hits {
		sum += b.hits[i].share
	}
	half := make([]float64, len(b.hits)) // each factor has half the evidence
	for i := range b.hits {
		half[i] = ratio(b.hits[i].share, sum)
	}
	dense := j.fullText(b)
	sum = 0
	for i := range b.hits {
		sum += b.hits[i].share
	}
	for i := range b.hits {
		b.hits[i].share = half[i] + ratio(b.hits[i].share, sum)
	}
	return math.Sqrt(cos * dense)
}
