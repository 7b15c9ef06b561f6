package markdown

import (
	"cmp"
	"context"
	"errors"
	"time"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/read/dateline"
	"github.com/ontocrawl/ontocrawl/crawl/read/document"
	"github.com/ontocrawl/ontocrawl/crawl/read/page"
	"github.com/ontocrawl/ontocrawl/crawl/read/repeated"
	"github.com/ontocrawl/ontocrawl/crawl/read/source"
)

// Readout holds what was read off an answer.
type Readout struct {
	Page     *crawl.Page
	Date     dateline.Date // zero if there is none
	Text     string        // the main text, a line for each block
	Markdown string        // the main text with its headings, lists and links; "" of a sitemap or feed
}

// Day is the day of publication as the page means it, "2026-11-02"; "" if there is none.
func (r *Readout) Day() string {
	if r.Date.IsZero() {
		return ""
	}
	return r.Date.Format(time.DateOnly)
}

// Reader reads answers: pages, plain text, documents, sitemaps and feeds. One with Hosts belongs
// to one goroutine.
type Reader struct {
	Documents *document.Converter // nil: documents are not read
	Hosts     *repeated.Texts     // what hosts repeat on the pages read before, which grows; nil: each page is read alone
}

// Read reads an answer. The error wraps [crawl.ErrNotPage] if there is nothing to read.
func (x Reader) Read(ctx context.Context, r *crawl.Response) (*Readout, error) {
	if p, err := source.Read(r); !errors.Is(err, source.ErrNone) {
		if err != nil {
			return nil, err
		}
		return &Readout{Page: p, Text: entries(p)}, nil
	}
	answer, kind, err := x.Documents.Response(ctx, r)
	if err != nil {
		return nil, err
	}
	p, err := page.Parse(answer)
	if err != nil {
		return nil, err
	}
	p.Document = cmp.Or(string(kind), p.Document)
	if x.Hosts != nil {
		x.Hosts.Beside(p, false)
		x.Hosts.Learn(p)
	}
	out := &Readout{Page: p, Text: ReadoutText(p)}
	out.Date, _ = dateline.Of(answer, p)
	if out.Markdown, err = Text(answer, p); err != nil {
		return nil, err
	}
	return out, nil
}
