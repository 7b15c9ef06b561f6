package fetch

import (
	"bytes"
	"fmt"
	"io"
	"net/http"
	"strings"

	"github.com/ontocrawl/ontocrawl/crawl"
)

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
