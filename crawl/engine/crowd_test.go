package engine_test

import (
	"context"
	"fmt"
	"strconv"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/choose/strategy"
	"github.com/ontocrawl/ontocrawl/crawl/engine"
	"github.com/ontocrawl/ontocrawl/crawl/keep/state"
)

const smallPages = 20

// crowded is a web of one host of small pages, each of which leads to the next, and of many
// hosts of one large page each, which are read one after the other: each takes two seconds.
// It is its own Pacer.
type crowded struct {
	hosts int
	turn  chan bool // holds the token of the large page that is read

	mu       sync.Mutex
	waiting  int // large pages
	most     int
	begun    time.Time
	lastNote time.Duration // when the last small page came
	large    int           // large pages read then
	read     int
}

func (c *crowded) Site(host string) string              { return host }
func (c *crowded) ReadyAt(string) time.Time             { return time.Time{} }
func (c *crowded) Turn(host string) (string, time.Time) { return host, time.Time{} }
func (c *crowded) Reserve(string) func()                { return func() {} }
func (c *crowded) url(host string, n int) string        { return fmt.Sprintf("http://%s.example/%d", host, n) }
func (c *crowded) isCrowded() bool                      { c.mu.Lock(); defer c.mu.Unlock(); return c.waiting > 4 }
func (c *crowded) count(n int) {
	c.mu.Lock()
	c.waiting += n
	c.most = max(c.most, c.waiting)
	c.mu.Unlock()
}
func (c *crowded) link(host string, n int) (l crawl.Link) {
	return crawl.Link{URL: c.url(host, n), Host: host + ".example"}
}

func (c *crowded) Fetch(_ context.Context, req crawl.Request) (*crawl.Response, error) {
	r := &crawl.Response{URL: req.URL, Final: req.URL, Status: 200, FetchedAt: time.Now()}
	time.Sleep(100 * time.Millisecond)
	if strings.HasPrefix(req.URL, "http://small") {
		c.mu.Lock()
		c.lastNote, c.large = time.Since(c.begun), c.read
		c.mu.Unlock()
		return r, nil
	}
	c.count(1)
	c.turn <- true
	c.count(-1)
	time.Sleep(2 * time.Second)
	<-c.turn
	c.mu.Lock()
	c.read++
	c.mu.Unlock()
	r.Body = make([]byte, 1<<20)
	return r, nil
}

func (c *crowded) Read(_ context.Context, r *crawl.Response) (*crawl.Page, error) {
	host, page, _ := strings.Cut(strings.TrimPrefix(r.URL, "http://"), "/")
	p := &crawl.Page{URL: r.URL, Final: r.URL, Host: host, Status: 200, Title: r.URL, FetchedAt: r.FetchedAt.UTC(), Words: 100}
	switch n, err := strconv.Atoi(page); {
	case err != nil:
		return nil, err
	case strings.HasPrefix(host, "small"):
		if n < smallPages {
			p.Links = append(p.Links, c.link("small", n+1))
		}
	case n == 0:
		for n := range c.hosts {
			p.Links = append(p.Links, c.link(fmt.Sprintf("large%d", n), 1))
		}
	}
	return p, nil
}

// TestCrowd: while large answers wait for memory, the pages of a host with small ones come all
// the same, and few large ones are begun that would wait, too; all of them come in the end.
func TestCrowd(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := &crowded{hosts: 60, begun: time.Now(), turn: make(chan bool, 1)}
		e := &engine.Engine{
			Fetcher: c, Pacer: c, Crowded: c.isCrowded, Reader: c, Strategy: strategy.NewBreadthFirst(), State: new(state.Memory), Logger: quiet,
			Options: engine.Options{Workers: 8},
		}
		res, err := e.Run(t.Context(), []crawl.Link{c.link("farm", 0), c.link("small", 0)})
		if err != nil || res.Pages != 1+60+1+smallPages {
			t.Errorf("%d pages, %v", res.Pages, err)
		}
		// Without the rule 31 wait, all that have places.
		if c.most > 2*8 {
			t.Errorf("%d large answers wait at a time, want twice as many as workers at most", c.most)
		}
		if c.lastNote > 10*time.Second {
			t.Errorf("the last small page came after %v and %d large ones, want 10 s at most", c.lastNote, c.large)
		}
	})
}
