package strategy

import (
	"fmt"
	"slices"
	"testing"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/choose/internal/strategytest"
)

func newTabu(t testing.TB, p Params) *Tabu {
	t.Helper()
	s, err := NewTabu(p)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestTabuConforms(t *testing.T) {
	strategytest.Test(t, func() crawl.Strategy { return newTabu(t, Params{Seed: 1}) })
}

func newTabuBy(t testing.TB, p Params, score fixed) *Tabu {
	t.Helper()
	s, err := NewTabuBy(p, score)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// folders is a home page with links to two folders: x, which has a larger score
// and disappoints, and y.
func folders() (smallWeb, fixed) {
	score := fixed{}
	w := smallWeb{links: map[string][]crawl.Link{}, misses: map[string]bool{}}
	for i := range 6 {
		x, y := fmt.Sprintf("%sxx/page%d", home, i), fmt.Sprintf("%syy/page%d", home, i)
		score[x], score[y] = 5-float64(i)/10, 1-float64(i)/10
		w.misses[x] = true
		lx, ly := link(x), link(y)
		lx.Path, ly.Path = "ul.x a", "ul.y a"
		w.links[home] = append(w.links[home], lx, ly)
	}
	return w, score
}

// TestTabuForbids: two misses make a folder tabu for three steps. A page that
// repeats another is a miss, relevant or not.
func TestTabuForbids(t *testing.T) {
	w, score := folders()
	p := Defaults()
	p.Tries, p.Tenure = 2, 3
	same := smallWeb{links: w.links, copies: w.misses}
	if a, b := w.trail(t, newTabuBy(t, p, score), home, 9), same.trail(t, newTabuBy(t, p, score), home, 9); !slices.Equal(a, b) {
		t.Errorf("copies lead another way than misses:\n%v\n%v", a, b)
	}
	got := w.trail(t, newTabuBy(t, p, score), home, 9)
	want := []string{home, home + "xx/page0", home + "xx/page1",
		home + "yy/page0", home + "yy/page1", home + "yy/page2",
		home + "xx/page2", home + "xx/page3", home + "yy/page3"}
	if !slices.Equal(got, want) {
		t.Errorf("trail %v, want %v", got, want)
	}
}

// TestTabuAspires: a link that names the topic is not held back, nor one that
// has a larger score than all before.
func TestTabuAspires(t *testing.T) {
	p := Defaults()
	p.Tries, p.Tenure = 2, 3
	for name, change := range map[string]func(w smallWeb, score fixed){
		"own words": func(w smallWeb, _ fixed) { w.links[home][6].Terms.AnchorCore = 1 },
		"better than all": func(w smallWeb, score fixed) {
			w.links[home+"yy/page0"] = []crawl.Link{link(home + "xx/star")}
			score[home+"xx/star"] = 9
		},
	} {
		w, score := folders()
		change(w, score)
		got := w.trail(t, newTabuBy(t, p, score), home, 5)
		next := home + "xx/page3" // w.links[home][6]
		if name != "own words" {
			next = home + "xx/star"
		}
		if i := slices.Index(got, next); i < 0 {
			t.Errorf("%s: trail %v, want %s in it", name, got, next)
		}
	}
}

// TestTabuIsNotForEver: when everything else is done, what is tabu is fetched.
func TestTabuIsNotForEver(t *testing.T) {
	w, score := folders()
	p := Defaults()
	p.Tries, p.Tenure = 1, 1000
	if got := w.trail(t, newTabuBy(t, p, score), home, 99); len(got) != 13 {
		t.Errorf("%d pages of 13 were fetched: %v", len(got), got)
	}
}

// TestTabuPatience: a folder that brought a page is given Tries misses more for it.
func TestTabuPatience(t *testing.T) {
	w, score := folders()
	delete(w.misses, home+"xx/page0")
	p := Defaults()
	p.Tries, p.Tenure = 2, 3
	s := newTabuBy(t, p, score)
	got := w.trail(t, s, home, 7)
	want := []string{home, home + "xx/page0", home + "xx/page1", home + "xx/page2",
		home + "xx/page3", home + "xx/page4", home + "yy/page0"} // 2 x (1 + 1) misses
	if !slices.Equal(got, want) {
		t.Errorf("trail %v, want %v", got, want)
	}
	if len(s.hits) != 4 { // pattern and place of both folders
		t.Errorf("hits %v", s.hits)
	}
}

// TestTabuBalances: of 20 choices every third or so goes to the host that was visited
// least, there to what calls itself a list; hosts not proven get none.
func TestTabuBalances(t *testing.T) {
	small, strange, dull := "http://small.test/", "http://strange.test/", "http://dull.test/"
	score := fixed{small: 50, strange: -9, dull: 60, dull + "a": -1, small + "a": -1, small + "archives": -2, small + "b": -3}
	w := smallWeb{misses: map[string]bool{dull: true}, links: map[string][]crawl.Link{
		home:  {link(small), link(strange), link(dull)},
		small: {link(small + "a"), link(small + "archives"), link(small + "b")},
		dull:  {link(dull + "a")},
	}}
	for i := range 40 {
		u := fmt.Sprint(home, "p/", i)
		score[u] = 9
		w.links[home] = append(w.links[home], link(u))
	}
	got := w.trail(t, newTabuBy(t, Params{}, score), home, 20)
	var turns []int
	for i, u := range got {
		if i > 2 && hostOf(u) == "small.test" {
			turns = append(turns, i+1)
		}
		if u == strange || u == dull+"a" {
			t.Errorf("%s was given a turn, and its host is not proven", u)
		}
	}
	if !slices.Equal(turns, []int{6, 9, 12}) || got[5] != small+"archives" || got[8] != small+"a" {
		t.Errorf("small.test had turns %v: %v", turns, got)
	}
}

// TestTabuLeads: on a balancing turn a list goes before the next pages of one, and
// these before a link with a slightly larger score.
func TestTabuLeads(t *testing.T) {
	small := "http://small.test/"
	score := fixed{small: 50, small + "a": -1, small + "archives": -3, small + "page/2/": -2.5, small + "b": -2}
	w := smallWeb{links: map[string][]crawl.Link{
		home:  {link(small)},
		small: {link(small + "a"), link(small + "archives"), link(small + "page/2/"), link(small + "b")},
	}}
	for i := range 40 {
		u := fmt.Sprint(home, "p/", i)
		score[u] = 9
		w.links[home] = append(w.links[home], link(u))
	}
	p := Defaults()
	p.Balance = .2
	got := w.trail(t, newTabuBy(t, p, score), home, 20)
	if got[4] != small+"archives" || got[9] != small+"page/2/" || got[14] != small+"a" {
		t.Errorf("turns of small.test: %s, %s, %s", got[4], got[9], got[14])
	}
}

// TestTabuNamed: on a balancing turn the tag page of a concept goes before a further page of a list and before a
// post that only mentions one; a post that names a core concept goes first, too. With mostNamed of them no more do.
func TestTabuNamed(t *testing.T) {
	small := "http://small.test/"
	post, tag, page, rain := small+"a-storm", small+"tags/flood/", small+"page/17/", small+"rainy-day"
	score := fixed{small: 50, post: -4.4, tag: -4.6, page: -4, rain: -3.5}
	core, other, mention := link(post), link(tag), link(rain)
	core.Terms.URLCore, other.Terms.AnchorOther, mention.Terms.URLOther = 1, 1, 1
	w := smallWeb{links: map[string][]crawl.Link{
		home:  {link(small)},
		small: {mention, link(page), other, core},
	}}
	for i := range 40 {
		u := fmt.Sprint(home, "p/", i)
		score[u] = 9
		w.links[home] = append(w.links[home], link(u))
	}
	p := Defaults()
	p.Balance = .2
	s := newTabuBy(t, p, score)
	got := w.trail(t, s, home, 25)
	if turns := []string{got[4], got[9], got[14], got[19]}; !slices.Equal(turns, []string{post, tag, page, rain}) {
		t.Errorf("turns of small.test: %v", turns)
	}
	var m mark
	id, _ := s.f.Number(rain)
	s.hubs[s.f.Item(id).Host] = make([]int32, mostNamed)
	if s.name(&m, id, &core); m != 0 {
		t.Errorf("marks %x beyond %d named links", m, mostNamed)
	}
}

// TestTabuGivesTurnsBack: failed choices do not count in the shares.
func TestTabuGivesTurnsBack(t *testing.T) {
	s := newTabu(t, Params{})
	s.Seed([]crawl.Link{link(home)})
	c, _ := s.Next(nil)
	if s.turns.Moves != 1 {
		t.Fatalf("moves = %d", s.turns.Moves)
	}
	s.Observe(&crawl.Visit{Choice: c, Status: 404})
	s.Observe(&crawl.Visit{Choice: c, Status: 404}) // heard of before
	if s.turns.Moves != 0 || s.turns.Diversified != 0 {
		t.Errorf("after a failure: %d moves, %d balanced", s.turns.Moves, s.turns.Diversified)
	}
}
