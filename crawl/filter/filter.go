// Package filter says what may be fetched at all: a [Chain] of small filters,
// each with a reason for the log. What a page is worth is not its business
// (that is crawl/linkrank's), nor what robots.txt says (crawl/fetch).
//
//	filter.go  Chain, and the usual one: New
//	url.go     schemes, credentials, length, file types
//	site.go    the sites of the seeds
//	pattern.go what a user wants and does not want
//	coredomain.go  names akin to those of the seeds, with a topic stage
//	trap.go    paths and queries that servers make up without end
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

// Tally is what the domain-name filter of the chain has counted; nil if it has
// none.
func (c Chain) Tally() *Tally {
	for _, f := range c {
		if core, ok := f.(*CoreDomains); ok {
			return &core.Tally
		}
	}
	return nil
}

// Options of the filters that a crawl of the open web wants.
type Options struct {
	SameSite bool         // stay on the sites of Seeds
	Seeds    []crawl.Link // with canonical URLs

	Include, Exclude *regexp.Regexp // see Patterns
	Core             *CoreDomains   // nil: any domain
}

// New returns them as a chain, the cheapest first.
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
