package warc

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/url"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// Index writes the place of each answer of the folder, as CDXJ lines sorted by their
// bytes: the key ([SURT]), the time, and what a replay tool (pywb, OutbackCDX) needs.
// The file that a running crawl writes is read up to its last complete record. Index
// returns the number of lines; it holds them in memory, some 300 bytes each.
func (f *Folder) Index(w io.Writer) (n int, err error) {
	names, err := list(f.root, regexp.MustCompile(namePattern))
	if err != nil {
		return 0, fmt.Errorf("warc: %w", err)
	}
	var lines []string
	for i, name := range names {
		err := f.index(name, func(line string) { lines = append(lines, line) })
		if errors.Is(err, io.ErrUnexpectedEOF) && i == len(names)-1 {
			err = nil
		}
		if err != nil {
			return 0, fmt.Errorf("warc: %s/%s: %w", f.dir, name, err)
		}
	}
	slices.Sort(lines)
	out := bufio.NewWriter(w)
	for _, line := range lines {
		out.WriteString(line) //nolint:errcheck // Flush returns it
	}
	return len(lines), out.Flush()
}

// index yields a line for each answer in a file.
func (f *Folder) index(name string, yield func(string)) error {
	file, err := f.root.Open(name)
	if err != nil {
		return err
	}
	defer file.Close() //nolint:errcheck // only read
	r := NewReader(file)
	var last *cdx // it ends where the next record begins
	for {
		rec, err := r.Next()
		if end := ended(r, rec, err); last != nil && end > last.at {
			line, err := last.line(end)
			if err != nil {
				return err
			}
			yield(line)
			last = nil
		}
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		if t := rec.Type(); t == TypeResponse || t == TypeRevisit {
			if last, err = newCDX(rec, name); err != nil {
				return err
			}
		}
	}
}

// ended is the end of the record before the call of Next.
func ended(r *Reader, rec *Record, err error) int64 {
	var broken *formatError
	switch {
	case err == nil:
		return rec.Offset
	case errors.As(err, &broken):
		return broken.Offset // of the record before, if that is the faulty one
	case errors.Is(err, io.EOF):
		return r.End()
	}
	return 0
}

// cdx is the JSON of a line. All values are strings, as pywb writes them.
type cdx struct {
	URL      string `json:"url"`
	MIME     string `json:"mime"`
	Status   string `json:"status,omitempty"`
	Digest   string `json:"digest,omitempty"`
	Length   string `json:"length"`
	Offset   string `json:"offset"`
	Filename string `json:"filename"`

	start string // of the line
	at    int64
}

// line returns the line of an answer whose record ends at byte end.
func (c *cdx) line(end int64) (string, error) {
	c.Length, c.Offset = strconv.FormatInt(end-c.at, 10), strconv.FormatInt(c.at, 10)
	text, err := json.Marshal(c)
	return c.start + string(text) + "\n", err
}

// mimeRevisit replaces the media type of a revisit record, whose payload is
// elsewhere.
const mimeRevisit = "warc/revisit"

// maxIndexed bounds the bytes of an answer that are read for the index.
const maxIndexed = 1 << 20

// newCDX reads the index entry of rec.
func newCDX(rec *Record, file string) (*cdx, error) {
	at, err := rec.Header.Time(FieldDate)
	if err != nil {
		return nil, err
	}
	c := &cdx{URL: rec.Header.URI(FieldTargetURI), MIME: "unk", Digest: rec.Header.Get(FieldPayloadDigest), Filename: file, at: rec.Offset}
	c.start = SURT(c.URL) + " " + at.UTC().Format("20060102150405") + " "
	head, err := io.ReadAll(io.LimitReader(rec, maxIndexed))
	if err != nil {
		return nil, err
	}
	if m, err := parseMessage(head); err == nil {
		c.Status = strconv.Itoa(m.Status)
		kind, _, _ := strings.Cut(m.Header.Get("Content-Type"), ";")
		if kind = strings.ToLower(strings.TrimSpace(kind)); isMIME(kind) {
			c.MIME = kind
		}
	}
	if rec.Type() == TypeRevisit {
		c.MIME = mimeRevisit
	}
	return c, nil
}

