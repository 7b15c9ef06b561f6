// Package english holds what a package has to say to people as values: an English format of package fmt, and its
// arguments. Nothing here knows of other languages. The program's doors find a translation by the format, with
// package message ([ADR 62]); whoever uses our packages as a library reads English.
//
// An error that callers branch on is a type with fields, which says its [Sentence] by a method Message.
// An error that nobody branches on is made with [Errorf].
//
// [ADR 62]: docs/adr/0062-sentences-are-values.md
package english

import (
	"fmt"
	"strings"
)

// Sentence is an error, or something else that has a sentence: its Error or String returns it in English.
type Sentence interface{ Message() Phrase }

// Word is an argument that is itself a text to translate: the name of a thing, not what a user wrote.
type Word string

// Phrase is a format with its arguments. Errors, words and sentences among these are translated too. The zero Phrase
// says nothing.
type Phrase struct {
	format string
	args   []any
}

// Phrasef returns a phrase.
func Phrasef(format string, args ...any) Phrase { return Phrase{format, args} }

// Plural returns the phrase of one or of more for a number. The format takes the number first. A language without
// plural forms translates both alike.
func Plural(n int, one, more string, args ...any) Phrase {
	args = append([]any{n}, args...)
	if n == 1 {
		return Phrasef(one, args...)
	}
	return Phrasef(more, args...)
}

// Join returns what all say, one after the other, with sep between them.
func Join[T any](sep string, all ...T) Phrase {
	args := make([]any, len(all))
	for i, x := range all {
		args[i] = x
	}
	return Phrase{strings.TrimSuffix(strings.Repeat("%v"+sep, len(all)), sep), args}
}

// Or returns f, or text if f says nothing.
func (f Phrase) Or(text string) Phrase {
	if f.IsZero() {
		return Phrasef("%s", Word(text))
	}
	return f
}

// IsZero reports that f says nothing.
func (f Phrase) IsZero() bool { return f.format == "" }

// Equal reports that f says the same as o.
func (f Phrase) Equal(o Phrase) bool { return f.String() == o.String() }

// String returns the phrase in English.
func (f Phrase) String() string { return fmt.Sprintf(f.format, f.args...) }

// Message returns f: a phrase is a sentence.
func (f Phrase) Message() Phrase { return f }

// Parts returns what the phrase was made of.
func (f Phrase) Parts() (format string, args []any) { return f.format, f.args }

// failure is an error that keeps its format and its arguments.
type failure struct {
	text error // of fmt.Errorf, which keeps what is wrapped
	said Phrase
}

// Errorf is fmt.Errorf, and the error is a [Sentence].
func Errorf(format string, args ...any) error {
	return &failure{fmt.Errorf(format, args...), Phrase{format, args}}
}

func (e *failure) Error() string   { return e.text.Error() }
func (e *failure) Unwrap() error   { return e.text }
func (e *failure) Message() Phrase { return e.said }
