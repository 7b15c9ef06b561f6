package learned

import (
	"fmt"
	"math"
	"testing"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/choose/internal/linkrank"
	"github.com/ontocrawl/ontocrawl/crawl/choose/internal/linkrank/linkranktest"
	"github.com/ontocrawl/ontocrawl/crawl/choose/urlpattern"
)

func TestConformance(t *testing.T) {
	linkranktest.Test(t, func() linkrank.Ranker { return New(1) })
}

func near(a, b, by float64) bool { return math.Abs(a-b) <= by }

func TestLift(t *testing.T) {
	c := newClusters()
	i := c.of(kindPath, 1)
	if j := c.of(kindPath, 1); j != i {
		t.Fatal("a key has two clusters")
	}
	if c.of(kindList, 1) == i {
		t.Fatal("two kinds share a cluster")
	}
	if got := c.lift(i, linkPrior); got != 0 {
		t.Errorf("lift of an unknown cluster = %v", got)
	}
	// Base rate .2: (.2*5 + 1)/(5+5) = .2 after 5 pages of relevance .2.
	for range 5 {
		c.fetched(.2)
	}
	// Two pages of .8, of which the first has faded to .95: (1.56 + 2*.2)/(1.95+2)
	// = .496, odds 1.96/1.99; logit .2 = -ln 4.
	c.add(i, .8, 1)
	c.add(i, .8, 1)
	want := math.Log(1.96/1.99) + math.Log(4)
	if got := c.lift(i, linkPrior); !near(got, want, 1e-9) {
		t.Errorf("lift = %v, want %v", got, want)
	}
	c.add(i, 0, .5) // hindsight counts half, and is not overlooked
	if got := c.lift(i, linkPrior); got >= want || got <= 0 {
		t.Errorf("lift = %v after half a miss", got)
	}
	bad := c.of(kindHost, 2)
	c.add(bad, 0, 1e6)
	if got := c.lift(bad, hostPrior); got != minLift {
		t.Errorf("lift of a hopeless cluster = %v, want %v", got, minLift)
	}
	if got := c.novelty(c.of(kindPattern, 3)); got != 1 {
		t.Errorf("novelty of an unknown cluster = %v", got)
	}
}

// TestRatesFade: what was good and has run dry has a smaller score than what was never
// known.
func TestRatesFade(t *testing.T) {
	c := newClusters()
	i := c.of(kindHost, 1)
	for range 20 {
		c.add(i, .9, 1)
	}
	if got := c.lift(i, hostPrior); got < 2 {
		t.Errorf("lift = %v of a host that is good", got)
	}
	for range 60 {
		c.add(i, 0, 1)
	}
	if got := c.lift(i, hostPrior); got > -.5 {
		t.Errorf("lift = %v of a host that has been dry for 60 of 80 pages", got)
	}
}

func TestInherited(t *testing.T) {
	for _, tt := range []struct{ r, before, want float64 }{
		{.8, 0, .8}, {0, .8, .4}, {.3, .8, .4}, {0, .19, 0}, {.05, 0, 0}, {0, .2, .1},
	} {
		if got := inherited(tt.r, tt.before); !near(got, tt.want, 1e-12) {
			t.Errorf("inherited(%v, %v) = %v, want %v", tt.r, tt.before, got, tt.want)
		}
	}
}

// links returns a visit with links as given.
func links(url string, r float64, ls ...crawl.Link) *crawl.Visit {
	v := linkranktest.Page(url, r, nil)
	for i := range ls {
		if ls[i].Host == "" {
			ls[i].Host = urlpattern.Split(ls[i].URL).Host
		}
	}
	v.Page.Links = ls
	return v
}

const home = "http://h.test/"

// TestFirstScore works the score of a link out by hand: nothing is learned
// yet, so the weights are the ones set by hand.
func TestFirstScore(t *testing.T) {
	r := New(1)
	l := crawl.Link{URL: home + "x/y.html", Text: "storm", Path: "p a"}
	l.Terms = crawl.LinkTerms{AnchorCore: 3, Relevance: .7, URLCore: .5, ContextCore: 2}
	r.Observe(links(home, .8, l))
	want := -2.5 + // bias
		4*.7 + 1.5*.5 + .6*1 + // Words; more than one mention around counts as one
		1.5*.8 + // the page with the link
		(1+.5)*math.Log((.8+2*.3)/(3*.3)) // its lift and the word storm's; the base rate is .3
	if got := r.Score(l.URL); !near(got, want, 1e-6) {
		t.Errorf("score = %v, want %v: %+v", got, want, r.Explain(l.URL))
	}
	if got := r.Score("http://unheard.test/"); got != -2.5 {
		t.Errorf("score of a URL never heard of = %v", got)
	}
}