// isMIME reports a well-formed media type.
func isMIME(s string) bool {
	a, b, ok := strings.Cut(s, "/")
	return ok && isToken(a) && isToken(b)
}

// SURT returns the key of an address in an index of archives (Sort-friendly URI
// Reordering Transform, with the canonicalisation of the Internet Archive's tools,
// which readers of such indexes apply too). The labels of the host are reversed. The
// key ignores case, www, the scheme, a trailing slash, the order of parameters and
// session IDs, except session IDs of ASP.NET in a path.
func SURT(address string) string {
	u, err := url.Parse(address)
	if err != nil || u.Host == "" {
		return escaped(address)
	}
	key := surtHost(u)
	p := path.Clean("/" + unescaped(u.EscapedPath())) // no slash at its end
	key += ")" + strings.ToLower(escaped(p))
	if q := surtQuery(u.RawQuery); q != "" {
		key += "?" + q
	}
	return key
}

// surtHost returns the host with its labels reversed.
func surtHost(u *url.URL) string {
	host := strings.TrimSuffix(strings.ToLower(u.Hostname()), ".")
	if rest, ok := strings.CutPrefix(host, "www"); ok {
		if rest = strings.TrimLeft(rest, "0123456789"); len(rest) > 1 && rest[0] == '.' {
			host = rest[1:]
		}
	}
	labels := strings.Split(host, ".")
	slices.Reverse(labels)
	host = strings.Join(labels, ",")
	if port := u.Port(); port != "" && (u.Scheme != "http" || port != "80") && (u.Scheme != "https" || port != "443") {
		host += ":" + port
	}
	return host
}

// surtQuery returns the query without session IDs, its parameters sorted.
func surtQuery(raw string) string {
	params := strings.Split(strings.ToLower(escaped(unescaped(raw))), "&")
	for i := 0; i < len(params); i++ {
		n := sessionParams(params[i:])
		if n == 0 {
			continue
		}
		params = slices.Delete(params, i, i+n)
		if i == len(params) && i > 0 {
			params = append(params, "") // the ampersand before it stays, as in those tools
		}
		break
	}
	slices.Sort(params)
	return strings.Join(params, "&")
}

// sessionParams returns how many leading parameters are a session ID.
func sessionParams(params []string) int {
	name, value, _ := strings.Cut(params[0], "=")
	switch {
	case (name == "jsessionid" || name == "phpsessid" || name == "sid") && len(value) == 32 && alphanumeric(value),
		strings.HasPrefix(name, "aspsessionid") && len(name) == 20 && len(value) == 24 && alphanumeric(value):
		return 1
	case name == "cfid" && value != "" && len(params) > 1 && strings.HasPrefix(params[1], "cftoken=") && params[1] != "cftoken=":
		return 2
	}
	return 0
}

func alphanumeric(s string) bool {
	return strings.IndexFunc(s, func(r rune) bool { return r > 'z' || r < '0' || '9' < r && r < 'A' || 'Z' < r && r < 'a' }) < 0
}

// unescaped undoes percent-encoding repeatedly until none is left.
func unescaped(s string) string {
	b := []byte(s)
	for bytes.IndexByte(b, '%') >= 0 {
		out := b[:0:0]
		changed := false
		for i := 0; i < len(b); i++ {
			c := b[i]
			if c == '%' && i+2 < len(b) {
				if octet, err := strconv.ParseUint(string(b[i+1:i+3]), 16, 8); err == nil {
					c, changed, i = byte(octet), true, i+2
				}
			}
			out = append(out, c)
		}
		if b = out; !changed {
			break
		}
	}
	return string(b)
}

// escaped encodes characters that a line of an index cannot hold, and % and #.
func escaped(s string) string {
	const hex = "0123456789ABCDEF"
	var out []byte
	for _, c := range []byte(s) {
		if c <= ' ' || c >= 0x7f || c == '#' || c == '%' {
			out = append(out, '%', hex[c>>4], hex[c&15])
		} else {
			out = append(out, c)
		}
	}
	return string(out)
}
