package strategy

import (
	"fmt"
	"slices"
	"testing"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/choose/internal/strategytest"
)

func newOnITS(t testing.TB, p Params) *OnITS {
	t.Helper()
	s, err := NewOnITS(p)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestOnITSConforms(t *testing.T) {
	for _, tt := range []struct {
		name string
		set  func(*Params)
	}{
		{"literal", func(*Params) {}},
		{"work copy", func(p *Params) { p.WorkCopy = true }},
		{"accept random", func(p *Params) { p.AcceptRandom = true }},
		{"chain", func(p *Params) { p.Chain = true }},
		{"revisit", func(p *Params) { p.Revisit = true }},
		{"tournament", func(p *Params) { p.KPage, p.KLink = 32, 5 }},
		{"all", func(p *Params) { p.WorkCopy, p.Chain, p.Revisit, p.KLink = true, true, true, 2 }},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if testing.Short() && tt.name != "literal" {
				t.Skip("a variant; -short examines the printed rule only")
			}
			p := Defaults()
			p.Seed = 3
			tt.set(&p)
			strategytest.Test(t, func() crawl.Strategy { return newOnITS(t, p) })
		})
	}
}

const home = "http://h.test/"

// TestOnITSRefuses: no link is better than the page, so after five refusals
// nothing is left to draw and the refused are fetched, best first; what never
// qualified comes last.
func TestOnITSRefuses(t *testing.T) {
	score := fixed{home: .5, home + "a": .4, home + "b": .3, home + "c": .45, home + "d": .2, home + "e": .5, home + "z": .1}
	w := smallWeb{links: map[string][]crawl.Link{home: {
		link(home + "z"), link(home + "a"), link(home + "b"), link(home + "c"), link(home + "d"), link(home + "e"),
	}}}
	want := []string{home, home + "e", home + "c", home + "a", home + "b", home + "d", home + "z"}
	for seed := range uint64(10) {
		s := newOnITS(t, Params{Seed: seed})
		s.rank = score
		if got := w.trail(t, s, home, 10); !slices.Equal(got, want) {
			t.Errorf("seed %d: trail %v, want %v", seed, got, want)
		}
	}
}

// TestOnITSAccepts: the better link is fetched as soon as it is drawn, long
// before those that are worse than the page.
func TestOnITSAccepts(t *testing.T) {
	score := fixed{home: .5, home + "good": .9, home + "a": .4, home + "b": .4, home + "better": .95}
	w := smallWeb{links: map[string][]crawl.Link{
		home:          {link(home + "a"), link(home + "good"), link(home + "b")},
		home + "good": {link(home + "better")},
	}}
	for seed := range uint64(10) {
		s := newOnITS(t, Params{Seed: seed})
		s.rank = score
		got := w.trail(t, s, home, 3)
		if want := []string{home, home + "good", home + "better"}; !slices.Equal(got, want) {
			t.Errorf("seed %d: trail %v, want %v", seed, got, want)
		}
		if h, _ := s.sel.Best(); h != .95 {
			t.Errorf("seed %d: H = %v, want the largest priority ever current", seed, h)
		}
	}
}

// TestOnITSLeaves: a page whose links are all worse is left for a link of the
// page on which it was found, and is tabu.
func TestOnITSLeaves(t *testing.T) {
	score := fixed{home: .5, home + "deep": .9, home + "side": .3}
	w := smallWeb{links: map[string][]crawl.Link{home: {link(home + "deep"), link(home + "side")}}}
	for i := range 8 {
		u := fmt.Sprint(home, "deep/", i)
		score[u] = .2
		w.links[home+"deep"] = append(w.links[home+"deep"], link(u))
	}
	p := Defaults()
	p.Chain = true // stay on what was accepted, so that the way is certain
	for seed := range uint64(10) {
		p.Seed = seed
		s := newOnITS(t, p)
		s.rank = score
		got := w.trail(t, s, home, 3)
		if want := []string{home, home + "deep", home + "side"}; !slices.Equal(got, want) {
			t.Errorf("seed %d: trail %v, want %v", seed, got, want)
		}
		deep, _ := s.f.Number(home + "deep")
		if left := s.sel.List.Left(deep); left != p.Tenure {
			t.Errorf("seed %d: the page left is tabu for %d steps, want %d", seed, left, p.Tenure)
		}
	}
}

// TestOnITSBusy: what the loop wants on a busy host stays wanted, and it goes
// on meanwhile.
func TestOnITSBusy(t *testing.T) {
	far := "http://far.test/"
	s := newOnITS(t, Params{})
	s.rank = fixed{home: .5, far: .9, home + "a": .8}
	s.Seed([]crawl.Link{link(home)})
	c, _ := s.Next(nil)
	s.Observe(&crawl.Visit{Choice: c, Page: &crawl.Page{
		URL: home, Final: home, Host: "h.test", Links: []crawl.Link{link(far), link(home + "a")},
	}})
	busy := func(h string) bool { return h == "far.test" }
	if c, ok := s.Next(busy); !ok || c.URL != home+"a" {
		t.Errorf("Next = %s, %v while far.test is busy", c.URL, ok)
	}
	if c, ok := s.Next(busy); ok {
		t.Errorf("Next = %s, but its host is busy", c.URL)
	}
	if c, ok := s.Next(nil); !ok || c.URL != far {
		t.Errorf("Next = %s, %v; want what had to wait", c.URL, ok)
	}
}
