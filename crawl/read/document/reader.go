package document

import (
	"context"

	"github.com/cespare/xxhash/v2"

	"github.com/ontocrawl/ontocrawl/crawl"
)

// Reader reads documents as the pages that they become, and leaves everything else to
// Pages as it is.
type Reader struct {
	Pages     crawl.Reader
	Documents *Converter // nil: documents are not read
}

var _ crawl.Reader = Reader{}

// Read implements [crawl.Reader]. Hash and Bytes of a document describe the file.
func (d Reader) Read(ctx context.Context, r *crawl.Response) (*crawl.Page, error) {
	page, kind, err := d.Documents.Response(ctx, r)
	if err != nil {
		return nil, err
	}
	p, err := d.Pages.Read(ctx, page)
	if err == nil && p != nil && kind != "" {
		p.Charset = ""
		p.Hash, p.Bytes = xxhash.Sum64(r.Body), len(r.Body)
	}
	return p, err
}
