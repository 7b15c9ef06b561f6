package learned

import (
	"bytes"
	"math"
	"reflect"
	"testing"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/choose/internal/linkrank/linkranktest"
	"github.com/ontocrawl/ontocrawl/crawl/keep/binenc"
)

// divided is a set of visits on three hosts as one of two rankers sees it: host h0 is its
// own, or the others are.
type divided struct {
	*Ranker
	own func(host string) bool
}

// observe lets d observe the visit with the links to its own hosts, and returns the letter
// with the others.
func (d divided) observe(v *crawl.Visit) (l crawl.Letter) {
	own := *v
	var away []crawl.Link
	if v.Page != nil {
		p := *v.Page
		p.Links = nil
		for _, k := range v.Page.Links {
			if d.own(k.Host) {
				p.Links = append(p.Links, k)
			} else {
				away = append(away, k)
			}
		}
		own.Page = &p
	}
	d.Observe(&own)
	if v.Page != nil {
		l = d.Letter(v)
		l.Page, l.Host, l.Links, l.Repeats = v.Choice.URL, v.Page.Host, away, v.Repeats()
	}
	return l
}

// TestHeard: two rankers that tell each other everything give the links to their hosts nearly
// the scores that one ranker gives them: .001 off in the mean. Without letters it is .19
// and .04.
func TestHeard(t *testing.T) {
	one, first, second := New(1), New(1), New(1)
	first.Join()
	second.Join()
	parts := []divided{{first, func(h string) bool { return h == "h0.test" }}, {second, func(h string) bool { return h != "h0.test" }}}
	visits := linkranktest.Visits(5, 300)
	told := 0
	for _, v := range visits {
		one.Observe(v)
		me, other := parts[0], parts[1]
		if !me.own(v.Choice.Host) {
			me, other = other, me
		}
		l := me.observe(v)
		if l.Page != "" {
			other.Hear(&l)
		}
		if o, ok := me.Taught(); ok {
			other.Learn(&o)
			told++
		}
	}
	if told < 200 {
		t.Fatalf("%d of %d visits taught anything", told, len(visits))
	}
	for i, r := range []*Ranker{first, second} {
		if a, b := one.clusters.count, r.clusters.count; a != b || math.Abs(one.clusters.sum-r.clusters.sum) > 1e-9 {
			t.Errorf("ranker %d knows %v pages of relevance %v, there were %v of %v", i, b, r.clusters.sum, a, one.clusters.sum)
		}
		sum, n := 0.0, 0.0
		for url := range urlsOf(visits, parts[i].own) {
			a, b := one.Score(url), r.Score(url)
			sum, n = sum+math.Abs(a-b), n+1
		}
		if n == 0 || sum/n > .01 {
			t.Errorf("ranker %d: %v scores differ by %.3f in the mean", i, n, sum/n)
		}
	}
}

func must(id int32, _ bool) int32 { return id }

// urlsOf are the URLs of own hosts that visits speak of.
func urlsOf(vs []*crawl.Visit, own func(string) bool) map[string]bool {
	all := map[string]bool{}
	for _, v := range vs {
		if v.Page == nil {
			continue
		}
		for _, l := range v.Page.Links {
			if own(l.Host) {
				all[l.URL] = true
			}
		}
	}
	return all
}

