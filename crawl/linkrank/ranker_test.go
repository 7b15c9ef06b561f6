package linkrank

import (
	"bytes"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/ontocrawl/ontocrawl/crawl"
)

// rankers is every Ranker; each passes the exam below.
var rankers = func() map[string]func() Ranker {
	all := map[string]func() Ranker{"priority": func() Ranker { return NewPriority(.55, .25, .2, .2, .6) }}
	for _, m := range Methods() {
		all[m.Name] = func() Ranker { return m.New(1) }
	}
	return all
}()

// visits makes n visits of a small invented web, failures and odd values
// among them.
func visits(seed uint64, n int) []*crawl.Visit {
	rng := rand.New(rand.NewPCG(seed, 1))
	url := func(i int) string { return fmt.Sprintf("http://h%d.test/a%d/b/page-%d.html", i%3, i%5, i) }
	var out []*crawl.Visit
	for i, k := range rng.Perm(n) {
		v := &crawl.Visit{Seq: i + 1, Choice: crawl.Choice{URL: url(k), Host: fmt.Sprintf("h%d.test", k%3)}}
		out = append(out, v)
		if rng.IntN(8) == 0 {
			v.Status = 404
			continue
		}
		p := &crawl.Page{URL: url(k), Final: url(k), Host: v.Choice.Host}
		if rng.IntN(9) == 0 {
			p.Final += "?moved"
		}
		for range rng.IntN(9) {
			to := rng.IntN(n)
			l := crawl.Link{URL: url(to), Text: fmt.Sprint("Storm 台风消息 ", to), Path: "div.a ul.b li.c", List: rng.Uint32N(3)}
			l.Region = crawl.Region(rng.IntN(3))
			l.Terms = crawl.LinkTerms{AnchorCore: rng.Float32(), URLCore: 3 * rng.Float32(), Relevance: rng.Float32()}
			if rng.IntN(20) == 0 {
				l.Terms.AnchorOther, l.Terms.Relevance = float32(math.NaN()), float32(math.Inf(1))
			}
			p.Links = append(p.Links, l)
		}
		v.Page, v.Status = p, 200
		v.Score.Relevance = rng.Float64()
		v.Score.Relevant = v.Score.Relevance > .5
	}
	return out
}

// urlsOf lists every URL the visits speak of.
func urlsOf(vs []*crawl.Visit) []string {
	urls := []string{"http://unheard.test/"}
	for _, v := range vs {
		urls = append(urls, v.Choice.URL)
		if v.Page != nil {
			urls = append(urls, v.Page.Final)
			for _, l := range v.Page.Links {
				urls = append(urls, l.URL)
			}
		}
	}
	slices.Sort(urls)
	return slices.Compact(urls)
}

func state(t testing.TB, r Ranker) []byte {
	t.Helper()
	b, err := r.MarshalBinary()
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// TestRankerExam: what the interface promises.
func TestRankerExam(t *testing.T) {
	for name, open := range rankers {
		t.Run(name, func(t *testing.T) {
			vs := visits(1, 230)
			urls := urlsOf(vs)
			r := open()
			for i, v := range vs {
				if i%10 == 0 {
					r = resumed(t, open, r, urls)
				}
				r.Observe(v)
			}
			same := open()
			for _, v := range vs {
				same.Observe(v)
			}
			sameWorths(t, r, same, urls)
			before := state(t, r)
			r.Observe(vs[0]) // a second time
			if !bytes.Equal(before, state(t, r)) && vs[0].Page != nil {
				t.Error("a visit observed twice counts twice")
			}
		})
	}
}

// resumed returns a Ranker made from the state of r, which it compares with r.
func resumed(t *testing.T, open func() Ranker, r Ranker, urls []string) Ranker {
	t.Helper()
	before := state(t, r)
	next := open()
	if err := next.UnmarshalBinary(before); err != nil {
		t.Fatal(err)
	}
	sameWorths(t, r, next, urls)
	if !bytes.Equal(before, state(t, r)) {
		t.Error("Score changed something")
	}
	if !bytes.Equal(before, state(t, next)) {
		t.Error("a state changed by being read")
	}
	return next
}

func sameWorths(t *testing.T, a, b Ranker, urls []string) {
	t.Helper()
	for _, u := range urls {
		x, y := a.Score(u), b.Score(u)
		if math.IsNaN(x) || math.IsInf(x, 0) {
			t.Fatalf("Score(%s) = %v", u, x)
		}
		if x != y {
			t.Fatalf("Score(%s) = %v and %v", u, x, y)
		}
	}
}

// TestExplain: the parts add up to the worth.
func TestExplain(t *testing.T) {
	for name, open := range rankers {
		r := open()
		e, ok := r.(Explainer)
		if !ok {
			continue
		}
		t.Run(name, func(t *testing.T) {
			vs := visits(2, 120)
			for _, v := range vs {
				r.Observe(v)
			}
			for _, u := range urlsOf(vs) {
				sum := 0.0
				for _, p := range e.Explain(u) {
					sum += p.Value * p.Weight
				}
				if w := r.Score(u); math.Abs(sum-w) > 1e-9 {
					t.Errorf("%s: parts add up to %v, worth %v", u, sum, w)
				}
			}
		})
	}
}

func TestCorruptStates(t *testing.T) {
	for name, open := range rankers {
		t.Run(name, func(t *testing.T) {
			r := open()
			vs := visits(3, 40)
			for _, v := range vs {
				r.Observe(v)
			}
			data := state(t, r)
			for n := 0; n < len(data); n += 1 + n/50 {
				if open().UnmarshalBinary(data[:n:n]) == nil {
					t.Errorf("a state cut at %d of %d was read", n, len(data))
				}
			}
			rng := rand.New(rand.NewPCG(1, 1))
			for range 500 {
				bad := slices.Clone(data)
				bad[rng.IntN(len(bad))] = byte(rng.Uint32())
				damaged(t, open(), bad, vs)
			}
		})
	}
}

// damaged reads what may be a damaged state; if it can be read it must be
// usable.
func damaged(t testing.TB, r Ranker, data []byte, vs []*crawl.Visit) {
	if r.UnmarshalBinary(data) != nil {
		return
	}
	for _, v := range vs {
		r.Observe(v)
	}
	for _, u := range urlsOf(vs) {
		if w := r.Score(u); math.IsNaN(w) {
			t.Fatalf("Score(%s) is not a number", u)
		}
	}
}

func FuzzStates(f *testing.F) {
	vs := visits(4, 12)
	for _, open := range rankers {
		r := open()
		for _, v := range vs[:6] {
			r.Observe(v)
		}
		data, err := r.MarshalBinary()
		if err != nil {
			f.Fatal(err)
		}
		f.Add(data)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		for _, open := range rankers {
			damaged(t, open(), data, vs)
		}
	})
}
