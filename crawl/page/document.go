package page

import (
	"bytes"
	"fmt"

	"github.com/PuerkitoBio/goquery"

	"github.com/ontocrawl/ontocrawl/crawl"
)

// Document returns the parsed tree of an HTML answer, decoded as [Parse] decodes
// it: for programs that select more by CSS than a [crawl.Page] holds. Its errors
// wrap [crawl.ErrNotPage].
func Document(r *crawl.Response) (*goquery.Document, error) {
	switch k, err := kindOf(r); {
	case err != nil:
		return nil, err
	case k != kindHTML:
		return nil, fmt.Errorf("%w: plain text has no elements", crawl.ErrNotPage)
	}
	body, _ := decode(r.Body, r.ContentType)
	return tree(body)
}

// tree parses decoded markup.
func tree(body []byte) (*goquery.Document, error) {
	doc, err := goquery.NewDocumentFromReader(bytes.NewReader(body))
	if err != nil {
		return nil, fmt.Errorf("%w: %w", crawl.ErrNotPage, err)
	}
	return doc, nil
}
