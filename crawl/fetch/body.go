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

// readPage reads the decoded body of an answer that is a page by its
// Content-Type or, if it has none, by its first bytes. Anything else is not
// read at all, unless it is wanted whatever it is.
func (c *Client) readPage(r *http.Response) (content, error) {
	whatever := c.opt.Accept != ""
	kind := r.Header.Get("Content-Type")
	if kind != "" && !IsText(kind) && !mayList(kind, r.Request) && !whatever {
		return content{}, fmt.Errorf("%w: %.80q", crawl.ErrContentType, kind)
	}
	b, err := c.reuse.readBody(r, c.opt.MaxBody, c.opt.KeepExchanges, true)
	if err != nil {
		return content{}, err
	}
	if kind == "" && len(b.body) > 0 && !whatever && !mayList("application/gzip", r.Request) {
		if kind = http.DetectContentType(b.body); !strings.HasPrefix(kind, "text/") {
			return content{}, fmt.Errorf("%w: none given, looks like %s", crawl.ErrContentType, kind)
		}
	}
	return b, nil
}

// IsText reports whether a body of this Content-Type can be read as a page.
// Parameters do not matter here, not even broken ones.
func IsText(contentType string) bool {
	kind, _, err := mime.ParseMediaType(contentType)
	if err != nil {
		kind, _, _ = strings.Cut(contentType, ";")
		kind = strings.ToLower(strings.TrimSpace(kind))
	}
	return kind == "text/html" || kind == "application/xhtml+xml" || kind == "text/plain"
}

// mayList reports whether a body of this Content-Type may be a sitemap or a
// feed. Servers call them XML at best; a packed sitemap is known by its name.
func mayList(contentType string, asked *http.Request) bool {
	path := ""
	if asked != nil && asked.URL != nil {
		path = strings.ToLower(asked.URL.Path)
	}
	return MayList(contentType, path)
}

// MayList reports whether a body of this Content-Type, found at a path in lower
// case, may be a sitemap or a feed. It is no page: who reads it finds out.
func MayList(contentType, path string) bool {
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
// index files"). It holds where the limit of pages is less.
const MaxSitemap = 50 << 20

// isSitemap reports whether a decoded body begins as a sitemap does, as XML or as
// a list of addresses. A packed one is unpacked by whom it is for.
func isSitemap(body []byte) bool {
	head := body[:min(len(body), 4096)]
	return bytes.Contains(head, []byte("<urlset")) || bytes.Contains(head, []byte("<sitemapindex")) ||
		bytes.HasPrefix(head, []byte("http://")) || bytes.HasPrefix(head, []byte("https://"))
}

// readBody decodes at most limit bytes, of a sitemap MaxSitemap if lists is set,
// and keeps those of the wire if it is told to.
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

// fill reads into b until its end or one byte more than limit, and gives up on
// what grows too much when it is decoded.
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

// meter counts bytes and gives up on a body that trickles.
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

// drain reads the little that most answers without interest hold, so that the
// connection can be used again. cut is why raw is not whole, in the words of
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
