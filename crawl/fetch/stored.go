package fetch

import (
	"bytes"
	"io"
	"net/http"
)

// Decode undoes the content codings of a body that was stored as sent, within the
// limits of the network: a body is cut at limit bytes, a sitemap at MaxSitemap, and
// a decompression bomb is an error.
func Decode(h http.Header, raw []byte, limit int64) (body []byte, cut bool, err error) {
	c, err := new(reuse).readBody(&http.Response{Header: h, Body: io.NopCloser(bytes.NewReader(raw)), ContentLength: int64(len(raw))}, limit, false, true)
	return c.body, c.cut, err
}
