package main

import (
	"net/http"
	"net/url"
	"sync"

	"github.com/gocolly/colly/v2"
	"github.com/ontocrawl/ontocrawl/crawl/fetch/urlkey"
)

// crawlColly follows every link of the same hosts, as colly's first example
// does, several at a time.
func crawlColly(j job, begin func()) (int, error) {
	hosts := map[string]bool{}
	var allowed []string
	for _, s := range j.Seeds {
		u, err := url.Parse(s)
		if err != nil {
			return 0, err
		}
		if !hosts[u.Host] {
			hosts[u.Host] = true
			allowed = append(allowed, u.Host)
		}
	}
	c := colly.NewCollector(colly.Async(true), colly.AllowedDomains(allowed...))
	c.WithTransport(j.transport())
	if err := c.Limit(&colly.LimitRule{DomainGlob: "*", Parallelism: j.Workers}); err != nil {
		return 0, err
	}
	// Pages are counted once: colly asks for some twice, under two spellings of the
	// address, or because two visits of one page began at the same time.
	var mu sync.Mutex
	pages := map[string]bool{}
	c.OnResponse(func(r *colly.Response) {
		if key, err := urlkey.Canonical(r.Request.URL.String()); err == nil && r.StatusCode == http.StatusOK {
			mu.Lock()
			pages[key] = true
			mu.Unlock()
		}
	})
	c.OnHTML("a[href]", func(e *colly.HTMLElement) {
		e.Request.Visit(e.Attr("href")) //nolint:errcheck // seen already, or of another host
	})
	begin()
	for _, s := range j.Seeds {
		c.Visit(s) //nolint:errcheck // a link of an earlier one may have been it
	}
	c.Wait()
	return len(pages), nil
}
