package learned

import (
	"bytes"
	"cmp"
	"fmt"
	"slices"
	"testing"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/choose/internal/linkrank/linkranktest"
	"github.com/ontocrawl/ontocrawl/crawl/keep/binenc"
)

func remember(r *Ranker) []byte {
	var w binenc.Writer
	r.Remember(&w)
	return w.Data()
}

// TestRemember: what a ranker remembers, another one recalls. Then links of the same
// places have the scores that experience gave them, before the first fetch.
func TestRemember(t *testing.T) {
	list := func(url string, links ...crawl.Link) *crawl.Visit {
		return &crawl.Visit{Choice: crawl.Choice{URL: url}, Page: &crawl.Page{URL: url, Final: url, Host: "a.test", Links: links}}
	}
	at := func(i int, path string) crawl.Link {
		return crawl.Link{URL: fmt.Sprintf("http://a.test/%s/%d", path, i), Host: "a.test", Path: path, Text: "more"}
	}
	old := New(1)
	var links []crawl.Link
	for i := range 40 {
		links = append(links, at(i, "good"), at(i, "bad"))
	}
	old.Observe(list("http://a.test/", links...))
	for i := range links {
		v := list(links[i].URL)
		if links[i].Path == "good" {
			v.Score.Relevance, v.Score.Relevant = .9, true
		}
		old.Observe(v)
	}
	fresh, told := New(1), New(1)
	r := binenc.NewReader(remember(old))
	if told.Recall(r); r.Close() != nil {
		t.Fatal(r.Err())
	}
	for _, x := range []*Ranker{fresh, told} {
		x.Observe(list("http://a.test/today", at(100, "good"), at(100, "bad")))
	}
	good, bad := at(100, "good").URL, at(100, "bad").URL
	if fresh.Score(good) != fresh.Score(bad) || told.Score(good) < told.Score(bad)+1 {
		t.Errorf("fresh %v and %v, told %v and %v", fresh.Score(good), fresh.Score(bad), told.Score(good), told.Score(bad))
	}
}

// TestRememberDamaged: damaged bytes leave the ranker new, or make one that works.
func TestRememberDamaged(t *testing.T) {
	r := New(1)
	vs := linkranktest.Visits(3, 60)
	for _, v := range vs {
		r.Observe(v)
	}
	data := remember(r)
	empty := remember(New(0))
	for i := 0; i < len(data); i += 1 + i/30 {
		bad := slices.Clone(data)
		bad[i] ^= 0x55
		checkRecall(t, bad, empty, vs)
	}
	for n := 0; n < len(data); n += 1 + n/20 {
		checkRecall(t, data[:n:n], empty, vs)
	}
}

func checkRecall(t *testing.T, data, empty []byte, vs []*crawl.Visit) {
	t.Helper()
	r := New(0)
	in := binenc.NewReader(data)
	r.Recall(in)
	if in.Err() != nil {
		if !bytes.Equal(remember(r), empty) {
			t.Fatalf("%v, and the ranker is not new", in.Err())
		}
		return
	}
	for _, v := range vs[:5] {
		r.Observe(v)
	}
	for _, url := range linkranktest.URLs(vs[:5]) {
		if s := r.Score(url); s != s {
			t.Fatalf("Score(%s) is not a number", url)
		}
	}
}

func FuzzRecall(f *testing.F) {
	r := New(1)
	vs := linkranktest.Visits(4, 12)
	for _, v := range vs {
		r.Observe(v)
	}
	f.Add(remember(r))
	empty := remember(New(0))
	f.Fuzz(func(t *testing.T, data []byte) { checkRecall(t, data, empty, vs) })
}

// TestRememberBounded: what is remembered of very many clusters is of those with the most
// outcomes, in the order of their keys.
func TestRememberBounded(t *testing.T) {
	c := newClusters()
	for i := range uint64(50) {
		c.add(c.of(kindPath, i), 1, float64(1+i%5)/4)
	}
	best := c.best(10)
	if len(best) != 10 || !slices.IsSortedFunc(best, func(a, b int32) int { return cmp.Compare(*c.keys.At(a), *c.keys.At(b)) }) {
		t.Fatalf("%d clusters", len(best))
	}
	for _, i := range best {
		if n := c.outcome(i).n; n != 1.25 {
			t.Errorf("%v outcomes, and there are ten clusters with 1.25", n)
		}
	}
	if n := len(c.best(100)); n != 40 { // those with a quarter of an outcome do not count
		t.Errorf("%d clusters have half an outcome", n)
	}
}
