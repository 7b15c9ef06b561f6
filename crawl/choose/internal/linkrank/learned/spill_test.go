package learned_test

import (
	"fmt"
	"log/slog"
	"testing"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/choose/internal/linkrank/learned"
	"github.com/ontocrawl/ontocrawl/crawl/choose/spill"
)

// TestSpilledScores: a score is the same after the evidence went to disk. A link that
// promises more than what was spilled brings it back, and another does not.
func TestSpilledScores(t *testing.T) {
	store := spill.New(t.TempDir(), slog.New(slog.DiscardHandler))
	defer store.Close()
	r, disk := learned.New(1), store.Records('e')
	r.SpillTo(disk, 1<<20)
	url := func(n int) string { return fmt.Sprintf("http://h%d.example/a%d/p%d", n%5, n%3, n) }
	page := func(n int, core float32, to ...int) *crawl.Visit {
		p := &crawl.Page{URL: url(n), Final: url(n), Host: fmt.Sprintf("h%d.example", n%5), Title: fmt.Sprint("storm ", n), Words: 100}
		for i, to := range to {
			l := crawl.Link{URL: url(to), Host: fmt.Sprintf("h%d.example", to%5), Text: fmt.Sprint("the storm of ", to), Path: fmt.Sprint("ul li", i%2), List: uint32(i % 3)}
			l.Terms.AnchorCore, l.Terms.Relevance = core*max(1, float32(to%4)), core*max(1, float32(to%4))
			p.Links = append(p.Links, l)
		}
		return &crawl.Visit{Seq: n + 1, Choice: crawl.Choice{URL: url(n)}, Page: p, Score: crawl.Score{Relevance: float64(n%10) / 10, Relevant: n%10 > 5}}
	}
	for n := range 60 {
		var to []int
		for i := range 12 {
			to = append(to, (n*7+i*i*5)%200)
		}
		r.Observe(page(n, .25, to...))
	}
	var before [200]float64
	for n := range before {
		before[n] = r.Score(url(n))
	}
	r.SpillTo(disk, 80)
	r.Observe(&crawl.Visit{Seq: 61, Choice: crawl.Choice{URL: "http://x.example/"}, Status: 500}) // teaches nothing
	spilled := -1
	for n := range before {
		if s := r.Score(url(n)); s != before[n] {
			t.Fatalf("%s has score %v, before it was spilled %v", url(n), s, before[n])
		}
		if id, ok := r.Number(url(n)); ok && r.Spilled(id) {
			spilled = n
		}
	}
	if err := store.Err(); err != nil || spilled < 0 {
		t.Fatalf("nothing was spilled; %v", err)
	}
	r.SpillTo(disk, 1<<20)
	id, _ := r.Number(url(spilled))
	if r.Observe(page(300, 0, spilled)); !r.Spilled(id) {
		t.Error("a poor link brought evidence back")
	}
	if r.Observe(page(305, 1, spilled)); r.Spilled(id) {
		t.Error("a promising link did not bring evidence back")
	}
}
