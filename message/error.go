package message

import (
	"errors"
	"io/fs"
	"strings"
	"syscall"

	"github.com/ontocrawl/ontocrawl/internal/english"
)

// Error returns what err says, in the language of p: the whole of it if err is an
// [english.Sentence]; of other errors what is found under their whole text, and what they
// wrap if it ends their text.
func (p *Printer) Error(err error) string {
	if err == nil {
		return ""
	}
	if p == nil {
		return err.Error()
	}
	switch e := err.(type) { //nolint:errorlint // each link of the chain is shown by itself
	case english.Sentence:
		return p.Say(e)
	case *fs.PathError:
		return p.Sprintf("%s %s: %v", english.Word(e.Op), e.Path, e.Err)
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
