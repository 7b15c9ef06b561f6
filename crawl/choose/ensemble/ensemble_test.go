package ensemble_test

import (
	"math"
	"slices"
	"testing"

	"github.com/ontocrawl/ontocrawl/crawl/choose/ensemble"
)

func page(url string, words map[string]int, links ...int32) ensemble.Page {
	return ensemble.Page{URL: "http://" + url, Host: url[:1], Words: words, Links: links}
}

func near(t *testing.T, what string, got []float64, want ...float64) {
	t.Helper()
	if len(got) != len(want) {
		t.Fatalf("%s: %v; want %v", what, got, want)
	}
	for i := range want {
		if math.Abs(got[i]-want[i]) > 1e-4 {
			t.Errorf("%s: %v; want %v", what, got, want)
			return
		}
	}
}

// TestLikeness: against pages 0 and 1, page 2 = {storm 2, rain 1}.
func TestSimilarity(t *testing.T) {
	s := ensemble.NewSet([]ensemble.Page{
		page("a", map[string]int{"storm": 1}),
		page("b", map[string]int{"storm": 1, "sea": 1, "never": 0}),
		page("c", map[string]int{"storm": 2, "rain": 1}),
		page("d", nil),
	})
	of := ensemble.Examples{On: []int32{0, 1}}
	// cosine: c with a = 2/√5, with b = 2/(√5 √2); a with a = 1, with b = 1/√2
	near(t, "cosine", ensemble.Cosine(s, of), (1+math.Sqrt(.5))/2, (1+math.Sqrt(.5))/2, (2/math.Sqrt(5)+2/math.Sqrt(10))/2, 0)
	// Jaccard: c with a = 1/2, with b = 1/3; a with b = 1/2
	near(t, "jaccard", ensemble.Jaccard(s, of), .75, .75, 5./12, 0)
}

// TestLogistic: one page with one word in each class. By symmetry the bias is 0 and the two
// weights are w and -w; the slope w - 1/(1+e^w) is 0 at w = .40106.
func TestLogistic(t *testing.T) {
	s := ensemble.NewSet([]ensemble.Page{page("a", map[string]int{"storm": 3}), page("b", map[string]int{"bond": 1}), page("c", nil)})
	on := 1 / (1 + math.Exp(-.40106))
	near(t, "logistic", ensemble.Logistic(s, ensemble.Examples{On: []int32{0}, Off: []int32{1}}), on, 1-on, .5)
	near(t, "logistic without a class", ensemble.Logistic(s, ensemble.Examples{On: []int32{0}}), .5, .5, .5)
}

// TestOneClass: two examples are the same and a third has no word of theirs. With a_1 + a_2 = x
// the machine minimizes x² + (1-x)², so x is a half, where a mean would give two thirds.
func TestOneClass(t *testing.T) {
	s := ensemble.NewSet([]ensemble.Page{
		page("a", map[string]int{"storm": 1}), page("b", map[string]int{"storm": 1}), page("c", map[string]int{"sea": 1}), page("d", map[string]int{"bond": 1}),
	})
	near(t, "one-class", ensemble.OneClass(s, ensemble.Examples{On: []int32{0, 1, 2}}), .5, .5, .5, 0)
	near(t, "one-class without examples", ensemble.OneClass(s, ensemble.Examples{}), 0, 0, 0, 0)
}

// TestBayes: only the keyword tells the classes apart: ln(1+n) is ln 2 and 0, both with
// variance .1, and in the middle the chance is a half.
func TestBayes(t *testing.T) {
	s := ensemble.NewSet([]ensemble.Page{page("a", map[string]int{"storm": 1}), page("b", nil), page("c", map[string]int{"storm": 3})})
	got := ensemble.Bayes(s, ensemble.Examples{On: []int32{0}, Off: []int32{1}, Keywords: []string{"storm"}})
	// z = (x² - (x - ln 2)²) / .2 with x = ln 2, 0 and ln 4
	z := math.Ln2 * math.Ln2 / .2
	near(t, "bayes", got, 1/(1+math.Exp(-z)), 1/(1+math.Exp(z)), 1/(1+math.Exp(-3*z)))
	near(t, "bayes without a class", ensemble.Bayes(s, ensemble.Examples{On: []int32{0}}), .5, .5, .5)
}

