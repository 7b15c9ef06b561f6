package strategy

import (
	"fmt"
	"math"
	"testing"

	"github.com/ontocrawl/ontocrawl/crawl"
)

func newQLearning(t testing.TB, p Params) *QLearning {
	t.Helper()
	s, err := NewQLearning(p)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func closeTo(got, want float64) bool { return math.Abs(got-want) < 1e-5 }

// TestQFit: by hand. Features 1 (bias), .5 (page) and one word of value 1; wanted 1. The
// first step is .1 times the feature, less .00001 for the weights touched.
func TestQFit(t *testing.T) {
	a := action{dense: [qDense]float32{qBias: 1, qPage: .5}, words: []uint16{7}}
	var l linear
	l.fit(&a, 1)
	if !closeTo(float64(l.dense[qBias]), .09999) || !closeTo(float64(l.dense[qPage]), .04999) || !closeTo(float64(l.words[7]), .09999) || l.dense[qSameHost] != 0 {
		t.Errorf("%v, %v", l.dense, l.words[7])
	}
	if got := l.of(&a); !closeTo(float64(got), .224975) { // .09999 + .5 x .04999 + .09999
		t.Errorf("Q = %v", got)
	}
}

// TestQWanted: the next link is chosen by the learned function, its value is the
// target's: reward .2 + .4 x .3.
func TestQWanted(t *testing.T) {
	one, two := action{words: []uint16{1}}, action{words: []uint16{2}}
	words := func(a, b float32) linear {
		w := make([]float32, 1<<qWordBits)
		w[1], w[2] = a, b
		return linear{words: w}
	}
	q := qFunction{online: words(.1, .9), target: words(.8, .3), steps: qSwitch}
	if got := q.wanted(&experience{next: []action{one, two}, reward: .2}); !closeTo(float64(got), .32) {
		t.Errorf("wanted %v", got)
	}
	if got := q.wanted(&experience{reward: .2}); got != .2 {
		t.Errorf("without links: %v", got)
	}
	q.steps = 3
	if got := q.wanted(&experience{next: []action{one}, reward: .2}); !closeTo(float64(got), .22) { // .4 x .05
		t.Errorf("before the target is known: %v", got)
	}
}

// TestQLearns: pages called storm are relevant. When the target has followed once, their
// links have the larger Q and come first but for the random choices.
func TestQLearns(t *testing.T) {
	w := smallWeb{links: map[string][]crawl.Link{}, misses: map[string]bool{}}
	for i := range 400 {
		word := []string{"storm", "about"}[i%2]
		url := fmt.Sprintf("%s%s/%d", home, word, i)
		l := link(url)
		l.Text = fmt.Sprintf("%s %d", word, i)
		w.links[home] = append(w.links[home], l)
		w.misses[url] = i%2 == 1
	}
	s := newQLearning(t, Params{Seed: 1})
	s.Seed([]crawl.Link{link(home)})
	good := 0
	for n := range 200 {
		c, _ := s.Next(nil)
		v := &crawl.Visit{Seq: n + 1, Choice: c, Page: &crawl.Page{URL: c.URL, Final: c.URL, Host: c.Host, Links: w.links[c.URL]}}
		if !w.misses[c.URL] {
			v.Score = crawl.Score{Relevance: .9, Relevant: true}
			if n > 101 {
				good++
			}
		}
		s.Observe(v)
	}
	if good < 80 { // of 98, 20 of them random among links of which a quarter and less is left
		t.Errorf("%d of 98 relevant", good)
	}
	url := fmt.Sprintf("%sabout/399", home)
	if id, ok := s.f.Number(url); ok && s.lead(id) != nil {
		if e := s.Explain(url); !closeTo(sum(e), s.q.score(s.lead(id))) {
			t.Errorf("%+v adds up to %v", e, sum(e))
		}
	}
}

// TestQSoftmax: of two hosts with Q of 0 and ln 2 the second is drawn twice as often, but for
// the fifth of the choices that is random: .2 x 1/2 + .8 x 1/3 = .367 go to the first.
func TestQSoftmax(t *testing.T) {
	s := newQLearning(t, Params{Seed: 4})
	s.Observe(&crawl.Visit{Seq: 1, Choice: crawl.Choice{URL: home}, Page: &crawl.Page{
		URL: home, Final: home, Host: "h.test", Links: []crawl.Link{link("http://a.test/1"), link("http://b.test/1")},
	}})
	a, _ := s.f.Number("http://a.test/1")
	b, _ := s.f.Number("http://b.test/1")
	s.f.SetScore(a, 0)
	s.f.SetScore(b, math.Ln2)
	n := 0
	for s.moves = range uint64(6000) {
		if s.pick(nil) == a {
			n++
		}
	}
	if share := float64(n) / 6000; math.Abs(share-.3667) > .025 { // four standard deviations
		t.Errorf("the first has a share of %v", share)
	}
}

// TestQBounded: the memory of experiences does not grow without end.
func TestQBounded(t *testing.T) {
	s := newQLearning(t, Params{})
	for range mostExperiences + 50 {
		s.q.steps++
		s.remember(experience{reward: 1})
	}
	if len(s.memory) != mostExperiences {
		t.Errorf("%d experiences", len(s.memory))
	}
}
