package session

import (
	"context"
	"slices"
	"sync"

	"github.com/cespare/xxhash/v2"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/judge/relevance"
	"github.com/ontocrawl/ontocrawl/crawl/topic"
)

// Cache keeps what sessions need not make twice, one after the other or at the same time: the
// tables of their judges, and pages that were read. The same answer gives the same page at any
// time ([crawl.Reader]), so no figure changes. The sessions must have the same Topic, Documents,
// Judge.Segmenter and Strategy.NoSiteSearch. The zero value is ready.
type Cache struct {
	// Pages is how many pages are kept at most; 0: all that are read.
	Pages int

	judges judges
	mu     sync.Mutex
	read   map[answerKey]*crawl.Page
}

// answerKey holds all from which a page is read.
type answerKey struct {
	final, contentType, robotsTag, link string
	body                                uint64
}

// Judge returns a judge as [NewJudge] does.
func (c *Cache) Judge(t *topic.Topic, opt Judge) (*relevance.Judge, error) {
	return c.judges.of(t, opt)
}

// reader reads by inner what was not read before. A nil Cache keeps nothing.
func (c *Cache) reader(inner crawl.Reader) crawl.Reader {
	if c == nil {
		return inner
	}
	return &cachedReader{c, inner}
}

type cachedReader struct {
	*Cache
	inner crawl.Reader
}

// Read implements [crawl.Reader]. Each caller has a page and a list of links of its own, which
// the engine and the judge change; what is below them is shared.
func (c *cachedReader) Read(ctx context.Context, r *crawl.Response) (*crawl.Page, error) {
	key := answerKey{r.Final, r.ContentType, r.RobotsTag, r.Link, xxhash.Sum64(r.Body)}
	c.mu.Lock()
	p := c.read[key]
	c.mu.Unlock()
	if p == nil {
		var err error
		if p, err = c.inner.Read(ctx, r); p == nil || err != nil {
			return p, err
		}
		c.keep(key, p)
	}
	own := *p
	own.URL, own.FetchedAt, own.Links = r.URL, r.FetchedAt, slices.Clone(p.Links)
	return &own, nil
}

func (c *Cache) keep(key answerKey, p *crawl.Page) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.read == nil {
		c.read = map[answerKey]*crawl.Page{}
	}
	if c.Pages == 0 || len(c.read) < c.Pages {
		c.read[key] = p
	}
}
