package eval

import (
	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/polite"
)

// capped is a strategy that takes at most so many pages of a site (registrable
// domain), seeds included. To the strategy inside, a full site is busy for ever.
// Without a cap, one large site on the topic can give any crawler a high harvest
// rate.
type capped struct {
	crawl.Strategy
	most  int
	taken map[string]int // by site: pages recorded or in flight
}

func newCapped(s crawl.Strategy, most int) crawl.Strategy {
	return &capped{s, most, map[string]int{}}
}

// Next implements [crawl.Strategy].
func (c *capped) Next(busy func(string) bool) (crawl.Choice, bool) {
	choice, ok := c.Strategy.Next(func(host string) bool {
		return c.taken[polite.Site(host)] >= c.most || busy != nil && busy(host)
	})
	if ok {
		c.taken[polite.Site(choice.Host)]++
	}
	return choice, ok
}

// Take implements [crawl.Strategy].
func (c *capped) Take(url string) (crawl.Choice, bool) {
	choice, ok := c.Strategy.Take(url)
	if ok {
		c.taken[polite.Site(choice.Host)]++
	}
	return choice, ok
}

// Observe implements [crawl.Strategy]. A visit without a page makes room again.
func (c *capped) Observe(v *crawl.Visit) {
	if !v.Adds() {
		c.taken[polite.Site(v.Choice.Host)]--
	}
	c.Strategy.Observe(v)
}
