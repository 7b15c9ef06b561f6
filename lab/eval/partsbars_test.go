package eval

import (
	"flag"
	"testing"

	"github.com/ontocrawl/ontocrawl/internal/goldentest"
	"github.com/ontocrawl/ontocrawl/lab/crawltest"
)

var partsBars = flag.Bool("parts-bars", false, "TestPartsBars: 16 and 32 parts on three webs, five draws each")

// TestPartsBars holds the bars of many parts: 16 and 32 lose at most .03 of the area, in the
// mean of five draws, on a real web and two synthetic ones. It takes some minutes:
//
//	ONTOCRAWL_DATA=... go test ./lab/eval -run TestPartsBars -v -timeout 60m -args -parts-bars
func TestPartsBars(t *testing.T) {
	if !*partsBars {
		t.Skip("-args -parts-bars: some minutes of processor time")
	}
	t.Run("hosts-dev", func(t *testing.T) {
		j := judgesOf(t, "typhoon", "rainstorm")
		p := j.plan(t, goldentest.Web(t, "hosts-dev"), "topic:storm-rain-flood")
		p.Budgets, p.Spec.Options.Workers = []Budget{{N: 20, Times: true, Seeds: true}}, 8
		var err error
		if p.Draw, err = p.Web.Fixed(p.Web.homes(t), .75, 1); err != nil {
			t.Fatal(err)
		}
		j.bars(t, p)
	})
	t.Run("300 hosts", func(t *testing.T) {
		j := judgesOf(t, "typhoon")
		p := j.madePlan(t, crawltest.Options{Seed: 2, Hosts: 300, Pages: 3600}, 60, 1200)
		p.Spec.Options.Workers = 8
		j.bars(t, p)
	})
	t.Run("1,000 hosts", func(t *testing.T) {
		j := judgesOf(t, "typhoon")
		p := j.madePlan(t, crawltest.Options{Seed: 1, Hosts: 1000, Pages: 12000}, 200, 4000)
		p.Spec.Options.Workers = 16
		j.bars(t, p)
	})
}

func (j judges) bars(t *testing.T, p *Plan) {
	t.Helper()
	p.Repeat = 5
	var entrants []Entrant
	for _, n := range []int{16, 32} {
		entrants = append(entrants, j.inParts("tabu", n, all, new(busy)))
	}
	loss := j.losses(t, p, entrants...)
	for _, e := range entrants {
		if loss[e.Name] > .03 {
			t.Errorf("%s lose %.3f of the area; want .03 at most", e.Name, loss[e.Name])
		}
	}
}
