// Package fetchtest is the exam that every crawl.Fetcher must pass (Run), and every
// crawl.Pacer (RunPolite). It is imported by tests only.
package fetchtest

import (
	"context"
	"errors"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/ontocrawl/ontocrawl/crawl"
)

// Web says what the fetcher under test will find. All URLs are canonical keys;
// an empty one leaves its question out.
type Web struct {
	Page    string // answers 200
	Text    string // is part of Page's body
	Missing string // answers 404
	Moved   string // redirects to Page
	Loop    string // redirects without end
	Picture string // is no text
}

// Run asks f.
func Run(t *testing.T, f crawl.Fetcher, w Web) {
	t.Helper()
	t.Run("page", func(t *testing.T) { page(t, f, w.Page, w.Page, w.Text) })
	t.Run("again", func(t *testing.T) { page(t, f, w.Page, w.Page, w.Text) })
	t.Run("at once", func(t *testing.T) { atOnce(t, f, w) })
	t.Run("missing", func(t *testing.T) { missing(t, f, w.Missing) })
	if w.Moved != "" {
		t.Run("moved", func(t *testing.T) { page(t, f, w.Moved, w.Page, w.Text) })
	}
	if w.Loop != "" {
		t.Run("loop", func(t *testing.T) { fails(t, f, w.Loop, crawl.ErrRedirects) })
	}
	if w.Picture != "" {
		t.Run("picture", func(t *testing.T) { fails(t, f, w.Picture, crawl.ErrContentType) })
	}
	t.Run("no web address", func(t *testing.T) {
		for _, u := range []string{"", "mailto:a@b.example", "file:///etc/passwd", "/relative", "http://"} {
			fails(t, f, u, nil)
		}
	})
	t.Run("cancelled", func(t *testing.T) { cancelled(t, f, w.Page) })
}

// RunAgain asks f for url, whose answer must have a validator, and asks again.
func RunAgain(t *testing.T, f crawl.Fetcher, url string) {
	t.Helper()
	first, err := f.Fetch(t.Context(), crawl.Request{URL: url})
	if err != nil {
		t.Fatal(err)
	}
	if first.Status != 200 || first.ETag+first.LastModified == "" || len(first.Body) == 0 {
		t.Fatalf("Fetch(%s) = status %d, ETag %q, Last-Modified %q, %d bytes", url, first.Status, first.ETag, first.LastModified, len(first.Body))
	}
	for _, x := range []struct {
		name, etag, modified string
		status               int
	}{
		{"unchanged", first.ETag, first.LastModified, 304},
		{"changed", "\"another\"", "Mon, 01 Jan 1990 00:00:00 GMT", 200},
		{"without validators", "", "", 200},
		{"with what no header can hold", "\"\r\nX: y\"", "\x00", 200},
	} {
		t.Run(x.name, func(t *testing.T) {
			r, err := f.Fetch(t.Context(), crawl.Request{URL: url, ETag: x.etag, LastModified: x.modified})
			if err != nil {
				t.Fatal(err)
			}
			if r.Status != x.status || (len(r.Body) == 0) != (x.status == 304) || r.URL != url || r.Final != first.Final || r.FetchedAt.IsZero() {
				t.Errorf("status %d, %d bytes, URL %s, final %s", r.Status, len(r.Body), r.URL, r.Final)
			}
		})
	}
	if r, err := f.Fetch(t.Context(), crawl.Request{URL: "mailto:a@b.example"}); err == nil {
		t.Errorf("a mail address: %+v", r)
	}
}

func page(t *testing.T, f crawl.Fetcher, url, final, text string) {
	t.Helper()
	r, err := f.Fetch(t.Context(), crawl.Request{URL: url})
	if err != nil {
		t.Error(err)
		return
	}
	if r.URL != url || r.Final != final || r.Status != 200 || !strings.Contains(string(r.Body), text) || r.Truncated {
		t.Errorf("Fetch(%s) = URL %s, final %s, status %d, truncated %v\n%.200s", url, r.URL, r.Final, r.Status, r.Truncated, r.Body)
	}
	if r.FetchedAt.IsZero() || r.FetchedAt.Location() != time.UTC || r.Took < 0 {
		t.Errorf("Fetch(%s): fetched at %v, took %v", url, r.FetchedAt, r.Took)
	}
}

func atOnce(t *testing.T, f crawl.Fetcher, w Web) {
	var wg sync.WaitGroup
	for range 4 {
		wg.Go(func() { page(t, f, w.Page, w.Page, w.Text) })
		wg.Go(func() { missing(t, f, w.Missing) })
	}
	wg.Wait()
}

// missing: a status outside 2xx is an answer, not an error, and has no body.
func missing(t *testing.T, f crawl.Fetcher, url string) {
	t.Helper()
	r, err := f.Fetch(t.Context(), crawl.Request{URL: url})
	if err != nil {
		t.Error(err)
		return
	}
	if r.Status != 404 || r.URL != url || r.Final != url || r.Body != nil {
		t.Errorf("Fetch(%s) = URL %s, final %s, status %d, %d bytes", url, r.URL, r.Final, r.Status, len(r.Body))
	}
}

// fails: an error comes alone, and is the one by which callers branch.
func fails(t *testing.T, f crawl.Fetcher, url string, want error) {
	t.Helper()
	r, err := f.Fetch(t.Context(), crawl.Request{URL: url})
	if err == nil || r != nil || want != nil && !errors.Is(err, want) {
		t.Errorf("Fetch(%q) = %+v, %v; want %v", url, r, err, want)
	}
}

func cancelled(t *testing.T, f crawl.Fetcher, url string) {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if r, err := f.Fetch(ctx, crawl.Request{URL: url}); r != nil || !errors.Is(err, context.Canceled) {
		t.Errorf("Fetch with a cancelled context = %+v, %v", r, err)
	}
}
