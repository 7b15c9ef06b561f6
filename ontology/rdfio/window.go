package rdfio

import (
	"bytes"
	"io"
	"unicode/utf8"
)

// Window is the part of the document in memory. It grows only to the length of the
// longest token, so a document of any size needs little memory.
//
// Lines are counted only in text that leaves the window, and in the rest when an error
// needs a position.
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

// Rest returns the text in the window from the position on.
func (w *Window) Rest() []byte { return w.Buf[w.Pos:] }

// More drops the text before the position and reads until the window is at least twice as
// long, or the document ends, which is an error. Doubling keeps rescanning linear.
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

// advance moves a position over text.
func advance(line, col int, text []byte) (int, int) {
	if n := bytes.Count(text, newline); n > 0 {
		line += n
		col = 0
		text = text[bytes.LastIndexByte(text, '\n')+1:]
	}
	return line, col + utf8.RuneCount(text)
}

var newline = []byte{'\n'}

// ErrorAt returns a SyntaxError for the byte Buf[i].
func (w *Window) ErrorAt(i int, format string, args ...any) *SyntaxError {
	i = min(max(i, 0), len(w.Buf))
	line, col := advance(w.line, w.col, w.Buf[:i])
	return NewSyntaxError(line+1, col+1, format, args...)
}
