package strategy_test

import (
	"bytes"
	"slices"
	"testing"
	"time"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/choose/internal/strategytest"
	"github.com/ontocrawl/ontocrawl/crawl/choose/strategy"
	"github.com/ontocrawl/ontocrawl/crawl/keep/binenc"
	"github.com/ontocrawl/ontocrawl/crawl/keep/state"
)

var noon = time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)

func refreshing(t testing.TB, inner crawl.Strategy, j crawl.Journal, p strategy.RefreshParams) crawl.Strategy {
	t.Helper()
	refresh, err := strategy.NewRefresh(j, p)
	if err != nil {
		t.Fatal(err)
	}
	return strategy.NewChain(inner, refresh)
}

// Around a crawl that has nothing to go back to, a Refresh is the strategy that
// it is around.
func TestRefreshIsAStrategy(t *testing.T) {
	for name, p := range map[string]strategy.RefreshParams{"off": {}, "on": {On: true, New: 1 << 30, Max: time.Hour}} {
		t.Run(name, func(t *testing.T) {
			strategytest.Test(t, func() crawl.Strategy {
				s, err := strategy.NewBestFirst(strategy.Defaults())
				if err != nil {
					t.Fatal(err)
				}
				return refreshing(t, s, new(state.Memory), p)
			})
		})
	}
}

// page is a visit of a page that the journal holds.
func visitOf(seq int, url string, at time.Time, relevance float64) *crawl.Visit {
	p := &crawl.Page{URL: url, Final: url, Host: "h.example", Status: 200, Hash: uint64(seq), FetchedAt: at}
	return &crawl.Visit{
		Seq: seq, Choice: crawl.Choice{URL: url, Host: "h.example"}, Page: p, Status: 200, FetchedAt: at,
		Score: crawl.Score{Relevance: relevance, Relevant: relevance > 0.5}, ETag: url + " tag",
	}
}

func again(v *crawl.Visit, status int, hash uint64, at time.Time) *crawl.Visit {
	w := *v
	w.Choice.Again, w.Status, w.FetchedAt = true, status, at
	w.Page = nil
	if status == 200 {
		p := *v.Page
		p.Hash = hash
		w.Page = &p
	}
	return &w
}

func journalOf(t *testing.T, visits ...*crawl.Visit) *state.Memory {
	t.Helper()
	m := new(state.Memory)
	for i, v := range visits {
		v.Seq = i + 1
		if err := m.Record(v); err != nil {
			t.Fatal(err)
		}
	}
	if err := m.Commit(); err != nil {
		t.Fatal(err)
	}
	return m
}

// offered returns what a refresh at that time would ask for again, in order.
func offered(t *testing.T, j crawl.Journal, now time.Time) []string {
	t.Helper()
	s := refreshing(t, strategy.NewBreadthFirst(), j, strategy.RefreshParams{On: true, Now: now, Min: time.Hour, Max: 100 * time.Hour})
	if _, err := binenc.Marshal(s); err != nil { // the engine's checkpoint when a refresh begins
		t.Fatal(err)
	}
	var urls []string
	for {
		c, ok := s.Next(nil)
		if !ok {
			return urls
		}
		if !c.Again {
			t.Errorf("%s is not asked for again", c.URL)
		}
		urls = append(urls, c.URL)
	}
}

// A page that was visited while the clock was a year ahead is asked for when the clock is right again; one whose visit is a
// little ahead, as of another machine, keeps its interval of a day.
func TestRefreshClockAhead(t *testing.T) {
	for ahead, want := range map[time.Duration]int{365 * 24 * time.Hour: 1, 25 * time.Hour: 1, 23 * time.Hour: 0, time.Second: 0} {
		if got := offered(t, journalOf(t, visitOf(1, "u", noon.Add(ahead), 0)), noon); len(got) != want {
			t.Errorf("%v ahead: %v", ahead, got)
		}
	}
}

