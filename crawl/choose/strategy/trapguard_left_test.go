package strategy

import (
	"slices"
	"testing"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/keep/binenc"
)

// TestRecent: however many hashes are remembered, what is saved is read back and goes on
// alike.
func TestRecent(t *testing.T) {
	m, sizes := new(recent), map[int]bool{}
	for i := range 3 * mostRecent {
		m.add([]uint32{uint32(i+1) * 2654435761})
		if sizes[len(m.places)] && i%5000 != 0 {
			continue
		}
		sizes[len(m.places)] = true
		var w binenc.Writer
		m.save(&w)
		r, back := binenc.NewReader(w.Data()), new(recent)
		back.load(r)
		if err := r.Err(); err != nil || back.n != m.n || !slices.Equal(back.places, m.places) {
			t.Fatalf("after %d hashes in %d places: %d in %d, %v", i+1, len(m.places), back.n, len(back.places), err)
		}
	}
	if len(m.places) != mostRecent || len(sizes) != 5 {
		t.Errorf("%d places at the end, of sizes %v; want %d", len(m.places), sizes, mostRecent)
	}
}

// TestTrapGuardBestLeft: among the links of a site that come last, the link of the
// pattern with the best account is taken first, of equals the one left first. Breadth
// first, a blog whose lists are fetched before what they list would spend its last
// requests on lists.
func TestTrapGuardBestLeft(t *testing.T) {
	g := newTrapGuard(NewBreadthFirst(), TrapGuardParams{Patience: 10})
	a := &siteAccount{balance: -6 * request, pages: 9}
	g.sites["a.t"], g.grown = a, 2
	for _, l := range []struct {
		url     string
		balance int32
	}{{"http://a.t/tags/x/page/2", -6}, {"http://a.t/post?id=1", 2}, {"http://a.t/tags/x/page/3", -6}, {"http://a.t/post?id=2", 2}, {"http://a.t/about.html", 0}} {
		g.patterns[guardedPattern("a.t", l.url)] = pattern{balance: l.balance * request}
		g.leave(crawl.Choice{URL: l.url, Host: "a.t", Depth: 1, Parent: "http://a.t/"})
	}
	shown, total := Of(g).Waiting("", 0)
	if total != g.Len() || total != 5 {
		t.Fatalf("%d links are shown, %d wait", total, g.Len())
	}
	if _, two := Of(g).Waiting("a.t", 2); two != 5 {
		t.Errorf("%d links of the host wait", two)
	}
	if e, ok := explain(g, shown[3].URL); !ok || !slices.Equal(e.Notes, []string{
		"comes last, as the trap guard says: its " + RuleSite,
		"the trap guard's account of its URL pattern: -6.0 requests, 0 finds; links come last at -5",
		"the trap guard's account of its site: -6.0 requests, 0 finds; links come last at -5, and are left at -10",
	}) {
		t.Errorf("a link that comes last: %+v, %v", e, ok)
	}
	var got []string
	for {
		c, ok := g.Next(func(string) bool { return false })
		if !ok {
			break
		}
		got = append(got, c.URL)
	}
	want := []string{"http://a.t/post?id=1", "http://a.t/post?id=2", "http://a.t/about.html", "http://a.t/tags/x/page/2", "http://a.t/tags/x/page/3"}
	for i := range shown {
		if shown[i].URL != want[i] {
			t.Errorf("shown as number %d: %s", i+1, shown[i].URL)
		}
	}
	if !slices.Equal(got, want) || g.Len() != 0 {
		t.Errorf("%q, want %q; %d wait", got, want, g.Len())
	}
}
