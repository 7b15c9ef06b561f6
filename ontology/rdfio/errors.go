package rdfio

import (
	"fmt"

	"github.com/ontocrawl/ontocrawl/internal/english"
)

// SyntaxError reports where a document is malformed, and what was expected there. It can be shown in any
// language if [NewSyntaxError] made it.
type SyntaxError struct {
	File string // as given in Options.File; may be empty
	Line int    // counted from 1
	Col  int    // counted from 1, in characters
	Msg  string // one line, in English; text from the document appears quoted
	Err  error  // the typed cause, if any: a *LimitError

	phrase english.Phrase // what Msg says, unless that was changed
}

// NewSyntaxError returns an error with a message of a format and its arguments. Arguments that are bytes are copied,
// so the caller may use them again.
func NewSyntaxError(line, col int, format string, args ...any) *SyntaxError {
	for i, a := range args {
		if b, ok := a.([]byte); ok {
			args[i] = string(b)
		}
	}
	phrase := english.Phrasef(format, args...)
	return &SyntaxError{Line: line, Col: col, Msg: phrase.String(), phrase: phrase}
}

// Unwrap returns e.Err.
func (e *SyntaxError) Unwrap() error { return e.Err }

// Error returns "file:line:col: message".
func (e *SyntaxError) Error() string { return e.place() + e.Msg }

// Message implements [english.Sentence].
func (e *SyntaxError) Message() english.Phrase { return english.Phrasef("%s%v", e.place(), e.Phrase()) }

// Phrase returns the message, which can be shown in any language.
func (e *SyntaxError) Phrase() english.Phrase {
	if e.phrase.IsZero() || e.phrase.String() != e.Msg {
		return english.Phrasef("%s", english.Word(e.Msg))
	}
	return e.phrase
}

func (e *SyntaxError) place() string {
	if e.File == "" {
		return fmt.Sprintf("%d:%d: ", e.Line, e.Col)
	}
	return fmt.Sprintf("%s:%d:%d: ", e.File, e.Line, e.Col)
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
