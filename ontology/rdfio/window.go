package rdfio

import (
	"bytes"
	"io"
	"unicode/utf8"
)

// A window is the part of the document the decoders look at. It slides over
// the reader and grows only as far as the longest single token, so a document
// of any size is read in little memory.
//
// Lines are not counted while scanning: they are counted in what the window
// leaves behind, and in the rest only when an error needs a position.
type Window struct {
	r    io.Reader
	Buf  []byte
	Pos  int // everything before it may be dropped by more
	EOF  bool
	max  int // bytes of one token
	size int // bytes read at a time, at least
	line int // newlines before buf[0]
	col  int // characters between the last of them and buf[0]

	dropped int64 // bytes before buf[0]
	strict  bool  // U+FFFD can only come from bytes that were wrong
}

const windowSize = 64 << 10

func NewWindow(r io.Reader, l Limits) *Window {
	return &Window{r: r, max: l.Token, size: windowSize}
}

// Rest returns what is in sight from the position on.
func (w *Window) Rest() []byte { return w.Buf[w.Pos:] }

// More drops what lies before the position and reads on until at least twice
// as much as before is in sight, or the end. Doubling keeps the rescanning of
// a long token linear. It reports an error at the end of the input too.
func (w *Window) More() error {
	if w.EOF {
		return io.ErrUnexpectedEOF
	}
	w.drop()
	have := len(w.Buf)
	if have > w.max {
		return Exceeds(w.ErrorAt(0, ""), "Token", int64(w.max), "one token is longer than the limit of %d bytes")
	}
	if size := max(w.size, 2*have); cap(w.Buf) < size {
		grown := make([]byte, have, size)
		copy(grown, w.Buf)
		w.Buf = grown
	}
	n, err := io.ReadFull(w.r, w.Buf[have:cap(w.Buf)])
	w.Buf = w.Buf[:have+n]
	if err == io.EOF || err == io.ErrUnexpectedEOF {
		w.EOF = true
		return nil
	}
	return err
}

func (w *Window) drop() {
	gone := w.Buf[:w.Pos]
	w.dropped += int64(len(gone))
	w.line, w.col = advance(w.line, w.col, gone)
	n := copy(w.Buf, w.Buf[w.Pos:])
	w.Buf = w.Buf[:n]
	w.Pos = 0
}

// Advance moves a position over text.
func advance(line, col int, text []byte) (int, int) {
	if n := bytes.Count(text, newline); n > 0 {
		line += n
		col = 0
		text = text[bytes.LastIndexByte(text, '\n')+1:]
	}
	return line, col + utf8.RuneCount(text)
}

var newline = []byte{'\n'}

// ErrorAt returns a SyntaxError for the byte at index i of buf.
func (w *Window) ErrorAt(i int, msg string) *SyntaxError {
	i = min(max(i, 0), len(w.Buf))
	line, col := advance(w.line, w.col, w.Buf[:i])
	return &SyntaxError{Line: line + 1, Col: col + 1, Msg: msg}
}
