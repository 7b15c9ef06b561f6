package eval

import (
	"context"
	"errors"
	"net/http"
	"slices"
	"time"

	"github.com/cespare/xxhash/v2"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/fetch/replay"
	"github.com/ontocrawl/ontocrawl/crawl/fetch/urlkey"
	"github.com/ontocrawl/ontocrawl/internal/english"
)

// Outside says what lies outside of a stored web, and so what a budget counts. The zero
// value is a live web.
type Outside struct {
	// Dead lets no host answer that is not stored, and lets budgets count pages, so that
	// failures are free. Otherwise such hosts answer as crawl/fetch/replay says,
	// and budgets count requests.
	Dead bool
	// Partial are hosts of which only a part is stored, beside those that the web names
	// itself; allHosts stands for every one. A page of them that is not stored costs no
	// request: nobody knows what it would have brought.
	Partial []string
	// Topical is the share of the URLs outside, among those with a core concept in the
	// anchor of a stored page, that answer with a page on topic. They cost no request and
	// are not counted among the pages found. A strategy that gains by avoiding all
	// that lies outside shows here. 0..1.
	Topical float64
}

// allHosts stands for all hosts in [Outside].Partial.
const allHosts = "all"

// Unit returns the unit that budgets count: "requests" or "pages".
func (o Outside) Unit() string {
	if o.Dead {
		return "pages"
	}
	return "requests"
}

// partialError says that [Outside].Partial names a host that the web does not have.
type partialError struct{ Host string }

func (e *partialError) Error() string { return e.Message().String() }

// Message implements [english.Sentence].
func (e *partialError) Message() english.Phrase {
	return english.Phrasef("%q is said to be stored in part, but the web has no page of it", e.Host)
}

func (o Outside) check(w *Web) error {
	for _, host := range o.Partial {
		if host != allHosts && !w.stored.HasHost(host) {
			return &partialError{host}
		}
	}
	if !(o.Topical >= 0 && o.Topical <= 1) {
		return errors.New("the share of topical answers outside must be 0 to 1")
	}
	if o.Dead && o.Topical > 0 {
		return errors.New("a dead web outside has no topical answers")
	}
	return nil
}

// partial reports whether only a part of host is stored.
func (o Outside) partial(w *Web, host string) bool {
	return w.stored.HasHost(host) && (w.stored.Partial(host) || slices.Contains(o.Partial, host) || slices.Contains(o.Partial, allHosts))
}

// topical reports whether url answers with a page on topic, and which seed makes it.
func (o Outside) topical(w *Web, url string) (seed uint64, ok bool) {
	if o.Topical == 0 || !w.coreOutside[url] || w.stored.HasHost(urlkey.Host(url)) {
		return 0, false
	}
	h := xxhash.Sum64String("topical\x00" + url)
	return h >> 16, float64(h%1000) < 1000*o.Topical
}

// answering is the web as a crawl asks it, with what lies outside. A slow host makes nobody wait.
func (w *Web) answering(o Outside) crawl.Fetcher {
	if o.Dead {
		return w.stored
	}
	return &replay.BeyondWeb{Stored: w.stored, Sleep: func(ctx context.Context, _ time.Duration) error { return ctx.Err() }}
}

// topicalFetcher lets the pages of the cross-check answer, whatever their hosts are.
type topicalFetcher struct {
	crawl.Fetcher
	*Trial
}

// Fetch implements [crawl.Fetcher].
func (f topicalFetcher) Fetch(ctx context.Context, req crawl.Request) (*crawl.Response, error) {
	if _, ok := f.Outside.topical(f.Web, req.URL); !ok {
		return f.Fetcher.Fetch(ctx, req)
	}
	r := &crawl.Response{URL: req.URL, Final: req.URL, Status: http.StatusOK, ContentType: replay.BeyondType, Body: replay.BeyondPage(req.URL)}
	f.Web.stored.Answered(r)
	return r, ctx.Err()
}

// topicalReader reads those pages with the text of pages on topic.
type topicalReader struct {
	crawl.Reader
	*Trial
}

// Read implements [crawl.Reader].
func (t topicalReader) Read(ctx context.Context, r *crawl.Response) (*crawl.Page, error) {
	p, err := t.Reader.Read(ctx, r)
	if seed, ok := t.Outside.topical(t.Web, r.Final); ok && err == nil && p != nil {
		p = t.Web.onTopic(p, seed)
	}
	return p, err
}

// onTopic returns a page like the made page p that has the title and the first half of the
// text of one page on topic, and the other half of another. It has no links of theirs, and
// is no copy of either.
func (w *Web) onTopic(p *crawl.Page, seed uint64) *crawl.Page {
	on := slices.DeleteFunc(w.TopicalPages(), func(p int32) bool { return w.pages[p] == nil })
	if len(on) == 0 {
		return p
	}
	a, b := w.pages[on[seed%uint64(len(on))]], w.pages[on[(seed>>20)%uint64(len(on))]]
	own := *p
	own.Title, own.Headline, own.Lang = a.Title, a.Headline, a.Lang
	own.Blocks = slices.Concat(a.Blocks[:(len(a.Blocks)+1)/2], b.Blocks[len(b.Blocks)/2:])
	own.Words, own.CodeWords = (a.Words+b.Words)/2, (a.CodeWords+b.CodeWords)/2
	return &own
}
