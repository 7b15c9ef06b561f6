package dateline

import (
	"context"

	"github.com/ontocrawl/ontocrawl/crawl"
)

// Reader dates the pages of Pages that mention the topic. Nobody needs the
// dates of the others.
type Reader struct {
	Pages crawl.Reader
}

var _ crawl.Reader = Reader{}

// Read implements [crawl.Reader].
func (d Reader) Read(ctx context.Context, r *crawl.Response) (*crawl.Page, error) {
	p, err := d.Pages.Read(ctx, r)
	if err != nil || p == nil || p.Source || !mentions(p) {
		return p, err
	}
	if date, ok := Of(r, p); ok {
		p.Published, p.PublishedBy = date.At, date.String()
	}
	return p, nil
}

func mentions(p *crawl.Page) bool {
	for i := range p.Blocks {
		if len(p.Blocks[i].Mentions) > 0 {
			return true
		}
	}
	return false
}
