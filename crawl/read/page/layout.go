package page

import (
	"net/url"
	"slices"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/fetch/urlkey"
	"github.com/ontocrawl/ontocrawl/crawl/read/maintext"
	"github.com/ontocrawl/ontocrawl/internal/english"
)

// Layout is an HTML answer as [Parse] gives it to maintext: for programs that train or
// measure that. The error wraps [crawl.ErrNotPage] or [urlkey.ErrURL].
func Layout(r *crawl.Response) (*maintext.Doc, error) {
	body, name, base, err := markup(r)
	if err != nil {
		return nil, err
	}
	var doc *maintext.Doc
	p := &crawl.Page{URL: r.URL, Final: r.Final, Charset: name}
	readHTML(p, &document{base: base, body: body, layout: func(d *maintext.Doc) { doc = cloned(d) }})
	return doc, nil
}

// cloned is a copy of what belongs to a builder.
func cloned(d *maintext.Doc) *maintext.Doc {
	c := *d
	c.Nodes, c.Meta, c.Data = slices.Clone(d.Nodes), slices.Clone(d.Meta), slices.Clone(d.Data)
	return &c
}

// markup returns the HTML of an answer as UTF-8, the name of the charset it had, and its
// address.
func markup(r *crawl.Response) (body []byte, charset string, base *url.URL, err error) {
	k, err := kindOf(r)
	if err != nil {
		return nil, "", nil, err
	}
	if k != kindHTML {
		return nil, "", nil, english.Errorf("%w: plain text has no elements", crawl.ErrNotPage)
	}
	base, err = url.Parse(r.Final)
	if err != nil || base.Host == "" {
		return nil, "", nil, english.Errorf("%w: %.80q", urlkey.ErrURL, r.Final)
	}
	body, charset, err = decode(r.Body, r.ContentType)
	return body, charset, base, err
}
