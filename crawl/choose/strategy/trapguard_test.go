package strategy

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/choose/internal/strategytest"
	"github.com/ontocrawl/ontocrawl/crawl/fetch/polite"
	"github.com/ontocrawl/ontocrawl/crawl/fetch/replay"
	"github.com/ontocrawl/ontocrawl/crawl/keep/binenc"
	"github.com/ontocrawl/ontocrawl/crawl/read/page"
	"github.com/ontocrawl/ontocrawl/crawl/read/shingle"
	"github.com/ontocrawl/ontocrawl/internal/goldentest"
)

func TestTrapGuardConforms(t *testing.T) {
	for name, open := range map[string]func() crawl.Strategy{
		"breadth-first": func() crawl.Strategy { return NewBreadthFirst() },
		"on-its":        func() crawl.Strategy { s, _ := NewOnITS(Params{}); return s },
		"tabu":          func() crawl.Strategy { s, _ := NewTabu(Params{}); return s },
	} {
		t.Run(name, func(t *testing.T) {
			if testing.Short() && name == "on-its" {
				t.Skip("slow, and wrapped like the others")
			}
			// More patience than the suite's webs have pages: they must all be offered.
			strategytest.Test(t, func() crawl.Strategy { return NewChain(open(), NewTrapGuard(TrapGuardParams{Patience: 1000})) })
		})
	}
}

// page makes a page of an example site, sampled as its text says.
func sampled(url string, texts ...string) *crawl.Page {
	p := &crawl.Page{URL: url, Final: url, Host: hostOf(url)}
	for _, text := range texts {
		p.Blocks = append(p.Blocks, crawl.Block{Text: text})
	}
	shingle.Fill(p)
	return p
}

// told is a long text that belongs to n: every word of it is new.
func told(n int) string {
	var b strings.Builder
	for i := range 60 {
		b.WriteString(word(n*100+i) + " ")
	}
	return b.String()
}

// word is the n-th of many words without digits.
func word(n int) string {
	b := []byte("w")
	for ; n > 0; n /= 26 {
		b = append(b, byte('a'+n%26))
	}
	return string(b)
}

// observe lets g see a page of the URL with links.
func observe(g crawl.Strategy, url, text string, links ...string) {
	p := sampled(url, text)
	for _, l := range links {
		p.Links = append(p.Links, link(l))
	}
	g.Observe(&crawl.Visit{Choice: crawl.Choice{URL: url, Host: hostOf(url), Depth: 1}, Page: p, Status: 200})
}

func next(g crawl.Strategy) string {
	c, _ := g.Next(nil)
	return c.URL
}

// company lets g see enough of another site, so that no site is alone.
func company(g crawl.Strategy) {
	for i := range freePages + 1 {
		observe(g, fmt.Sprintf("http://other.t/%d", i), told(1000+i))
	}
}

