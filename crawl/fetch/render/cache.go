package render

import (
	"context"
	"slices"
	"sync"
	"time"

	"github.com/ontocrawl/ontocrawl/crawl"
)

// Bounds of the cache.
const (
	cacheBytes = 64 << 20
	cacheLasts = time.Hour
	cacheEntry = 1 << 10 // size of an entry without its body
)

// cache keeps the scripts that pages of a site share: without it a page would wait for
// the delay of its host once for each script.
type cache struct {
	mu    sync.Mutex
	of    map[string]*entry
	order []string // the oldest first
	bytes int
}

// entry is an answer, or the error in its place, once done is closed.
type entry struct {
	done  chan struct{}
	until time.Time
	size  int
	r     *crawl.Response
	err   error
}

func newCache() *cache { return &cache{of: map[string]*entry{}} }

// get returns the result of ask for url, from the last hour if there is one. One caller
// asks while others wait; if it is cancelled, another asks.
func (c *cache) get(ctx context.Context, url string, ask func() (*crawl.Response, error)) (*crawl.Response, error) {
	for {
		c.mu.Lock()
		e := c.of[url]
		if e == nil || !e.until.IsZero() && time.Now().After(e.until) {
			e = &entry{done: make(chan struct{})}
			c.drop(url)
			c.of[url] = e
			c.order = append(c.order, url)
			c.mu.Unlock()
			e.r, e.err = ask()
			c.settle(ctx, url, e)
			close(e.done)
			return e.r, e.err
		}
		c.mu.Unlock()
		select {
		case <-e.done:
		case <-ctx.Done():
			return nil, ctx.Err()
		}
		c.mu.Lock()
		kept := c.of[url] == e
		c.mu.Unlock()
		if kept || e.err == nil {
			return e.r, e.err
		}
	}
}

// settle keeps an answer unless its caller was cancelled, and drops old ones if the
// cache is full.
func (c *cache) settle(ctx context.Context, url string, e *entry) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.of[url] != e {
		return // it was dropped meanwhile
	}
	if ctx.Err() != nil {
		c.drop(url)
		return
	}
	e.until, e.size = time.Now().Add(cacheLasts), cacheEntry
	if e.r != nil {
		e.size += len(e.r.Body)
	}
	c.bytes += e.size
	for c.bytes > cacheBytes && len(c.order) > 0 {
		c.drop(c.order[0])
	}
}

// drop must be called with mu held.
func (c *cache) drop(url string) {
	e := c.of[url]
	if e == nil {
		return
	}
	delete(c.of, url)
	c.bytes -= e.size
	c.order = slices.DeleteFunc(c.order, func(u string) bool { return u == url })
}
