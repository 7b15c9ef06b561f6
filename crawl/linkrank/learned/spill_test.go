package learned_test

import (
	"fmt"
	"log/slog"
	"testing"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/linkrank/learned"
	"github.com/ontocrawl/ontocrawl/crawl/spill"
)

// TestSpilledScores: evidence is the same after it was on the shelf, however often.
func TestSpilledScores(t *testing.T) {
	store := spill.New(t.TempDir(), slog.New(slog.DiscardHandler))
	defer store.Close()
	want, got := learned.New(1), learned.New(1)
	got.SpillTo(store.Shelf('e'), 8)
	url := func(n int) string { return fmt.Sprintf("http://h%d.example/a%d/p%d", n%5, n%3, n) }
	spilled := 0
	for n := range 60 {
		p := &crawl.Page{URL: url(n), Final: url(n), Host: fmt.Sprintf("h%d.example", n%5), Title: fmt.Sprint("storm ", n), Words: 100}
		for i := range 12 {
			to := (n*7 + i*i*5) % 200
			l := crawl.Link{URL: url(to), Host: fmt.Sprintf("h%d.example", to%5), Text: fmt.Sprint("the storm of ", to), Path: fmt.Sprint("ul li", i%2), List: uint32(i % 3)}
			l.Terms.AnchorCore = float32(to%4) / 4
			p.Links = append(p.Links, l)
		}
		v := &crawl.Visit{Seq: n + 1, Choice: crawl.Choice{URL: url(n)}, Page: p, Score: crawl.Score{Relevance: float64(n%10) / 10, Relevant: n%10 > 5}}
		if n%9 == 8 {
			v.Page, v.Status = nil, 404
		}
		want.Observe(v)
		got.Observe(v)
		for to := range 200 {
			if g, w := got.Score(url(to)), want.Score(url(to)); g != w {
				t.Fatalf("after %d pages %s has score %v, want %v", n+1, url(to), g, w)
			}
			if id, ok := got.Number(url(to)); ok && got.Spilled(id) {
				spilled++
			}
		}
	}
	if err := store.Err(); err != nil || spilled == 0 {
		t.Errorf("%d of the scores were those of spilled links; %v", spilled, err)
	}
}
