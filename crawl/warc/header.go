package warc

import (
	"fmt"
	"strings"
	"time"
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
	FieldLength        = "Content-Length"
	FieldContentType   = "Content-Type"
	FieldConcurrentTo  = "WARC-Concurrent-To"
	FieldBlockDigest   = "WARC-Block-Digest"
	FieldPayloadDigest = "WARC-Payload-Digest"
	FieldIPAddress     = "WARC-IP-Address"
	FieldRefersTo      = "WARC-Refers-To"
	FieldRefersToURI   = "WARC-Refers-To-Target-URI"
	FieldRefersToDate  = "WARC-Refers-To-Date"
	FieldTargetURI     = "WARC-Target-URI"
	FieldTruncated     = "WARC-Truncated"
	FieldWarcinfoID    = "WARC-Warcinfo-ID"
	FieldFilename      = "WARC-Filename"
	FieldProfile       = "WARC-Profile"
	FieldSegment       = "WARC-Segment-Number"
	FieldSegmentOrigin = "WARC-Segment-Origin-ID"
	FieldSegmentTotal  = "WARC-Segment-Total-Length"
	FieldPayloadType   = "WARC-Identified-Payload-Type"
)

// Types of records (clause 6).
const (
	TypeWarcinfo     = "warcinfo"
	TypeResponse     = "response"
	TypeResource     = "resource"
	TypeRequest      = "request"
	TypeMetadata     = "metadata"
	TypeRevisit      = "revisit"
	TypeConversion   = "conversion"
	TypeContinuation = "continuation"
)

// Profiles of revisit records (6.7.2 and 6.7.3). Those of version 1.0 differ in one
// digit.
const (
	ProfileIdentical   = "http://netpreserve.org/warc/1.1/revisit/identical-payload-digest"
	ProfileNotModified = "http://netpreserve.org/warc/1.1/revisit/server-not-modified"
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
		return time.Time{}, fmt.Errorf("%s is %.40q, want a time such as 2006-01-02T15:04:05Z", name, v)
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
	return time.Time{}, fmt.Errorf("%.40q is not a time", s)
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
