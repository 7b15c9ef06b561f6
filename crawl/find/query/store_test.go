package query_test

import (
	"bytes"
	"fmt"
	"testing"
	"time"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/find/query"
	"github.com/ontocrawl/ontocrawl/crawl/find/search"
	"github.com/ontocrawl/ontocrawl/crawl/keep/binenc"
)

func newStore(ops search.Ops) *query.Store {
	plan := []query.Planned{
		{Query: search.Query{Text: "typhoon", Lang: "en", Concepts: []string{"t:typhoon"}}, Weight: 1},
		{Query: search.Query{Text: "台风", Lang: "zh-Hans", Concepts: []string{"t:typhoon"}}, Weight: .9},
	}
	return query.NewStore([]query.Source{{Name: "own", Ops: ops}}, plan, query.Options{Seed: 1})
}

// ask sends the next question and returns what it is.
func ask(t *testing.T, b *query.Store) (address string, q search.Query) {
	t.Helper()
	address, ok := b.Next()
	if !ok {
		return "", q
	}
	if again, _ := b.Next(); again != address {
		t.Fatalf("Next gives %s, then %s", address, again)
	}
	_, q, err := search.ParseAddress(address)
	if err != nil || !b.Sent(address) {
		t.Fatalf("%s: %v", address, err)
	}
	return address, q
}

var at = time.Date(2026, 7, 1, 0, 0, 0, 0, time.UTC)

// TestPaging: an answer that names the topic is asked for its next page; one without
// anything new is not.
func TestPaging(t *testing.T) {
	b := newStore(search.Set(search.Keyword))
	first, _ := ask(t, b)
	b.Answered(first, search.Outcome{Links: 10, New: 10, Core: 9, Expected: 8, More: true})
	second, q := ask(t, b)
	if q.Text != "typhoon" || q.Page != 2 {
		t.Fatalf("after a good answer: %s", second)
	}
	b.Answered(second, search.Outcome{Links: 10, New: 0, Core: 9, More: true}) // the same page for ever
	third, q := ask(t, b)
	if q.Text != "台风" || q.Page != 1 {
		t.Fatalf("after an answer without anything new: %s", third)
	}
	b.Answered(third, search.Outcome{Links: 10, New: 10, Core: 4, Expected: 3, More: true})
	if a, _ := ask(t, b); a != "" {
		t.Errorf("an answer that hardly names the topic is asked on: %s", a)
	}
	v, ok := b.Via(third)
	if !ok || v.Source != "own" || v.Query != "台风" || v.Op != "kw" || v.Lang != "zh-Hans" || v.Page != 1 || fmt.Sprint(v.Concepts) != "[t:typhoon]" {
		t.Errorf("the results of %s come from %+v", third, v)
	}
}

// TestPagingEnds: answers of which two fifths promise something are asked on, but the value of a
// page falls with the root of its number: page 3 has (4+.5)/12/√3 = .217, more than the .9 x 1/2
// x 1.8/4 = .203 of the other label; page 4 has .188, less than .9 x 1/2 x 2.2/5 = .198.
func TestPagingEnds(t *testing.T) {
	b := newStore(search.Set(search.Keyword))
	for page := 1; page <= 4; page++ {
		a, q := ask(t, b)
		if want := page; page == 4 && q.Text != "台风" || page < 4 && (q.Text != "typhoon" || q.Page != want) {
			t.Fatalf("question %d is %s", page, a)
		}
		b.Answered(a, search.Outcome{Links: 10, New: 10, Core: 9, Expected: 4, More: true})
	}
}

// TestFailures: a question that failed is asked again later, and a source that always fails
// is left.
func TestFailures(t *testing.T) {
	b := newStore(search.Set(search.Keyword))
	asked := 0
	for i := range 100 {
		a, q := ask(t, b)
		if a == "" {
			b.Observe(&crawl.Visit{FetchedAt: at.Add(time.Duration(i) * time.Hour)}) // time goes by
			continue
		}
		if asked++; asked == 2 && q.Text != "typhoon" {
			t.Errorf("the question that failed is not asked again: %s", a)
		}
		b.Failed(a, crawl.FailSearch, at.Add(time.Duration(i)*time.Hour))
	}
	if asked != 6 {
		t.Errorf("%d questions to a source that never answers", asked)
	}
	b.Wake()
	if a, _ := ask(t, b); a == "" {
		t.Error("a later run does not ask again")
	} else {
		b.Failed(a, crawl.FailQuota, at.Add(200*time.Hour))
	}
	if a, _ := ask(t, b); a != "" {
		t.Errorf("asked beyond the quota: %s", a)
	}
}

// relevant is the visit of a relevant page.
func relevant(url string, words ...string) *crawl.Visit {
	f := &crawl.Features{}
	for _, w := range words {
		f.Words = append(f.Words, crawl.WordCount{Word: w, Count: 2})
	}
	return &crawl.Visit{Choice: crawl.Choice{URL: url}, Page: &crawl.Page{URL: url, Final: url, Host: "h.example", Lang: "en", Features: f},
		Score: crawl.Score{Relevance: .9, Relevant: true}, FetchedAt: at}
}

// TestOperators: relevant pages are asked about, and their words are asked for.
func TestOperators(t *testing.T) {
	b := newStore(search.Set(search.Keyword, search.Related, search.Backward))
	b.Observe(relevant("http://h.example/1", "landfall", "the", "typhoon"))
	seen := map[string]bool{}
	for range 20 {
		a, q := ask(t, b)
		if a == "" {
			break
		}
		seen[q.Op.String()+" "+q.Text+q.Target] = true
		b.Answered(a, search.Outcome{})
	}
	for _, want := range []string{"kw typhoon", "kw 台风", "kw typhoon landfall", "rel http://h.example/1", "back http://h.example/1"} {
		if !seen[want] {
			t.Errorf("%q was not asked; asked were %v", want, seen)
		}
	}
	if len(seen) != 5 {
		t.Errorf("asked were %v", seen)
	}
}

