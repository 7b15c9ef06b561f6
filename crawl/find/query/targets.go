package query

import (
	"cmp"
	"slices"

	"github.com/ontocrawl/ontocrawl/crawl/find/search"
)

// targets are relevant pages to ask about.
type targets struct {
	list []target
	host [search.NumOps]map[string]int // questions about pages of a host
}

// target is a relevant page.
type target struct {
	url, host string
	relevance float64
	asked     search.Ops
}

// maxTargets bounds the pages that are remembered; of a host at most maxOfHost.
const (
	maxTargets = 1_000
	maxOfHost  = 20
)

func newTargets() (t targets) {
	for op := range t.host {
		t.host[op] = map[string]int{}
	}
	return t
}

func (t *targets) add(url, host string, relevance float64) {
	n := 0
	for i := range t.list {
		if t.list[i].url == url {
			return
		}
		if t.list[i].host == host {
			n++
		}
	}
	if n < maxOfHost && len(t.list) < maxTargets {
		t.list = append(t.list, target{url: url, host: host, relevance: relevance})
	}
}

// best returns the page to ask about with an operator: of the host asked about least, the
// most relevant one.
func (t *targets) best(op search.Op) (url string, ok bool) {
	at := -1
	for i := range t.list {
		c := &t.list[i]
		if c.asked.Has(op) {
			continue
		}
		if at < 0 || cmp.Or(cmp.Compare(t.host[op][c.host], t.host[op][t.list[at].host]), cmp.Compare(t.list[at].relevance, c.relevance)) < 0 {
			at = i
		}
	}
	if at < 0 {
		return "", false
	}
	return t.list[at].url, true
}

// asked notes that a page was asked about.
func (t *targets) asked(url string, op search.Op) {
	if i := slices.IndexFunc(t.list, func(c target) bool { return c.url == url }); i >= 0 {
		t.list[i].asked |= search.Set(op)
		t.host[op][t.list[i].host]++
	}
}
