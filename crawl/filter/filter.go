// Package filter decides what may be fetched at all: a [Chain] of small
// filters, each with a reason for the log. crawl/linkrank scores links,
// crawl/fetch obeys robots.txt.
//
//	filter.go     Chain, and the usual one: New
//	url.go        schemes, credentials, length, file types
//	site.go       the sites of the seeds
//	pattern.go    patterns of the user
//	coredomain.go domain names with the cores of the seeds', with a topic stage
//	trap.go       crawler traps: paths and queries that servers generate without end
package filter

import (
	"regexp"

	"github.com/ontocrawl/ontocrawl/crawl"
)

// Chain asks filters one after the other; the first reason counts. An empty
// chain allows everything.
type Chain []crawl.Filter

var _ crawl.Filter = Chain(nil)

// Allow implements crawl.Filter.
func (c Chain) Allow(l *crawl.Link, from *crawl.Page) (reason string) {
	for _, f := range c {
		if reason := f.Allow(l, from); reason != "" {
			return reason
		}
	}
	return ""
}

// Tally returns the counts of the chain's domain-name filter, nil if it has
// none.
func (c Chain) Tally() *Tally {
	for _, f := range c {
		if core, ok := f.(*CoreDomains); ok {
			return &core.Tally
		}
	}
	return nil
}

// Options are the options of the filters of a crawl of the open web.
type Options struct {
	SameSite bool         // stay on the sites of Seeds
	Seeds    []crawl.Link // with canonical URLs

	Include, Exclude *regexp.Regexp // see Patterns
	Core             *CoreDomains   // nil: any domain
}

// New returns the filters as a chain, the cheapest first.
func New(opt Options) Chain {
	c := Chain{Address{}}
	if opt.SameSite {
		c = append(c, NewSites(opt.Seeds))
	}
	c = append(c, FileTypes{}, Traps{})
	if opt.Include != nil || opt.Exclude != nil {
		c = append(c, Patterns{opt.Include, opt.Exclude})
	}
	if opt.Core != nil {
		c = append(c, opt.Core) // last, so that it counts links to pages only
	}
	return c
}
