package relevance

import (
	"bytes"
	"fmt"
	"reflect"
	"sync"
	"testing"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/keep/binenc"
)

// TestUntaught: what it returns judges as a new judge with the same options does, and
// neither judge sees what the other has learned.
func TestUntaught(t *testing.T) {
	if testing.Short() {
		t.Skip("it judges thousands of pages in one goroutine")
	}
	groups := [crawl.NumGroups]float64{2, 1, 1, 1, 1}
	for _, opt := range []Options{{}, {Judge: Density}, {Judge: "centroid", Phi: .25}, {Learn: LearnNone, Phi: .4}, {Groups: &groups}} {
		t.Run(fmt.Sprintf("%+v", opt), func(t *testing.T) {
			fresh, taught := stormJudge(t, opt), stormJudge(t, opt)
			learn := func(j *Judge, from int) {
				stormWeb(t, j, from, func(url, body string) *crawl.Page { return read(t, j, url, body) })
			}
			learn(taught, 320)
			before, err := binenc.Marshal(taught)
			if err != nil {
				t.Fatal(err)
			}
			got := taught.Untaught()
			for i := range 320 { // far enough to learn a model
				a, b := read(t, fresh, fmt.Sprintf("http://x%d.example/", i%3), body(i)), read(t, got, fmt.Sprintf("http://x%d.example/", i%3), body(i))
				if want, s := fresh.Score(a), got.Score(b); !reflect.DeepEqual(want, s) {
					t.Fatalf("page %d: %+v, want %+v", i, s, want)
				}
				fresh.Learn(a)
				got.Learn(b)
			}
			if !reflect.DeepEqual(got.Model(), fresh.Model()) || got.Phi() != fresh.Phi() || got.Name() != fresh.Name() {
				t.Errorf("model %+v, want %+v", got.Model(), fresh.Model())
			}
			if after, err := binenc.Marshal(taught); err != nil || !bytes.Equal(before, after) {
				t.Errorf("the first judge remembers pages of the other, %v", err)
			}
		})
	}
}

// TestUntaughtApart: judges from one judge may score at the same time.
func TestUntaughtApart(t *testing.T) {
	first := stormJudge(t, Options{})
	var wg sync.WaitGroup
	for range 4 {
		j := first.Untaught()
		wg.Go(func() {
			for i := range 40 {
				p := read(t, j, fmt.Sprintf("http://x%d.example/", i%3), body(i))
				j.Score(p)
				j.Learn(p)
			}
		})
	}
	wg.Wait()
}

// body is a page about storms, or one about soup.
func body(i int) string {
	if i%4 == 0 {
		return fmt.Sprintf("<title>Typhoon %d</title><p>A typhoon with gale and rain, number %d. %s", i, i, filler(40))
	}
	return fmt.Sprintf("<title>Soup %d</title><p>Typhoon Jets win the match %d. Leeks and a gale. %s", i, i, filler(40))
}
