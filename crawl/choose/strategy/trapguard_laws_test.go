package strategy

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/keep/binenc"
)

// guardWeb is a crawl of sites of many hosts and patterns, of which some say something new
// on each page and others never.
type guardWeb struct {
	t     *testing.T
	rng   *rand.Rand
	g     guarded
	found map[string]bool // links
	taken map[string]bool
	pages int
}

func newGuardWeb(t *testing.T, seed uint64, patience int) *guardWeb {
	return &guardWeb{t: t, rng: rand.New(rand.NewPCG(seed, 9)), g: newTrapGuard(NewBreadthFirst(), TrapGuardParams{Patience: patience}),
		found: map[string]bool{}, taken: map[string]bool{}}
}

// url is an address of one of four sites: with subdomains without end, with patterns
// without end, with both, with neither.
func (w *guardWeb) url() string {
	n, pattern, host := w.rng.IntN(1_000_000), "page", ""
	site := w.rng.IntN(4)
	if site&1 != 0 {
		host = fmt.Sprintf("h%d.", n%97)
	}
	if site&2 != 0 {
		pattern = word(1 + n%500)
	}
	return fmt.Sprintf("http://%ssite%c.t/%s/%d", host, 'a'+site, pattern, n)
}

// visit observes the page of a choice, with links.
func (w *guardWeb) visit(c crawl.Choice, links int) {
	w.pages++
	text := "Nothing matches what you chose."
	if w.rng.IntN(4) == 0 {
		text = told(w.pages)
	}
	p := sampled(c.URL, text)
	for range links {
		u := w.url()
		p.Links, w.found[u] = append(p.Links, link(u)), true
	}
	w.g.Observe(&crawl.Visit{Seq: w.pages, Choice: c, Page: p, Status: 200, Score: crawl.Score{Relevant: w.rng.IntN(3) == 0}})
}

// take takes the next link, which must be one that was found and never taken.
func (w *guardWeb) take() (crawl.Choice, bool) {
	n := w.g.Len()
	c, ok := w.g.Next(nil)
	if ok && n == 0 || !ok && w.g.Len() > 0 { // what is found to be left for good no longer waits
		w.t.Fatalf("page %d: %d links wait, then %d, and one is offered: %v", w.pages, n, w.g.Len(), ok)
	}
	if ok && (!w.found[c.URL] || w.taken[c.URL]) {
		w.t.Fatalf("page %d: %s is offered, found %v, taken %v", w.pages, c.URL, w.found[c.URL], w.taken[c.URL])
	}
	w.taken[c.URL] = ok
	return c, ok
}

// holds checks what is always true, and reads the guard back.
func (w *guardWeb) holds() {
	w.t.Helper()
	waits, left := 0, 0
	for _, l := range w.g.leftBy() {
		if left += l.Links; !l.ForGood {
			waits += l.Links
		}
	}
	if waits != w.g.waits || waits != len(w.g.forLast("")) {
		w.t.Fatalf("page %d: %d links come last, counted as %d, listed as %d", w.pages, waits, w.g.waits, len(w.g.forLast("")))
	}
	for site, a := range w.g.sites {
		if most := max(len(a.runs.places), len(a.words.places), len(a.told.places)); most > mostRecent {
			w.t.Fatalf("%s remembers %d hashes", site, most)
		}
	}
	if n := len(w.g.patterns); n > w.pages {
		w.t.Fatalf("%d patterns of %d pages", n, w.pages)
	}
	w.reopen(w.g.p.Patience)
}

// reopen reads the guard back, which makes another patience known.
func (w *guardWeb) reopen(patience int) {
	w.t.Helper()
	data, err := binenc.Marshal(w.g)
	if err != nil {
		w.t.Fatal(err)
	}
	back := newTrapGuard(NewBreadthFirst(), TrapGuardParams{Patience: patience})
	if err := back.ReadFrom(bytes.NewReader(data)); err != nil {
		w.t.Fatalf("page %d: the checkpoint is not read: %v", w.pages, err)
	}
	if again, err := binenc.Marshal(back); err != nil || !bytes.Equal(data, again) || patience == w.g.p.Patience && back.Len() != w.g.Len() {
		w.t.Fatalf("page %d: read back, %d links wait instead of %d; another checkpoint: %v, %v", w.pages, back.Len(), w.g.Len(), !bytes.Equal(data, again), err)
	}
	w.g = back
}

// TestTrapGuardLaws: whatever a web says, a guard offers each link once while any waits,
// counts what it leaves, remembers no more than its bounds, and can be read back at any
// time. With more patience it gives out all that it left.
func TestTrapGuardLaws(t *testing.T) {
	forGood := 0
	for seed := range uint64(6) {
		w := newGuardWeb(t, seed, 2+int(seed)*3)
		w.visit(crawl.Choice{URL: "http://start.t/", Host: "start.t"}, 40)
		for i := range 400 {
			c, ok := w.take()
			if !ok {
				break
			}
			w.visit(c, w.rng.IntN(4))
			if i%40 == 0 {
				w.holds()
			}
		}
		for {
			if _, ok := w.take(); !ok {
				break
			}
		}
		w.holds()
		for _, l := range w.g.leftBy() {
			forGood += l.Links
		}
		w.reopen(0)
		w.holds()
		for {
			if _, ok := w.take(); !ok {
				break
			}
		}
		for u := range w.found {
			if !w.taken[u] {
				t.Fatalf("seed %d: %s was never offered", seed, u)
			}
		}
	}
	if forGood == 0 {
		t.Error("no link was ever left for good")
	}
}
