package node

import (
	"time"

	"github.com/cespare/xxhash/v2"

	"github.com/ontocrawl/ontocrawl/crawl"
)

// clocks finds out that times of parts cannot be compared. A page that was found on a page of another
// part was fetched after that one. If it has the earlier time, the clock of its machine was slow by
// the difference, at least, or the other part was begun anew and has fetched its page again.
type clocks struct {
	first map[uint64]fetched // by the hash of a page's address
	most  time.Duration
}

// fetched is when a page was recorded first, and by which part.
type fetched struct {
	at   int64 // nanoseconds
	part int32
}

// found notes a page of a part.
func (c *clocks) found(v *crawl.Visit, part int32) {
	if !v.Adds() {
		return
	}
	if c.first == nil {
		c.first = map[uint64]fetched{}
	}
	for _, url := range []string{v.Choice.URL, v.Page.Final} {
		if key := xxhash.Sum64String(url); url != "" {
			if _, ok := c.first[key]; !ok {
				c.first[key] = fetched{v.FetchedAt.UnixNano(), part}
			}
		}
	}
}

// led compares the time of a page with the time of the page which led to it, when all are known.
func (c *clocks) led(v *crawl.Visit, part int32) {
	if v.Rejudged || v.Choice.Parent == "" || v.FetchedAt.IsZero() {
		return
	}
	if p, ok := c.first[xxhash.Sum64String(v.Choice.Parent)]; ok && p.part != part {
		c.most = max(c.most, time.Duration(p.at-v.FetchedAt.UnixNano()))
	}
}

// ordinary is a difference of clocks that nobody need be told of.
const ordinary = time.Minute

// earlier is by how many seconds at most a page has an earlier time than the one that led to it.
func (c *clocks) earlier() float64 {
	if c.most < ordinary {
		return 0
	}
	return c.most.Seconds()
}
