package eventgraph

import (
	"time"

	"github.com/ontocrawl/ontocrawl/crawl"
)

// Page is a page as the graph needs it.
type Page struct {
	URL       string
	Title     string
	Lang      string    // BCP 47, "" if not known
	Published time.Time // as the page says, in its zone; zero if it says nothing
	Day       bool      // Published is the midnight of a day without a time
	Fetched   time.Time
	Relevance float64
	Texts     []string // its blocks, in order
	Links     []string // URLs it links to; those that are no pages of the graph are left out
	Earlier   bool     // a version that the page has no more, or a page that has gone
	List      bool     // it leads to other pages; if entries have dates of their own, its date is of one of them only
	Hub       bool     // it is there to be used, or leads on: it tells no news

	byline civil // the day of its byline; zero if it has none
}

// date is Published as a page's date.
func (p *Page) date() crawl.Date {
	if p.Day {
		return crawl.DayOf(p.Published)
	}
	return crawl.Instant(p.Published)
}
