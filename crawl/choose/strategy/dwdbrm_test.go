package strategy

import (
	"bytes"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/choose/internal/frontier"
	"github.com/ontocrawl/ontocrawl/crawl/find/search"
	"github.com/ontocrawl/ontocrawl/crawl/keep/binenc"
)

// TestDWDBRMPays: four pages stand at places 1 to 4; an operator brought 4 results, of which
// those at places 1 and 3 are new: eq 9 is ((1-1/4) + (1-3/4)) / 4 = 1/4, and it weighs 2.
func TestDWDBRMPays(t *testing.T) {
	s := newDWDBRM(t)
	for i := range 4 {
		id, _ := s.f.Add(fmt.Sprint("http://a.example/", i), "a.example", frontier.Item{State: frontier.Done})
		s.found = append(s.found, foundPage{id: id})
	}
	s.ranking = []float64{1, 2, 3, 4}
	s.round = round{open: true, op: byKeyword, results: 4, fresh: []int32{0, 2}}
	s.pay()
	if a := s.records[byKeyword]; a.calls != 1 || a.fresh != 2 || math.Abs(a.paid-.5) > 1e-12 || s.round.open {
		t.Errorf("%+v", a)
	}
	// eq 11: .5 + √(2 ln 100 / 10) = .5 + √.921034
	if got := ucb1(.5, 100, 10); math.Abs(got-1.459705) > 1e-6 {
		t.Errorf("UCB1 is %v", got)
	}
	// those never tried come first, then the one that was paid: 1/4 + √(2 ln 7 / 2) = 1.64
	// against 0 + √(2 ln 7 / 5) = .88
	s.records[byForward] = operatorRecord{calls: 1, fresh: 5}
	if got := s.order(); got[2] != byKeyword || got[3] != byForward {
		t.Errorf("the order is %v", got)
	}
}

// TestDWDBRMPaysForSites: of six pages those at places 1, 2, 3 and 5 are new. Two are of host b, of
// which nothing was known: the better one counts, 1-2/6. Host c counts once, 1-5/6. Those of a,
// which the first page of all is of, do not: (4/6 + 1/6) / 5 results, times 4 new pages.
func TestDWDBRMPaysForSites(t *testing.T) {
	s, err := NewDWDBRM(Params{Seed: 1, NewSites: true})
	if err != nil {
		t.Fatal(err)
	}
	for i, host := range []string{"a", "a", "b", "b", "c", "a"} {
		id, _ := s.f.Add(fmt.Sprintf("http://%s.example/%d", host, i), host+".example", frontier.Item{State: frontier.Done})
		s.found = append(s.found, foundPage{id: id})
	}
	s.ranking = []float64{4, 1, 3, 2, 5, 6}
	s.round = round{open: true, op: byRelated, results: 5, fresh: []int32{1, 2, 3, 4}}
	s.pay()
	if a := s.records[byRelated]; a.calls != 1 || a.fresh != 4 || math.Abs(a.paid-4./6) > 1e-12 {
		t.Errorf("%+v, want 2/3 paid for 4 pages", a)
	}
}

func newDWDBRM(t *testing.T) *DWDBRM {
	t.Helper()
	s, err := NewDWDBRM(Params{Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// asksItself is one that may ask 12 questions.
func asksItself(t *testing.T) *DWDBRM {
	s := newDWDBRM(t)
	s.Ask([]Engine{{"own", search.Set(search.Keyword, search.Related, search.Backward)}}, []string{"typhoon", "台风"}, 12)
	return s
}

// outcomeOf is an invented engine and web.
func outcomeOf(c crawl.Choice, seq int) *crawl.Visit {
	v := &crawl.Visit{Seq: seq, Choice: c, Status: 200, FetchedAt: time.Unix(int64(seq), 0)}
	n := 4
	if c.Asks() {
		v.Page = &crawl.Page{URL: c.URL, Final: c.URL, Source: true}
		if strings.Contains(c.URL, "%E5%8F%B0") {
			n = 2 // 台风 finds less
		}
		if seq%9 == 8 {
			v.Page, v.Failure = nil, crawl.Failure{Kind: crawl.FailSearch}
			return v
		}
	} else {
		v.Page = &crawl.Page{URL: c.URL, Final: c.URL, Host: c.Host, Title: fmt.Sprintf("Typhoon landfall %d", seq%3)}
		v.Score = crawl.Score{Relevance: .9, Relevant: true}
	}
	for i := range n {
		host := fmt.Sprintf("h%d.example", (seq+i)%5)
		v.Page.Links = append(v.Page.Links, crawl.Link{URL: fmt.Sprintf("http://%s/%d", host, (seq*7+i*3)%60), Host: host})
	}
	return v
}

// TestDWDBRMAsks: without seeds the words of the topic are asked for first, results are fetched
// before the operator is paid, every operator is tried, no question is asked twice, and the
// number of questions holds. At every step one that was resumed, and one that took the same
// choices, stand where it stands.
func TestDWDBRMAsks(t *testing.T) {
	s, taken := asksItself(t), asksItself(t)
	if s.Len() != 1 {
		t.Errorf("a question can be asked, and Len is %d", s.Len())
	}
	var questions []string
	pages := 0
	for seq := 1; seq < 120; seq++ {
		data, err := binenc.Marshal(s)
		if err != nil {
			t.Fatal(err)
		}
		next := asksItself(t)
		if err := next.ReadFrom(bytes.NewReader(data)); err != nil {
			t.Fatal(err)
		}
		if same, _ := binenc.Marshal(taken); !bytes.Equal(data, same) {
			t.Fatalf("step %d: a replay stands elsewhere", seq)
		}
		c, ok := s.Next(nil)
		if again, _ := next.Next(nil); c.URL != again.URL || c.Via == nil != (again.Via == nil) {
			t.Fatalf("step %d: %q, but resumed %q", seq, c.URL, again.URL)
		}
		if !ok {
			break
		}
		if _, ok := taken.Take(c.URL); !ok {
			t.Fatalf("step %d: %q cannot be taken", seq, c.URL)
		}
		switch {
		case c.Asks() && slices.Contains(questions, c.URL):
			t.Errorf("asked twice: %s", c.URL)
		case c.Asks():
			questions = append(questions, c.URL)
			if _, ok := next.Next(nil); ok {
				t.Fatalf("step %d: chosen while a question is in flight", seq)
			}
		default:
			pages++
		}
		v := outcomeOf(c, seq)
		next.Observe(v)
		taken.Observe(v)
		s = next
	}
	var first []string
	ops := map[string]bool{}
	for _, q := range questions {
		c := crawl.Choice{URL: q}
		ops[c.Operator()] = true
		if _, q, _ := search.ParseAddress(q); len(first) < 2 && q.Op == search.Keyword {
			first = append(first, q.Text)
		}
	}
	if len(questions) != 12 || len(ops) != 3 || !slices.Equal(first, []string{"typhoon", "台风"}) || pages < 30 {
		t.Errorf("%d questions with %v, first %q; %d pages, %d left", len(questions), ops, first, pages, s.Len())
	}
	if s.keyword != "typhoon" { // it found more
		t.Errorf("the keyword is %q", s.keyword)
	}
	for op, a := range s.records {
		if a.calls == 0 {
			t.Errorf("operator %d was never tried", op)
		}
	}
	if s.goods() != roundPages {
		t.Errorf("%d pages are taken as good", s.goods())
	}
}
