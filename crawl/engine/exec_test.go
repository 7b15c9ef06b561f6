package engine_test

import (
	"context"
	"path/filepath"
	"testing"
	"time"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/engine"
	"github.com/ontocrawl/ontocrawl/crawl/keep/state"
)

// TestAside brings things to do while the loop works and while it only waits. The
// race detector sees whether they are done in the deciding goroutine.
func TestAside(t *testing.T) {
	w := &web{Size: 60, Hosts: 3, Latency: time.Millisecond}
	store, err := state.Open(filepath.Join(t.TempDir(), "state"), state.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer store.Close()
	calls := make(chan func())
	seen := &spy{}
	e := &engine.Engine{Fetcher: w, Reader: w, Scorer: &judge{}, Strategy: &wanderer{}, State: store, Observers: []crawl.Observer{seen}, Exec: calls,
		Options: engine.Options{Workers: 2}}
	done := 0
	stop := make(chan struct{})
	brought := make(chan int)
	go func() {
		n := 0
		for {
			select {
			case calls <- func() { done += 1 + 0*len(seen.visits) }: // shared with the loop
				n++
			case <-stop:
				brought <- n
				return
			}
		}
	}()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	res, err := e.Run(ctx, w.seeds(0))
	close(stop)
	if n := <-brought; err != nil || res.Visits == 0 || n == 0 || done != n {
		t.Errorf("%+v, %v: %d of %d were done", res, err, done, n)
	}
}

// TestLingers has a crawl of one page wait for what is still to be done.
func TestLingers(t *testing.T) {
	w := &web{Size: 1, Hosts: 1}
	store, err := state.Open(filepath.Join(t.TempDir(), "state"), state.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer store.Close()
	calls := make(chan func())
	left := 3
	go func() {
		for range 3 {
			time.Sleep(30 * time.Millisecond)
			calls <- func() { left-- }
		}
	}()
	e := &engine.Engine{Fetcher: w, Reader: w, Scorer: &judge{}, Strategy: &wanderer{}, State: store, Exec: calls, KeepAlive: func() bool { return left > 0 }}
	res, err := e.Run(t.Context(), w.seeds(0))
	if err != nil || !res.Stopped.Finished() || left != 0 {
		t.Errorf("%+v, %v, %d things not done", res, err, left)
	}
}
