package api

import (
	"context"
	"errors"
	"fmt"
	"math"
	"net/http"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/watch/reading"
)

// Documents shows captured pages. Its methods are called concurrently.
// crawl/watch/reading.Reader is one.
type Documents interface {
	Document(ctx context.Context, job, url string, version int) (*reading.Document, error)
	Difference(ctx context.Context, job, url string, from, to int) (*reading.Difference, error)
	Original(ctx context.Context, job, url string, version int, raw bool) (*reading.Original, error)
}

// ofPage reads which page is asked for.
func (h *Handler) ofPage(r *http.Request) (job, url string, err error) {
	if h.opt.Documents == nil {
		return "", "", absentf("pages cannot be read here; the run folders are elsewhere")
	}
	if url = r.URL.Query().Get("url"); url == "" {
		return "", "", badf("url is missing: which page")
	}
	return r.PathValue("job"), url, nil
}

func (h *Handler) document(r *http.Request) (*reading.Document, error) {
	job, url, err := h.ofPage(r)
	if err != nil {
		return nil, err
	}
	version, err := numberOf(r, "version", 0, math.MaxInt)
	if err != nil {
		return nil, err
	}
	return h.opt.Documents.Document(r.Context(), job, url, version)
}

func (h *Handler) difference(r *http.Request) (*reading.Difference, error) {
	job, url, err := h.ofPage(r)
	if err != nil {
		return nil, err
	}
	from, err := numberOf(r, "from", 0, math.MaxInt)
	if err != nil {
		return nil, err
	}
	to, err := numberOf(r, "to", 0, math.MaxInt)
	if err != nil {
		return nil, err
	}
	d, err := h.opt.Documents.Difference(r.Context(), job, url, from, to)
	return d, notThere(err)
}

// missing is an error of something that is not there; it wraps what the API calls so.
type missing struct{ err error }

func (m missing) Error() string { return m.err.Error() }

// notThere says 404 of a version that is not archived, or is no page.
func notThere(err error) error {
	if errors.Is(err, reading.ErrNotArchived) || errors.Is(err, crawl.ErrNotPage) {
		return missing{err}
	}
	return err
}

// sandbox is the policy of an archived page. It has an origin of its own, so no cookie and
// no storage of this server is its own; it runs nothing, and nothing is fetched for it (W3C
// Content Security Policy, level 3, sections 6.3.2 and 6.1.3).
const sandbox = "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:; form-action 'none'; base-uri 'none'; frame-ancestors 'self'"

// original answers the archived page: to be looked at, or with download=true, as it came, to
// be kept in a file.
func (h *Handler) original(w http.ResponseWriter, r *http.Request) {
	job, url, err := h.ofPage(r)
	if err != nil {
		fail(w, err)
		return
	}
	version, err := numberOf(r, "version", 0, math.MaxInt)
	if err != nil {
		fail(w, err)
		return
	}
	raw := r.URL.Query().Get("download") == "true"
	o, err := h.opt.Documents.Original(r.Context(), job, url, version, raw)
	if err != nil {
		fail(w, notThere(err))
		return
	}
	header := w.Header()
	header.Set("Content-Security-Policy", sandbox)
	header.Set("X-Content-Type-Options", "nosniff")
	header.Set("X-DNS-Prefetch-Control", "off")
	header.Set("Referrer-Policy", "no-referrer")
	header.Set("Cache-Control", "no-store")
	body := o.HTML
	if header.Set("Content-Type", "text/html; charset=utf-8"); raw {
		header.Set("Content-Type", "application/octet-stream")
		header.Set("Content-Disposition", fmt.Sprintf(`attachment; filename="page-%d.bin"`, o.Seq))
		body = o.Body
	}
	w.Write(body) //nolint:errcheck // the client is gone
}
