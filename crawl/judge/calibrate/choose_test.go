package calibrate

import (
	"math/rand/v2"
	"testing"
)

// TestChoose: no page is asked twice, as many are asked as there are, and the first
// twenty spread over the range.
func TestChoose(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	for _, n := range []int{0, 1, 3, 30, 2000} {
		scores := make([]float64, n)
		for i := range scores {
			scores[i] = rng.Float64()
		}
		pages := pagesOf(scores)
		known := map[int]Reply{}
		for range 3 {
			for _, i := range Choose(pages, known, 20) {
				if _, asked := known[i]; asked {
					t.Fatalf("%d pages: page %d is asked again", n, i)
				}
				known[i] = No
			}
		}
		if len(known) != min(n, 60) {
			t.Errorf("%d pages: %d are asked about", n, len(known))
		}
	}
}

// TestChooseSkipsZero: pages without a mention are not asked about.
func TestChooseSkipsZero(t *testing.T) {
	if got := Choose(pagesOf([]float64{0, 0, 0.3, 0}), nil, 20); len(got) != 1 || got[0] != 2 {
		t.Errorf("%v", got)
	}
}

// TestChooseHosts: of equally good pages the one of another host is asked.
func TestChooseHosts(t *testing.T) {
	pages := []Page{
		{URL: "http://a.example/1", Host: "a.example", Relevance: 0.3}, {URL: "http://a.example/2", Host: "a.example", Relevance: 0.7},
		{URL: "http://b.example/1", Host: "b.example", Relevance: 0.7},
	}
	if got := Choose(pages, map[int]Reply{0: Yes}, 1); len(got) != 1 || got[0] != 2 {
		t.Errorf("%v", got)
	}
}
