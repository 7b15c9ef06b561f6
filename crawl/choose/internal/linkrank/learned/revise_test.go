package learned

import (
	"testing"

	"github.com/ontocrawl/ontocrawl/crawl"
)

// TestRevise changes what two pages say, of which one is told again.
func TestRevise(t *testing.T) {
	const a, b, x, y = "http://h.test/a", "http://h.test/b", "http://h.test/x", "http://h.test/y"
	to := func(url string, core float32) crawl.Link {
		return crawl.Link{URL: url, Host: "h.test", Text: "link", Terms: crawl.LinkTerms{AnchorCore: core}}
	}
	r := New(1)
	r.Observe(links(a, .9, to(x, 1), to(y, 1)))
	r.Observe(links(b, .1, to(y, .5)))
	of := func(url string) *evidence {
		id, _ := r.ID(url)
		return r.evidence(id)
	}
	scoreX, scoreY := r.Score(x), r.Score(y)
	if of(y).terms[0] != 1 || of(y).maxR != .9 || of(y).pages != 2 {
		t.Fatalf("before: %+v", of(y))
	}

	// The topic moves away from a, whose links no longer name it.
	again := links(a, .2, to(x, 0), to(y, 0))
	r.Revise(again, true)
	if e := of(x); e.terms[0] != 0 || e.maxR != .2 || e.pages != 1 {
		t.Errorf("x: %+v", e)
	}
	if got := of(x).sumR; got < .1999 || got > .2001 {
		t.Errorf("x inherits %v in all; want .2", got)
	}
	if r.Score(x) >= scoreX || r.Score(y) >= scoreY {
		t.Errorf("score of x %v to %v, of y %v to %v; both should fall", scoreX, r.Score(x), scoreY, r.Score(y))
	}
	// b names y now: that adds to what a says of it in this revision.
	r.Revise(links(b, .8, to(y, .7)), false)
	if e := of(y); e.terms[0] != .7 || e.maxR != .8 || e.sumR < .9999 || e.sumR > 1.0001 {
		t.Errorf("y after both: terms %v, max %v, sum %v; want .7, .8, 1", e.terms[0], e.maxR, e.sumR)
	}
	// In the next revision it begins anew.
	r.Revise(links(b, .1, to(y, .1)), true)
	if e := of(y); e.terms[0] != .1 {
		t.Errorf("y in another revision: %v; want .1", e.terms[0])
	}
	// Pages that were never visited, and failures, change nothing.
	r.Revise(links("http://h.test/new", 1, to(x, 1)), false)
	r.Revise(&crawl.Visit{Choice: crawl.Choice{URL: a}, Failure: crawl.Failure{Text: "gone"}}, false)
	if of(x).terms[0] != 0 {
		t.Error("a page that was never visited was heard")
	}
}
