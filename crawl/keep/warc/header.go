package warc

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/ontocrawl/ontocrawl/internal/english"
)

// Field is a named field of a record.
type Field struct{ Name, Value string }

// Header holds the fields of a record in their order.
type Header []Field

// Names of fields (ISO 28500:2017, clause 5).
const (
	FieldType          = "WARC-Type"
	FieldRecordID      = "WARC-Record-ID"
	FieldDate          = "WARC-Date"
	fieldLength        = "Content-Length"
	FieldContentType   = "Content-Type"
	FieldConcurrentTo  = "WARC-Concurrent-To"
	fieldBlockDigest   = "WARC-Block-Digest"
	FieldPayloadDigest = "WARC-Payload-Digest"
	fieldIPAddress     = "WARC-IP-Address"
	FieldRefersTo      = "WARC-Refers-To"
	FieldRefersToURI   = "WARC-Refers-To-Target-URI"
	FieldRefersToDate  = "WARC-Refers-To-Date"
	FieldTargetURI     = "WARC-Target-URI"
	fieldTruncated     = "WARC-Truncated"
	fieldWarcinfoID    = "WARC-Warcinfo-ID"
	fieldFilename      = "WARC-Filename"
	fieldProfile       = "WARC-Profile"
	fieldSegment       = "WARC-Segment-Number"
	fieldSegmentOrigin = "WARC-Segment-Origin-ID"
	fieldSegmentTotal  = "WARC-Segment-Total-Length"
	fieldPayloadType   = "WARC-Identified-Payload-Type"
)

// Types of records (clause 6).
const (
	TypeWarcinfo     = "warcinfo"
	TypeResponse     = "response"
	typeResource     = "resource"
	TypeRequest      = "request"
	TypeMetadata     = "metadata"
	TypeRevisit      = "revisit"
	typeConversion   = "conversion"
	typeContinuation = "continuation"
)

// Profiles of revisit records (6.7.2 and 6.7.3). Those of version 1.0 differ in one
// digit.
const (
	profileIdentical   = "http://netpreserve.org/warc/1.1/revisit/identical-payload-digest"
	profileNotModified = "http://netpreserve.org/warc/1.1/revisit/server-not-modified"
)

// Get returns the first value of the field called name, whatever its case; ""
// if there is none.
func (h Header) Get(name string) string {
	for i := range h {
		if strings.EqualFold(h[i].Name, name) {
			return h[i].Value
		}
	}
	return ""
}

// Count returns how many fields are called name.
func (h Header) Count(name string) (n int) {
	for i := range h {
		if strings.EqualFold(h[i].Name, name) {
			n++
		}
	}
	return n
}

// URI returns the URI in the field called name, without angle brackets.
func (h Header) URI(name string) string {
	v := strings.TrimSpace(h.Get(name))
	if len(v) >= 2 && v[0] == '<' && v[len(v)-1] == '>' {
		return v[1 : len(v)-1]
	}
	return v
}

// Time returns the time in the field called name.
func (h Header) Time(name string) (time.Time, error) {
	v := h.Get(name)
	t, err := parseDate(v)
	if err != nil {
		return time.Time{}, english.Errorf("%s is %.40q, want a time such as 2006-01-02T15:04:05Z", name, v)
	}
	return t, nil
}

// parseDate reads a WARC-Date: the W3C profile of ISO 8601 in UTC, since
// version 1.1 of any precision from the year to the nanosecond (5.4).
func parseDate(s string) (time.Time, error) {
	for _, layout := range []string{time.RFC3339Nano, "2006-01-02T15:04Z07:00", "2006-01-02", "2006-01", "2006"} {
		if t, err := time.Parse(layout, s); err == nil {
			return t.UTC(), nil
		}
	}
	return time.Time{}, english.Errorf("%.40q is not a time", s)
}