// TestTrapGuardLeaves: after three pages that cost nothing, a site that says nothing new is
// left for last after half the patience and for good after all of it, whatever its
// subdomains are called; of another site everything is taken. A page without a link costs
// 0.65 requests: eight cost 5.2, sixteen 10.4.
func TestTrapGuardLeaves(t *testing.T) {
	var found []Trap
	g := newTrapGuard(NewBreadthFirst(), TrapGuardParams{Patience: 10, Found: func(t Trap) { found = append(found, t) }})
	const same = "Nothing matches what you chose on this day."
	company(g)
	observe(g, "http://h.t/", told(1), "http://x0.f.t/", "http://x1.f.t/")
	for i := range freePages + 1 + 8 { // the fourth page is the first that is charged; it is new
		observe(g, fmt.Sprintf("http://y%d.f.t/%d", i, i), same)
	}
	if len(found) != 1 || found[0] != (Trap{Site: "f.t", Rule: RuleSite, Like: "http://y11.f.t/11"}) {
		t.Fatalf("found %+v", found)
	}
	observe(g, "http://h.t/2", told(2), "http://h.t/3")
	if got := [2]string{next(g), next(g)}; got != [2]string{"http://h.t/3", "http://x0.f.t/"} {
		t.Fatalf("%q", got)
	}
	if left := g.leftBy(); len(left) != 1 || left[0] != (Left{Rule: RuleSite, Site: "f.t", Links: 1}) || g.Len() != 1 {
		t.Fatalf("%+v are left, %d wait", left, g.Len())
	}
	for i := range 8 {
		observe(g, fmt.Sprintf("http://z%d.f.t/", i), same)
	}
	if left := g.leftBy(); next(g) != "" || g.Len() != 0 || len(left) != 1 || left[0] != (Left{Rule: RuleSite, Site: "f.t", ForGood: true, Links: 1}) {
		t.Fatalf("%+v are left, %d wait", left, g.Len())
	}
	if last := found[len(found)-1]; len(found) != 2 || !last.ForGood || last.Rule != RuleSite {
		t.Errorf("found %+v", found)
	}
	// More patience takes what was left.
	data, err := binenc.Marshal(g)
	if err != nil {
		t.Fatal(err)
	}
	patient := newTrapGuard(NewBreadthFirst(), TrapGuardParams{Patience: 1000})
	if err := patient.ReadFrom(bytes.NewReader(data)); err != nil {
		t.Fatal(err)
	}
	if n, url := patient.Len(), next(patient); n != 1 || url != "http://x1.f.t/" {
		t.Errorf("with more patience %d wait, then %q", n, url)
	}
}

// TestTrapGuardPays: what a site brings pays for pages that bring nothing: 60 new words in
// one sentence are 56 runs, of which a sample is seen.
func TestTrapGuardPays(t *testing.T) {
	const patience, pages = 10, 200
	for _, c := range []struct {
		name   string
		text   func(n int) string
		leaves bool
	}{
		{"each page another text", told, false},
		{"every second page", func(n int) string { return told(n / 2) }, false},
		{"the same words in another order", func(n int) string {
			words := strings.Fields(told(0))
			rand.New(rand.NewPCG(uint64(n), 1)).Shuffle(len(words), func(i, j int) { words[i], words[j] = words[j], words[i] })
			return strings.Join(words, " ")
		}, true},
		{"another number", func(n int) string { return fmt.Sprintf("Report %d tells of %d things in %d words.", n, 3*n, 7*n) }, true},
		{"Chinese, each page another text", func(n int) string {
			var b strings.Builder
			for i := range 60 {
				b.WriteRune(rune(0x4e00 + (n*61+i*i*7)%20000))
			}
			return b.String()
		}, false},
		{"nothing", func(int) string { return "" }, true},
	} {
		left := false
		g := newTrapGuard(NewBreadthFirst(), TrapGuardParams{Patience: patience, Found: func(t Trap) { left = left || t.ForGood && t.Rule == RuleSite }})
		company(g)
		for n := range pages {
			observe(g, fmt.Sprintf("http://a.t/x/%d", n), c.text(n))
		}
		if left != c.leaves {
			t.Errorf("%s: left %v, balance %d", c.name, left, g.sites["a.t"].balance)
		}
	}
}

// TestTrapGuardLeadsOn: a page that says nothing new costs two requests if it leads to an
// address that is not known, and 0.65 if it does not.
func TestTrapGuardLeadsOn(t *testing.T) {
	g := newTrapGuard(NewBreadthFirst(), TrapGuardParams{Patience: 1000})
	company(g)
	for i := range freePages + 1 {
		observe(g, fmt.Sprintf("http://a.t/%d", i), "")
	}
	before := g.sites["a.t"].balance
	observe(g, "http://a.t/x", "", "http://a.t/y")
	if paid := before - g.sites["a.t"].balance; paid != 2*request {
		t.Errorf("a new address costs %d", paid)
	}
	before = g.sites["a.t"].balance
	observe(g, "http://a.t/z", "", "http://a.t/y", "http://b.t/new")
	if paid := before - g.sites["a.t"].balance; paid != 650 {
		t.Errorf("a known address, and one of another site, cost %d", paid)
	}
}

