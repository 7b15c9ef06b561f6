package render

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"log/slog"
	"mime"
	"time"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/internal/english"
)

// What a zero field of [Options] means.
const (
	defaultTimeout = 30 * time.Second
	defaultQuiet   = 500 * time.Millisecond
	defaultTabs    = 2
	defaultMaxBody = 8 << 20
)

// Options of a Fetcher.
type Options struct {
	Chrome    string // program of Chromium or Chrome; "" looks on PATH
	UserAgent string // of the browser; the client's own
	// NoSandbox runs Chromium without its sandbox: a page that breaks out of the
	// browser then has the rights of the user. Root must set it.
	NoSandbox bool
	Timeout   time.Duration // of one page in the browser, including the delays of its requests
	MaxBody   int           // bytes of a rendered document; a longer one is cut
	Quiet     time.Duration // a loaded page is complete after this time without a request
	Tabs      int           // pages rendered at a time; one takes about 100 MB
	Logger    *slog.Logger  // nil means slog.Default()
}

// Fetcher fetches with another Fetcher and has the pages that hold scripts rendered.
type Fetcher struct {
	pages   crawl.Fetcher
	opt     Options
	tabs    chan struct{} // a token for each page being rendered
	browser *chromium
	guard   *guard
}

var _ crawl.Fetcher = (*Fetcher)(nil)

// New starts Chromium. pages fetches the pages, resources what they request: it must
// obey the same rules and accept any content type. Close ends the browser.
func New(pages, resources crawl.Fetcher, opt Options) (*Fetcher, error) {
	opt.Timeout, opt.Tabs, opt.MaxBody = cmp.Or(opt.Timeout, defaultTimeout), cmp.Or(opt.Tabs, defaultTabs), cmp.Or(opt.MaxBody, defaultMaxBody)
	opt.Quiet = cmp.Or(opt.Quiet, defaultQuiet)
	opt.Logger = cmp.Or(opt.Logger, slog.Default())
	b, err := newChromium(opt)
	if err != nil {
		return nil, err
	}
	return &Fetcher{
		pages: pages, opt: opt, tabs: make(chan struct{}, opt.Tabs), browser: b,
		guard: &guard{resources: resources, cache: newCache(), quiet: opt.Quiet, log: opt.Logger},
	}, nil
}

// Close ends the browser.
func (f *Fetcher) Close() error { return f.browser.close() }

// Fetch implements crawl.Fetcher. The Body of a rendered page is the document as
// the browser holds it, in UTF-8; Exchanges are as they were sent. Whether a page
// has changed depends on what its server sends, not on its scripts.
func (f *Fetcher) Fetch(ctx context.Context, req crawl.Request) (*crawl.Response, error) {
	r, err := f.pages.Fetch(ctx, req)
	if err != nil || !hasScript(r) {
		return r, err
	}
	select {
	case f.tabs <- struct{}{}:
	case <-ctx.Done():
		r.Release()
		return nil, ctx.Err()
	}
	defer func() { <-f.tabs }()
	body, cut, err := f.render(ctx, r)
	switch {
	case ctx.Err() != nil:
		r.Release()
		return nil, ctx.Err()
	case err != nil:
		f.opt.Logger.Debug("a page could not be rendered; it is read as sent", "url", r.Final, "err", err)
	default:
		r.Body, r.ContentType, r.Truncated = body, "text/html; charset=utf-8", r.Truncated || cut
	}
	return r, nil
}

// hasScript reports whether a browser may show another document than was sent. It does
// not look for scripts in UTF-16, which is too rare.
func hasScript(r *crawl.Response) bool {
	if r == nil || r.Status/100 != 2 {
		return false
	}
	kind, _, err := mime.ParseMediaType(r.ContentType)
	if err != nil || kind != "text/html" && kind != "application/xhtml+xml" {
		return false
	}
	lower := bytes.ToLower(r.Body)
	return bytes.Contains(lower, []byte("<script")) || bytes.Contains(lower, []byte("onload="))
}

// render returns the document of r as the browser holds it.
func (f *Fetcher) render(ctx context.Context, r *crawl.Response) (body []byte, cut bool, err error) {
	root, err := f.browser.running()
	if err != nil {
		return nil, false, err
	}
	ctx, cancel := context.WithTimeout(ctx, f.opt.Timeout)
	defer cancel()
	t, err := openTab(ctx, root)
	if err != nil {
		if ctx.Err() == nil { // else there was no time
			f.browser.died(root, err)
		}
		return nil, false, err
	}
	defer func() {
		if failed := t.close(); failed != nil {
			f.browser.died(root, failed)
		}
	}()
	body, err = t.document(ctx, r, f.guard, f.opt.MaxBody)
	if err != nil && errors.Is(err, context.DeadlineExceeded) {
		err = english.Errorf("render: not done after %v: %w", f.opt.Timeout, err)
	}
	if len(body) > f.opt.MaxBody {
		return body[:f.opt.MaxBody], true, err
	}
	return body, false, err
}
