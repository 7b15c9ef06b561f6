package calibrate

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"
)

// TestPriorAlone: without answers the middle is at one half, by symmetry.
func TestPriorAlone(t *testing.T) {
	c := Fit(nil)
	if p := c.share(0.5); math.Abs(p-0.5) > 1e-6 {
		t.Errorf("P(.5) is %v", p)
	}
	for i := 1; i < 100; i++ {
		if r := float64(i) / 100; c.share(r) < c.share(r-0.01) {
			t.Errorf("the curve falls at %v", r)
		}
	}
	sum := 0.0
	for _, w := range c.weight {
		sum += w
	}
	if math.Abs(sum-1) > 1e-9 {
		t.Errorf("the probabilities add up to %v", sum)
	}
}

// TestCurveFindsTheMiddle: pages are on topic above a border and not below. The
// threshold comes to lie there, wherever the border is.
func TestCurveFindsTheMiddle(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	scores := make([]float64, 1000)
	for i := range scores {
		scores[i] = rng.Float64()
	}
	pages := pagesOf(scores)
	for _, border := range []float64{0.25, 0.4, 0.6, 0.8} {
		known := map[int]Reply{}
		answered := map[int]bool{}
		var answers []Answer
		for len(known) < 20 {
			i := Choose(pages, known, 20-len(known))[0]
			yes := scores[i] > border
			known[i], answered[i] = replyOf(yes), yes
			answers = append(answers, Answer{scores[i], yes})
		}
		if phi := Fit(answers).Best(scores, answered); math.Abs(phi-border) > 0.09 {
			t.Errorf("border %v: phi %v", border, phi)
		}
	}
}

func replyOf(yes bool) Reply {
	if yes {
		return Yes
	}
	return No
}

func pagesOf(scores []float64) []Page {
	pages := make([]Page, len(scores))
	for i, r := range scores {
		pages[i] = Page{URL: fmt.Sprintf("http://h%d.example/%d", i%7, i), Host: fmt.Sprintf("h%d.example", i%7), Relevance: r}
	}
	return pages
}

// TestOneSidedAnswers: yes everywhere lowers the threshold, no everywhere raises it, and
// answers about pages without a mention change nothing of the curve.
func TestOneSidedAnswers(t *testing.T) {
	var scores []float64
	var yes, no, silent []Answer
	for i := range 100 {
		scores = append(scores, float64(i)/100)
	}
	for i := range 20 {
		r := 0.1 + 0.04*float64(i)
		yes, no, silent = append(yes, Answer{r, true}), append(no, Answer{r, false}), append(silent, Answer{0, true})
	}
	prior, low, high := Fit(nil).Best(scores, nil), Fit(yes).Best(scores, nil), Fit(no).Best(scores, nil)
	if !(low < prior && prior < high) {
		t.Errorf("phi: all yes %v, no answer %v, all no %v", low, prior, high)
	}
	if got := Fit(silent).Best(scores, nil); got != prior {
		t.Errorf("pages at 0 move phi from %v to %v", prior, got)
	}
}

// TestQuality: with every page answered the figures are facts. Three of five pages
// above phi are on topic, and one below: P 3/5, R 3/4, F1 2*3/(5+4).
func TestQuality(t *testing.T) {
	scores := []float64{0.9, 0.8, 0.7, 0.65, 0.6, 0.3, 0.2}
	answered := map[int]bool{0: true, 1: true, 2: false, 3: true, 4: false, 5: true, 6: false}
	q := Fit(nil).quality(scores, answered, 0.5)
	for name, c := range map[string]struct{ got, want float64 }{
		"precision": {q.Precision.Mean, 3.0 / 5}, "recall": {q.Recall.Mean, 3.0 / 4}, "F1": {q.F1.Mean, 6.0 / 9},
		"low": {q.F1.Low, 6.0 / 9}, "high": {q.F1.High, 6.0 / 9},
	} {
		if math.Abs(c.got-c.want) > 1e-9 {
			t.Errorf("%s %v, want %v", name, c.got, c.want)
		}
	}
	if q.Relevant != 5 {
		t.Errorf("%d pages above phi", q.Relevant)
	}
	unsure := Fit(nil).quality(scores, nil, 0.5)
	if unsure.F1.Low >= unsure.F1.Mean || unsure.F1.Mean >= unsure.F1.High || unsure != Fit(nil).quality(scores, nil, 0.5) {
		t.Errorf("%+v", unsure)
	}
}

// TestBins: a score equal to a threshold is not above it.
func TestBins(t *testing.T) {
	for i := range thresholds {
		phi := float64(i) / thresholds
		first := int(math.Round(phi * bins))
		if i > 0 && bin(phi) >= first {
			t.Errorf("%v counts as above itself", phi)
		}
		if bin(phi+0.001) < first {
			t.Errorf("%v does not count as above %v", phi+0.001, phi)
		}
	}
	if bin(0) != 0 || bin(1) != bins-1 {
		t.Error("the ends")
	}
}

// TestAtLeastHalf, by hand: after 0 of 3 it is 1/16, after 1 of 6 it is 8/128.
func TestAtLeastHalf(t *testing.T) {
	for _, c := range []struct {
		a, b int
		want float64
	}{{0, 0, 0.5}, {2, 2, 0.5}, {0, 3, 1.0 / 16}, {1, 5, 8.0 / 128}, {3, 0, 15.0 / 16}} {
		if got := atLeastHalf(c.a, c.b); math.Abs(got-c.want) > 1e-12 {
			t.Errorf("%d for, %d against: %v, want %v", c.a, c.b, got, c.want)
		}
	}
}

// share is the expected share of pages on topic at R.
func (c *Curve) share(r float64) (p float64) {
	for k, w := range c.weight {
		p += w * c.at(k, r)
	}
	return p
}
