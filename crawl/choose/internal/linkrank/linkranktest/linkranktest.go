// Package linkranktest is the conformance suite of a [linkrank.Ranker]: what its
// interface promises, tried on an invented web.
package linkranktest

import (
	"bytes"
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/choose/internal/linkrank"
	"github.com/ontocrawl/ontocrawl/crawl/choose/urlpattern"
	"github.com/ontocrawl/ontocrawl/crawl/keep/binenc"
)

// Page is a visit of a page with the given links; r is its relevance,
// anchors the relevance of each link's anchor.
func Page(url string, r float64, links []string, anchors ...float32) *crawl.Visit {
	p := &crawl.Page{URL: url, Final: url, Host: urlpattern.Split(url).Host}
	for i, u := range links {
		l := crawl.Link{URL: u, Host: urlpattern.Split(u).Host}
		if i < len(anchors) {
			l.Terms.Relevance = anchors[i]
		}
		p.Links = append(p.Links, l)
	}
	v := &crawl.Visit{Choice: crawl.Choice{URL: url}, Page: p, Status: 200}
	v.Score.Relevance = r
	return v
}

// Visits makes n visits of a small invented web, failures and odd values
// among them.
func Visits(seed uint64, n int) []*crawl.Visit {
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
			l := crawl.Link{URL: url(to), Host: fmt.Sprintf("h%d.test", to%3), Text: fmt.Sprint("Storm 台风消息 ", to), Path: "div.a ul.b li.c", List: rng.Uint32N(3)}
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

// URLs lists every URL the visits speak of.
func URLs(vs []*crawl.Visit) []string {
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

func state(t testing.TB, r linkrank.Ranker) []byte {
	t.Helper()
	b, err := binenc.Marshal(r)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// Test runs the suite on the rankers that open returns, which must be empty and made
// with the same parameters.
func Test(t *testing.T, open func() linkrank.Ranker) {
	t.Helper()
	t.Run("Resumed", func(t *testing.T) { testResumed(t, open) })
	t.Run("Declared", func(t *testing.T) { testDeclared(t, open) })
	t.Run("Explained", func(t *testing.T) { testExplained(t, open) })
	t.Run("Damaged", func(t *testing.T) { testDamaged(t, open) })
}

// testResumed: a ranker that is stored and read again gives the same scores, and a
// visit counts once.
func testResumed(t *testing.T, open func() linkrank.Ranker) {
	vs := Visits(1, 230)
	urls := URLs(vs)
	r, same := open(), open()
	for i, v := range vs {
		if i%10 == 0 {
			r = resumed(t, open, r, urls)
		}
		r.Observe(v)
		same.Observe(v)
	}
	sameScores(t, r, same, urls)
	before := state(t, r)
	r.Observe(vs[0]) // a second time
	if !bytes.Equal(before, state(t, r)) && vs[0].Page != nil {
		t.Error("a visit observed twice counts twice")
	}
}

// resumed returns a ranker made from the state of r, which it compares with r.
func resumed(t *testing.T, open func() linkrank.Ranker, r linkrank.Ranker, urls []string) linkrank.Ranker {
	t.Helper()
	before := state(t, r)
	next := open()
	if err := next.ReadFrom(bytes.NewReader(before)); err != nil {
		t.Fatal(err)
	}
	sameScores(t, r, next, urls)
	if !bytes.Equal(before, state(t, r)) {
		t.Error("Score changed something")
	}
	if !bytes.Equal(before, state(t, next)) {
		t.Error("a state changed by being read")
	}
	return next
}

func sameScores(t *testing.T, a, b linkrank.Ranker, urls []string) {
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

// testDeclared: a Ranker declares what it has methods for, and the rest is nil.
func testDeclared(t *testing.T, open func() linkrank.Ranker) {
	r := open()
	can := reflect.ValueOf(r.Caps())
	for field, method := range map[string]string{
		"Explain": "Explain", "Numbers": "ScoreOf", "Share": "ShareNumbers", "Foresee": "Foresee", "Revise": "Revise",
		"Unite": "Unite", "Remember": "Remember", "Hear": "Hear", "Spill": "Spilled",
	} {
		if declared, has := !can.FieldByName(field).IsNil(), reflect.ValueOf(r).MethodByName(method).IsValid(); declared != has {
			t.Errorf("Caps().%s: declared %v, it has a method %s %v", field, declared, method, has)
		}
	}
	if can.NumField() != 9 {
		t.Errorf("Caps has %d fields; say above by which method a Ranker has each", can.NumField())
	}
}

// testExplained: the parts add up to the score.
func testExplained(t *testing.T, open func() linkrank.Ranker) {
	r := open()
	explain := r.Caps().Explain
	if explain == nil {
		t.Skip("it does not explain")
	}
	vs := Visits(2, 120)
	for _, v := range vs {
		r.Observe(v)
	}
	for _, u := range URLs(vs) {
		sum := 0.0
		for _, p := range explain(u) {
			sum += p.Value * p.Weight
		}
		if score := r.Score(u); math.Abs(sum-score) > 1e-9 {
			t.Errorf("%s: parts add up to %v, score %v", u, sum, score)
		}
	}
}

// testDamaged: a state that is cut or changed is refused, or gives a ranker that
// works.
func testDamaged(t *testing.T, open func() linkrank.Ranker) {
	r := open()
	vs := Visits(3, 40)
	for _, v := range vs {
		r.Observe(v)
	}
	data := state(t, r)
	for n := 0; n < len(data); n += 1 + n/50 {
		if open().ReadFrom(bytes.NewReader(data[:n:n])) == nil {
			t.Errorf("a state cut at %d of %d was read", n, len(data))
		}
	}
	if err := open().ReadFrom(bytes.NewReader(append(slices.Clone(data), 0))); err == nil {
		t.Error("a state with a byte too many was read")
	}
	rng := rand.New(rand.NewPCG(1, 1))
	for range 500 {
		bad := slices.Clone(data)
		bad[rng.IntN(len(bad))] = byte(rng.Uint32())
		damaged(t, open(), bad, vs)
	}
}

// damaged reads what may be a damaged state; if r takes it, r must be usable.
func damaged(t testing.TB, r linkrank.Ranker, data []byte, vs []*crawl.Visit) {
	if r.ReadFrom(bytes.NewReader(data)) != nil {
		return
	}
	for _, v := range vs {
		r.Observe(v)
	}
	for _, u := range URLs(vs) {
		if score := r.Score(u); math.IsNaN(score) {
			t.Fatalf("Score(%s) is not a number", u)
		}
	}
}

// Fuzz feeds damaged states to all rankers.
func Fuzz(f *testing.F, opens map[string]func() linkrank.Ranker) {
	vs := Visits(4, 12)
	for _, open := range opens {
		r := open()
		for _, v := range vs[:6] {
			r.Observe(v)
		}
		data, err := binenc.Marshal(r)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(data)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		for _, open := range opens {
			damaged(t, open(), data, vs)
		}
	})
}
