package fetch

import (
	"bytes"
	"context"
	"errors"
	"io"
	"mime"
	"net/http"
	"strings"
	"time"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/fetch/doctype"
	"github.com/ontocrawl/ontocrawl/internal/english"
)

const maxDrain = 64 << 10 // bytes of an answer that is not wanted

// content is the body of an answer.
type content struct {
	body []byte // decoded
	cut  bool   // there was more of it
	raw  []byte // as sent, if it was to be kept
}

// readPage reads the decoded body of a page, sitemap or feed. It judges by the
// Content-Type or, without one, by the first bytes. Other bodies are not read,
// unless Options.Accept is set.
func (c *Client) readPage(h *hop, s *share) (content, error) {
	r := h.Response
	check := func(body []byte) error {
		if c.opt.Accept != "" {
			return nil
		}
		path := ""
		if r.Request != nil && r.Request.URL != nil {
			path = strings.ToLower(r.Request.URL.Path)
		}
		return CheckType(r.Header.Get("Content-Type"), path, body, c.opt.Documents)
	}
	if err := check(nil); err != nil {
		return content{}, err
	}
	b, err := c.reuse.readBody(h.ctx, r, s, bounds{limit: c.opt.MaxBody, keep: c.opt.KeepExchanges, lists: true})
	if err == nil {
		err = check(b.body)
	}
	if err != nil {
		return content{}, err
	}
	return b, nil
}

// isText reports whether a body of this Content-Type can be a page. Its parameters
// do not matter, even if they are broken.
func isText(contentType string) bool {
	kind, _, err := mime.ParseMediaType(contentType)
	if err != nil {
		kind, _, _ = strings.Cut(contentType, ";")
		kind = strings.ToLower(strings.TrimSpace(kind))
	}
	return kind == "text/html" || kind == "application/xhtml+xml" || kind == "text/plain"
}

// mayList reports whether a body of this Content-Type may be a sitemap or a feed. path
// is the path of its URL, in lower case.
func mayList(contentType, path string) bool {
	kind, _, _ := strings.Cut(contentType, ";")
	switch strings.ToLower(strings.TrimSpace(kind)) {
	case "text/xml", "application/xml", "application/rss+xml", "application/atom+xml", "application/rdf+xml", "application/feed+json":
		return true
	case "application/json":
		return strings.Contains(path, "feed")
	case "application/gzip", "application/x-gzip", "application/octet-stream":
		return strings.HasSuffix(path, ".xml.gz") || strings.HasSuffix(path, ".txt.gz")
	}
	return false
}

// maxSitemap bounds the decoded bytes of a sitemap (sitemaps.org, "Using Sitemap
// index files"), even if the limit of pages is less.
const maxSitemap = 50 << 20

// Of a sitemap that is longer than a page may be, so much is read on at a time while
// it brings entries, up to as many as the protocol allows.
const (
	sitemapStep = 1 << 20
	maxEntries  = 50_000
)

// fillSitemap reads on in a sitemap whose body is in b up to limit. It returns the limit
// it went to.
func (d *decoding) fillSitemap(b *bytes.Buffer, limit int64) (_ int64, cut bool, err error) {
	entries, seen := 0, int64(0)
	for cut = true; err == nil && cut && limit < maxSitemap; {
		n, addresses := countEntries(b.Bytes()[seen:])
		if entries += n; addresses == 0 || entries >= maxEntries {
			break
		}
		seen, limit = int64(b.Len()), min(limit+sitemapStep, maxSitemap)
		cut, err = d.fill(b, limit)
	}
	return limit, cut, err
}

// countEntries counts the whole entries of a part of a sitemap, and the addresses in it,
// addresses of pictures and lists included.
func countEntries(part []byte) (entries, addresses int) {
	entries = bytes.Count(part, []byte("</url>")) + bytes.Count(part, []byte("</sitemap>"))
	if addresses = bytes.Count(part, []byte("loc>")); addresses == 0 {
		lines := bytes.Count(part, []byte("\nhttp"))
		return lines, lines
	}
	return entries, addresses
}

// isSitemap reports whether a decoded body begins like a sitemap, in XML or as a
// list of URLs.
func isSitemap(body []byte) bool {
	head := body[:min(len(body), 4096)]
	return bytes.Contains(head, []byte("<urlset")) || bytes.Contains(head, []byte("<sitemapindex")) ||
		bytes.HasPrefix(head, []byte("http://")) || bytes.HasPrefix(head, []byte("https://"))
}

// bounds say how a body is read.
type bounds struct {
	limit int64 // decoded bytes
	keep  bool  // the bytes as sent are kept
	lists bool  // the limit of a sitemap is maxSitemap
}

