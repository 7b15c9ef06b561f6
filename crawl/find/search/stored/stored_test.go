package stored_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/ontocrawl/ontocrawl/crawl/find/internal/searchtest"
	"github.com/ontocrawl/ontocrawl/crawl/find/search"
	"github.com/ontocrawl/ontocrawl/crawl/find/search/stored"
)

func docs() []stored.Doc {
	return []stored.Doc{
		{URL: "http://a.example/", Title: "News", Text: "All the news of the town", Links: []int32{1, 2}},
		{URL: "http://a.example/storm", Title: "Typhoon Gaemi", Text: "A typhoon made landfall", Links: []int32{0}},
		{URL: "http://b.example/", Title: "Diary", Text: "I read about a typhoon once, and about much else besides in a long long day", Links: []int32{1}},
		{URL: "http://c.example/", Title: "台风", Text: "台风登陆，风雨大", Links: nil},
		{URL: "http://c.example/x", Title: "台历", Text: "风台 台上的风", Links: []int32{3}},
	}
}

func ask(t *testing.T, x *stored.Index, q search.Query) (urls []string, a search.Answer) {
	t.Helper()
	a, err := x.Ask(t.Context(), q)
	if err != nil {
		t.Fatal(err)
	}
	for _, l := range a.Links {
		urls = append(urls, strings.TrimPrefix(l.URL, "http://"))
	}
	return urls, a
}

func open(t *testing.T, d []stored.Doc, opt stored.Options) *stored.Index {
	t.Helper()
	x, err := stored.New(d, opt)
	if err != nil {
		t.Fatal(err)
	}
	return x
}

// TestAnswers: all words are wanted, a title counts more, Chinese is found by pairs of
// characters.
func TestAnswers(t *testing.T) {
	x := open(t, docs(), stored.Options{})
	for _, c := range []struct {
		q    search.Query
		want []string
	}{
		{search.Query{Text: "typhoon"}, []string{"a.example/storm", "b.example/"}},
		{search.Query{Text: "TYPHOON landfall"}, []string{"a.example/storm"}},
		{search.Query{Text: "台风"}, []string{"c.example/"}},
		{search.Query{Text: "nothing of the kind"}, nil},
		{search.Query{Text: "风"}, nil}, // one character is no term
		{search.Query{}, nil},
		{search.Query{Op: search.Backward, Target: "http://a.example/storm"}, []string{"b.example/", "a.example/"}},
		{search.Query{Op: search.Backward, Target: "a.example"}, []string{"b.example/"}},
		{search.Query{Op: search.HostPages, Target: "c.example"}, []string{"c.example/", "c.example/x"}},
		{search.Query{Op: search.Related, Target: "http://nowhere.example/"}, nil},
	} {
		if got, _ := ask(t, x, c.q); !slices.Equal(got, c.want) {
			t.Errorf("%+v: %q; want %q", c.q, got, c.want)
		}
	}
	if got, _ := ask(t, x, search.Query{Op: search.Related, Target: "http://a.example/storm"}); len(got) == 0 || got[0] != "b.example/" {
		t.Errorf("like a page about a typhoon: %q", got)
	}
	_, a := ask(t, x, search.Query{Text: "landfall"})
	if l := a.Links[0]; l.Text != "Typhoon Gaemi" || l.Context != "A typhoon made landfall" || l.Host != "a.example" {
		t.Errorf("a result is %+v", l)
	}
	var e *search.Error
	if _, err := x.Ask(t.Context(), search.Query{Op: 9}); !errors.As(err, &e) || e.Kind != search.Unsupported {
		t.Errorf("an operator that nobody knows: %v", err)
	}
}

func many(n int, word string) (d []stored.Doc) {
	for i := range n {
		d = append(d, stored.Doc{URL: fmt.Sprintf("http://%s.example/%d", word, i), Title: word, Text: word})
	}
	return d
}

