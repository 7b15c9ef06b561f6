package message

import (
	"errors"
	"fmt"
	"io/fs"
	"strings"
	"syscall"
)

// failure is an error that keeps the format and the arguments that it was made of.
type failure struct {
	english error // of fmt.Errorf, which keeps what is wrapped
	format  string
	args    []any
}

// Errorf is [fmt.Errorf], with verbs %w likewise, for an error that can be shown in
// any language. Its Error method returns the English text. An error of [errors.New] needs no
// helper: its translation is found by its text.
func Errorf(format string, args ...any) error {
	return &failure{fmt.Errorf(format, args...), format, args}
}

func (e *failure) Error() string { return e.english.Error() }
func (e *failure) Unwrap() error { return e.english }

// Localize returns the text of e in the language of p.
func (e *failure) Localize(p *Printer) string {
	format := strings.ReplaceAll(p.Text(e.format), "%w", "%v")
	return fmt.Sprintf(format, p.args(e.args)...)
}

// Error returns what err says, in the language of p: the whole of it if err was made by [Errorf]
// or is a [Localizer]; of other errors what is found under their whole text, and what they
// wrap if it ends their text.
func (p *Printer) Error(err error) string {
	if err == nil {
		return ""
	}
	if p == nil {
		return err.Error()
	}
	switch e := err.(type) { //nolint:errorlint // each link of the chain is shown by itself
	case Localizer:
		return e.Localize(p)
	case interface{ Message() (string, []any) }: // of a package that knows no Printer
		format, args := e.Message()
		return p.Sprintf(format, args...)
	case *fs.PathError:
		return p.Sprintf("%s %s: %v", Word(e.Op), e.Path, e.Err)
	case syscall.Errno:
		return p.Text(e.Error())
	case interface{ Unwrap() []error }:
		return p.joined(err, e.Unwrap())
	}
	text := err.Error()
	if t, ok := p.texts[text]; ok {
		return t
	}
	if inner := errors.Unwrap(err); inner != nil {
		if head, ok := strings.CutSuffix(text, inner.Error()); ok {
			return head + p.Error(inner)
		}
	}
	return text
}

// joined returns the text of err, which wraps several errors: each by itself if err was made by
// [errors.Join].
func (p *Printer) joined(err error, all []error) string {
	english, shown := make([]string, len(all)), make([]string, len(all))
	for i, e := range all {
		english[i], shown[i] = e.Error(), p.Error(e)
	}
	if strings.Join(english, "\n") == err.Error() {
		return strings.Join(shown, "\n")
	}
	return err.Error()
}
