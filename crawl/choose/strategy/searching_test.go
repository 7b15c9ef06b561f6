package strategy_test

import (
	"bytes"
	"fmt"
	"testing"
	"time"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/choose/internal/strategytest"
	"github.com/ontocrawl/ontocrawl/crawl/choose/strategy"
	"github.com/ontocrawl/ontocrawl/crawl/find/query"
	"github.com/ontocrawl/ontocrawl/crawl/find/search"
	"github.com/ontocrawl/ontocrawl/crawl/keep/binenc"
)

// searching returns a Searching over the default strategy that may ask 5 questions.
func searching(queries int) *strategy.Chain {
	inner, err := strategy.NewTabu(strategy.Params{Seed: 1})
	if err != nil {
		panic(err) // the parameters are the defaults
	}
	var plan []query.Planned
	for i := range 20 {
		plan = append(plan, query.Planned{Query: search.Query{Text: fmt.Sprint("storm ", i), Lang: "en", Concepts: []string{"t:storm"}}, Weight: 1 - float64(i)/100})
	}
	questions := query.NewStore([]query.Source{{Name: "own", Ops: search.Set(search.Keyword)}}, plan, query.Options{Seed: 1})
	return strategy.NewChain(inner, strategy.NewSources(strategy.SourceParams{}), strategy.NewSearching(questions, strategy.SearchParams{Queries: queries}))
}

// TestSearchingOff: without questions a Searching is the strategy inside.
func TestSearchingOff(t *testing.T) {
	strategytest.Test(t, func() crawl.Strategy { return searching(0) })
}

// answerTo is the visit of a question whose results are of one host; core: how many name a
// core concept in the title.
func answerTo(c crawl.Choice, seq, links, core int) *crawl.Visit {
	p := &crawl.Page{URL: c.URL, Final: c.URL, Source: true, Status: 200}
	for i := range links {
		l := crawl.Link{URL: fmt.Sprintf("http://h%d.example/%d", seq, i), Host: fmt.Sprintf("h%d.example", seq), Text: "a result", Path: "search result"}
		if i < core {
			l.Terms.AnchorCore, l.Terms.Relevance = 1, .9
		}
		p.Links = append(p.Links, l)
	}
	return &crawl.Visit{Seq: seq, Choice: c, Page: p, Status: 200, FetchedAt: time.Unix(int64(seq), 0)}
}

func fetched(c crawl.Choice, seq int, relevance float64) *crawl.Visit {
	return &crawl.Visit{Seq: seq, Choice: c, Status: 200, FetchedAt: time.Unix(int64(seq), 0), Score: crawl.Score{Relevance: relevance, Relevant: relevance > .5},
		Page: &crawl.Page{URL: c.URL, Final: c.URL, Host: c.Host, Status: 200, Title: c.URL}}
}

// TestSearching: with nothing known a question is asked, one at a time; good results are
// fetched before the next question; each knows where it comes from; the budget holds.
func TestSearching(t *testing.T) {
	s := searching(3)
	s.Seed(nil)
	if s.Len() != 1 {
		t.Errorf("a question that can be asked: Len is %d", s.Len())
	}
	c, ok := s.Next(nil)
	if !ok || !c.Asks() || c.Query != "storm 0" || c.Depth != 0 {
		t.Fatalf("the first choice is %+v", c)
	}
	if c, ok := s.Next(nil); ok {
		t.Fatalf("while a question is in flight: %+v", c)
	}
	s.Observe(answerTo(c, 1, 4, 2))
	asked, pages := 1, 0
	for seq := 2; ; seq++ {
		c, ok := s.Next(nil)
		if !ok {
			break
		}
		if c.Asks() {
			if asked++; asked == 2 && pages < 2 {
				t.Errorf("asked again before the %d good results were fetched", 2)
			}
			s.Observe(answerTo(c, seq, 2, 0))
			continue
		}
		pages++
		if c.Via == nil || c.Via.Source != "own" || c.Via.Rank < 1 || c.Via.Query == "" || fmt.Sprint(c.Via.Concepts) != "[t:storm]" || c.Depth != 1 {
			t.Errorf("%s comes from %+v", c.URL, c.Via)
		}
		s.Observe(fetched(c, seq, .9))
	}
	if asked != 3 || strategy.Asked(s) != 3 || pages != 8 || s.Len() != 0 {
		t.Errorf("%d questions, %d pages, %d left", asked, pages, s.Len())
	}
}

