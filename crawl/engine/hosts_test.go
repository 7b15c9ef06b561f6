package engine_test

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/engine"
	"github.com/ontocrawl/ontocrawl/crawl/state"
	"github.com/ontocrawl/ontocrawl/crawl/strategy"
)

// city is a web of many hosts that answer one request per delay each, and a
// timetable of their turns. A request before its turn has to wait, and is counted.
type city struct {
	endless
	delay time.Duration
	site  func(host string) string // whose hosts take turns together; nil: each its own

	mu     sync.Mutex
	ready  map[string]time.Time
	early  int
	looked atomic.Int64 // questions of Busy and ReadyAt
}

func (c *city) owner(host string) string {
	if c.site == nil {
		return host
	}
	return c.site(host)
}

func (c *city) Busy(host string) bool { return c.ReadyAt(host).After(time.Now()) }

func (c *city) ReadyAt(host string) time.Time {
	c.looked.Add(1)
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.ready[c.owner(host)]
}

func (c *city) Fetch(ctx context.Context, url string) (*crawl.Response, error) {
	host, _, _ := strings.Cut(strings.TrimPrefix(url, "https://"), "/")
	host = c.owner(host)
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
	return c.endless.Fetch(ctx, url)
}

func (c *city) crawl(ctx context.Context, f crawl.Fetcher, pages, workers int) (engine.Result, error) {
	c.known.Store(1)
	e := &engine.Engine{
		Fetcher: f, Reader: c, Scorer: clear{}, Strategy: strategy.NewBreadthFirst(), State: new(state.Memory), Logger: quiet,
		Options: engine.Options{MaxPages: pages, Workers: workers},
	}
	var seeds []crawl.Link
	for i := range c.hosts {
		seeds = append(seeds, crawl.Link{URL: c.url(i), Host: c.host(i)})
	}
	c.known.Store(int64(c.hosts))
	return e.Run(ctx, seeds)
}

// TestManyHosts: no worker waits at a host's door, and the questions about turns
// are a few for each page, however many hosts wait.
func TestManyHosts(t *testing.T) {
	for _, hosts := range []int{20, 400} {
		c := &city{endless: endless{hosts: hosts}, delay: 100 * time.Millisecond}
		pages := 8 * hosts
		res, err := c.crawl(t.Context(), c, pages, 8)
		if err != nil || res.Pages != pages {
			t.Fatalf("Run = %+v, %v", res, err)
		}
		per := float64(c.looked.Load()) / float64(pages)
		t.Logf("%d hosts: %.1f questions a page, %d requests before their turn", hosts, per, c.early)
		// Between a worker's start and the fetcher's note of it nobody knows of a
		// request, so one may slip through.
		if c.early > pages/20 {
			t.Errorf("%d hosts: %d of %d requests came before their host's turn and held a worker", hosts, c.early, pages)
		}
		if per > 20 {
			t.Errorf("%d hosts: %.1f questions about turns for each page", hosts, per)
		}
	}
}

// hotel is a city that takes bookings.
type hotel struct {
	*city
	booked map[string]int
}

func (h *hotel) Busy(host string) bool { return h.ReadyAt(host).After(time.Now()) }

func (h *hotel) ReadyAt(host string) time.Time {
	at := h.city.ReadyAt(host)
	h.mu.Lock()
	defer h.mu.Unlock()
	if soon := time.Now().Add(h.delay); h.booked[host] > 0 && at.Before(soon) {
		at = soon
	}
	return at
}

func (h *hotel) Book(host string) (end func()) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.booked[host]++
	return func() {
		h.mu.Lock()
		defer h.mu.Unlock()
		h.booked[host]--
	}
}

// TestBookings: where the fetcher knows of a request from the moment it is chosen,
// not one comes before its turn, and no booking is forgotten.
func TestBookings(t *testing.T) {
	h := &hotel{city: &city{endless: endless{hosts: 20}, delay: 20 * time.Millisecond}, booked: map[string]int{}}
	res, err := h.crawl(t.Context(), h, 200, 8)
	if err != nil || res.Pages != 200 {
		t.Fatalf("Run = %+v, %v", res, err)
	}
	if h.early > 0 {
		t.Errorf("%d of 200 requests came before their host's turn", h.early)
	}
	for host, n := range h.booked {
		if n != 0 {
			t.Errorf("%d bookings of %s did not end", n, host)
		}
	}
}

// owned is a city that tells who takes turns with whom.
type owned struct{ *city }

func (o owned) Site(host string) string { return o.owner(host) }

// TestManySites: of hosts that take turns together one at a time is chosen, also
// before the gate has heard of the first.
func TestManySites(t *testing.T) {
	early := func(told bool) int {
		c := &city{endless: endless{hosts: 60}, delay: 30 * time.Millisecond}
		c.site = func(host string) string { return host[len(host)-len("0.example"):] } // by the last digit: six hosts each
		f := crawl.Fetcher(c)
		if told {
			f = owned{c}
		}
		res, err := c.crawl(t.Context(), f, 200, 4)
		if err != nil || res.Pages != 200 {
			t.Fatalf("Run = %+v, %v", res, err)
		}
		return c.early
	}
	with, without := early(true), early(false)
	t.Logf("requests before their turn: %d with sites, %d when the engine knew hosts only", with, without)
	if with > 10 || 4*with > without {
		t.Errorf("%d of 200 requests came before their site's turn, %d when the engine knew hosts only", with, without)
	}
}

// BenchmarkHosts is what a page costs when so many hosts take turns: it should
// grow like the logarithm of their number. The delay is such that the hosts
// together allow 2,000 pages/s.
func BenchmarkHosts(b *testing.B) {
	for _, hosts := range []int{10, 100, 1000, 10000} {
		b.Run(fmt.Sprint(hosts), func(b *testing.B) {
			b.ReportAllocs()
			var cpu time.Duration
			looked, pages := int64(0), 0
			for b.Loop() {
				c := &city{endless: endless{hosts: hosts}, delay: time.Duration(hosts) * time.Second / 2000}
				before := cpuTime()
				res, err := c.crawl(b.Context(), c, hosts+5000, 8)
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
