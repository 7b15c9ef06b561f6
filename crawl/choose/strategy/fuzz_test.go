package strategy

import (
	"bytes"
	"testing"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/choose/internal/linkrank/papers"
	"github.com/ontocrawl/ontocrawl/crawl/choose/internal/strategytest"
	"github.com/ontocrawl/ontocrawl/crawl/keep/binenc"
)

// FuzzCheckpoint: whatever is read as a checkpoint, there is an error or a
// strategy that works and ends.
func FuzzCheckpoint(f *testing.F) {
	opens := []func() crawl.Strategy{
		func() crawl.Strategy { return NewBreadthFirst() },
		func() crawl.Strategy { s, _ := NewBestFirst(Params{}); return s },
		func() crawl.Strategy { s, _ := NewOnITS(Params{}); return s },
		func() crawl.Strategy { s, _ := NewTabu(Params{}); return s },
		func() crawl.Strategy {
			return NewChain(NewBreadthFirst(), NewTrapGuard(TrapGuardParams{Patience: 2}), NewSources(SourceParams{}))
		},
		func() crawl.Strategy { s, _ := newAnnealingBy(Params{}, true, priority(Params{})); return s },
		func() crawl.Strategy { s, _ := newTunnelBy(Params{}, papers.NewRW()); return s },
	}
	web := strategytest.NewWeb(1, 12, 2)
	for _, open := range opens {
		c := strategytest.Start(web, open(), 2)
		for range 4 {
			c.Fill()
			c.Apply()
		}
		data, err := binenc.Marshal(c.Strategy)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(data)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		for _, open := range opens {
			s := open()
			if s.ReadFrom(bytes.NewReader(data)) == nil {
				strategytest.Start(web, s, 2).Run()
			} else if s.Len() != 0 {
				t.Errorf("%T: %d URLs wait after an error", s, s.Len())
			}
		}
	})
}