// TestSearchingResumes: at every step a Searching goes on where another one stopped, and a
// replay by Take comes to the same.
func TestSearchingResumes(t *testing.T) {
	s, taken := searching(5), searching(5)
	for seq := 1; seq < 60; seq++ {
		data, err := binenc.Marshal(s)
		if err != nil {
			t.Fatal(err)
		}
		next := searching(5)
		if err := next.ReadFrom(bytes.NewReader(data)); err != nil {
			t.Fatal(err)
		}
		want, ok := s.Next(nil)
		got, _ := next.Next(nil)
		if want.URL != got.URL {
			t.Fatalf("step %d: %q, but resumed %q", seq, want.URL, got.URL)
		}
		if !ok {
			break
		}
		if _, ok := taken.Take(want.URL); !ok {
			t.Fatalf("step %d: %q cannot be taken", seq, want.URL)
		}
		var v *crawl.Visit
		switch {
		case want.Asks() && seq%7 == 0:
			v = &crawl.Visit{Seq: seq, Choice: want, Failure: crawl.Failure{Kind: crawl.FailSearch}, FetchedAt: time.Unix(int64(seq)*10_000, 0)}
		case want.Asks():
			v = answerTo(want, seq, 5, seq%5)
		default:
			v = fetched(want, seq, float64(seq%3)/2.5)
		}
		next.Observe(v)
		taken.Observe(v)
		s = next
	}
	if strategy.Asked(s) == 0 || strategy.Asked(s) > 5 || strategy.Asked(taken) != strategy.Asked(s) {
		t.Errorf("%d questions, %d when taken", strategy.Asked(s), strategy.Asked(taken))
	}
}

// TestFailedSourceResumed holds what is promised of a source that failed. While it rests nothing is
// asked, and how long it rests hangs on the clock; a crawl that is resumed lets it be asked at once,
// as the same command is how a person tries again. What is asked then is the same, and so is the
// trail as long as no source fails.
func TestFailedSourceResumed(t *testing.T) {
	begin := func() (*strategy.Chain, crawl.Choice) {
		s := searching(5)
		s.Seed(nil)
		c, ok := s.Next(nil)
		if !ok {
			t.Fatal("nothing is asked")
		}
		s.Observe(&crawl.Visit{Seq: 1, Choice: c, Failure: crawl.Failure{Kind: crawl.FailSearch}, FetchedAt: time.Unix(100, 0)})
		return s, c
	}
	whole, failed := begin()
	if c, ok := whole.Next(nil); ok {
		t.Fatalf("a source that has failed is asked at once: %s", c.URL)
	}
	resumed, _ := begin() // the journal, replayed
	resumed.Caps().Replayed()
	again, ok := resumed.Next(nil)
	if !ok || again.URL != failed.URL {
		t.Fatalf("resumed, %q is asked; want %q, which failed", again.URL, failed.URL)
	}
	// A page that was fetched after the rest ends it for the whole one, too: later, the same.
	whole.Observe(&crawl.Visit{Seq: 2, Choice: crawl.Choice{URL: "http://a.example/", Host: "a.example"}, Failure: crawl.Failure{Kind: crawl.FailTimeout}, FetchedAt: time.Unix(200, 0)})
	if c, ok := whole.Next(nil); !ok || c.URL != failed.URL {
		t.Errorf("after its rest %q is asked; want %q", c.URL, failed.URL)
	}
	if strategy.Asked(whole) != 2 || strategy.Asked(resumed) != 2 {
		t.Errorf("%d and %d questions: one that failed costs its part of the budget", strategy.Asked(whole), strategy.Asked(resumed))
	}
}

