package search

import (
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"net/http"
	"strings"
	"sync"
	"time"
	"unicode/utf8"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/internal/english"
)

// This part makes questions to search engines part of a crawl: a question is fetched by its address
// ([search.Address]), and its answer is read as a page of links.
//
// Package crawl/find/query writes the questions, crawl/choose/strategy chooses when one is asked.

// ContentType is the type of the body of an answer, as a Fetcher gives it.
const ContentType = "application/vnd.ontocrawl.answer+json"

// path is the Path of the links of an answer.
const path = "search result"

// Bounds of what is kept of an answer.
const (
	maxLinks   = 1_000
	maxSnippet = 300 // runes
	maxTitle   = 300 // runes
)

// body is an answer as a Fetcher gives it to a Reader.
type body struct {
	Links  []crawl.Link `json:"links"`
	More   bool         `json:"more,omitempty"`
	Failed []string     `json:"failed,omitempty"` // what did not answer within the source
}

// Fetcher asks sources for the addresses of questions, and fetches all else from Pages. Several
// goroutines may use it.
type Fetcher struct {
	Pages   crawl.Fetcher
	Sources map[string]Source // by name
	Now     func() time.Time  // nil means time.Now
	// Log hears once when a source begins to fail, and once when it answers again. Nil: nobody does.
	Log *slog.Logger

	mu      sync.Mutex
	failing map[string]bool // sources whose last question failed
}

var _ crawl.Fetcher = (*Fetcher)(nil)

// Fetch implements [crawl.Fetcher]. A source that does not answer, or in which all engines
// failed, is an error of kind crawl.FailSearch or crawl.FailQuota: nothing is known then.
func (f *Fetcher) Fetch(ctx context.Context, r crawl.Request) (*crawl.Response, error) {
	if !(&crawl.Choice{URL: r.URL}).Asks() {
		return f.Pages.Fetch(ctx, r)
	}
	name, q, err := ParseAddress(r.URL)
	if err != nil {
		return nil, failed(err)
	}
	source := f.Sources[name]
	if source == nil {
		return nil, failed(english.Errorf("no search source is called %.80q now", name))
	}
	start := f.now()
	a, err := source.Ask(ctx, q)
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	if err == nil && len(a.Links) == 0 && len(a.Failed) > 0 {
		err = &Error{Source: name, Kind: Unavailable, Err: english.Errorf("did not answer: %s", strings.Join(a.Failed, ", "))}
	}
	f.note(name, err)
	if err != nil {
		return nil, failed(err)
	}
	data, err := json.Marshal(body{a.Links[:min(len(a.Links), maxLinks)], a.More, a.Failed})
	if err != nil {
		return nil, failed(err)
	}
	resp := &crawl.Response{URL: r.URL, Final: r.URL, Status: http.StatusOK, ContentType: ContentType, Body: data, FetchedAt: f.now().UTC().Round(time.Microsecond)}
	resp.Took = resp.FetchedAt.Sub(start)
	if a.Raw != nil {
		resp.Exchanges = a.Raw.Exchanges
	}
	return resp, nil
}

// note tells Log if a source fails that answered before, or answers after it failed.
func (f *Fetcher) note(source string, err error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	was := f.failing[source]
	if f.Log == nil || was == (err != nil) {
		return
	}
	if f.failing == nil {
		f.failing = map[string]bool{}
	}
	if f.failing[source] = err != nil; err != nil {
		f.Log.Warn("a search source does not answer", "source", source, "err", err)
		return
	}
	f.Log.Info("a search source answers again", "source", source)
}

func (f *Fetcher) now() time.Time {
	if f.Now != nil {
		return f.Now()
	}
	return time.Now()
}

// failed gives the error of a question its kind.
func failed(err error) error {
	kind := crawl.FailSearch
	var e *Error
	if errors.As(err, &e) && e.Kind == Quota {
		kind = crawl.FailQuota
	}
	return &crawl.KindError{Kind: kind, Err: err}
}

// Reader reads answers as pages of links, and all else by Pages. The title of a result is
// Link.Text, its snippet Link.Context. If the source has a further page, the last link is
// one of kind crawl.LinkSearch to that question.
type Reader struct {
	Pages crawl.Reader
	// Mark fills the Terms of the links of an answer; nil: they stay empty.
	Mark func(*crawl.Page)
}

var _ crawl.Reader = (*Reader)(nil)

// Read implements [crawl.Reader].
func (d *Reader) Read(ctx context.Context, r *crawl.Response) (*crawl.Page, error) {
	if !(&crawl.Choice{URL: r.URL}).Asks() || r.ContentType != ContentType {
		return d.Pages.Read(ctx, r)
	}
	var b body
	if err := json.Unmarshal(r.Body, &b); err != nil {
		return nil, failed(err)
	}
	name, q, err := ParseAddress(r.URL)
	if err != nil {
		return nil, failed(err)
	}
	p := &crawl.Page{URL: r.URL, Final: r.URL, Status: r.Status, Title: q.Text, Lang: q.Lang, Source: true, FetchedAt: r.FetchedAt, Bytes: len(r.Body)}
	for i := range b.Links {
		l := &b.Links[i]
		p.Links = append(p.Links, crawl.Link{
			URL: l.URL, Host: l.Host, Text: cut(l.Text, maxTitle), Context: cut(l.Context, maxSnippet), Path: path,
			Modified: l.Modified, Published: l.Published,
		})
	}
	if d.Mark != nil {
		d.Mark(p)
	}
	if b.More {
		q.Page = max(q.Page, 1) + 1
		p.Links = append(p.Links, crawl.Link{URL: Address(name, q), Kind: crawl.LinkSearch, Path: path})
	}
	return p, nil
}

// cut is a text of at most n runes, white space collapsed.
func cut(s string, n int) string {
	s = strings.Join(strings.Fields(strings.ToValidUTF8(s, "\uFFFD")), " ")
	if utf8.RuneCountInString(s) <= n {
		return s
	}
	return string([]rune(s)[:n])
}
