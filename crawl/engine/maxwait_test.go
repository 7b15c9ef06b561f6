package engine_test

import (
	"bytes"
	"context"
	"log/slog"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/engine"
	"github.com/ontocrawl/ontocrawl/crawl/keep/state"
)

// TestMaxWait: a server that puts every question off keeps a run that has nothing else
// to do for MaxWait, and no longer; what is left is asked by the next run.
func TestMaxWait(t *testing.T) {
	for _, x := range []struct {
		after       time.Duration // Retry-After
		least, most time.Duration // of the run
	}{
		{time.Minute, time.Minute, 5 * time.Minute},
		{4 * time.Minute, 4 * time.Minute, 5 * time.Minute},
		{time.Hour, 0, 10 * time.Second}, // that is too long, so why wait?
	} {
		for _, det := range []bool{false, true} {
			synctest.Test(t, func(t *testing.T) {
				b := &broken{site: site{"a": {links: links("b", "c")}, "b": {}, "c": {}}, url: "b", after: x.after}
				st := new(state.Memory)
				var log bytes.Buffer
				e := func(maxWait time.Duration) *engine.Engine {
					return &engine.Engine{
						Fetcher: b, Reader: b, Strategy: new(fifo), State: st, Logger: slog.New(slog.NewTextHandler(&log, nil)),
						Options: engine.Options{Workers: 2, Deterministic: det, Retries: 1000, RetryWait: time.Second, MaxWait: maxWait},
					}
				}
				start := time.Now()
				res, err := e(5*time.Minute).Run(t.Context(), links("a"))
				took := time.Since(start)
				if err != nil || res.Stopped != engine.Waiting || res.Waiting == 0 || res.Failures != 0 || res.Stopped.Finished() {
					t.Errorf("%v deterministic=%v: %+v, %v", x.after, det, res, err)
				}
				if took < x.least || took > x.most {
					t.Errorf("%v deterministic=%v: the run took %v, want %v to %v", x.after, det, took, x.least, x.most)
				}
				if s := log.String(); strings.Count(s, "longer than max-wait") != 1 {
					t.Errorf("log: %s", s)
				}
				b.url = "none is broken any more"
				if res, err = e(5*time.Minute).Run(t.Context(), links("a")); err != nil || res.Stopped != engine.Exhausted || res.Pages != 3 {
					t.Errorf("%v deterministic=%v: the next run: %+v, %v", x.after, det, res, err)
				}
			})
		}
	}
}

// hanging never answers one URL, whatever happens but the end of the context.
type hanging struct {
	site
	url string
}

func (h *hanging) Fetch(ctx context.Context, req crawl.Request) (*crawl.Response, error) {
	if req.URL != h.url {
		return h.site.Fetch(ctx, req)
	}
	<-ctx.Done()
	return nil, ctx.Err()
}

// TestMaxTimeHanging: what hangs when the time is over has ten seconds more, and is
// asked again by the next run.
func TestMaxTimeHanging(t *testing.T) {
	for _, det := range []bool{false, true} {
		synctest.Test(t, func(t *testing.T) {
			h, st := &hanging{site: site{"a": {links: links("b", "c")}, "b": {}, "c": {}}, url: "b"}, new(state.Memory)
			e := func() *engine.Engine {
				return &engine.Engine{Fetcher: h, Reader: h, Strategy: new(fifo), State: st, Logger: quiet, Options: engine.Options{Workers: 2, Deterministic: det, MaxTime: time.Minute}}
			}
			start := time.Now()
			res, err := e().Run(t.Context(), links("a"))
			if err != nil || res.Stopped != engine.TimeUp || time.Since(start) != 70*time.Second || res.Failures != 0 {
				t.Errorf("deterministic=%v: %+v, %v after %v", det, res, err, time.Since(start))
			}
			h.url = ""
			if res, err = e().Run(t.Context(), links("a")); err != nil || res.Stopped != engine.Exhausted || res.Pages != 3 {
				t.Errorf("deterministic=%v: the next run: %+v, %v", det, res, err)
			}
		})
	}
}

// leasing counts the answers that are not released.
type leasing struct {
	*moody
	mu         sync.Mutex
	held, most int
	all        int
}

func (l *leasing) Fetch(ctx context.Context, req crawl.Request) (*crawl.Response, error) {
	r, err := l.moody.Fetch(ctx, req)
	if r == nil {
		return r, err
	}
	if !req.Hold {
		return nil, context.DeadlineExceeded
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	l.held++
	l.all++
	l.most = max(l.most, l.held)
	r.OnRelease = func() {
		l.mu.Lock()
		defer l.mu.Unlock()
		l.held--
	}
	return r, err
}

// TestReleases: the engine releases every answer, also those that it asks for again and
// those in flight when the run ends.
func TestReleases(t *testing.T) {
	for _, det := range []bool{false, true} {
		opt := engine.Options{Workers: 4, MaxPages: 60, Deterministic: det, Retries: 2, RetryWait: time.Millisecond / 10}
		l := &leasing{moody: &moody{web: &web{Size: 200, Hosts: 5}, det: det}}
		e := newEngine(l.web, new(state.Memory), opt)
		e.Fetcher = l
		ctx, cancel := context.WithCancel(t.Context())
		e.Observers = []crawl.Observer{&canceller{55, cancel}}
		_, err := e.Run(ctx, l.web.seeds(1, 2, 3))
		ok(t, err)
		cancel()
		if l.held != 0 || l.all < 40 || l.most > 4 { // of 55 visits; some have no answer
			t.Errorf("deterministic=%v: %d of %d answers are held, %d at most", det, l.held, l.all, l.most)
		}
	}
}
