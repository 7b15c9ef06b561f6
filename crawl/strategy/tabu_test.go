package strategy

import (
	"testing"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/strategy/strategytest"
)

func newTabu(t testing.TB, p Params) *Tabu {
	t.Helper()
	s, err := NewTabu(p)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestTabuExam(t *testing.T) {
	strategytest.Test(t, func() crawl.Strategy { return newTabu(t, Params{Seed: 1}) })
}
