package rdfio

import (
	"bufio"
	"io"

	"golang.org/x/text/encoding"
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
	if enc, name, bom := UnicodeCharset(head); name != "" || f == Turtle || f == NTriples {
		return enc, bom, nil
	}
	enc, _, err = DeclaredCharset(head)
	return enc, 0, err
}

// limited ends in an error, not in a silent cut.
type limited struct {
	r         io.Reader
	left, max int64
}

func (l *limited) Read(p []byte) (int, error) {
	if l.left < 0 {
		return 0, l.tooLong()
	}
	n, err := l.r.Read(p)
	l.left -= int64(n)
	if l.left < 0 {
		return max(0, n+int(l.left)), l.tooLong()
	}
	return n, err
}

func (l *limited) tooLong() error {
	return Exceeds(nil, "Bytes", l.max, "the document is longer than the limit of %d bytes")
}
