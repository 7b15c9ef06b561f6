package relevance

import (
	"fmt"
	"testing"

	"github.com/ontocrawl/ontocrawl/crawl/judge/calibrate"
)

// TestTwentyAnswers: on each development set a person who knows the labels answers questions of
// crawl/judge/calibrate about the pages as the default judge has judged them. Draws differ in which
// of equally good pages are asked.
func TestTwentyAnswers(t *testing.T) {
	if testing.Short() {
		t.Skip("thousands of questions: minutes")
	}
	draws := 2
	if *allSets {
		draws = 15
	}
	asked := [3]int{10, 20, 40}
	var fixed, most, sum [3]float64 // fixed and most use the first only
	worst, worstSet, sets := 0.0, "none", 0
	walkSets(t, func(set labelledSet, web []labelled, base *Judge) {
		if set.label == "none" {
			return
		}
		j, err := New(base.topic, base.lex, Options{Judge: Fielded})
		if err != nil {
			t.Fatal(err)
		}
		js := judgeWhole(j, web, set.label)
		before := decide(js, j.Phi()).f1()
		_, greatest := best(js)
		var f1 [3]float64
		for draw := range draws {
			for i, x := range answered(js, web, draw, asked) {
				f1[i] += x / float64(draws)
			}
		}
		t.Logf("%-16s fixed %.3f; after 10, 20, 40 answers %.3f; best %.3f", set.name, before, f1, greatest)
		sets++
		fixed[0] += before
		most[0] += greatest
		for i := range f1 {
			sum[i] += f1[i]
		}
		if loss := f1[1] - before; loss < worst {
			worst, worstSet = loss, set.name
		}
	})
	n := float64(sets)
	t.Logf("mean of %d sets: fixed %.3f; after 10, 20, 40 answers %.3f %.3f %.3f; best %.3f; greatest loss after 20: %.3f (%s)",
		sets, fixed[0]/n, sum[0]/n, sum[1]/n, sum[2]/n, most[0]/n, worst, worstSet)
	if sum[1]/n < 0.86 || sum[1]/n < fixed[0]/n {
		t.Errorf("after twenty answers mean F1 is %.3f, want .86 and more than without", sum[1]/n)
	}
}

// answered returns F1 at the thresholds that so many answers give.
func answered(js []judgement, web []labelled, draw int, counts [3]int) (f1 [3]float64) {
	pages := make([]calibrate.Page, len(js))
	scores := make([]float64, len(js))
	for i, x := range js {
		pages[i] = calibrate.Page{URL: fmt.Sprint(draw, " ", web[x.at].Final), Host: web[x.at].Host, Relevance: x.r}
		scores[i] = x.r
	}
	known, truth := map[int]calibrate.Reply{}, map[int]bool{}
	var answers []calibrate.Answer
	for i, n := range counts {
		for len(known) < n {
			next := calibrate.Choose(pages, known, 1)
			if len(next) == 0 {
				break
			}
			at := next[0]
			known[at], truth[at] = calibrate.No, js[at].on
			if js[at].on {
				known[at] = calibrate.Yes
			}
			answers = append(answers, calibrate.Answer{R: js[at].r, Yes: js[at].on})
		}
		f1[i] = decide(js, calibrate.Fit(answers).Best(scores, truth)).f1()
	}
	return f1
}
