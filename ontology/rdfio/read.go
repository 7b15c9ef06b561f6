package rdfio

import (
	"bytes"
	"io"

	"github.com/ontocrawl/ontocrawl/internal/english"
)

// NewReader converts the document r to UTF-8 without byte order mark. A byte order mark,
// else the XML declaration, tells the charset. Reading past Limits.Bytes is an error.
func NewReader(r io.Reader, opt Options) (io.Reader, error) {
	t, err := newText(r, opt)
	if err != nil {
		return nil, err
	}
	return t, nil
}

// ReadAll is NewReader for readers that hold the whole document in memory.
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

// mostAtOnce bounds the memory that is reserved because of a stated size.
const mostAtOnce = 64 << 20

func LangTag(s string) bool { return s != "" && LangLen(s) == len(s) }

// Position returns the line and column of text[i], both from 1.
func Position(text []byte, i int) (line, col int) {
	line, col = advance(0, 0, text[:min(max(i, 0), len(text))])
	return line + 1, col + 1
}

// BlankLabel returns the new label, without "_:", of a document's blank node. It differs
// from labels of other documents and from generated labels g1, g2, …: see
// Options.BlankPrefix.
func BlankLabel(prefix, label string) (string, error) {
	if n, _ := BlankLen([]byte(label)); n != len(label) || n == 0 {
		return "", english.Errorf("%s is not the label of a blank node: expected letters, digits, '-', '_' and '.'", Quote(label))
	}
	if err := checkBlankPrefix(prefix); err != nil {
		return "", err
	}
	if prefix != "" {
		prefix += "-"
	}
	return prefix + ownLabel(label), nil
}