// TestEvidenceMerges: the best words of all in-links, the mean and the best of
// the pages, each page once.
func TestEvidenceMerges(t *testing.T) {
	r := New(1)
	to := home + "x.html"
	l := func(core, context float32, region crawl.Region) crawl.Link {
		return crawl.Link{URL: to, Region: region, Terms: crawl.LinkTerms{AnchorCore: core, ContextCore: context}}
	}
	r.Observe(links(home+"1", .2, l(.1, 0, crawl.RegionMain), l(.4, 0, crawl.RegionMain)))
	r.Observe(links(home+"2", .6, l(0, 1, crawl.RegionNav)))
	id, _ := r.ID(to)
	e := r.evidence(id)
	x := r.featuresOf(e)
	for _, tt := range []struct {
		feature int
		want    float64
	}{
		{fAnchorCore, .4},
		{fContextCore, .5}, // half in a menu
		{fParentMean, .4},
		{fParentFresh, .6 * (1 - .5)}, // one of two pages besides the first
		{fShare, .5 * (1 - .7*.4)},    // half pardoned by its own words
		{fMain, 1},
	} {
		if got := float64(x[tt.feature]); !near(got, tt.want, 1e-6) {
			t.Errorf("%s = %v, want %v", features[tt.feature].name, got, tt.want)
		}
	}
}

// TestClustersTeach: after some pages of one list were good and of another
// bad, what is left of the first has a larger score.
func TestClustersTeach(t *testing.T) {
	r := New(1)
	var ls []crawl.Link
	for i := range 12 {
		ls = append(ls,
			crawl.Link{URL: fmt.Sprint(home, "p/good", i), List: 1, Path: "ul.good a"},
			crawl.Link{URL: fmt.Sprint(home, "p/bad", i), List: 2, Path: "ul.bad a"})
	}
	r.Observe(links(home, .5, ls...))
	if a, b := r.Score(home+"p/good9"), r.Score(home+"p/bad9"); a != b {
		t.Fatalf("score %v and %v before anything is known", a, b)
	}
	for i := range 8 {
		r.Observe(links(fmt.Sprint(home, "p/good", i), .9))
		r.Observe(links(fmt.Sprint(home, "p/bad", i), .05))
	}
	if a, b := r.Score(home+"p/good9"), r.Score(home+"p/bad9"); a < b+1 {
		t.Errorf("score %v of the good list, %v of the bad one", a, b)
	}
}

// TestPardon: bad company costs a link less if its own words name the topic.
func TestPardon(t *testing.T) {
	r := New(1)
	var ls []crawl.Link
	for i := range 12 {
		ls = append(ls, crawl.Link{URL: fmt.Sprint(home, "m/", i), List: 1, Path: "nav a", Region: crawl.RegionNav})
	}
	ls[10].Terms.AnchorCore = 1
	r.Observe(links(home, .5, ls...))
	for i := range 9 {
		r.Observe(links(fmt.Sprint(home, "m/", i), .01))
	}
	lift := func(url string) float64 {
		id, _ := r.ID(url)
		x := r.featuresOf(r.evidence(id))
		return float64(x[fList])
	}
	plain, named := lift(home+"m/11"), lift(home+"m/10")
	if plain >= 0 || !near(named, .3*plain, 1e-6) {
		t.Errorf("lift %v, and %v for the link that names the topic; want .3 of it", plain, named)
	}
}

// TestHindsight: links to pages already fetched rate the place they stand in.
func TestHindsight(t *testing.T) {
	r := New(1)
	for i := range 6 {
		r.Observe(links(fmt.Sprint(home, "good", i), .95))
		r.Observe(links(fmt.Sprint(home, "bad", i), 0))
	}
	var ls []crawl.Link
	for i := range 6 {
		ls = append(ls, crawl.Link{URL: fmt.Sprint(home, "good", i), List: 1, Path: "a.x"})
		ls = append(ls, crawl.Link{URL: fmt.Sprint(home, "bad", i), List: 2, Path: "a.y"})
	}
	ls = append(ls, crawl.Link{URL: home + "new1", List: 1, Path: "a.x"}, crawl.Link{URL: home + "new2", List: 2, Path: "a.y"})
	r.Observe(links(home+"list", .5, ls...))
	if a, b := r.Score(home+"new1"), r.Score(home+"new2"); a <= b {
		t.Errorf("score %v beside good pages, %v beside bad ones", a, b)
	}
}

