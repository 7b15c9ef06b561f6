package rdfio

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"regexp"
	"strings"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/htmlindex"
	"golang.org/x/text/encoding/unicode"
	"golang.org/x/text/encoding/unicode/utf32"
)

// headSize is how much of a document is looked at to recognise its format and
// charset. Licences and banner comments come first in real files.
const headSize = 64 << 10

// A text is a document as UTF-8 without byte order mark.
type text struct {
	io.Reader
	format Format
	legacy bool // transcoded from a charset other than Unicode's
}

// newText recognises charset and format and returns the document as UTF-8.
func newText(r io.Reader, opt Options) (*text, error) {
	raw := bufio.NewReaderSize(r, headSize)
	head, err := raw.Peek(headSize)
	if err != nil && err != io.EOF && err != bufio.ErrBufferFull {
		return nil, err
	}
	enc, bom, err := charset(head, opt.Format)
	if err != nil {
		return nil, err
	}
	format := opt.Format
	if format == "" {
		if format, err = Detect(head); err != nil {
			return nil, err
		}
	}
	if _, err := raw.Discard(bom); err != nil {
		return nil, err
	}
	var utf8 io.Reader = raw
	if enc != nil {
		utf8 = enc.NewDecoder().Reader(raw)
	}
	if opt.Limits.Bytes > 0 {
		utf8 = &limited{r: utf8, left: opt.Limits.Bytes, max: opt.Limits.Bytes}
	}
	return &text{Reader: utf8, format: format, legacy: enc != nil && bom == 0 && head[0] != 0 && head[1] != 0}, nil
}

// charset returns the encoding of a document, nil for UTF-8, and the length of
// its byte order mark.
func charset(head []byte, f Format) (enc encoding.Encoding, bom int, err error) {
	le, be := unicode.LittleEndian, unicode.BigEndian
	switch {
	case bytes.HasPrefix(head, []byte("\xEF\xBB\xBF")):
		return nil, 3, nil
	case bytes.HasPrefix(head, []byte("\xFF\xFE\x00\x00")):
		return utf32.UTF32(utf32.LittleEndian, utf32.IgnoreBOM), 4, nil
	case bytes.HasPrefix(head, []byte("\x00\x00\xFE\xFF")):
		return utf32.UTF32(utf32.BigEndian, utf32.IgnoreBOM), 4, nil
	case bytes.HasPrefix(head, []byte("\xFF\xFE")):
		return unicode.UTF16(le, unicode.IgnoreBOM), 2, nil
	case bytes.HasPrefix(head, []byte("\xFE\xFF")):
		return unicode.UTF16(be, unicode.IgnoreBOM), 2, nil
	case len(head) >= 4 && head[1] == 0 && head[3] == 0 && head[0] != 0:
		return unicode.UTF16(le, unicode.IgnoreBOM), 0, nil
	case len(head) >= 4 && head[0] == 0 && head[2] == 0 && head[1] != 0:
		return unicode.UTF16(be, unicode.IgnoreBOM), 0, nil
	case f == Turtle || f == NTriples:
		return nil, 0, nil
	}
	enc, err = declared(head)
	return enc, 0, err
}

var xmlEncoding = regexp.MustCompile(`^<\?xml[^>]*?\sencoding\s*=\s*["']([A-Za-z0-9._:-]+)["']`)

// declared returns the encoding that the XML declaration names. A declaration
// that could be read as ASCII and names UTF-16 is wrong: Windows editors leave
// it behind when they save as UTF-8.
func declared(head []byte) (encoding.Encoding, error) {
	m := xmlEncoding.FindSubmatch(head)
	if m == nil {
		return nil, nil
	}
	name := strings.ToLower(string(m[1]))
	if name == "us-ascii" || strings.HasPrefix(name, "utf-16") || name == "utf16" {
		return nil, nil
	}
	enc, err := htmlindex.Get(name)
	if err != nil {
		return nil, &SyntaxError{Line: 1, Col: 1, Msg: fmt.Sprintf(
			"unknown encoding %s in the XML declaration; save the file as UTF-8", quote(m[1]))}
	}
	if canonical, _ := htmlindex.Name(enc); canonical == "utf-8" {
		return nil, nil
	}
	return enc, nil
}

// limited ends in an error, not in a silent cut.
type limited struct {
	r         io.Reader
	left, max int64
}

func (l *limited) Read(p []byte) (int, error) {
	if l.left < 0 {
		return 0, fmt.Errorf("rdfio: the document is longer than the limit of %d bytes", l.max)
	}
	n, err := l.r.Read(p)
	l.left -= int64(n)
	if l.left < 0 {
		return max(0, n+int(l.left)), fmt.Errorf("rdfio: the document is longer than the limit of %d bytes", l.max)
	}
	return n, err
}