// Intervals worked out by hand: 24 h at first, half after a change, one and a
// half times after none; a relevant page after half of it.
func TestRefreshIntervals(t *testing.T) {
	v := visitOf(1, "u", noon, 0)
	rel := visitOf(1, "u", noon, 0.9)
	old := visitOf(1, "u", noon, 0)
	old.LastModified = "Wed, 11 Nov 2026 12:00:00 GMT" // ten days: asked again after one
	ancient := visitOf(1, "u", noon, 0)
	ancient.LastModified = "Sat, 21 Nov 2020 12:00:00 GMT"
	sources := visitOf(1, "u", noon, 0)
	sources.Page = &crawl.Page{URL: "u", Final: "u", Host: "h.example", Source: true}
	h := time.Hour
	for _, tt := range []struct {
		name   string
		visits []*crawl.Visit
		after  time.Duration // of noon
	}{
		{"new", []*crawl.Visit{v}, 24 * h},
		{"relevant", []*crawl.Visit{rel}, 12 * h},
		{"by its age", []*crawl.Visit{old}, 24 * h},
		{"at most Max", []*crawl.Visit{ancient}, 100 * h},
		{"source", []*crawl.Visit{sources}, 24 * h},
		{"304", []*crawl.Visit{v, again(v, 304, 0, noon.Add(24*h))}, (24 + 36) * h},
		{"equal body", []*crawl.Visit{v, again(v, 200, 1, noon.Add(24*h))}, (24 + 36) * h},
		{"changed", []*crawl.Visit{v, again(v, 200, 2, noon.Add(24*h))}, (24 + 12) * h},
		{"gone", []*crawl.Visit{v, again(v, 404, 0, noon.Add(24*h))}, (24 + 36) * h},
		{"judged relevant since", []*crawl.Visit{v, v.Rejudge(2, crawl.Score{Relevance: .9, Relevant: true})}, 12 * h},
		{"not relevant any more", []*crawl.Visit{rel, rel.Rejudge(2, crawl.Score{Relevance: .1})}, 24 * h},
		{"a verdict of nothing", []*crawl.Visit{v, visitOf(2, "unknown", noon, 0).Rejudge(2, crawl.Score{})}, 24 * h},
		{"out of order", []*crawl.Visit{v, again(v, 503, 0, noon.Add(24*h))}, (24 + 24) * h},
		{"changed often: at least Min", []*crawl.Visit{
			v, again(v, 200, 2, noon), again(v, 200, 3, noon), again(v, 200, 4, noon), again(v, 200, 5, noon), again(v, 200, 6, noon), again(v, 200, 7, noon),
		}, h},
	} {
		j := journalOf(t, tt.visits...)
		if got := offered(t, j, noon.Add(tt.after-time.Second)); len(got) > 0 {
			t.Errorf("%s: asked for again before %v", tt.name, tt.after)
		}
		if got := offered(t, j, noon.Add(tt.after)); len(got) != 1 {
			t.Errorf("%s: not asked for again after %v", tt.name, tt.after)
		}
	}
}

func TestRefreshOrder(t *testing.T) {
	feed := visitOf(3, "feed", noon, 0)
	feed.Page.Source = true
	failed := &crawl.Visit{Choice: crawl.Choice{URL: "gone", Host: "h.example"}, Status: 404, Failure: crawl.Failure{Text: "status 404"}, FetchedAt: noon}
	j := journalOf(t, visitOf(1, "dull", noon, 0.1), visitOf(2, "good", noon, 0.9), feed, failed)
	if got, want := offered(t, j, noon.Add(48*time.Hour)), []string{"feed", "good", "dull"}; !slices.Equal(got, want) {
		t.Errorf("order %v, want %v", got, want)
	}
}

// A refresh that was interrupted goes on with what is left of it, whatever the
// time is then; without On it is forgotten.
func TestRefreshResumed(t *testing.T) {
	j := journalOf(t, visitOf(1, "a", noon, 0.9), visitOf(2, "b", noon, 0.8), visitOf(3, "c", noon, 0.7))
	p := strategy.RefreshParams{On: true, Now: noon.Add(48 * time.Hour), Min: time.Hour, Max: 100 * time.Hour, New: 1}
	one := refreshing(t, strategy.NewBreadthFirst(), j, p)
	if _, err := binenc.Marshal(one); err != nil {
		t.Fatal(err)
	}
	c, _ := one.Next(nil)
	if c.URL != "a" || c.ETag != "a tag" {
		t.Fatalf("first choice %+v", c)
	}
	visit := again(visitOf(1, "a", noon, 0.9), 200, 9, noon.Add(48*time.Hour))
	visit.Seq = 4
	visit.Page.Links = []crawl.Link{{URL: "new1", Host: "h.example"}, {URL: "new2", Host: "h.example"}}
	one.Observe(visit)
	one.Next(nil) // b is in flight when the process dies
	data, err := binenc.Marshal(one)
	if err != nil {
		t.Fatal(err)
	}
	if err := j.Record(visit); err != nil {
		t.Fatal(err)
	}
	if err := j.Commit(); err != nil {
		t.Fatal(err)
	}
	for _, on := range []bool{true, false} {
		p.On, p.Now = on, noon.Add(1000*time.Hour)
		two := refreshing(t, strategy.NewBreadthFirst(), j, p)
		if err := two.ReadFrom(bytes.NewReader(data)); err != nil {
			t.Fatal(err)
		}
		var got []string
		for {
			c, ok := two.Next(nil)
			if !ok {
				break
			}
			got = append(got, c.URL)
		}
		want := []string{"c", "new1"} // New is 1
		if !on {
			want = []string{"new1", "new2"}
		}
		if !slices.Equal(got, want) {
			t.Errorf("On %v: goes on with %v, want %v", on, got, want)
		}
	}
}

