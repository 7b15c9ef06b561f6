package bib

import (
	"cmp"
	"net/url"
	"strings"

	"github.com/ontocrawl/ontocrawl/crawl"
)

// Page returns what an entry says as a page: its title, keywords and abstract. Its address is
// the url or doi of the entry, else one made of its key. ok is false if it has neither a title
// nor an abstract.
func (e *Entry) Page() (p *crawl.Page, ok bool) {
	title, abstract := e.Fields["title"], e.Fields["abstract"]
	if title == "" && abstract == "" {
		return nil, false
	}
	address := e.address()
	p = &crawl.Page{URL: address, Final: address, Host: cmp.Or(e.Fields["journal"], e.Fields["booktitle"], e.Type), Title: title}
	for i, text := range [...]string{title, e.Fields["keywords"], abstract} {
		if text != "" {
			p.Blocks = append(p.Blocks, crawl.Block{Text: text, Title: i == 0})
		}
	}
	return p, true
}

func (e *Entry) address() string {
	if u := e.Fields["url"]; strings.HasPrefix(u, "http://") || strings.HasPrefix(u, "https://") {
		return u
	}
	if doi := e.Fields["doi"]; doi != "" {
		return "https://doi.org/" + strings.TrimPrefix(strings.TrimPrefix(doi, "https://doi.org/"), "doi:")
	}
	return "bibtex:" + url.PathEscape(e.Key)
}
