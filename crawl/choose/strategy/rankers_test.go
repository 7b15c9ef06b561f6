package strategy_test

import (
	"io"
	"math"
	"slices"
	"testing"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/choose/internal/linkrank"
	"github.com/ontocrawl/ontocrawl/crawl/choose/internal/linkrank/linkranktest"
	"github.com/ontocrawl/ontocrawl/crawl/choose/internal/strategytest"
	"github.com/ontocrawl/ontocrawl/crawl/choose/strategy"
	"github.com/ontocrawl/ontocrawl/crawl/keep/binenc"
)

// TestRankers: every link ranker of the table passes the suite.
func TestRankers(t *testing.T) {
	for _, r := range strategy.All().Rankings {
		t.Run(r.Name, func(t *testing.T) {
			t.Parallel()
			linkranktest.Test(t, func() linkrank.Ranker { return r.New(strategy.Defaults()) })
		})
	}
}

func FuzzRankers(f *testing.F) {
	opens := map[string]func() linkrank.Ranker{}
	for _, r := range strategy.All().Rankings {
		opens[r.Name] = func() linkrank.Ranker { return r.New(strategy.Defaults()) }
	}
	linkranktest.Fuzz(f, opens)
}

// TestNames: no name is used twice, and every row says what it is.
func TestNames(t *testing.T) {
	all := strategy.All()
	seen := map[string]bool{}
	for _, name := range slices.Concat(all.Strategies(), all.LinkRanks()) {
		if seen[name] || name == "" {
			t.Errorf("name %q is used twice", name)
		}
		seen[name] = true
	}
	for _, m := range all.Methods {
		if m.About == "" {
			t.Errorf("%s does not say what it is", m.Name)
		}
	}
	for _, r := range all.Rankings {
		if r.About == "" {
			t.Errorf("%s does not say what it is", r.Name)
		}
	}
}

// shortest is a toy ranker: the shorter the URL, the larger its score.
type shortest struct{}

func (shortest) Observe(*crawl.Visit)               {}
func (shortest) Score(url string) float64           { return -math.Log(float64(len(url))) }
func (shortest) Caps() linkrank.Caps                { return linkrank.Caps{} }
func (shortest) WriteTo(w io.Writer) (int64, error) { return nothing.WriteTo(w) }
func (shortest) ReadFrom(p crawl.Part) error        { return nothing.ReadFrom(p) }

var nothing = &binenc.Memory{Name: "shortest", Write: func(*binenc.Writer) {}, Read: map[uint64]func(*binenc.Reader){0: func(*binenc.Reader) {}}}

// TestNewRanker adds a link ranker as its author would: a type of its own and one
// row of the table. Then it can be chosen by name, and strategies crawl by it. No
// other file is touched.
func TestNewRanker(t *testing.T) {
	all := strategy.All()
	all.Rankings = append(all.Rankings, strategy.Ranking{
		Name: "shortest", About: "short URLs first", New: func(strategy.Params) linkrank.Ranker { return shortest{} },
	})
	if !slices.Contains(all.LinkRanks(), "shortest") {
		t.Errorf("it cannot be chosen among %v", all.LinkRanks())
	}
	for _, m := range all.Methods {
		if !m.Ranks() {
			continue
		}
		s, err := all.New(m.Name+"/shortest", "", strategy.Params{Seed: 1})
		if err != nil {
			t.Fatal(err)
		}
		if trail := strategytest.Start(strategytest.NewWeb(1, 200, 4), s, 1).Run(); len(trail) < 150 {
			t.Errorf("%s by it fetched %d of 200 pages", m.Name, len(trail))
		}
	}
	linkranktest.Test(t, func() linkrank.Ranker { return shortest{} })
}
