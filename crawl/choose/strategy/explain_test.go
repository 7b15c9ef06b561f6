package strategy

import (
	"bytes"
	"math"
	"slices"
	"testing"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/keep/binenc"
)

// TestExplain: the list that names a link, the host's part in the balance, and the tabu
// list are told; the parts add up to the score; asking changes nothing.
func TestExplain(t *testing.T) {
	const list, article, away = home + "tag/%E5%8F%B0%E9%A3%8E", home + "a/1", "http://away.test/b/2"
	p := Defaults()
	p.Tries, p.Tenure = 2, 7
	s := newTabu(t, p)
	wrapped := NewChain(s, NewTrapGuard(TrapGuardParams{Patience: 100}))
	wrapped.Seed([]crawl.Link{link(home)})
	tag := link(list)
	tag.Terms.AnchorCore = 1
	missed, named := link(home+"a/9"), link(article)
	named.Text = "Meranti"
	pages := map[string][]crawl.Link{home: {tag, missed, link(home + "a/8")}, list: {named, link(away)}}
	visit := func(url string, relevant bool) {
		t.Helper()
		c, ok := wrapped.Take(url)
		if !ok {
			t.Fatalf("%s does not wait", url)
		}
		v := answer(c, relevant, pages[url]...)
		v.Choice = c
		wrapped.Observe(v)
	}
	visit(home, true)
	visit(list, true)
	visit(home+"a/9", false)
	before, _ := binenc.Marshal(s)
	for url, want := range map[string][]string{
		article: {
			"listed by the page http://h.test/tag/台风",
			`named like a find: "meranti", on so many pages: 1`,
			"of a proven host, chosen 3 times so far",
			"its URL pattern brought 0 relevant pages and 1 misses in a row; it is tabu after 2",
			"its place on the page brought 1 relevant pages and 1 misses in a row; it is tabu after 4",
		},
		away: {
			"of a host not proven yet: it has no turn of the balance",
			"its place on the page brought 1 relevant pages and 1 misses in a row; it is tabu after 4",
		},
	} {
		e, ok := explain(wrapped, url)
		if !ok || !slices.Equal(e.Notes, want) {
			t.Errorf("%s: %q, want %q", url, e.Notes, want)
		}
		sum := 0.0
		for _, part := range e.Parts {
			sum += part.Value * part.Weight
		}
		if math.Abs(sum-e.Score) > 1e-9 {
			t.Errorf("%s: parts add up to %v, score %v", url, sum, e.Score)
		}
	}
	if after, _ := binenc.Marshal(s); !bytes.Equal(before, after) {
		t.Error("explaining changed something")
	}
	visit(home+"a/8", false)
	if e, _ := explain(wrapped, article); !slices.Contains(e.Notes, "its URL pattern is tabu for 7 more choices") {
		t.Errorf("after two misses: %q", e.Notes)
	}
	if _, ok := explain(wrapped, home); ok {
		t.Error("a visited page is explained as a link")
	}
	if _, ok := explain(NewBreadthFirst(), article); ok {
		t.Error("breadth-first has no scores")
	}
}
