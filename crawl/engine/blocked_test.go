package engine_test

import (
	"bytes"
	"context"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/choose/strategy"
	"github.com/ontocrawl/ontocrawl/crawl/engine"
	"github.com/ontocrawl/ontocrawl/crawl/keep/state"
	"github.com/ontocrawl/ontocrawl/internal/pacetest"
)

// city is a web of many hosts that answer one request per delay each, and its own
// Pacer. A request before its time has to wait, and is counted.
type city struct {
	endless
	delay time.Duration
	site  func(host string) string // nil: each host is its own

	mu       sync.Mutex
	ready    map[string]time.Time
	reserved map[string]int
	early    int
	looked   atomic.Int64 // calls of ReadyAt
}

func (c *city) Site(host string) string {
	if c.site == nil {
		return host
	}
	return c.site(host)
}

func (c *city) ReadyAt(host string) time.Time {
	c.looked.Add(1)
	host = c.Site(host)
	c.mu.Lock()
	defer c.mu.Unlock()
	at := c.ready[host]
	// At least a second, or a host that is reserved would look free to a caller that was
	// made to wait for a processor.
	if soon := time.Now().Add(max(c.delay, time.Second)); c.reserved[host] > 0 && at.Before(soon) {
		at = soon
	}
	return at
}

func (c *city) Turn(host string) (string, time.Time) { return c.Site(host), c.ReadyAt(host) }

func (c *city) Reserve(host string) (release func()) {
	host = c.Site(host)
	count := func(n int) {
		c.mu.Lock()
		defer c.mu.Unlock()
		if c.reserved == nil {
			c.reserved = make(map[string]int)
		}
		c.reserved[host] += n
	}
	count(1)
	return func() { count(-1) }
}

func (c *city) Fetch(ctx context.Context, req crawl.Request) (*crawl.Response, error) {
	host, _, _ := strings.Cut(strings.TrimPrefix(req.URL, "https://"), "/")
	host = c.Site(host)
	c.mu.Lock()
	if c.ready == nil {
		c.ready = make(map[string]time.Time)
	}
	wait := time.Until(c.ready[host])
	if wait > 0 {
		c.early++
	}
	c.ready[host] = time.Now().Add(max(wait, 0) + c.delay)
	c.mu.Unlock()
	time.Sleep(wait)
	return c.endless.Fetch(ctx, req)
}

func (c *city) crawl(ctx context.Context, pages, workers int) (engine.Result, error) {
	c.known.Store(1)
	e := &engine.Engine{
		Fetcher: c, Pacer: c, Reader: c, Scorer: clear{}, Strategy: strategy.NewBreadthFirst(), State: new(state.Memory), Logger: quiet,
		Options: engine.Options{MaxPages: pages, Workers: workers},
	}
	var seeds []crawl.Link
	for i := range c.hosts {
		seeds = append(seeds, crawl.Link{URL: c.url(i), Host: c.host(i)})
	}
	c.known.Store(int64(c.hosts))
	return e.Run(ctx, seeds)
}

// TestManyHosts: no request comes before its host's time, no reservation is
// forgotten, and the Pacer is asked a few times for each page, however many hosts
// wait.
func TestManyHosts(t *testing.T) {
	for _, hosts := range []int{20, 400} {
		c := &city{endless: endless{hosts: hosts}, delay: 100 * time.Millisecond}
		pages := 8 * hosts
		res, err := c.crawl(t.Context(), pages, 8)
		if err != nil || res.Pages != pages {
			t.Fatalf("Run = %+v, %v", res, err)
		}
		per := float64(c.looked.Load()) / float64(pages)
		t.Logf("%d hosts: %.1f questions a page", hosts, per)
		if per > 20 {
			t.Errorf("%d hosts: %.1f questions about hosts for each page", hosts, per)
		}
		c.mustBeFair(t)
	}
}

// mustBeFair fails if a request came early or a reservation is left.
func (c *city) mustBeFair(t *testing.T) {
	t.Helper()
	if c.early > 0 {
		t.Errorf("%d requests came before their time and held a worker", c.early)
	}
	for host, n := range c.reserved {
		if n != 0 {
			t.Errorf("%d reservations of %s were not released", n, host)
		}
	}
}

// TestManySites: of hosts that share a site one at a time is chosen.
func TestManySites(t *testing.T) {
	c := &city{endless: endless{hosts: 60}, delay: 30 * time.Millisecond}
	c.site = func(host string) string { return host[len(host)-len("0.example"):] } // by the last digit: six hosts each
	res, err := c.crawl(t.Context(), 200, 4)
	if err != nil || res.Pages != 200 {
		t.Fatalf("Run = %+v, %v", res, err)
	}
	c.mustBeFair(t)
}

