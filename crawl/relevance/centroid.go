package relevance

import "math"

// centroid asks both how much of the topic a page has and how much of the page
// is the topic:
//
//	R = sqrt(cos(T, D) * x / (x + 1))
//
// with the cosine over all concepts, as literal has it, and x the mentions in a
// hundred words, by weight, as full-text has it. It was made for topics taken
// from sample documents, where no concept bears the topic by itself: a page that
// has all the words once in ten thousand passes the one, a page that repeats one
// of them the other.
func (j *Judge) centroid(b *bag) float64 {
	cos := j.literal(b)
	sum := 0.0
	for i := range b.hits {
		sum += b.hits[i].share
	}
	half := make([]float64, len(b.hits)) // of a product each factor has one
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