// TestFailedSourceResumedInside: a session puts a Refresh around all, which tells what is inside that
// the journal is replayed. Without that a run whose source failed at once could never be continued.
func TestFailedSourceResumedInside(t *testing.T) {
	s := searching(5)
	s.Seed(nil)
	c, _ := s.Next(nil)
	s.Observe(&crawl.Visit{Seq: 1, Choice: c, Failure: crawl.Failure{Kind: crawl.FailSearch}, FetchedAt: time.Unix(100, 0)})
	refresh, err := strategy.NewRefresh(journalOf(t), strategy.RefreshParams{})
	if err != nil {
		t.Fatal(err)
	}
	around := strategy.NewChain(s, refresh)
	if again, ok := around.Next(nil); ok || around.Len() > 0 {
		t.Fatalf("while the source rests %q is asked", again.URL)
	}
	around.Caps().Replayed()
	if again, ok := around.Next(nil); !ok || again.URL != c.URL {
		t.Errorf("resumed, %q is asked; want %q", again.URL, c.URL)
	}
}

// TestSteadySearching: with Steady a question is asked after every fifth choice, though links are
// good and many.
func TestSteadySearching(t *testing.T) {
	for _, steady := range []bool{false, true} {
		inner, err := strategy.NewTabu(strategy.Params{Seed: 1})
		if err != nil {
			t.Fatal(err)
		}
		var plan []query.Planned
		for i := range 9 {
			plan = append(plan, query.Planned{Query: search.Query{Text: fmt.Sprint("storm ", i), Lang: "en"}, Weight: 1})
		}
		questions := query.NewStore([]query.Source{{Name: "own", Ops: search.Set(search.Keyword)}}, plan, query.Options{Seed: 1})
		s := strategy.NewChain(inner, strategy.NewSearching(questions, strategy.SearchParams{Queries: 3, Steady: steady}))
		var seeds []crawl.Link
		for i := range 40 {
			seeds = append(seeds, crawl.Link{URL: fmt.Sprintf("http://s%d.example/", i), Host: fmt.Sprintf("s%d.example", i)})
		}
		s.Seed(seeds) // a seed is always good
		var asked []int
		for seq := 1; seq <= 20; seq++ {
			c, ok := s.Next(nil)
			if !ok {
				t.Fatalf("nothing to do at %d", seq)
			}
			if c.Asks() {
				asked = append(asked, seq)
				s.Observe(answerTo(c, seq, 1, 0))
				continue
			}
			s.Observe(fetched(c, seq, .1))
		}
		if got, want := fmt.Sprint(asked), map[bool]string{false: "[]", true: "[6 12 18]"}[steady]; got != want {
			t.Errorf("steady %v: asked at %s, want %s", steady, got, want)
		}
	}
}

// TestSearchingBalances: as long as a question can be asked, the long-term memory of the inner
// strategy spends no request on a link that is not good enough; afterwards it may.
func TestSearchingBalances(t *testing.T) {
	run := func(queries int) (poor int) {
		s := searching(queries)
		s.Seed([]crawl.Link{{URL: "http://a.example/", Host: "a.example"}, {URL: "http://b.example/", Host: "b.example"}})
		for seq := 1; seq < 40; seq++ {
			c, ok := s.Next(nil)
			if !ok {
				break
			}
			if c.Asks() {
				s.Observe(answerTo(c, seq, 0, 0))
				continue
			}
			v := fetched(c, seq, .1)
			if c.Depth == 0 { // two proven hosts: one with links that name the topic, one with others
				v.Score = crawl.Score{Relevance: .9, Relevant: true}
				for i := range 20 {
					l := crawl.Link{URL: fmt.Sprintf("%s%d", c.URL, i), Host: c.Host, Text: "other"}
					if c.Host == "a.example" {
						l.Text, l.Terms = "storm", crawl.LinkTerms{AnchorCore: 1, Relevance: .9}
					}
					v.Page.Links = append(v.Page.Links, l)
				}
			} else if c.Host == "a.example" {
				v.Score = crawl.Score{Relevance: .9, Relevant: true}
			} else if seq < 20 {
				poor++
			}
			s.Observe(v)
		}
		return poor
	}
	if n := run(30); n != 0 {
		t.Errorf("with questions left, %d links of no promise were fetched", n)
	}
	if n := run(0); n < 3 {
		t.Errorf("without questions, %d were: nothing is balanced", n)
	}
}
