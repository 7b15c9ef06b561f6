package search

import (
	"context"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/fetch/urlkey"
)

// This part asks a site's own search for the words of a topic: it makes links ([crawl.LinkSearch]) of
// the ways to search that a page offers ([crawl.Page].Searches).
//
// Package crawl/read/page finds the forms of a page, crawl/read/source reads OpenSearch descriptions,
// and crawl/choose/strategy decides which search is asked, and when.

// maxWords bounds the links that a Reader adds to a page.
const maxWords = 8

// Reader adds to the pages of another Reader links to what the site's own search answers
// for the words of the topic, the best first. Only the first search of a page is used: the
// others are mostly the same one in another place.
type SiteReader struct {
	Pages crawl.Reader
	// Words returns what to ask for on pages of a language (BCP 47; "" if it is unknown),
	// the best first. It is called concurrently.
	Words func(lang string) []string
}

var _ crawl.Reader = (*SiteReader)(nil)

// Read implements [crawl.Reader].
func (r *SiteReader) Read(ctx context.Context, resp *crawl.Response) (*crawl.Page, error) {
	p, err := r.Pages.Read(ctx, resp)
	if err != nil || p == nil || len(p.Searches) == 0 {
		return p, err
	}
	s := p.Searches[0]
	if s.Description != "" {
		if host := urlkey.Host(s.Description); host == p.Host {
			p.Links = append(p.Links, crawl.Link{URL: s.Description, Host: host, Kind: crawl.LinkDescription, Path: "link search"})
		}
		return p, nil
	}
	words := r.Words(p.Lang)
	for _, w := range words[:min(len(words), maxWords)] {
		key, err := FillForm(s, w)
		if err == nil && urlkey.Host(key) == p.Host {
			p.Links = append(p.Links, crawl.Link{URL: key, Host: p.Host, Text: w, Kind: crawl.LinkSearch, Path: "form search"})
		}
	}
	return p, nil
}
