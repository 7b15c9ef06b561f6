package rdfio

import (
	"bufio"
	"io"

	"golang.org/x/text/encoding"
)

// HeadSize is enough of a document to recognise its syntax and charset: real files begin
// with licences and banner comments.
const HeadSize = 64 << 10

// text is a document as UTF-8 without byte order mark.
type text struct {
	io.Reader
	legacy bool // transcoded from a charset other than Unicode's
}

// newText recognises the charset and converts the document to UTF-8.
func newText(r io.Reader, opt Options) (*text, error) {
	raw := bufio.NewReaderSize(r, HeadSize)
	head, err := raw.Peek(HeadSize)
	if err != nil && err != io.EOF && err != bufio.ErrBufferFull {
		return nil, err
	}
	enc, bom, err := charset(head)
	if err != nil {
		return nil, err
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
	return &text{Reader: utf8, legacy: enc != nil && bom == 0 && head[0] != 0 && head[1] != 0}, nil
}

// charset returns the encoding of a document (nil for UTF-8) and the length of its byte
// order mark.
func charset(head []byte) (enc encoding.Encoding, bom int, err error) {
	if enc, name, bom := UnicodeCharset(head); name != "" {
		return enc, bom, nil
	}
	enc, _, err = DeclaredCharset(head)
	return enc, 0, err
}

// limited returns an error at the limit, where io.LimitedReader returns io.EOF.
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
