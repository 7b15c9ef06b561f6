package stored

import (
	"context"
	"errors"
	"fmt"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/fetch/urlkey"
	"github.com/ontocrawl/ontocrawl/crawl/find/search"
)

// Doc is a page of the stored web.
type Doc struct {
	URL   string // canonical key
	Title string
	Text  string
	Links []int32 // numbers of the documents that it links to
}

// Options say how an Index answers. The zero value answers from all pages, at once.
type Options struct {
	Name    string // of the source, for errors; "" is "stored"
	PerPage int    // results on a page of an answer; 0 means 10
	Faults
}

// Index is the engine. It never changes, so it may be asked concurrently.
type Index struct {
	opt   Options
	docs  []Doc
	host  []string // of each document
	known []bool   // the engine knows the document
	terms
	into   [][]int32        // documents that link to each
	number map[string]int32 // by URL
	spam   *Index
}

var _ search.Source = (*Index)(nil)

// New returns the engine over docs, which must not change any more. It fails if a share of
// opt is not from 0 to 1.
func New(docs []Doc, opt Options) (*Index, error) {
	if err := opt.Faults.check(); err != nil {
		return nil, err
	}
	if opt.Name == "" {
		opt.Name = "stored"
	}
	if opt.PerPage <= 0 {
		opt.PerPage = 10
	}
	x := &Index{opt: opt, docs: docs, number: make(map[string]int32, len(docs)), into: make([][]int32, len(docs))}
	for i := range docs {
		d := &docs[i]
		x.number[d.URL] = int32(i)
		x.host = append(x.host, urlkey.Host(d.URL))
		x.known = append(x.known, opt.knows(d.URL))
		if x.known[i] {
			for _, to := range d.Links {
				if int(to) < len(docs) && to >= 0 {
					x.into[to] = append(x.into[to], int32(i))
				}
			}
		}
	}
	x.terms = index(docs, x.known)
	if len(opt.Spam) > 0 && opt.SpamShare > 0 {
		var err error
		if x.spam, err = New(opt.Spam, Options{PerPage: opt.PerPage}); err != nil {
			return nil, err
		}
	}
	return x, nil
}

// Can implements [search.Source].
func (x *Index) Can() search.Ops {
	return search.Set(search.Keyword, search.Related, search.Backward, search.HostPages)
}

// Ask implements [search.Source].
func (x *Index) Ask(ctx context.Context, q search.Query) (search.Answer, error) {
	if err := x.opt.wait(ctx); err != nil {
		return search.Answer{}, &search.Error{Source: x.opt.Name, Kind: search.Unavailable, Err: err}
	}
	if x.opt.fails(q) {
		return search.Answer{Failed: []string{x.opt.Name}}, nil
	}
	var found []int32
	switch q.Op {
	case search.Keyword:
		found = x.withWords(q.Text)
	case search.Related:
		found = x.like(q.Target)
	case search.Backward:
		found = x.linking(q.Target)
	case search.HostPages:
		found = x.ofHost(q.Target)
	default:
		return search.Answer{}, &search.Error{Source: x.opt.Name, Kind: search.Unsupported, Err: errors.New(q.Op.String())}
	}
	return x.page(found, q), nil
}

// page is a page of the results, as an answer.
func (x *Index) page(found []int32, q search.Query) (a search.Answer) {
	from := (max(q.Page, 1) - 1) * x.opt.PerPage
	if from >= len(found) {
		return a
	}
	to := min(from+x.opt.PerPage, len(found))
	a.More = to < len(found)
	words := termsOf(q.Text)
	for _, d := range found[from:to] {
		a.Links = append(a.Links, x.link(d, words))
	}
	x.mixSpam(&a, q, from)
	return a
}

// link is a document as a result.
func (x *Index) link(d int32, words []string) crawl.Link {
	doc := &x.docs[d]
	return crawl.Link{URL: doc.URL, Host: x.host[d], Text: shown(doc.Title), Context: shown(snippet(doc.Text, words))}
}

// find returns the document with a URL, known to the engine or not.
func (x *Index) find(url string) (int32, bool) {
	if d, ok := x.number[url]; ok {
		return d, true
	}
	key, err := urlkey.Canonical(url)
	if err != nil {
		return 0, false
	}
	d, ok := x.number[key]
	return d, ok
}

// String describes the engine for a log.
func (x *Index) String() string {
	n := 0
	for _, k := range x.known {
		if k {
			n++
		}
	}
	return fmt.Sprintf("%s: %d of %d pages", x.opt.Name, n, len(x.docs))
}