// TestPageRank: a links to b. With e = (1/.85 - 1)/2 = .0882353 the rank x of a is e/(x + 2e),
// so x² + 2ex = e and x = √(e² + e) - e = .22163.
func TestPageRank(t *testing.T) {
	s := ensemble.NewSet([]ensemble.Page{page("a", nil, 1, 1, 0, 99, -1), page("b", nil)})
	near(t, "pagerank", ensemble.PageRank(s, ensemble.Examples{}), .22163, .77837)
	if got := ensemble.PageRank(ensemble.NewSet(nil), ensemble.Examples{}); len(got) != 0 {
		t.Errorf("of no page: %v", got)
	}
}

func TestCombined(t *testing.T) {
	near(t, "positions", ensemble.Positions([]float64{.5, .9, .5, .1}), 2.5, 1, 2.5, 4)
	lists := [][]float64{{3, 2, 1}, {1, 3, 2}} // places 1 2 3 and 3 1 2
	near(t, "mean position", ensemble.MeanPosition(lists), -2, -1.5, -2.5)
	near(t, "reciprocal", ensemble.Reciprocal(lists), (1+1./3)/2, (1./2+1)/2, (1./3+1./2)/2)
	// eq 8 with PageRank's places 1 2 3: .8 x 2 + .2 x 1, .8 x 1.5 + .2 x 2, .8 x 2.5 + .2 x 3
	near(t, "combined", ensemble.Combined(lists, []float64{.5, .3, .2}, ensemble.Alpha), -1.8, -1.6, -2.6)
}

// TestMeasure: 20 pages on two hosts in their order; right are those at places 2, 4 and 19
// once the example at the top is left out.
func TestMeasure(t *testing.T) {
	var pages []ensemble.Page
	var scores []float64
	right := make([]bool, 21)
	for i := range 21 {
		host := "h"
		if i > 15 {
			host = "k"
		}
		pages = append(pages, page(host, nil))
		scores = append(scores, float64(-i))
	}
	right[0], right[2], right[4], right[19] = true, true, true, true
	m := ensemble.Measure(ensemble.NewSet(pages), scores, right, []int32{0})
	near(t, "measures", []float64{float64(m.Pages), float64(m.Right), m.PrecisionAt17, m.PrecisionAt35, m.PrecisionAtR, m.HostsAtR, m.Reciprocal, m.MeanRank, m.MedianRank},
		20, 3, 2./17, 3./35, 1./3, 1, .5, 25./3, 4)
	if m := ensemble.Measure(ensemble.NewSet(pages), scores, make([]bool, 21), nil); m.MeanRank != 0 || m.Pages != 21 {
		t.Errorf("nothing is right: %+v", m)
	}
}

// TestRank: all rankers by name, and eq 8 is made of the first five and of PageRank.
func TestRank(t *testing.T) {
	s := ensemble.NewSet([]ensemble.Page{
		page("a", map[string]int{"storm": 1}), page("b", map[string]int{"storm": 1, "sea": 1}, 0), page("c", map[string]int{"bond": 1}, 0),
	})
	all := ensemble.Rank(s, ensemble.Examples{On: []int32{0}, Off: []int32{2}, Keywords: []string{"storm"}})
	var lists [][]float64
	for _, name := range []string{"bayes", "logistic", "one-class", "cosine", "jaccard"} {
		if lists = append(lists, all[name]); len(all[name]) != 3 || all[name][1] <= all[name][2] {
			t.Errorf("%s: %v", name, all[name])
		}
	}
	if got, want := all["combined"], ensemble.Combined(lists, all["pagerank"], .2); !slices.Equal(got, want) || len(all) != 8 {
		t.Errorf("combined: %v; want %v; %d lists", got, want, len(all))
	}
}
