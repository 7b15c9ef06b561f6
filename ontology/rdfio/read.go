package rdfio

import (
	"bytes"
	"fmt"
	"io"
)

// NewReader returns the document r as UTF-8 without byte order mark. Its
// charset is that of its byte order mark, else what an XML declaration names.
// Reading ends in an error where the document exceeds Limits.Bytes.
func NewReader(r io.Reader, opt Options) (io.Reader, error) {
	t, err := newText(r, opt)
	if err != nil {
		return nil, err
	}
	return t, nil
}

// ReadAll returns the whole document as NewReader does, for readers that hold
// it in memory.
func ReadAll(r io.Reader, opt Options) ([]byte, error) {
	text, err := NewReader(r, opt)
	if err != nil {
		return nil, err
	}
	var b bytes.Buffer
	if sized, ok := r.(interface{ Len() int }); ok {
		b.Grow(min(sized.Len(), mostAtOnce) + bytes.MinRead)
	}
	_, err = b.ReadFrom(text)
	return b.Bytes(), err
}

// mostAtOnce is how much room is made on the strength of a size alone.
const mostAtOnce = 64 << 20

// LangTag reports whether s is a language tag: zh, zh-Hant.
func LangTag(s string) bool { return s != "" && LangLen(s) == len(s) }

// Position returns line and column, from 1, of the byte at index i of text.
func Position(text []byte, i int) (line, col int) {
	line, col = advance(0, 0, text[:min(max(i, 0), len(text))])
	return line + 1, col + 1
}

// BlankLabel returns the label, without "_:", that a document's blank node gets
// so that it differs from those of other documents and from the g1, g2, … that
// readers make up: see Options.BlankPrefix.
func BlankLabel(prefix, label string) (string, error) {
	if n, _ := BlankLen([]byte(label)); n != len(label) || n == 0 {
		return "", fmt.Errorf("%s is not the label of a blank node: expected letters, digits, '-', '_' and '.'", Quote(label))
	}
	if err := checkBlankPrefix(prefix); err != nil {
		return "", err
	}
	if prefix != "" {
		prefix += "-"
	}
	return prefix + ownLabel(label), nil
}
