package rdfio

import (
	"fmt"
	"strings"
)

// SyntaxError says where a document stops being what it claims to be, and what
// was expected there.
type SyntaxError struct {
	File string // as given in Options.File; may be empty
	Line int    // counted from 1
	Col  int    // counted from 1, in characters
	Msg  string // one line; text from the document appears quoted
	Err  error  // what the message says, if it can be told from others: a *LimitError
}

// Unwrap returns e.Err.
func (e *SyntaxError) Unwrap() error { return e.Err }

// Error returns "file:line:col: message", without the file if it is unknown.
func (e *SyntaxError) Error() string {
	var b strings.Builder
	if e.File != "" {
		b.WriteString(e.File)
		b.WriteByte(':')
	}
	fmt.Fprintf(&b, "%d:%d: %s", e.Line, e.Col, e.Msg)
	return b.String()
}

// quoteMax bounds how much of a document is repeated in a message.
const quoteMax = 40

// Quote renders a piece of the document for a message: cut to a readable
// length, and escaped so that nothing in it can act on a terminal.
func Quote[T string | []byte](s T) string {
	if len(s) <= quoteMax {
		return fmt.Sprintf("%q", s)
	}
	cut := quoteMax
	for cut > quoteMax-4 && s[cut]&0xC0 == 0x80 { // not inside a UTF-8 sequence
		cut--
	}
	return fmt.Sprintf("%q…", s[:cut])
}
