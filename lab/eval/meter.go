package eval

import (
	"net/http"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/fetch/urlkey"
)

// meter is a strategy whose choices are counted, and which offers nothing more when the
// budget of requests is used up. A choice in flight counts as a request.
type meter struct {
	crawl.Strategy
	web      *Web
	outside  Outside
	budget   int // of requests; 0: no limit
	inFlight int // without questions
	requests int // that were charged
}

// Next implements [crawl.Strategy].
func (m *meter) Next(busy func(string) bool) (crawl.Choice, bool) {
	if m.budget > 0 && m.requests+m.inFlight >= m.budget {
		return crawl.Choice{}, false
	}
	c, ok := m.Strategy.Next(busy)
	if ok && !c.Asks() {
		m.inFlight++
	}
	return c, ok
}

// Take implements [crawl.Strategy].
func (m *meter) Take(url string) (crawl.Choice, bool) {
	c, ok := m.Strategy.Take(url)
	if ok && !c.Asks() {
		m.inFlight++
	}
	return c, ok
}

// Observe implements [crawl.Strategy].
func (m *meter) Observe(v *crawl.Visit) {
	if !v.Choice.Asks() {
		m.inFlight--
		if m.charges(v) {
			m.requests++
		}
	}
	m.Strategy.Observe(v)
}

// spent reports that the budget is used up.
func (m *meter) spent() bool { return m.budget > 0 && m.requests >= m.budget }

// charges reports whether a visit costs a request, as most do, whatever came of them. A
// link that robots.txt forbids costs one, too: that file had to be asked for.
func (m *meter) charges(v *crawl.Visit) bool {
	if v.Status == http.StatusNotFound && m.outside.partial(m.web, urlkey.Host(v.Choice.URL)) {
		return false
	}
	_, free := m.outside.topical(m.web, v.Choice.URL)
	return !free
}
