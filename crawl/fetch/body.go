package fetch

import (
	"bufio"
	"bytes"
	"compress/flate"
	"compress/gzip"
	"compress/zlib"
	"errors"
	"fmt"
	"io"
	"mime"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/ontocrawl/ontocrawl/crawl"
)

const (
	maxCodings = 2        // nested Content-Encodings
	freeSize   = 1 << 20  // decoded bytes below which any ratio is fine
	maxRatio   = 200      // decoded bytes per byte on the wire: text reaches 20, a bomb 1,000
	maxDrain   = 64 << 10 // of an answer that is not wanted
	minRate    = 1000     // bytes per second, judged after graceTime
	graceTime  = 10 * time.Second
)

// readPage reads the decoded body of an answer that is a page by its
// Content-Type or, if it has none, by its first bytes. Anything else is not
// read at all, unless it is wanted whatever it is.
func readPage(r *http.Response, limit int64, whatever bool) (body []byte, cut bool, err error) {
	kind := r.Header.Get("Content-Type")
	if kind != "" && !IsText(kind) && !whatever {
		return nil, false, fmt.Errorf("%w: %.80q", crawl.ErrContentType, kind)
	}
	body, cut, err = readBody(r, limit)
	if err != nil {
		return nil, false, err
	}
	if kind == "" && len(body) > 0 && !whatever {
		if kind = http.DetectContentType(body); !strings.HasPrefix(kind, "text/") {
			return nil, false, fmt.Errorf("%w: none given, looks like %s", crawl.ErrContentType, kind)
		}
	}
	return body, cut, nil
}

// IsText reports whether a body of this Content-Type can be read as a page. Parameters do not matter here,
// not even broken ones.
func IsText(contentType string) bool {
	kind, _, err := mime.ParseMediaType(contentType)
	if err != nil {
		kind, _, _ = strings.Cut(contentType, ";")
		kind = strings.ToLower(strings.TrimSpace(kind))
	}
	return kind == "text/html" || kind == "application/xhtml+xml" || kind == "text/plain"
}

// readBody decodes at most limit bytes. cut says that there were more.
func readBody(r *http.Response, limit int64) (body []byte, cut bool, err error) {
	wire := &meter{r: r.Body, start: time.Now()}
	decoded, err := decode(wire, r.Header.Values("Content-Encoding"))
	if err != nil {
		return nil, false, err
	}
	var b bytes.Buffer
	if n := r.ContentLength; n > 0 && n <= limit {
		b.Grow(int(n) + bytes.MinRead)
	}
	for int64(b.Len()) <= limit {
		_, err := io.CopyN(&b, decoded, min(64<<10, limit+1-int64(b.Len())))
		if size := int64(b.Len()); size > freeSize && size > maxRatio*wire.n {
			return nil, false, fmt.Errorf("%w: %d bytes were decoded from %d", crawl.ErrTooLarge, size, wire.n)
		}
		if errors.Is(err, io.EOF) {
			return b.Bytes(), false, nil
		}
		if err != nil {
			return nil, false, err
		}
	}
	return b.Bytes()[:limit], true, nil
}

// decode undoes the content codings, last one first. Only those that were
// asked for are known.
func decode(r io.Reader, headers []string) (io.Reader, error) {
	var codings []string
	for _, c := range strings.Split(strings.ToLower(strings.Join(headers, ",")), ",") {
		if c = strings.TrimSpace(c); c != "" && c != "identity" {
			codings = append(codings, c)
		}
	}
	if len(codings) > maxCodings {
		return nil, fmt.Errorf("%w: %d content encodings in one another", crawl.ErrTooLarge, len(codings))
	}
	for _, c := range slices.Backward(codings) {
		switch c {
		case "gzip", "x-gzip":
			r = &lazy{open: func(b *bufio.Reader) (io.Reader, error) { return gzip.NewReader(b) }, r: bufio.NewReader(r)}
		case "deflate":
			r = &lazy{open: inflate, r: bufio.NewReader(r)}
		default:
			return nil, fmt.Errorf("%w: content encoding %.40q", crawl.ErrContentType, c)
		}
	}
	return r, nil
}

// inflate reads what is called deflate: the zlib format (RFC 9110, 8.4.1.2),
// or, from servers that took the name at its word, a bare deflate stream.
func inflate(b *bufio.Reader) (io.Reader, error) {
	// A zlib header is a multiple of 31 with method 8 (RFC 1950, 2.2).
	head, err := b.Peek(2)
	if err == nil && head[0]&15 == 8 && (uint(head[0])<<8|uint(head[1]))%31 == 0 {
		return zlib.NewReader(b)
	}
	return flate.NewReader(b), nil
}

// lazy opens a decoder at the first read, so that an empty body is an empty
// body whatever its header says.
type lazy struct {
	open    func(*bufio.Reader) (io.Reader, error)
	r       *bufio.Reader
	decoded io.Reader
}

func (l *lazy) Read(p []byte) (int, error) {
	if l.decoded == nil {
		if _, err := l.r.Peek(1); err != nil {
			return 0, err
		}
		d, err := l.open(l.r)
		if err != nil {
			return 0, fmt.Errorf("fetch: content encoding: %w", err)
		}
		l.decoded = d
	}
	return l.decoded.Read(p)
}

// meter counts bytes and gives up on a body that trickles.
type meter struct {
	r     io.Reader
	n     int64
	start time.Time
}

func (m *meter) Read(p []byte) (int, error) {
	n, err := m.r.Read(p)
	m.n += int64(n)
	if d := time.Since(m.start); err == nil && d > graceTime && float64(m.n) < minRate*d.Seconds() {
		return n, fmt.Errorf("%w: %d bytes in %v", ErrTimeout, m.n, d.Round(time.Millisecond))
	}
	return n, err
}

// drain reads the little that most answers without interest hold.
func drain(r *http.Response) {
	io.CopyN(io.Discard, &meter{r: r.Body, start: time.Now()}, maxDrain) //nolint:errcheck // what fails here is not missed
}
