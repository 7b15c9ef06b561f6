package strategy

import (
	"testing"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/choose/internal/linkrank/learned"
	"github.com/ontocrawl/ontocrawl/crawl/choose/internal/strategytest"
)

func TestBestFirstConforms(t *testing.T) {
	strategytest.Test(t, func() crawl.Strategy {
		s, err := NewBestFirst(Params{})
		if err != nil {
			t.Fatal(err)
		}
		return s
	})
}

func TestBestFirstByLearnedConforms(t *testing.T) {
	strategytest.Test(t, func() crawl.Strategy {
		s, err := newBestFirstBy(Params{}, learned.New(1))
		if err != nil {
			t.Fatal(err)
		}
		return s
	})
}
