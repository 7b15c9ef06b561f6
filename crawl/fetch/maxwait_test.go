package fetch

import (
	"context"
	"fmt"
	"log/slog"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/choose/strategy"
	"github.com/ontocrawl/ontocrawl/crawl/engine"
	"github.com/ontocrawl/ontocrawl/crawl/fetch/polite"
	"github.com/ontocrawl/ontocrawl/crawl/keep/state"
)

// crawlWorld crawls the host of start in a world, breadth first, and returns how it
// ended and for how long it went on.
func crawlWorld(t *testing.T, c *Client, st crawl.State, opt engine.Options, start string) (engine.Result, time.Duration) {
	t.Helper()
	e := &engine.Engine{
		Fetcher: c, Pacer: c.Pacer(), Reader: reader{}, Strategy: strategy.NewBreadthFirst(), State: st,
		Logger: slog.New(slog.DiscardHandler), Options: opt,
	}
	begin := time.Now()
	res, err := e.Run(t.Context(), []crawl.Link{{URL: start, Host: strings.Split(start, "/")[2]}})
	if err != nil {
		t.Error(err)
	}
	return res, time.Since(begin)
}

// TestMaxWaitAtServers: a server that answers 429 to everything, with ten minutes in
// Retry-After, keeps a crawl open for MaxWait at most. One that asks for 30 seconds
// between its pages is crawled to its end, though its pauses add up to more.
func TestMaxWaitAtServers(t *testing.T) {
	page := func(w http.ResponseWriter, links int) {
		w.Header().Set("Content-Type", "text/html")
		fmt.Fprint(w, "<title>t</title>")
		for i := range links {
			fmt.Fprintf(w, "<a href=/%d>link</a>", i)
		}
	}
	healed := false
	hosts := map[string]http.HandlerFunc{
		"busy.example": func(w http.ResponseWriter, r *http.Request) {
			switch {
			case r.URL.Path == "/robots.txt":
				http.NotFound(w, r)
			case r.URL.Path == "/" || healed:
				page(w, 20)
			default:
				w.Header().Set("Retry-After", "600")
				w.WriteHeader(http.StatusTooManyRequests)
			}
		},
		"slow.example": func(w http.ResponseWriter, r *http.Request) {
			switch {
			case r.URL.Path == "/robots.txt":
				fmt.Fprint(w, "User-agent: *\nCrawl-delay: 30\n")
			case strings.HasSuffix(r.URL.Path, "3"):
				http.NotFound(w, r)
			default:
				page(w, 20)
			}
		},
	}
	for _, det := range []bool{false, true} {
		synctest.Test(t, func(t *testing.T) {
			opt := engine.Options{Workers: 3, Retries: 2, MaxWait: 5 * time.Minute, Deterministic: det}
			_, c := newWorld(t, Options{}, hosts)
			healed = false
			st := new(state.Memory)
			res, took := crawlWorld(t, c, st, opt, "http://busy.example/")
			if res.Stopped != engine.Waiting || took > 6*time.Minute || res.Waiting != 20-res.Failures {
				t.Errorf("busy, deterministic=%v: %+v after %v", det, res, took)
			}
			healed = true
			if res, _ = crawlWorld(t, c, st, engine.Options{Workers: 3, MaxWait: time.Hour, Deterministic: det}, "http://busy.example/"); res.Stopped != engine.Exhausted || res.Pages < 20 {
				t.Errorf("healed, deterministic=%v: %+v", det, res)
			}
			res, took = crawlWorld(t, c, new(state.Memory), opt, "http://slow.example/")
			if res.Stopped != engine.Exhausted || res.Pages+res.Failures != 21 || res.Failures != 2 || took < 19*30*time.Second {
				t.Errorf("slow, deterministic=%v: %+v after %v", det, res, took)
			}
		})
	}
}

// TestMaxTimeAtServers: the time of a run is exact, and ten seconds, while servers hang
// and while hosts have to wait.
func TestMaxTimeAtServers(t *testing.T) {
	hosts := map[string]http.HandlerFunc{
		"hang.example": func(w http.ResponseWriter, r *http.Request) {
			switch r.URL.Path {
			case "/robots.txt":
				http.NotFound(w, r)
			case "/":
				w.Header().Set("Content-Type", "text/html")
				fmt.Fprint(w, "<a href=/1>1</a><a href=/2>2</a><a href=http://busy.example/>busy</a>")
			default:
				select {
				case <-r.Context().Done():
				case <-time.After(time.Hour):
				}
			}
		},
		"busy.example": func(w http.ResponseWriter, r *http.Request) {
			if r.URL.Path == "/robots.txt" {
				http.NotFound(w, r)
				return
			}
			w.Header().Set("Retry-After", "600")
			w.WriteHeader(http.StatusServiceUnavailable)
		},
	}
	for _, det := range []bool{false, true} {
		synctest.Test(t, func(t *testing.T) {
			_, c := newWorld(t, Options{Timeout: time.Hour, Polite: polite.Options{Delay: time.Second}}, hosts)
			opt := engine.Options{Workers: 3, Retries: 2, MaxTime: time.Minute, Deterministic: det}
			res, took := crawlWorld(t, c, new(state.Memory), opt, "http://hang.example/")
			if res.Stopped != engine.TimeUp || took < time.Minute || took > time.Minute+11*time.Second {
				t.Errorf("deterministic=%v: %+v after %v", det, res, took)
			}
			ctx, cancel := context.WithTimeout(t.Context(), time.Second)
			defer cancel()
			if _, err := c.Fetch(ctx, crawl.Request{URL: "http://hang.example/1"}); ctx.Err() == nil {
				t.Errorf("it does not hang: %v", err)
			}
		})
	}
}
