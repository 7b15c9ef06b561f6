package strategy

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/choose/internal/frontier"
	"github.com/ontocrawl/ontocrawl/crawl/choose/internal/linkrank/papers"
	"github.com/ontocrawl/ontocrawl/crawl/choose/internal/strategytest"
)

func named(t testing.TB, name, rank string, p Params) crawl.Strategy {
	t.Helper()
	s, err := New(name, rank, p)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// TestMethodsConforms: every strategy by its own ranker, and best-first by rankers of
// each sort, can be interrupted and repeated. (That every ranker can is tested
// in linkrank.)
func TestMethodsConforms(t *testing.T) {
	for _, m := range Methods() {
		switch m.Name {
		case "tabu", "on-its", "its", "best-first", "breadth-first":
			continue // tested in their own files
		}
		t.Run(m.Name, func(t *testing.T) {
			strategytest.Test(t, func() crawl.Strategy { return named(t, m.Name, "", Params{Seed: 3, Budget: 100}) })
		})
	}
	for _, rank := range []string{"rwb", "ipagerank", "content-links", "layers"} {
		t.Run("best-first/"+rank, func(t *testing.T) {
			strategytest.Test(t, func() crawl.Strategy { return named(t, "best-first", rank, Params{Seed: 3}) })
		})
	}
}

func TestNew(t *testing.T) {
	for _, tt := range []struct{ name, rank, want string }{
		{"best-first", "", ""}, {"best-first/shark", "", ""}, {"best-first", "priority", ""}, {"tabu", "hits", ""},
		{"best-frist", "", "there is no strategy"},
		{"best-first", "sharks", "there is no link rank"},
		{"best-first/shark", "hits", "there is no strategy"},
		{"on-its", "shark", "scores links by itself"},
		{"breadth-first/shark", "", "scores links by itself"},
	} {
		s, err := New(tt.name, tt.rank, Params{Seed: 1})
		var ne *NameError
		switch {
		case tt.want == "" && (err != nil || s == nil):
			t.Errorf("%s by %q: %v", tt.name, tt.rank, err)
		case tt.want != "" && (!errors.As(err, &ne) || !strings.Contains(err.Error(), tt.want)):
			t.Errorf("%s by %q: error %v, want %s", tt.name, tt.rank, err, tt.want)
		}
	}
	for _, m := range Methods() {
		p := Defaults()
		p.Mu1 = .9
		var pe *ParamError
		if _, err := New(m.Name, "", p); m.Name != "breadth-first" && !errors.As(err, &pe) {
			t.Errorf("%s took priorities that do not sum to 1: %v", m.Name, err)
		}
		if _, err := New(m.Name, "rw", p); m.Ranks() && !errors.As(err, &pe) {
			t.Errorf("%s by rw took priorities that do not sum to 1: %v", m.Name, err)
		}
	}
}

// fan is a seed with links of the scores a0 to a9: .0 to .9.
func fan() (smallWeb, fixed) {
	w := smallWeb{links: map[string][]crawl.Link{}}
	scores := fixed{}
	for _, d := range "0123456789" {
		url := "http://a.test/" + string(d)
		w.links["http://a.test/"] = append(w.links["http://a.test/"], link(url))
		scores[url] = float64(d-'0') / 10
	}
	return w, scores
}

// TestAnnealingCold: when it is cold and the best of very many draws is
// proposed, annealing is best-first.
func TestAnnealingCold(t *testing.T) {
	w, scores := fan()
	s, err := newAnnealingBy(Params{
		Mu1: 1, Tenure: 1, Tries: 1, Temperature: 1e-9, Proposals: 300, Budget: 10,
	}, false, scores)
	if err != nil {
		t.Fatal(err)
	}
	got := w.trail(t, s, "http://a.test/", 11)
	var want []string
	for _, d := range "9876543210" {
		want = append(want, "http://a.test/"+string(d))
	}
	if !slices.Equal(got[1:], want) {
		t.Errorf("%v", got)
	}
}

// TestAnnealingHot: at a high temperature whatever is drawn is accepted, so
// that the best link comes first about as often as any other.
func TestAnnealingHot(t *testing.T) {
	first := map[string]int{}
	for seed := range uint64(1000) {
		w, scores := fan()
		s, err := newAnnealingBy(Params{
			Seed: seed, Mu1: 1, Tenure: 1, Tries: 1, Temperature: 1e6, Proposals: 1, Budget: 10,
		}, false, scores)
		if err != nil {
			t.Fatal(err)
		}
		first[w.trail(t, s, "http://a.test/", 2)[1]]++
	}
	for url, n := range first {
		if n < 60 || n > 145 { // 100 each; four standard deviations are 38
			t.Errorf("%s comes first in %d of 1000", url, n)
		}
	}
}

// TestTemperature: T0 at first, a tenth of it when half the budget is spent, a
// hundredth at the end and after.
func TestTemperature(t *testing.T) {
	s, err := newAnnealingBy(Params{Budget: 200}, false, priority(Params{Budget: 200}))
	if err != nil {
		t.Fatal(err)
	}
	for pages, want := range map[int]float64{0: .1, 100: .01, 200: .001, 900: .001} {
		s.pages = pages
		if got := s.temperature(); got < want*.999999 || got > want*1.000001 {
			t.Errorf("after %d pages T = %v, want %v", pages, got, want)
		}
	}
}

// TestHostMemory: of two links of equal score the one on the host that brought
// relevant pages is proposed, if hosts are remembered.
func TestHostMemory(t *testing.T) {
	const bad, good = "http://bad.test/", "http://good.test/"
	for _, memory := range []bool{false, true} {
		s, err := newAnnealingBy(Params{
			Mu1: 1, Tenure: 1, Tries: 1, Temperature: 1e-9, Proposals: 300, Budget: 10,
		}, memory, fixed{bad + "2": .5, good + "2": .5})
		if err != nil {
			t.Fatal(err)
		}
		s.Seed([]crawl.Link{link(bad), link(good)})
		for i, relevance := range []float64{.1, .9} {
			c, _ := s.Next(nil)
			v := &crawl.Visit{Seq: i + 1, Choice: c, Page: &crawl.Page{URL: c.URL, Final: c.URL, Host: c.Host, Links: []crawl.Link{link(c.URL + "2")}}}
			v.Score.Relevance = relevance
			s.Observe(v)
		}
		want := bad + "2" // found first
		if memory {
			want = good + "2"
		}
		if c, _ := s.Next(nil); c.URL != want {
			t.Errorf("memory %v: %s, want %s", memory, c.URL, want)
		}
	}
}

// TestTunnelOrder: a score of .6 survives by the first threshold, a smaller one
// less mostly does not and comes last.
func TestTunnelOrder(t *testing.T) {
	w, scores := fan()
	s, err := newTunnelBy(Params{Seed: 2}, scores)
	if err != nil {
		t.Fatal(err)
	}
	got := w.trail(t, s, "http://a.test/", 11)
	for i, want := range []string{"9", "8", "7", "6", "5"} {
		if got[i+1] != "http://a.test/"+want {
			t.Errorf("choice %d is %s, want %s", i+1, got[i+1], want)
		}
	}
	if len(got) != 11 {
		t.Errorf("%d of 11 pages: a link that does not survive is lost", len(got))
	}
}

// TestTunnelRate: the survivors are as many as the rate says.
func TestTunnelRate(t *testing.T) {
	s, err := newTunnelBy(Params{Seed: 5}, fixed{})
	if err != nil {
		t.Fatal(err)
	}
	s.tried, s.hits = 90, 39 // (39+1)/(90+10) = .4
	n := 0
	for i := range 4000 {
		u := "http://a.test/" + strings.Repeat("x", i%50) + string(rune('0'+i%10)) + "/" + string(rune('a'+i/50%26)) + string(rune('a'+i/1300))
		id, fresh := s.f.Add(u, "a.test", frontier.Item{Parent: frontier.None})
		if fresh && s.survives(id, .1) == .1 {
			n++
		}
	}
	if all := s.f.Counts().URLs; n < all*42/100 || n > all*48/100 {
		t.Errorf("%d of %d survive at rate .4 + .05", n, all)
	}
}

// TestThresholds: fifty relevant pages lower the threshold, misses raise it.
func TestThresholds(t *testing.T) {
	s, err := newTunnelBy(Params{}, papers.NewRW())
	if err != nil {
		t.Fatal(err)
	}
	v := &crawl.Visit{Page: &crawl.Page{}}
	for range 50 {
		v.Score.Relevant = true
		s.judge(v)
	}
	low := s.threshold
	if low >= firstThreshold || low < leastThreshold {
		t.Errorf("after 50 relevant pages the threshold is %v", low)
	}
	for range 200 {
		v.Score.Relevant = false
		s.judge(v)
	}
	if s.threshold <= firstThreshold || s.threshold > mostThreshold {
		t.Errorf("after 200 irrelevant pages the threshold is %v", s.threshold)
	}
	if s.tried != 0 {
		t.Errorf("%d of the seeds count as tunnels", s.tried)
	}
}
