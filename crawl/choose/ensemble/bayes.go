package ensemble

import (
	"math"
	"unicode/utf8"

	"github.com/ontocrawl/ontocrawl/internal/stats"
)

// Bayes is eq 6, P(w|S) P(S) / P(w), as naive Bayes over what the paper names: the length of
// the URL, the length of its host, and how often the page has the keywords
// (Examples.Keywords), each as a normal distribution within its class; the classes are the
// examples and Examples.Off. The paper says neither the distribution nor P(S): a half, so that
// the score is the chance of being on topic from 0 to 1. Lengths are in characters; keywords
// count as ln(1+n).
//
// Without pages of both classes all scores are 1/2.
func Bayes(s *Set, of Examples) []float64 {
	scores := make([]float64, s.Len())
	on, off := s.normals(of.On, of.Keywords), s.normals(of.Off, of.Keywords)
	for p := range scores {
		z := 0.
		if len(of.On) > 0 && len(of.Off) > 0 {
			for i, x := range s.attributes(int32(p), of.Keywords) {
				z += on[i].log(x) - off[i].log(x)
			}
		}
		scores[p] = stats.Logistic(z)
	}
	return scores
}

const numAttributes = 3

func (s *Set) attributes(p int32, keywords []string) [numAttributes]float64 {
	n := 0
	for _, k := range keywords {
		n += max(s.pages[p].Words[k], 0)
	}
	return [...]float64{float64(utf8.RuneCountInString(s.pages[p].URL)), float64(utf8.RuneCountInString(s.pages[p].Host)), math.Log1p(float64(n))}
}

// normal is a normal distribution.
type normal struct{ mean, variance float64 }

// leastVariance is added to every variance, so that examples that are all alike do not
// exclude all others.
const leastVariance = .1

func (n normal) log(x float64) float64 {
	d := x - n.mean
	return -d*d/(2*n.variance) - math.Log(n.variance)/2
}

// normals fits the attributes of a class.
func (s *Set) normals(pages []int32, keywords []string) (fit [numAttributes]normal) {
	n := float64(len(pages))
	for _, p := range pages {
		for i, x := range s.attributes(p, keywords) {
			fit[i].mean += x / n
		}
	}
	for i := range fit {
		fit[i].variance = leastVariance
	}
	for _, p := range pages {
		for i, x := range s.attributes(p, keywords) {
			fit[i].variance += (x - fit[i].mean) * (x - fit[i].mean) / n
		}
	}
	return fit
}
