package eval

import (
	"context"
	"math"
	"testing"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/cluster"
	"github.com/ontocrawl/ontocrawl/crawl/keep/binenc"
	"github.com/ontocrawl/ontocrawl/crawl/share/plan"
	"github.com/ontocrawl/ontocrawl/lab/crawltest"
)

// TestMessages measures what parts tell each other of a page, and holds plan.Exchanges to it. All numbers of parts
// take some minutes; without the flag a smaller web in two parts says that there is something to count:
//
//	go test ./lab/eval -run TestMessages -v -timeout 30m -args -parts
func TestMessages(t *testing.T) {
	j := judgesOf(t, "typhoon")
	opt, homes, budget, measured := crawltest.Options{Seed: 1, Hosts: 60, Pages: 500}, 10, 100, plan.Exchanges()[:1]
	if *partsTables {
		opt, homes, budget, measured = crawltest.Options{Seed: 1, Hosts: 1000, Pages: 12000}, 200, 2000, plan.Exchanges()
	}
	codec, err := binenc.NewCodec()
	if err != nil {
		t.Fatal(err)
	}
	defer codec.Close()
	p := j.madePlan(t, opt, homes, budget)
	p.Repeat, p.Spec.Options.Workers = 1, 16
	for _, want := range measured {
		n := want.Parts
		bus := &wired{t: t, codec: codec, letters: map[[2]int]*binenc.Batch{}, told: map[int]*binenc.Batch{}, parts: n}
		over := Parts{Number: n, NewMember: member("tabu"), Balance: .2, NewBus: func(parts int) cluster.Bus { bus.Bus = cluster.NewLocalBus(parts); return bus }}
		p.Entrants = []Entrant{over.Entrant("wire", func() (crawl.Scorer, error) { return j.fresh() })}
		res, err := p.Run(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		bus.rest()
		pages := float64(len(res.Runs[0].Outcome.Steps))
		of := func(n int) float64 { return float64(n) / pages }
		got := plan.Exchange{Parts: n, Letters: of(bus.n.letters), LetterBytes: of(bus.n.letterBytes), OutcomeBytes: of(bus.n.outcomeBytes)}
		t.Logf("%2d parts, %.0f pages: a page has %.2f letters of %.0f bytes in all, and %.2f outcomes of %.0f",
			n, pages, got.Letters, got.LetterBytes, of(bus.n.outcomes), got.OutcomeBytes)
		for name, x := range map[string][2]float64{
			"letters": {got.Letters, want.Letters}, "bytes of letters": {got.LetterBytes, want.LetterBytes}, "bytes of outcomes": {got.OutcomeBytes, want.OutcomeBytes},
		} {
			if off := math.Abs(x[0]-x[1]) / x[1]; x[0] <= 0 || *partsTables && off > .1 {
				t.Errorf("%d parts, %s: %.2f a page; crawl/share/plan says %.2f", n, name, x[0], x[1])
			}
		}
	}
}