// TestOneSite: the Pacer is asked a few times for each page, however many hosts share one
// site. When each of them was looked at for each page, 983 hosts took 26 ms a page.
func TestOneSite(t *testing.T) {
	for _, hosts := range []int{20, 1000} {
		c := &city{endless: endless{hosts: hosts}, delay: time.Millisecond}
		c.site = func(string) string { return "site.example" }
		const pages = 200
		res, err := c.crawl(t.Context(), pages, 4)
		if err != nil || res.Pages != pages {
			t.Fatalf("Run = %+v, %v", res, err)
		}
		per := float64(c.looked.Load()-int64(hosts)) / pages // each host is found busy once
		t.Logf("%d hosts: %.1f questions a page", hosts, per)
		if per > 20 {
			t.Errorf("%d hosts: %.1f questions about hosts for each page", hosts, per)
		}
		c.mustBeFair(t)
	}
}

// BenchmarkHosts measures the cost of a page when there are so many hosts: it should
// grow like the logarithm of their number. The delay is such that the hosts together
// allow 2,000 pages/s.
func BenchmarkHosts(b *testing.B) {
	for _, hosts := range []int{10, 100, 1000, 10000} {
		b.Run(fmt.Sprint(hosts), func(b *testing.B) {
			b.ReportAllocs()
			var cpu time.Duration
			looked, pages := int64(0), 0
			for b.Loop() {
				c := &city{endless: endless{hosts: hosts}, delay: time.Duration(hosts) * time.Second / 2000}
				before := cpuTime()
				res, err := c.crawl(b.Context(), hosts+5000, 8)
				if err != nil {
					b.Fatal(err)
				}
				cpu += cpuTime() - before
				looked += c.looked.Load()
				pages += res.Pages
			}
			b.ReportMetric(float64(cpu.Microseconds())/float64(pages), "cpu-µs/page")
			b.ReportMetric(float64(looked)/float64(pages), "questions/page")
		})
	}
}

// laster takes links when its Strategy offers no other, as a trap guard does that has seen three pages.
type laster struct {
	crawl.Strategy
	chosen int
	left   []crawl.Choice
}

func (l *laster) Len() int { return l.Strategy.Len() + len(l.left) }

func (l *laster) Next(busy func(host string) bool) (crawl.Choice, bool) {
	for {
		c, ok := l.Strategy.Next(busy)
		switch {
		case ok && l.chosen >= 3:
			l.left = append(l.left, c)
			continue
		case ok || l.Strategy.Len() > 0:
			l.chosen++
			return c, ok
		}
		for i, c := range l.left {
			if !busy(c.Host) {
				l.left = slices.Delete(l.left, i, i+1)
				return c, true
			}
		}
		return crawl.Choice{}, false
	}
}

// TestLinksComeLast: hosts that share a turn, and whose links come last by a rule of the strategy, do
// not make the crawl stand still: it looked at one of them a second.
func TestLinksComeLast(t *testing.T) {
	const links = 60
	w := &wide{city: city{endless: endless{hosts: links + 1}, delay: time.Millisecond}, links: links}
	w.site = func(string) string { return "site.example" }
	s, err := strategy.NewTabu(strategy.Defaults())
	ok(t, err)
	e := &engine.Engine{
		Fetcher: w, Pacer: w, Reader: w, Scorer: clear{}, Strategy: &laster{Strategy: s}, State: new(state.Memory), Logger: quiet,
		Options: engine.Options{Workers: 8},
	}
	begun := time.Now()
	res, err := e.Run(t.Context(), []crawl.Link{{URL: w.url(0), Host: w.host(0)}})
	if err != nil || res.Visits != links+1 || res.Stopped != engine.Exhausted {
		t.Fatalf("Run = %+v, %v", res, err)
	}
	if took := time.Since(begun); pacetest.Over(took, links*time.Second/4) {
		t.Errorf("it took %v", took)
	}
}

// TestLongDelayIsTold: when all that waits has to wait for a host, the log says once for which and how long.
func TestLongDelayIsTold(t *testing.T) {
	s, err := strategy.NewTabu(strategy.Defaults())
	ok(t, err)
	var log bytes.Buffer
	w := &web{Size: 100, Hosts: 1}
	e := newEngine(w, new(state.Memory), engine.Options{Workers: 2, MaxTime: 300 * time.Millisecond})
	e.Pacer, e.Strategy, e.Logger = never{}, s, slog.New(slog.NewTextHandler(&log, nil))
	if res := run(t, e, w); res.Stopped != engine.TimeUp {
		t.Fatalf("%+v", res)
	}
	if text := log.String(); strings.Count(text, "servers may not be asked yet") != 1 || !strings.Contains(text, "links=3 seconds=3600 first=h0.example") {
		t.Errorf("the log says %q", text)
	}
}
