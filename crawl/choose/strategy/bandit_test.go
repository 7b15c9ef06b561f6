package strategy

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/choose/internal/linkrank"
	"github.com/ontocrawl/ontocrawl/crawl/keep/binenc"
)

// placed is a link at a place of the layout.
func placed(url, path string) crawl.Link {
	l := link(url)
	l.Path = path
	return l
}

func newBandit(t testing.TB, p Params) *sleepingBandit {
	t.Helper()
	s, err := newSleepingBandit(p)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// TestArms: paths of the same steps are one arm. "a b c d" and "a b c e" have five
// pairs of steps each, three of them the same: a cosine of .6, so they are two arms.
// The long ones have nine of eleven: .82.
func TestArms(t *testing.T) {
	var a arms
	for i, tt := range []struct {
		path string
		want int32
	}{
		{"a b c d", 0}, {"a b c e", 1}, {"a b c d", 0},
		{"q b c d f g h i j k", 2}, {"q b c d f g h i j l", 2}, {"", 3},
	} {
		if got := a.of(tt.path); got != tt.want {
			t.Errorf("path %d %q joins arm %d, want %d", i, tt.path, got, tt.want)
		}
	}
	v, square := pathVector("x")
	if len(v) != 2 || v[0].value != .5 || square != .5 {
		t.Errorf("the vector of a single step: %v, %v", v, square)
	}
}

// TestArmsBounded: after 256 arms a link joins the nearest.
func TestArmsBounded(t *testing.T) {
	var a arms
	for i := range 400 {
		if got := a.of(fmt.Sprintf("s%d t%d", i, i)); got >= mostArms {
			t.Fatalf("path %d joins arm %d", i, got)
		}
	}
	if len(a) != mostArms {
		t.Errorf("%d arms", len(a))
	}
}

// TestBanditPulls: each arm is pulled once, then the one that brought relevant pages,
// until a link of it is left no longer; then it sleeps. The URL classifier cannot speak
// before ten pages.
func TestBanditPulls(t *testing.T) {
	w := smallWeb{links: map[string][]crawl.Link{}, misses: map[string]bool{}}
	for i := range 4 {
		good, bad := fmt.Sprintf("%sgood/%d", home, i), fmt.Sprintf("%sbad/%d", home, i)
		w.links[home] = append(w.links[home], placed(good, "div.list li a"), placed(bad, "nav ul b c"))
		w.misses[bad] = true
	}
	s := newBandit(t, Params{Seed: 1})
	got := w.trail(t, s, home, 9)
	good := 0
	for _, url := range got[1:5] {
		if !w.misses[url] {
			good++
		}
	}
	if len(got) != 9 || good < 3 {
		t.Errorf("%v", got)
	}
	if a := s.arms; len(a) != 2 || a[0].pulls != 4 || a[0].mean != 1 || a[1].pulls != 4 || a[1].mean != 0 {
		t.Errorf("arms: %d", len(a))
	}
}

// TestBanditValue: mean + 2 sqrt 2 sqrt(ln t / pulls), by hand for t = 8, two pulls.
func TestBanditValue(t *testing.T) {
	s := newBandit(t, Params{})
	s.requests = 8
	s.arms.of("a b")
	s.arms[0].bring(1)
	s.arms[0].bring(2)
	if got, want := s.value(0), 1.5+2.8284271*math.Sqrt(2.0794415/2.000001); math.Abs(got-want) > 1e-6 {
		t.Errorf("value %v, want %v", got, want)
	}
}

// TestURLGuess learns a difference between URLs that is in their characters, in ten
// pages, and stays the same when stored.
func TestURLGuess(t *testing.T) {
	var g urlGuess
	at := func(i int) string { return fmt.Sprintf("http://h.test/%s/%d.html", []string{"storm", "about"}[i%2], i) }
	for i := range 60 {
		if i < guessBatch && g.target(at(i)) {
			t.Fatalf("a target after %d pages", i)
		}
		g.learn(at(i), i%2 == 0)
	}
	for i := 100; i < 120; i++ {
		if g.target(at(i)) != (i%2 == 0) {
			t.Errorf("%s: %v", at(i), g.target(at(i)))
		}
	}
	g.learn("http://h.test/left", false)
	var w binenc.Writer
	g.save(&w)
	var same urlGuess
	r := binenc.NewReader(w.Data())
	if same.load(r); r.Close() != nil || same.odds(at(3)) != g.odds(at(3)) || len(same.batch) != 1 {
		t.Errorf("stored: %v", r.Err())
	}
}

// TestBanditTargets: what the classifier calls a target is fetched before any arm is
// pulled, and is explained.
func TestBanditTargets(t *testing.T) {
	s := newBandit(t, Params{Seed: 2})
	for i := range 40 {
		s.guess.learn(fmt.Sprintf("http://h.test/%s/%d", []string{"storm", "about"}[i%2], i), i%2 == 0)
	}
	w := smallWeb{links: map[string][]crawl.Link{home: {placed(home+"about/77", "p a"), placed(home+"storm/99", "p a")}}}
	if got := w.trail(t, s, home, 1); len(got) != 1 {
		t.Fatal(got)
	}
	if e := s.Explain(home + "storm/99"); len(e) != 1 || e[0].Value != targetScore {
		t.Errorf("%+v", e)
	}
	if e := s.Explain(home + "about/77"); len(e) != 2 || sum(e) != s.value(0) {
		t.Errorf("%+v", e)
	}
	if e, ok := explain(NewChain(s, NewTrapGuard(TrapGuardParams{})), home+"about/77"); !ok || e.Score != s.value(0) {
		t.Errorf("explained from outside: %+v, %v", e, ok)
	}
	if _, ok := explain(s, home+"unknown"); ok {
		t.Error("an unknown link was explained")
	}
	if c, _ := s.Next(nil); c.URL != home+"storm/99" {
		t.Errorf("chose %s", c.URL)
	}
}

func sum(parts []linkrank.Part) (s float64) {
	for _, p := range parts {
		s += p.Value * p.Weight
	}
	return s
}

// TestPools against a plain map, by random calls.
func TestPools(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	var p pools
	in := map[int32]int32{}
	for range 4000 {
		id, group := rng.Int32N(60), rng.Int32N(7)
		if rng.IntN(2) == 0 {
			if _, ok := in[id]; !ok {
				in[id] = group
			}
			p.add(id, group)
		} else {
			delete(in, id)
			p.remove(id)
		}
		n := 0
		for _, group := range p.open {
			n += len(p.members[group])
			if id := p.draw(rng, group); in[id] != group {
				t.Fatalf("%d drawn from %d", id, group)
			}
		}
		if n != len(in) {
			t.Fatalf("%d members, want %d", n, len(in))
		}
	}
}
