package events

import (
	"fmt"
	"math/bits"
	"math/rand/v2"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/watch/monitor"
)

// Whatever was added, the parts find what a look at every text finds.
func TestNearestAgainstAll(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		x := new(texts)
		seeds := rapid.SliceOfN(rapid.Uint64(), 1, 3).Draw(t, "seeds")
		draw := func() uint64 {
			p := rapid.SampledFrom(seeds).Draw(t, "seed")
			for _, bit := range rapid.SliceOfN(rapid.IntRange(0, 63), 0, 8).Draw(t, "bits") {
				p ^= 1 << bit
			}
			return p
		}
		for range rapid.IntRange(0, 20).Draw(t, "n") {
			x.add(text{simhash: draw()})
		}
		print, odd := draw(), rapid.Bool().Draw(t, "odd")
		ok := func(s *text, _ int) bool { return !odd || s.simhash&1 == 1 }
		var want *text
		for i := range x.all {
			d := bits.OnesCount64(x.all[i].simhash ^ print)
			if d <= maxRetold && ok(&x.all[i], d) && (want == nil || d < bits.OnesCount64(want.simhash^print)) {
				want = &x.all[i]
			}
		}
		if got := x.nearest(print, ok); got != want {
			t.Errorf("found %v, want %v", got, want)
		}
	})
}

// visits is a journal of n pages, every fifth of them relevant.
type visits int

func (n visits) Committed() int { return int(n) }

func (n visits) Visits(yield func(*crawl.Visit) error) error {
	r := rand.New(rand.NewPCG(1, 1))
	for i := range int(n) {
		url := fmt.Sprintf("https://h%d.example/%d", i%100, i)
		v := &crawl.Visit{
			Seq: i + 1, Choice: crawl.Choice{URL: url}, Status: 200, FetchedAt: time.Unix(int64(i), 0),
			Page: &crawl.Page{URL: url, Final: url, Host: url[8:20], Title: "Typhoon " + url, Hash: r.Uint64(), Simhash: r.Uint64()},
		}
		if i%5 == 0 {
			v.Score = crawl.Score{Relevance: 0.7, Relevant: true, Evidence: []crawl.Evidence{{Concept: "a", Label: "a", Group: "title", Count: 2, Contribution: 0.4}, {Concept: "b", Group: "body", Count: 1, Contribution: 0.3}}}
		}
		if err := yield(v); err != nil {
			return err
		}
	}
	return nil
}

// known is a Store that knows the whole journal.
type known struct {
	monitor.Findings
	upto int
}

func (k known) Upto(string) (int, error) { return k.upto, nil }

// BenchmarkRestore is the beginning of a run of a job of 100,000 pages, 20,000 of
// them relevant, but for the reading of the journal.
func BenchmarkRestore(b *testing.B) {
	const n = 100_000
	b.ReportAllocs()
	for b.Loop() {
		c := New(Options{Job: &monitor.Job{Name: "a"}, Open: func(f func(monitor.Store) error) error { return f(monitor.Store{Findings: known{upto: n}}) }})
		if err := c.Restore(visits(n)); err != nil {
			b.Fatal(err)
		}
	}
}

func TestLikeNamed(t *testing.T) {
	for _, x := range []struct {
		a, b string
		want bool
	}{
		{"台风海葵登陆", "转载：台风海葵登陆", true},
		{"台风海葵登陆", "台风海葵登陆（2023年9月5日）", false}, // the letters differ too much
		{"Typhoon Haikui makes landfall in Fujian", "Typhoon Haikui makes landfall in Fujian, 5 September", true},
		{"Typhoon Haikui: bulletin 5", "Typhoon Haikui: bulletin 6", false},
		{"Typhoon Haikui: bulletin 05", "Typhoon Haikui: bulletin 5", true},
		{"台风海葵最新消息第５期", "台风海葵最新消息第６期", false},
		{"Situation report, 1 to 7 June 2026", "Situation report, 8 to 14 June 2026", false},
		{"", "", false},
	} {
		if got := likeNamed(x.a, x.b); got != x.want || likeNamed(x.b, x.a) != got {
			t.Errorf("likeNamed(%q, %q) is %v", x.a, x.b, got)
		}
	}
}