func TestPages(t *testing.T) {
	x := open(t, many(25, "storm"), stored.Options{})
	seen := map[string]bool{}
	for page, want := range []int{10, 10, 5, 0} {
		urls, a := ask(t, x, search.Query{Text: "storm", Page: page + 1})
		if len(urls) != want || a.More != (page < 2) {
			t.Errorf("page %d: %d results, more: %v", page+1, len(urls), a.More)
		}
		for _, u := range urls {
			if seen[u] {
				t.Errorf("%s is listed twice", u)
			}
			seen[u] = true
		}
	}
}

// TestFaults: the same question has the same answer, and shares are about what they say.
func TestFaults(t *testing.T) {
	x := open(t, many(1000, "storm"), stored.Options{PerPage: 1000, Faults: stored.Faults{IndexShare: .5, Spam: many(50, "casino"), SpamShare: .3}})
	first, _ := ask(t, x, search.Query{Text: "storm"})
	again, _ := ask(t, x, search.Query{Text: "storm"})
	if !slices.Equal(first, again) {
		t.Error("the same question has two answers")
	}
	spam := 0
	for _, u := range first {
		if strings.HasPrefix(u, "casino") {
			spam++
		}
	}
	if n := len(first); n < 450 || n > 550 || spam < n*25/100 || spam > n*35/100 {
		t.Errorf("%d results, %d of them spam", n, spam)
	}
	x = open(t, many(1000, "storm"), stored.Options{PerPage: 1000, Faults: stored.Faults{Seed: 2, IndexShare: .5, Spam: many(50, "casino"), SpamShare: .3}})
	if other, _ := ask(t, x, search.Query{Text: "storm"}); slices.Equal(first, other) {
		t.Error("another seed has the same faults")
	}
	x = open(t, many(1, "storm"), stored.Options{Faults: stored.Faults{ErrorRate: .2}})
	failed := 0
	for i := range 500 {
		_, a := ask(t, x, search.Query{Text: fmt.Sprint("storm ", i)})
		if len(a.Failed) > 0 {
			failed++
		}
	}
	if failed < 70 || failed > 130 {
		t.Errorf("%d of 500 questions failed", failed)
	}
	x = open(t, many(1, "storm"), stored.Options{Faults: stored.Faults{Latency: time.Hour}})
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	var e *search.Error
	if _, err := x.Ask(ctx, search.Query{Text: "storm"}); !errors.As(err, &e) || !errors.Is(err, context.Canceled) {
		t.Errorf("a question that was given up: %v", err)
	}
	for _, share := range []float64{-1, 1.5} {
		if _, err := stored.New(nil, stored.Options{Faults: stored.Faults{ErrorRate: share}}); !errors.Is(err, stored.ErrShare) {
			t.Errorf("a share of %v: %v", share, err)
		}
	}
}

// TestConformance: the engine over a stored web is a search source like any other, also where
// its pages are called what nobody should show as it is, and where it knows a half of them.
func TestConformance(t *testing.T) {
	many := docs()
	for i := range 25 {
		many = append(many, stored.Doc{URL: fmt.Sprintf("http://many.example/%d", i), Title: "Typhoon \x1b[31m\u202e news " + strings.Repeat("台", i*20),
			Text: strings.Repeat("The typhoon \x07 moves <b>on</b>. ", i+1), Links: []int32{1, 5}})
	}
	asked := []search.Query{{Text: "typhoon"}, {Op: search.Related, Target: "http://many.example/3"}, {Op: search.Backward, Target: "http://a.example/storm"}, {Op: search.HostPages, Target: "many.example"}}
	for name, opt := range map[string]stored.Options{"whole": {}, "pages of 3": {PerPage: 3}, "half": {Faults: stored.Faults{IndexShare: .5}}} {
		t.Run(name, func(t *testing.T) {
			searchtest.RunLocal(t, searchtest.Local{Source: open(t, many, opt), Asked: asked, None: search.Query{Text: "nothing of the kind"}})
		})
	}
}