// TestRegressionLearns: a word that always pays is found out, and the memory
// is bounded.
func TestRegressionLearns(t *testing.T) {
	m := newRegression(1)
	var x vector
	x[fBias] = 1
	for i := range 300 {
		e := example{dense: x, hashed: []uint16{7}, target: 1}
		if i%2 == 0 {
			e.hashed, e.target = []uint16{9}, 0
		}
		m.learn(e)
	}
	if a, b := m.z(&x, []uint16{7}), m.z(&x, []uint16{9}); a < b+2 {
		t.Errorf("z = %v with the word that pays, %v with the other", a, b)
	}
	for range maxMemory {
		m.learn(example{dense: x})
	}
	if len(m.memory) != maxMemory {
		t.Errorf("%d examples remembered, want %d", len(m.memory), maxMemory)
	}
}

// TestMissesTeachTheBias: what nearly every crawl meets, pages off topic, is no
// news of the words that happen to be in their links.
func TestMissesTeachTheBias(t *testing.T) {
	m := newRegression(1)
	x := vector{fBias: 1, fDepth: 3}
	for range 50 {
		m.learn(example{dense: x, hashed: []uint16{7}})
	}
	if bias, word, depth := m.dense[fBias]-prior[fBias], float64(m.hashed[7]), m.dense[fDepth]; bias > -.5 || word < bias/3 || depth < bias/3 {
		t.Errorf("50 misses moved the bias by %.2f, a word by %.2f and depth by %.2f", bias, word, depth)
	}
}

// TestInsideFailureTeachesNothing: a dead link of a site says nothing of its others.
func TestInsideFailureTeachesNothing(t *testing.T) {
	r := New(1)
	r.Observe(links(home, .5, crawl.Link{URL: home + "a/1"}, crawl.Link{URL: home + "a/2"}))
	before := r.Score(home + "a/2")
	r.Observe(&crawl.Visit{Choice: crawl.Choice{URL: home + "a/1"}, Status: 404})
	if got := r.Score(home + "a/2"); got != before {
		t.Errorf("score %v before, %v after a dead link", before, got)
	}
}

func BenchmarkScore(b *testing.B) {
	r := New(1)
	vs := linkranktest.Visits(1, 400)
	for _, v := range vs[:200] {
		r.Observe(v)
	}
	var waiting []string
	for _, u := range linkranktest.URLs(vs) {
		if id, ok := r.ID(u); ok && r.evidence(id) != nil {
			waiting = append(waiting, u)
		}
	}
	b.ReportAllocs()
	i := 0
	for b.Loop() {
		r.Score(waiting[i%len(waiting)])
		i++
	}
}

func TestScoreAllocatesNothing(t *testing.T) {
	r := New(1)
	r.Observe(links(home, .5, crawl.Link{URL: home + "a/1", Text: "storm"}))
	if n := testing.AllocsPerRun(100, func() { r.Score(home + "a/1") }); n != 0 {
		t.Errorf("Score allocates %v times", n)
	}
}

// What brings only copies is learned to have a low score, though the copies speak
// of the topic as much as what they repeat.
func TestCopiesBringNothing(t *testing.T) {
	r := New(1)
	at := func(folder string, i int) crawl.Link {
		return crawl.Link{URL: fmt.Sprintf("%s%s/%d", home, folder, i), Path: "p a"}
	}
	var all []crawl.Link
	for i := range 20 {
		all = append(all, at("a", i), at("print", i))
	}
	r.Observe(links(home, .8, all...))
	for i := range 15 {
		first := links(at("a", i).URL, .8)
		r.Observe(first)
		again := links(at("print", i).URL, .8)
		again.Same = crawl.Duplicate{Of: first.Choice.URL, Distance: 1}
		r.Observe(again)
	}
	if story, print := r.Score(at("a", 19).URL), r.Score(at("print", 19).URL); story < print+1 {
		t.Errorf("a story has score %.2f, its print version %.2f", story, print)
	}
	near := crawl.Visit{Same: crawl.Duplicate{Of: home, Distance: 3}}
	exact := crawl.Visit{Same: crawl.Duplicate{Of: home, Exact: true}}
	if near.Repeats() || !exact.Repeats() || new(crawl.Visit).Repeats() {
		t.Error("a text that is only alike repeats another, or an exact copy does not")
	}
}
