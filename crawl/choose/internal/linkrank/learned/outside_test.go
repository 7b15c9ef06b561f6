package learned

import (
	"fmt"
	"math"
	"testing"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/internal/stats"
)

// features of url, or fails.
func (r *Ranker) vectorOf(t *testing.T, url string) vector {
	t.Helper()
	id, ok := r.ID(url)
	if !ok || r.evidence(id) == nil {
		t.Fatalf("%s does not wait", url)
	}
	return r.featuresOf(r.evidence(id))
}

// TestOutside: a link is outside until a page of its own host, "www." aside, or a sitemap
// of it has the link.
func TestOutside(t *testing.T) {
	const far = "http://far.test/x"
	feed := links("http://far.test/feed", 0, crawl.Link{URL: far})
	feed.Page.Source = true
	sitemap := links("http://far.test/map", 0, crawl.Link{URL: far, Path: sitemapPath})
	sitemap.Page.Source = true
	for name, c := range map[string]struct {
		also *crawl.Visit
		want [2]float32 // outside; outside, new host
	}{
		"one other host":    {nil, [2]float32{1, 1}},
		"two other hosts":   {links("http://third.test/", .5, crawl.Link{URL: far}), [2]float32{1, 1}},
		"something fetched": {links("http://far.test/else", .5), [2]float32{1, 0}},
		"its own host":      {links("http://far.test/", .5, crawl.Link{URL: far}), [2]float32{}},
		"www":               {links("http://www.far.test/", .5, crawl.Link{URL: far}), [2]float32{}},
		"its own feed":      {feed, [2]float32{}},
		"its own sitemap":   {sitemap, [2]float32{1, 1}},
	} {
		r := New(1)
		r.Observe(links(home, .5, crawl.Link{URL: far}, crawl.Link{URL: home + "in"}))
		if c.also != nil {
			r.Observe(c.also)
		}
		if x := r.vectorOf(t, far); [2]float32{x[fOutside], x[fOutsideNew]} != c.want {
			t.Errorf("%s: outside %v, new %v, want %v", name, x[fOutside], x[fOutsideNew], c.want)
		}
		if x := r.vectorOf(t, home+"in"); x[fOutside] != 0 || x[fHostOut] != 0 {
			t.Errorf("%s: a link within a host is outside", name)
		}
		if copied := reloaded(t, r); copied.vectorOf(t, far) != r.vectorOf(t, far) {
			t.Errorf("%s: a checkpoint changed the features", name)
		}
	}
}

// TestOutsideClusters: what outside links brought counts for outside links of the same
// page, less for outside links of the same host, and not for links within it. 4 pages at
// the base rate come before what was fetched.
func TestOutsideClusters(t *testing.T) {
	r := New(1)
	far := func(i int) crawl.Link { return crawl.Link{URL: fmt.Sprintf("http://far%d.test/", i)} }
	r.Observe(links(home, .5, far(1), far(2), crawl.Link{URL: home + "in"}))
	r.Observe(links(home+"two", .5, far(3)))
	r.Observe(links("http://far1.test/", .9))
	base := (startBase*startCount + .5 + .5 + .9) / (startCount + 3)
	want := logit((.9+outPrior*base)/(1+outPrior)) - logit(base)
	for url, w := range map[string][2]float64{"http://far2.test/": {want, want}, "http://far3.test/": {want, 0}, home + "in": {}} {
		if x := r.vectorOf(t, url); !near(float64(x[fHostOut]), w[0], 1e-6) || !near(float64(x[fPageOut]), w[1], 1e-6) {
			t.Errorf("%s: host %v, page %v, want %v", url, x[fHostOut], x[fPageOut], w)
		}
	}
}

// TestOutsideFailureTeaches: a 404 of an outside link counts half an outcome of 0 and half
// a step, and so does a host that nobody answers for; a server that fails, or refuses by
// robots.txt, teaches nothing. A dead URL needs no evidence any more.
func TestOutsideFailureTeaches(t *testing.T) {
	for _, test := range []struct {
		status int
		kind   crawl.FailureKind
	}{
		{404, crawl.FailStatus4xx}, {410, crawl.FailStatus4xx}, {403, crawl.FailStatus4xx}, {500, crawl.FailStatus5xx}, {0, crawl.FailRobots},
		{0, crawl.FailDNS}, {0, crawl.FailRefused}, {0, crawl.FailUnreachable}, {0, crawl.FailTimeout}, {0, crawl.FailResources}, {0, crawl.FailProxy},
	} {
		status := fmt.Sprint(test.status, " ", test.kind)
		r := New(1)
		r.Observe(links(home, .5, crawl.Link{URL: "http://far.test/1"}, crawl.Link{URL: "http://far.test/2"}))
		x := r.vectorOf(t, "http://far.test/1")
		p := stats.Logistic(r.model.z(&x, nil))
		r.Observe(&crawl.Visit{Choice: crawl.Choice{URL: "http://far.test/1"}, Status: test.status, Failure: crawl.Failure{Kind: test.kind}})
		base, bias := r.clusters.base(), prior[fBias]
		after := r.vectorOf(t, "http://far.test/2")
		id, _ := r.ID("http://far.test/1")
		if test.status == 500 || test.status == 0 && !test.kind.NoServer() {
			if r.model.dense != prior || after != x || r.evidence(id) == nil {
				t.Errorf("%s teaches", status)
			}
			continue
		}
		want := logit(outPrior*base/(.5+outPrior)) - logit(base)
		if !near(float64(after[fPageOut]), want, 1e-6) {
			t.Errorf("%s: page %v, want %v", status, after[fPageOut], want)
		}
		g := .5 * p
		if want := bias - g/math.Sqrt(1+g*g); !near(r.model.dense[fBias], want, 1e-6) {
			t.Errorf("%s: bias %v, want %v", status, r.model.dense[fBias], want)
		}
		if r.evidence(id) != nil || len(r.model.memory) != 0 {
			t.Errorf("%s: evidence %v, %d examples to learn again", status, r.evidence(id), len(r.model.memory))
		}
		// Further links to it say nothing, and it may yet answer.
		r.Observe(links(home+"two", .5, crawl.Link{URL: "http://far.test/1"}))
		again := reloaded(t, r)
		if again.evidence(id) != nil || again.Score("http://far.test/1") != bias {
			t.Errorf("%s: a dead URL has evidence", status)
		}
		again.Observe(links("http://far.test/1", .7))
		if n := again.nodes.At(id); !n.done() {
			t.Errorf("%s: %+v after it answered", status, n)
		}
	}
}
