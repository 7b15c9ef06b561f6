package engine_test

import (
	"context"
	"fmt"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/engine"
	"github.com/ontocrawl/ontocrawl/crawl/keep/state"
)

// slowly takes a minute for the URLs that begin with "slow".
type slowly struct {
	site
	begun    time.Time
	now      atomic.Int32 // slow fetches under way
	most     atomic.Int32
	fastDone atomic.Int64 // when the last other URL came, after begun
}

func (s *slowly) Fetch(ctx context.Context, req crawl.Request) (*crawl.Response, error) {
	if strings.HasPrefix(req.URL, "slow") {
		n := s.now.Add(1)
		defer s.now.Add(-1)
		for m := s.most.Load(); n > m && !s.most.CompareAndSwap(m, n); m = s.most.Load() {
		}
		time.Sleep(time.Minute)
	} else {
		s.fastDone.Store(int64(time.Since(s.begun)))
	}
	return s.site.Fetch(ctx, req)
}

// TestSlowFetches: a fetch that takes longer than SlowAfter leaves its place, up to
// three times as many as there are workers; not in deterministic mode.
func TestSlowFetches(t *testing.T) {
	for _, x := range []struct {
		slow, workers int
		opt           engine.Options
		most          int32         // slow ones at a time
		fast          time.Duration // when the fast ones are done
	}{
		{6, 2, engine.Options{}, 6, 3 * time.Second},
		{6, 2, engine.Options{SlowAfter: 10 * time.Second}, 6, 30 * time.Second},
		{9, 2, engine.Options{}, 8, time.Minute}, // the ninth begins when the first ends
		{6, 2, engine.Options{SlowAfter: -1}, 2, 3 * time.Minute},
		{6, 2, engine.Options{Deterministic: true}, 2, 3 * time.Minute},
		{1, 8, engine.Options{}, 1, 0},
	} {
		synctest.Test(t, func(t *testing.T) {
			s, seeds := &slowly{site: site{}, begun: time.Now()}, []string(nil)
			for i := range x.slow + 20 {
				name := fmt.Sprintf("slow%d", i)
				if i >= x.slow {
					name = fmt.Sprintf("fast%d", i)
				}
				s.site[name], seeds = answer{}, append(seeds, name)
			}
			x.opt.Workers = x.workers
			e := &engine.Engine{Fetcher: s, Reader: s, Strategy: new(fifo), State: new(state.Memory), Logger: quiet, Options: x.opt}
			res, err := e.Run(t.Context(), links(seeds...))
			if err != nil || res.Pages != len(seeds) || s.most.Load() != x.most || time.Duration(s.fastDone.Load()) != x.fast {
				t.Errorf("%+v: %d pages, %v, %d slow ones at a time, want %d, the last fast one after %v, want %v", x, res.Pages, err, s.most.Load(), x.most, time.Duration(s.fastDone.Load()), x.fast)
			}
		})
	}
}