// TestTaught: a ranker that is alone tells nothing. One of several tells a page with its
// features and groups, a seed with its relevance only, and a page that repeats as worthless.
func TestTaught(t *testing.T) {
	visit := func(url string, relevance float64, links ...string) *crawl.Visit {
		return linkranktest.Page(url, relevance, links)
	}
	alone, r := New(1), New(1)
	r.Join()
	seed := visit("http://a.test/", .5, "http://a.test/x", "http://a.test/y", "http://b.test/gone")
	alone.Observe(seed)
	r.Observe(seed)
	if _, ok := alone.Taught(); ok {
		t.Error("a ranker that is alone tells")
	}
	if o, ok := r.Taught(); !ok || !reflect.DeepEqual(o, crawl.Outcome{Relevance: .5, Weight: 1}) {
		t.Errorf("the seed taught %+v, %v", o, ok)
	}
	r.Observe(visit("http://a.test/x", .9))
	o, ok := r.Taught()
	if !ok || o.Relevance != .9 || o.Failed || len(o.Features) != numFeatures || len(o.Groups) < 6 || len(o.Hashed) == 0 {
		t.Errorf("the page taught %+v, %v", o, ok)
	}
	copied := visit("http://a.test/y", .9)
	copied.Same.Of, copied.Same.Exact = "http://a.test/x", true
	r.Observe(copied)
	if o, ok := r.Taught(); !ok || o.Relevance != 0 {
		t.Errorf("a copy taught %+v, %v", o, ok)
	}
	r.Observe(&crawl.Visit{Choice: crawl.Choice{URL: "http://a.test/none"}, Status: 500})
	if _, ok := r.Taught(); ok {
		t.Error("a failure that says nothing taught")
	}
	r.Observe(&crawl.Visit{Choice: crawl.Choice{URL: "http://b.test/gone"}, Status: 404})
	if o, ok := r.Taught(); !ok || !o.Failed || o.Weight != failedWeight {
		t.Errorf("a dead link from outside taught %+v, %v", o, ok)
	}
}

// TestLearnStrange: an outcome of another version, or with numbers that are none, does no
// harm.
func TestLearnStrange(t *testing.T) {
	r := New(1)
	r.Join()
	r.Observe(linkranktest.Page("http://a.test/", .5, []string{"http://a.test/x"}))
	odd := make([]float32, numFeatures)
	odd[3] = float32(math.NaN())
	for _, o := range []crawl.Outcome{
		{Relevance: 1, Weight: 1, Features: []float32{1, 2}},
		{Relevance: 1, Weight: 1, Features: odd},
		{Relevance: 1, Weight: 1, Features: make([]float32, numFeatures), Hashed: make([]uint16, maxHashed+1)},
		{Weight: .5, Failed: true, Groups: []uint64{1, 2, 3}},
	} {
		known := r.clusters.known()
		if r.Learn(&o); r.model.learned != 0 || r.clusters.known() != known {
			t.Errorf("%+v taught the model, or left a group", o)
		}
	}
	if s := r.Score("http://a.test/x"); math.IsNaN(s) || math.IsInf(s, 0) {
		t.Errorf("score %v", s)
	}
	data, err := binenc.Marshal(r)
	if err != nil {
		t.Fatal(err)
	}
	if err := New(1).ReadFrom(bytes.NewReader(data)); err != nil {
		t.Error(err)
	}
}

// TestHearAgain: after letters, a checkpoint holds what the ranker knows.
func TestHearAgain(t *testing.T) {
	r := New(1)
	r.Join()
	l := crawl.Letter{Page: "http://b.test/", Host: "b.test", Relevance: .8, Inherit: .8, Fetched: 7}
	for _, url := range []string{"http://a.test/x", "http://a.test/y", "http://a.test/x"} {
		l.Links = append(l.Links, crawl.Link{URL: url, Host: "a.test", Text: "storm", Terms: crawl.LinkTerms{Relevance: .6}})
	}
	before := r.Score("http://a.test/x")
	r.Hear(&l)
	e := r.peek(must(r.ID("http://a.test/x")))
	if e == nil || e.pages != 1 || e.inside || e.maxR != float32(.8) || r.fetchedOn(e.home) != 7 || r.Score("http://a.test/x") <= before {
		t.Fatalf("of a link in a letter it is known: %+v", e)
	}
	data, err := binenc.Marshal(r)
	if err != nil {
		t.Fatal(err)
	}
	again := New(1)
	if err := again.ReadFrom(bytes.NewReader(data)); err != nil {
		t.Fatal(err)
	}
	if a, b := r.Score("http://a.test/y"), again.Score("http://a.test/y"); a != b {
		t.Errorf("score %v, after loading %v", a, b)
	}
	l = crawl.Letter{Page: "http://b.test/feed", Host: "b.test", Source: true, Links: []crawl.Link{{URL: "http://a.test/z", Host: "a.test"}}}
	if r.Hear(&l); r.peek(must(r.ID("http://a.test/z"))).pages != 0 {
		t.Error("a feed counts as a page")
	}
}
