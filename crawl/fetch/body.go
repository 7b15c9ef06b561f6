package fetch

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"mime"
	"net/http"
	"strings"
	"time"

	"github.com/ontocrawl/ontocrawl/crawl"
)

const (
	freeSize  = 1 << 20  // decoded bytes below which any ratio is fine
	maxRatio  = 200      // decoded bytes per byte on the wire: text reaches 20, a bomb 1,000
	maxDrain  = 64 << 10 // of an answer that is not wanted
	minRate   = 1000     // bytes per second, judged after graceTime
	graceTime = 10 * time.Second
)

// content is the body of an answer.
type content struct {
	body []byte // decoded
	cut  bool   // there was more of it
	raw  []byte // as sent, if it was to be kept
}

// readPage reads the decoded body of a page, sitemap or feed. It judges by the
// Content-Type or, without one, by the first bytes. Other bodies are not read,
// unless Options.Accept is set.
func (c *Client) readPage(r *http.Response) (content, error) {
	check := func(body []byte) error {
		if c.opt.Accept != "" {
			return nil
		}
		path := ""
		if r.Request != nil && r.Request.URL != nil {
			path = strings.ToLower(r.Request.URL.Path)
		}
		return CheckType(r.Header.Get("Content-Type"), path, body)
	}
	if err := check(nil); err != nil {
		return content{}, err
	}
	b, err := c.reuse.readBody(r, c.opt.MaxBody, c.opt.KeepExchanges, true)
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

// mayList reports whether a body of this Content-Type may be a sitemap or a feed.
// path is that of its URL, in lower case.
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

// MaxSitemap bounds the decoded bytes of a sitemap (sitemaps.org, "Using Sitemap
// index files"), even if the limit of pages is less.
const MaxSitemap = 50 << 20

// isSitemap reports whether a decoded body begins like a sitemap, in XML or as a
// list of URLs.
func isSitemap(body []byte) bool {
	head := body[:min(len(body), 4096)]
	return bytes.Contains(head, []byte("<urlset")) || bytes.Contains(head, []byte("<sitemapindex")) ||
		bytes.HasPrefix(head, []byte("http://")) || bytes.HasPrefix(head, []byte("https://"))
}

// readBody decodes at most limit bytes. If lists is set, the limit of a sitemap is
// MaxSitemap. keep keeps the bytes as sent.
func (p *reuse) readBody(r *http.Response, limit int64, keep, lists bool) (content, error) {
	wire := &meter{r: r.Body, start: time.Now()}
	codings, err := codingsOf(r.Header)
	if err != nil {
		return content{}, err
	}
	if keep && len(codings) > 0 {
		wire.kept = new(bytes.Buffer)
	}
	decoded, closer, err := p.decode(wire, codings)
	if err != nil {
		return content{}, err
	}
	defer closer()
	b := p.buffer()
	defer p.putBuffer(b)
	cut, err := fill(b, decoded, wire, limit)
	if err == nil && cut && lists && limit < MaxSitemap && isSitemap(b.Bytes()) {
		limit = MaxSitemap
		cut, err = fill(b, decoded, wire, limit)
	}
	if err != nil {
		if len(codings) > 0 && !wire.failed && !errors.Is(err, crawl.ErrTooLarge) {
			err = fmt.Errorf("%w: %w", crawl.ErrEncoding, err)
		}
		return content{}, err
	}
	c := content{body: bytes.Clone(b.Bytes()[:min(int64(b.Len()), limit)]), cut: cut}
	switch {
	case !keep:
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

// fill reads until the end, or one byte more than limit. A body that grows too much
// by decoding is an error.
func fill(b *bytes.Buffer, decoded io.Reader, wire *meter, limit int64) (cut bool, err error) {
	for int64(b.Len()) <= limit {
		_, err := io.CopyN(b, decoded, min(64<<10, limit+1-int64(b.Len())))
		if size := int64(b.Len()); size > freeSize && size > maxRatio*wire.n {
			return false, fmt.Errorf("%w: %d bytes were decoded from %d", crawl.ErrTooLarge, size, wire.n)
		}
		if errors.Is(err, io.EOF) {
			return false, nil
		}
		if err != nil {
			return false, err
		}
	}
	return true, nil
}

// meter counts bytes, and fails if a body comes too slowly.
type meter struct {
	r      io.Reader
	n      int64
	start  time.Time
	kept   *bytes.Buffer // if not nil, takes what was read
	failed bool          // reading failed, or was given up
}

func (m *meter) Read(p []byte) (int, error) {
	n, err := m.r.Read(p)
	m.n += int64(n)
	m.failed = m.failed || err != nil && !errors.Is(err, io.EOF)
	if m.kept != nil {
		m.kept.Write(p[:n]) //nolint:errcheck // never fails
	}
	if d := time.Since(m.start); err == nil && d > graceTime && float64(m.n) < minRate*d.Seconds() {
		m.failed = true
		return n, fmt.Errorf("%w: %d bytes in %v", ErrTimeout, m.n, d.Round(time.Millisecond))
	}
	return n, err
}

// drain reads the body of an answer that is not wanted, if it is small, so that the
// connection can be used again. cut is why raw is not complete, in the words of
// [crawl.Exchange].
func drain(r *http.Response) (raw []byte, cut string) {
	var b bytes.Buffer
	_, err := io.CopyN(&b, &meter{r: r.Body, start: time.Now()}, maxDrain+1)
	switch {
	case err == nil:
		return b.Bytes()[:maxDrain], "length"
	case errors.Is(err, io.EOF):
		return b.Bytes(), ""
	case errors.Is(err, ErrTimeout), r.Request != nil && r.Request.Context().Err() != nil:
		return b.Bytes(), "time"
	}
	return b.Bytes(), "disconnect"
}

// Decode undoes the content codings of a body that was stored as sent, within the
// limits of the network: a body is cut at limit bytes, a sitemap at MaxSitemap, and
// a decompression bomb is an error.
func Decode(h http.Header, raw []byte, limit int64) (body []byte, cut bool, err error) {
	c, err := new(reuse).readBody(&http.Response{Header: h, Body: io.NopCloser(bytes.NewReader(raw)), ContentLength: int64(len(raw))}, limit, false, true)
	return c.body, c.cut, err
}

// SetHead fills r from the status and the header of an answer.
func SetHead(r *crawl.Response, status int, h http.Header) {
	r.Status, r.ContentType = status, h.Get("Content-Type")
	r.RobotsTag = strings.Join(h.Values("X-Robots-Tag"), "\n")
	r.Link = strings.Join(h.Values("Link"), "\n")
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
// page, a sitemap or a feed. path is that of its URL, in lower case. Without a
// Content-Type the body decides, which may be nil before it is read.
func CheckType(contentType, path string, body []byte) error {
	switch {
	case contentType != "" && !isText(contentType) && !mayList(contentType, path):
		return fmt.Errorf("%w: %.80q", crawl.ErrContentType, contentType)
	case contentType == "" && len(body) > 0 && !mayList("application/gzip", path):
		if kind := http.DetectContentType(body); !strings.HasPrefix(kind, "text/") {
			return fmt.Errorf("%w: none given, looks like %s", crawl.ErrContentType, kind)
		}
	}
	return nil
}
