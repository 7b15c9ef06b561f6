package search

import (
	"time"

	"github.com/ontocrawl/ontocrawl/internal/english"
)

// ErrorKind says what an [Error] means for the next query.
type ErrorKind uint8

// The kinds of errors.
const (
	Unavailable ErrorKind = iota // nothing was answered now; the same query may be asked later
	Quota                        // the quota of the source is used up until Error.Until
	Refused                      // the source does not accept us: key, format or contract
	Unusable                     // an answer that cannot be read, such as HTML in place of JSON
	Unsupported                  // the source does not have the operator
)

// String returns the kind in words.
func (k ErrorKind) String() string {
	return [...]string{"unavailable", "quota used up", "refused", "unusable answer", "not supported"}[min(k, Unsupported)]
}

// Error is why a [Source] did not answer.
type Error struct {
	Source string // name of the source in the settings
	Kind   ErrorKind
	Until  time.Time // for Unavailable and Quota: not before; zero if unknown
	Err    error     // in words for the user, without keys; may be nil
}

// Error implements error.
func (e *Error) Error() string { return e.Message().String() }

// Message implements [english.Sentence].
func (e *Error) Message() english.Phrase {
	if e.Err == nil {
		return english.Phrasef("search %s: %s", e.Source, english.Word(e.Kind.String()))
	}
	return english.Phrasef("search %s: %s: %v", e.Source, english.Word(e.Kind.String()), e.Err)
}

// Unwrap returns Err.
func (e *Error) Unwrap() error { return e.Err }
