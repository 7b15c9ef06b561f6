package strategy

import (
	"testing"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/choose/internal/strategytest"
)

func TestBreadthFirstConforms(t *testing.T) {
	strategytest.Test(t, func() crawl.Strategy { return NewBreadthFirst() })
}

func TestBreadthFirstOrder(t *testing.T) {
	w := strategytest.NewWeb(1, 200, 4)
	last := 0
	for _, c := range strategytest.Start(w, NewBreadthFirst(), 1).Run() {
		if c.Depth < last {
			t.Fatalf("%s of depth %d after depth %d", c.URL, c.Depth, last)
		}
		last = c.Depth
	}
}