// readBody decodes a body. s grows with it.
func (p *reuse) readBody(ctx context.Context, r *http.Response, s *share, how bounds) (content, error) {
	codings, err := codingsOf(r.Header)
	if err != nil {
		return content{}, err
	}
	d := &decoding{ctx: ctx, share: s, reuse: p}
	wire := &meter{ctx: ctx, r: r.Body, start: time.Now()}
	if how.keep && len(codings) > 0 {
		wire.kept = new(bytes.Buffer)
	}
	if err := d.open(wire, codings); err != nil {
		return content{}, err
	}
	defer d.close()
	b := p.buffer()
	defer p.putBuffer(b)
	limit := how.limit
	if n := min(r.ContentLength, limit); n > 0 && len(codings) == 0 {
		if err := d.reserve(n); err != nil {
			return content{}, err
		}
	}
	cut, err := d.fill(b, limit)
	if err == nil && cut && how.lists && limit < maxSitemap && isSitemap(b.Bytes()) {
		limit, cut, err = d.fillSitemap(b, limit)
	}
	if err != nil {
		return content{}, d.blame(err)
	}
	c := content{body: whole(b, limit), cut: cut}
	s.collect()
	switch {
	case !how.keep:
	case wire.kept != nil:
		if !cut {
			// What follows the end of the coding was sent too.
			io.CopyN(io.Discard, wire, maxDrain) //nolint:errcheck // it means nothing
		}
		c.raw = wire.kept.Bytes()
	default:
		c.raw = c.body
	}
	return c, nil
}

// drain reads the body of an answer that is not wanted, if it is small, so that the
// connection can be used again. cut is why raw is not complete, in the words of
// [crawl.Exchange].
func drain(r *http.Response) (raw []byte, cut string) {
	var b bytes.Buffer
	_, err := io.CopyN(&b, &meter{ctx: contextOf(r), r: r.Body, start: time.Now()}, maxDrain+1)
	switch {
	case err == nil:
		return b.Bytes()[:maxDrain], "length"
	case errors.Is(err, io.EOF):
		return b.Bytes(), ""
	case errors.Is(err, errTimeout), contextOf(r).Err() != nil:
		return b.Bytes(), "time"
	}
	return b.Bytes(), "disconnect"
}

func contextOf(r *http.Response) context.Context {
	if r.Request == nil {
		return context.Background()
	}
	return r.Request.Context()
}

// Decode undoes the content codings of a body that was stored as sent, within the
// limits of the network: a body is cut at limit bytes, a sitemap at maxSitemap, and
// a decompression bomb, or one that decodes to nearly nothing, is an error.
func Decode(h http.Header, raw []byte, limit int64) (body []byte, cut bool, err error) {
	c, err := new(reuse).readBody(context.Background(), &http.Response{Header: h, Body: io.NopCloser(bytes.NewReader(raw)), ContentLength: int64(len(raw))}, nil, bounds{limit: limit, lists: true})
	return c.body, c.cut, err
}

// SetHead fills r from the status and the header of an answer.
func SetHead(r *crawl.Response, status int, h http.Header) {
	r.Status, r.ContentType = status, contentType(h)
	r.RobotsTag = strings.Join(h.Values("X-Robots-Tag"), "\n")
	r.Link = strings.Join(h.Values("Link"), "\n")
	r.Refresh = h.Get("Refresh")
	r.ETag, r.LastModified = h.Get("ETag"), h.Get("Last-Modified")
}

// Location is the target of a redirect, as sent; "" if the answer is none.
func Location(status int, h http.Header) string {
	switch status {
	case http.StatusMovedPermanently, http.StatusFound, http.StatusSeeOther,
		http.StatusTemporaryRedirect, http.StatusPermanentRedirect:
		return h.Get("Location")
	}
	return ""
}

// RetryAfter is the pause that a Retry-After header asks for, at most a year; negative if
// there is none that can be read. A date counts from the server's own clock if it sends it.
func RetryAfter(h http.Header, now time.Time) time.Duration { return retryAfter(h, now) }

// CheckType returns an error that wraps crawl.ErrContentType unless a body may be a
// page, a sitemap or a feed. path is the path of its URL, in lower case. Without a
// Content-Type the body decides, which may be nil before it is read. With documents a
// body may also be one of those that crawl/read/document reads.
func CheckType(contentType, path string, body []byte, documents bool) error {
	switch {
	case documents && doctype.May(contentType, path):
	case contentType != "" && !isText(contentType) && !mayList(contentType, path):
		return english.Errorf("%w: %.80q", crawl.ErrContentType, contentType)
	case contentType == "" && len(body) > 0 && !mayList("application/gzip", path):
		if kind := http.DetectContentType(body); !strings.HasPrefix(kind, "text/") {
			return english.Errorf("%w: none given, looks like %s", crawl.ErrContentType, kind)
		}
	}
	return nil
}