// date writes t to the microsecond; Python's readers accept no finer time.
func date(t time.Time) string { return t.UTC().Format("2006-01-02T15:04:05.999999Z07:00") }

// isToken reports a legal name of a field (clause 4).
func isToken(s string) bool {
	for i := range len(s) {
		if c := s[i]; c <= ' ' || c >= 0x7f || strings.IndexByte("()<>@,;:\\\"/[]?={}", c) >= 0 {
			return false
		}
	}
	return s != ""
}

// isText reports a value without control characters.
func isText(s string) bool {
	for i := range len(s) {
		if c := s[i]; c < ' ' && c != '\t' || c == 0x7f {
			return false
		}
	}
	return true
}

// uri escapes characters that a URI field must not have (RFC 3986, 2.1).
func uri(s string) string {
	bad := func(c byte) bool { return c <= ' ' || c >= 0x7f || c == '<' || c == '>' || c == '"' }
	i := 0
	for i < len(s) && !bad(s[i]) {
		i++
	}
	if i == len(s) {
		return s
	}
	b := []byte(s[:i])
	for ; i < len(s); i++ {
		if bad(s[i]) {
			b = fmt.Appendf(b, "%%%02X", s[i])
		} else {
			b = append(b, s[i])
		}
	}
	return string(b)
}

// Limits on the header of a record.
const (
	maxLine   = 64 << 10  // bytes of a line: a URL may be long
	maxHeader = 256 << 10 // bytes of all lines
	maxFields = 1000
)

// fieldReader reads the lines of a header.
type fieldReader struct {
	from   *bufio.Reader
	strict bool
	left   int // bytes allowed for the rest of the header
	buf    []byte
}

// line reads a line without its end.
func (p *fieldReader) line() ([]byte, error) {
	p.buf = p.buf[:0]
	for {
		part, err := p.from.ReadSlice('\n')
		p.buf = append(p.buf, part...)
		if p.left -= len(part); p.left < 0 || len(p.buf) > maxLine {
			return nil, errors.New("its header is too long")
		}
		if err == nil {
			break
		}
		if !errors.Is(err, bufio.ErrBufferFull) {
			return nil, err
		}
	}
	line := p.buf[:len(p.buf)-1]
	if n := len(line); n > 0 && line[n-1] == '\r' {
		return line[:n-1], nil
	}
	if p.strict {
		return nil, errors.New("a line of its header does not end with CR LF")
	}
	return line, nil
}

// fields reads the named fields and the empty line after them.
func (p *fieldReader) fields() (Header, error) {
	h := make(Header, 0, 16)
	for {
		line, err := p.line()
		if err != nil {
			return nil, err
		}
		if len(line) == 0 {
			return h, nil
		}
		if len(h) == maxFields {
			return nil, errors.New("its header has too many fields")
		}
		if line[0] == ' ' || line[0] == '\t' { // it continues the field before
			if len(h) == 0 {
				return nil, errors.New("its header begins with an indented line")
			}
			f := &h[len(h)-1]
			f.Value = strings.TrimSpace(f.Value + " " + string(bytes.TrimSpace(line)))
			continue
		}
		f, err := p.field(line)
		if err != nil {
			return nil, err
		}
		h = append(h, f)
	}
}

func (p *fieldReader) field(line []byte) (Field, error) {
	name, value, ok := bytes.Cut(line, []byte{':'})
	f := Field{string(name), string(bytes.TrimSpace(value))}
	if !p.strict {
		f.Name = strings.TrimSpace(f.Name)
	}
	switch {
	case !ok:
		return f, english.Errorf("the line %.40q of its header has no colon", line)
	case p.strict && !isToken(f.Name):
		return f, english.Errorf("%.40q is not the name of a field", f.Name)
	case p.strict && (!isText(f.Value) || !utf8.ValidString(f.Value)):
		return f, english.Errorf("the value of %s holds control characters or is not UTF-8", f.Name)
	}
	return f, nil
}