// TestTrapGuardAlone: while no other site has brought more than three pages, a site is given up after 200 times
// the patience, and its patterns come last after 12 times as much. From the fourth page of
// another site on it is judged like any.
func TestTrapGuardAlone(t *testing.T) {
	var found []Trap
	g := newTrapGuard(NewBreadthFirst(), TrapGuardParams{Patience: 2, Found: func(t Trap) { found = append(found, t) }})
	observe(g, "http://a.t/", told(1), "http://a.t/one")
	for i := range freePages - 1 + 20 { // 20 x 0.65 = 13 requests
		observe(g, fmt.Sprintf("http://a.t/list/%d", i), "")
	}
	if len(found) != 0 {
		t.Fatalf("found %+v", found)
	}
	for i := range 17 { // 37 x 0.65 = 24.05 requests: 12 x 2 are overdrawn by the last
		observe(g, fmt.Sprintf("http://a.t/list/%d", 100+i), "")
	}
	if len(found) != 1 || found[0] != (Trap{Site: "a.t", Rule: RulePattern, Like: "http://a.t/list/116"}) {
		t.Fatalf("found %+v", found)
	}
	for i := range freePages {
		observe(g, fmt.Sprintf("http://b.t/%d", i), told(2+i))
	}
	if c, ok := g.in.Next(nil); !ok || g.leaves(&c) {
		t.Fatalf("%v: a link of a site that is alone is left", c)
	}
	observe(g, "http://b.t/more", told(9), "http://a.t/two")
	if got := next(g); got != "" || g.Len() != 0 || len(g.leftBy()) != 1 {
		t.Errorf("%q is taken of a site that is not alone, %d wait", got, g.Len())
	}
	if last := found[len(found)-1]; !last.ForGood || last.Rule != RuleSite {
		t.Errorf("found %+v", found)
	}
}

// TestTrapGuardRepays: a pattern of which so many pages in a row lead on and say nothing is
// left for good, until a page that one of them led to says something.
func TestTrapGuardRepays(t *testing.T) {
	g := newTrapGuard(NewBreadthFirst(), TrapGuardParams{Patience: 10})
	company(g)
	for i := range freePages + 1 {
		observe(g, fmt.Sprintf("http://a.t/%d", i), told(i))
	}
	a := g.sites["a.t"]
	a.earned, a.balance = 2000*request, 1000*request // it has said much
	for i := range 30 {                              // three times the patience
		observe(g, fmt.Sprintf("http://a.t/list/%d", i), "", fmt.Sprintf("http://a.t/list/%d", i+1), fmt.Sprintf("http://a.t/post%d/x", i))
	}
	key := guardedPattern("a.t", "http://a.t/list/30")
	if v := g.verdict(g.sites["a.t"], "a.t", key); v.rule != RulePattern || !v.forGood {
		t.Fatalf("%+v after %d pages", v, g.patterns[key].endless)
	}
	for g.in.Len() > 0 { // the posts are taken, and one says something
		next(g)
	}
	if n := g.Len(); n != 0 {
		t.Fatalf("%d links of a pattern that is left for good wait", n)
	}
	p := sampled("http://a.t/post3/x", told(77))
	g.Observe(&crawl.Visit{Choice: crawl.Choice{URL: p.URL, Host: p.Host, Depth: 2, Parent: "http://a.t/list/3"}, Page: p, Status: 200})
	if got := next(g); got != "http://a.t/list/30" {
		t.Errorf("%q is taken after a page of its pattern led to text", got)
	}
}

