package rdfio

import (
	"fmt"
	"strings"
)

// SyntaxError reports where a document is malformed, and what was expected there.
type SyntaxError struct {
	File string // as given in Options.File; may be empty
	Line int    // counted from 1
	Col  int    // counted from 1, in characters
	Msg  string // one line; text from the document appears quoted
	Err  error  // the typed cause, if any: a *LimitError
}

// Unwrap returns e.Err.
func (e *SyntaxError) Unwrap() error { return e.Err }

func (e *SyntaxError) Error() string {
	var b strings.Builder
	if e.File != "" {
		b.WriteString(e.File)
		b.WriteByte(':')
	}
	fmt.Fprintf(&b, "%d:%d: %s", e.Line, e.Col, e.Msg)
	return b.String()
}

// quoteMax bounds the quotation from the document in a message.
const quoteMax = 40

// Quote shortens a piece of the document for a message, and escapes it so that it cannot
// control a terminal.
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
