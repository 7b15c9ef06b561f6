package main

import (
	"time"

	"github.com/ontocrawl/ontocrawl/cmd/ontocrawl/internal/cli"
	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/state"
	"github.com/ontocrawl/ontocrawl/crawl/strategy"
)

// goBack lets the run's strategy go back to what is recorded, if that is asked
// for. A crawl that is only continued is wrapped too: a refresh that was killed
// may stand in its journal.
func (r *runner) goBack(strat crawl.Strategy, store *state.Store) (crawl.Strategy, error) {
	if r.refresh && store.Committed() == 0 {
		return nil, cli.Usagef("%s holds no pages to go back to; crawl first, without --refresh", r.c.Out)
	}
	p := strategy.RefreshParams{On: r.refresh, Now: time.Now(), Min: r.c.RefreshMin, Max: r.c.RefreshMax, New: r.c.RefreshNew}
	if r.job != nil {
		p.Always, p.Anew = r.seeds, r.job.run.Resumed == 0
	}
	s, err := strategy.NewRefresh(strat, store, p)
	return s, refusal(err)
}