// TestTrapGuardReplays: a guard judges a page as a journal gives it back, without its
// text, as it did the page itself; and goes on from a checkpoint as if there were none.
func TestTrapGuardReplays(t *testing.T) {
	open := func() guarded { return newTrapGuard(NewBreadthFirst(), TrapGuardParams{Patience: 30}) }
	whole, bare := open(), open()
	for n := range 300 {
		url := fmt.Sprintf("http://s%d.a%d.t/x/%d", n, n%3, n)
		v := &crawl.Visit{Seq: n + 1, Choice: crawl.Choice{URL: url, Host: hostOf(url), Depth: 1}, Status: 200, Page: sampled(url, told(n/(1+n%3*n)))}
		v.Page.Links = []crawl.Link{link(fmt.Sprintf("http://b.a%d.t/y/%d", n%3, n))}
		whole.Observe(v)
		if n%7 == 0 {
			whole.Next(nil)
		}
		v.Page.Blocks = nil
		bare.Observe(v)
		if n%7 == 0 {
			bare.Next(nil)
		}
		if n%50 == 0 {
			data, err := binenc.Marshal(bare)
			if bare = open(); err != nil || bare.ReadFrom(bytes.NewReader(data)) != nil {
				t.Fatalf("page %d: the checkpoint is not read: %v", n, err)
			}
		}
	}
	a, err := binenc.Marshal(whole)
	if err != nil {
		t.Fatal(err)
	}
	b, err := binenc.Marshal(bare)
	if err != nil || !bytes.Equal(a, b) {
		t.Errorf("another memory, %v", err)
	}
}

// TestTrapGuardOldCheckpoint: version 3 had neither earnings nor the spare of runs.
func TestTrapGuardOldCheckpoint(t *testing.T) {
	var w binenc.Writer
	w.Uint(1)
	w.Text("a.t")
	w.Int(-5 * request)
	w.Uint(9)
	new(recent).save(&w)
	new(recent).save(&w)
	w.Uint(1)
	for _, s := range []string{"http://a.t/x", "a.t", "http://a.t/"} {
		w.Text(s)
	}
	w.Uint(2)
	w.Float(.5)
	w.Uint(1)
	w.Fixed(17)
	w.Int(-2 * request)
	w.Uint(4)
	w.Uint(1)
	w.Text("a.t")
	g, r := newTrapGuard(NewBreadthFirst(), TrapGuardParams{Patience: 10}), binenc.NewReader(w.Data())
	if g.loadThird(r); r.Err() != nil {
		t.Fatal(r.Err())
	}
	a := g.sites["a.t"]
	if a == nil || a.balance != -5*request || a.pages != 9 || a.earned != 0 || a.left.n != 1 || g.patterns[17] != (pattern{balance: -2 * request, endless: 4}) || g.waits != 1 || g.grown != 1 {
		t.Errorf("%+v, %+v", a, g.patterns)
	}
}

// TestTrapGuardHonest measures on stored webs of hosts that are no traps how far the
// account of a site is overdrawn at most, pages in any order.
func TestTrapGuardHonest(t *testing.T) {
	for _, web := range []string{"wikispeedia-en", "lohelp-zh", "hosts-dev"} {
		stored, err := replay.Open(filepath.Join(goldentest.Dir(t, "webs/"+web), web))
		if err != nil {
			t.Fatal(err)
		}
		defer stored.Close()
		urls := stored.Pages()
		rng := rand.New(rand.NewPCG(1, 2))
		rng.Shuffle(len(urls), func(i, j int) { urls[i], urls[j] = urls[j], urls[i] })
		g, n, worst := newTrapGuard(NewBreadthFirst(), TrapGuardParams{Patience: 40}), 0, map[string]int32{}
		for _, url := range urls {
			r, err := stored.Fetch(t.Context(), crawl.Request{URL: url})
			if err != nil || r.Status != 200 {
				continue
			}
			p, err := page.Parse(r)
			if err != nil {
				continue
			}
			n++
			g.Observe(&crawl.Visit{Choice: crawl.Choice{URL: url, Host: p.Host}, Page: p, Status: 200})
			site := polite.Site(p.Host)
			worst[site] = min(worst[site], g.sites[site].balance)
		}
		if n < 1000 {
			t.Errorf("%s: %d pages", web, n)
		}
		for site, balance := range worst {
			if balance < -3*request {
				t.Logf("%s: %s is overdrawn by %.1f requests at most", web, site, -float64(balance)/request)
			}
			if overdrawn(balance, g.p.Patience) {
				t.Errorf("%s: %s would be left", web, site)
			}
		}
	}
}