// TestEdited: after an edit what is new is asked, and what was asked is not asked again.
func TestEdited(t *testing.T) {
	b := newStore(search.Set(search.Keyword))
	a, _ := ask(t, b)
	b.Answered(a, search.Outcome{})
	b.Use([]query.Planned{{Query: search.Query{Text: "typhoon", Lang: "en"}, Weight: 1}, {Query: search.Query{Text: "cyclone", Lang: "en"}, Weight: .1}})
	if _, q := ask(t, b); q.Text != "cyclone" {
		t.Errorf("after the edit: %q", q.Text)
	}
}

// TestState: a Store goes on where another one stopped, at every step.
func TestState(t *testing.T) {
	ops := search.Set(search.Keyword, search.Related, search.Backward)
	b := newStore(ops)
	for i := range 30 {
		data, err := binenc.Marshal(b)
		if err != nil {
			t.Fatal(err)
		}
		c := newStore(ops)
		if err := c.ReadFrom(bytes.NewReader(data)); err != nil {
			t.Fatal(err)
		}
		again, _ := binenc.Marshal(c)
		x, _ := b.Next()
		if y, _ := c.Next(); x != y || !bytes.Equal(data, again) {
			t.Fatalf("step %d: %q, but after a resume %q", i, x, y)
		}
		for n := 0; n < len(data) && i%10 == 9; n++ {
			if err := newStore(ops).ReadFrom(bytes.NewReader(data[:n])); err == nil {
				t.Errorf("cut to %d of %d bytes, it was accepted", n, len(data))
			}
		}
		b = c
		a, _ := ask(t, b)
		switch {
		case a == "":
		case i%5 == 4:
			b.Failed(a, crawl.FailSearch, at.Add(time.Duration(i)*time.Hour))
		case i%3 != 2: // else it stays in flight
			b.Answered(a, search.Outcome{Links: 10, New: 6, Core: 8, Expected: 3, More: i%2 == 0})
		}
		b.Observe(relevant(fmt.Sprint("http://h.example/", i), fmt.Sprint("landfall", i%7)))
	}
}

func FuzzState(f *testing.F) {
	b := newStore(search.Set(search.Keyword))
	data, _ := binenc.Marshal(b)
	f.Add(data)
	f.Fuzz(func(t *testing.T, data []byte) {
		b := newStore(search.Set(search.Keyword))
		if b.ReadFrom(bytes.NewReader(data)) != nil {
			data = nil
		}
		if a, ok := b.Next(); ok {
			b.Sent(a)
			b.Answered(a, search.Outcome{Links: 1, New: 1})
		}
		if _, err := binenc.Marshal(b); err != nil {
			t.Error(err)
		}
	})
}

// TestChoosers: every way to choose among operators uses those that are good, and tries all.
func TestChoosers(t *testing.T) {
	for _, by := range []query.Chooser{query.Thompson, query.RoundRobin, query.Greedy, query.UCB1} {
		var plan []query.Planned
		for i := range 200 {
			plan = append(plan, query.Planned{Query: search.Query{Text: fmt.Sprint("storm ", i), Lang: "en"}, Weight: 1})
		}
		b := query.NewStore([]query.Source{{Name: "own", Ops: search.Set(search.Keyword, search.Related, search.Backward)}}, plan, query.Options{Seed: 3, Chooser: by})
		for i := range 20 {
			v := relevant(fmt.Sprint("http://h.example/", i))
			v.Page.Host = fmt.Sprint("h", i)
			b.Observe(v)
		}
		n := map[search.Op]int{}
		for range 45 {
			a, q := ask(t, b)
			n[q.Op]++
			o := search.Outcome{Links: 10, New: 1}
			if q.Op == search.Keyword {
				o.Expected = 9
			}
			b.Answered(a, o)
		}
		even := by == query.RoundRobin
		if even && n[search.Related] != 15 || !even && n[search.Keyword] < 25 {
			t.Errorf("%q: %v", by, n)
		}
	}
}

// TestRounds: in the next round the same words are asked again, as other questions; what was
// learned stays, and what an old round asked is forgotten.
func TestRounds(t *testing.T) {
	at := func(round int) *query.Store {
		plan := []query.Planned{{Query: search.Query{Text: "typhoon", Lang: "en"}, Weight: 1}, {Query: search.Query{Text: "cyclone", Lang: "en"}, Weight: .5}}
		return query.NewStore([]query.Source{{Name: "own", Ops: search.Set(search.Keyword)}}, plan, query.Options{Seed: 1, Round: round})
	}
	b := at(7)
	for _, want := range []string{"typhoon", "cyclone", ""} {
		address, q := ask(t, b)
		if q.Text != want || want != "" && q.Round != 7 {
			t.Fatalf("in round 7: %q", address)
		}
		b.Answered(address, search.Outcome{Links: 10, New: 5, Core: 5, Expected: 4})
	}
	old, err := binenc.Marshal(b)
	if err != nil {
		t.Fatal(err)
	}
	for _, x := range []struct {
		round int
		want  string
	}{{7, ""}, {8, "typhoon"}} {
		next := at(x.round)
		if err := next.ReadFrom(bytes.NewReader(old)); err != nil {
			t.Fatal(err)
		}
		if data, _ := binenc.Marshal(next); x.round == 8 && len(data) >= len(old) {
			t.Errorf("%d bytes after %d: the old round is still kept", len(data), len(old))
		}
		if address, q := ask(t, next); q.Text != x.want {
			t.Errorf("resumed in round %d: %q", x.round, address)
		}
	}
}