// New verdicts at the end of the journal are not observed. All the same a refresh that
// is over is forgotten, and the next begins.
func TestRefreshAfterVerdicts(t *testing.T) {
	a := visitOf(1, "a", noon, 0.9)
	j := journalOf(t, a, visitOf(2, "b", noon, 0.8), a.Rejudge(3, crawl.Score{Relevance: .1}))
	p := strategy.RefreshParams{On: true, Now: noon.Add(48 * time.Hour), Min: time.Hour, Max: 100 * time.Hour}
	s := refreshing(t, strategy.NewBreadthFirst(), j, p)
	s.Seed([]crawl.Link{{URL: "a"}, {URL: "b"}})
	for _, v := range []*crawl.Visit{a, visitOf(2, "b", noon, 0.8)} {
		if _, ok := s.Take(v.Choice.URL); !ok {
			t.Fatalf("%s does not wait", v.Choice.URL)
		}
		s.Observe(v)
	}
	if _, ok := s.Next(nil); ok {
		t.Fatal("something was chosen while the journal was replayed")
	}
	s.Caps().Replayed()
	if got := choices(s); len(got) != 2 || got[0].URL != "b" || !got[0].Again { // by relevance
		t.Errorf("after the journal: %+v", got)
	}
}

func choices(s crawl.Strategy) (all []crawl.Choice) {
	for {
		c, ok := s.Next(nil)
		if !ok {
			return all
		}
		all = append(all, crawl.Choice{URL: c.URL, Again: c.Again, ETag: c.ETag})
	}
}

// What is always due comes first, as it is: asked for again if it brought
// something, else as if for the first time. None of it counts as new.
func TestRefreshAlways(t *testing.T) {
	failed := visitOf(2, "http://h.example/failed", noon, 0)
	failed.Page, failed.Failure, failed.Status = nil, crawl.Failure{Text: "503"}, 503
	j := journalOf(t, visitOf(1, "http://h.example/", noon, 0.9), failed)
	inner := strategy.NewBreadthFirst()
	inner.Seed([]crawl.Link{{URL: "http://h.example/waits", Host: "h.example"}, {URL: "http://h.example/waits2", Host: "h.example"}})
	p := strategy.RefreshParams{On: true, Now: noon.Add(time.Minute), Min: time.Hour, Max: time.Hour, New: 1}
	for _, url := range []string{"http://h.example/new", "http://h.example/failed", "http://h.example/"} {
		p.Always = append(p.Always, crawl.Link{URL: url, Host: "h.example"})
	}
	s := refreshing(t, inner, j, p)
	if _, err := binenc.Marshal(s); err != nil { // as the engine does before it begins
		t.Fatal(err)
	}
	want := []crawl.Choice{
		{URL: "http://h.example/new"}, {URL: "http://h.example/failed"},
		{URL: "http://h.example/", Again: true, ETag: "http://h.example/ tag"}, {URL: "http://h.example/waits"},
	}
	if got := choices(s); !slices.Equal(got, want) {
		t.Errorf("offered %v, want %v", got, want)
	}
	v := visitOf(3, "http://h.example/new", noon, 0)
	s.Observe(v)
	if got := choices(s); len(got) != 0 {
		t.Errorf("then %v: what is always due is new, and leaves no room for more", got)
	}
}

// A refresh that was interrupted goes on with what was due then; anew, with what
// is due now.
func TestRefreshAnew(t *testing.T) {
	j := journalOf(t, visitOf(1, "http://h.example/a", noon, 0), visitOf(2, "http://h.example/b", noon, 0))
	p := strategy.RefreshParams{On: true, Now: noon.Add(2 * time.Hour), Min: time.Hour, Max: time.Hour}
	first := refreshing(t, strategy.NewBreadthFirst(), j, p)
	kept, err := binenc.Marshal(first)
	if err != nil {
		t.Fatal(err)
	}
	p.Always = []crawl.Link{{URL: "http://h.example/feed", Host: "h.example"}}
	for anew, want := range map[bool]int{false: 2, true: 3} {
		p.Anew = anew
		s := refreshing(t, strategy.NewBreadthFirst(), j, p)
		if err := s.ReadFrom(bytes.NewReader(kept)); err != nil {
			t.Fatal(err)
		}
		if got := choices(s); len(got) != want {
			t.Errorf("anew %v: offered %v, want %d", anew, got, want)
		}
	}
}
