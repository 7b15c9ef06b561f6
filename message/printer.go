package message

import (
	"fmt"
	"strings"
)

// Printer makes texts in one language. Nil is a Printer of English, as is its zero value. It is
// safe for parallel use.
type Printer struct {
	lang  string
	texts map[string]string // English to lang
}

// New returns the Printer of a language or locale, such as "zh", "zh-Hant" or "zh_CN.UTF-8". What
// has no translations here is English. All of Chinese is zh, in simplified characters.
func New(locale string) *Printer {
	lang := Language(locale)
	if lang == English {
		return nil
	}
	return &Printer{lang: lang, texts: translations(lang)}
}

// English is the language of the keys.
const English = "en"

// Languages returns all languages that texts can be shown in.
func Languages() []string { return []string{English, "zh"} }

// Language returns the language of a locale of POSIX or a tag of BCP 47: "zh" for "zh_CN.UTF-8" and
// "zh-Hant". It returns English for "", "C" and whatever is not in [Languages].
func Language(locale string) string {
	name := strings.ToLower(locale)
	if i := strings.IndexAny(name, "_-.@"); i >= 0 {
		name = name[:i]
	}
	for _, l := range Languages() {
		if l == name {
			return l
		}
	}
	return English
}

// Lang returns the language of p.
func (p *Printer) Lang() string {
	if p == nil || p.lang == "" {
		return English
	}
	return p.lang
}

// Text returns the translation of an English text, and the text itself if there is none.
func (p *Printer) Text(english string) string {
	if p == nil {
		return english
	}
	if t, ok := p.texts[english]; ok {
		return t
	}
	return english
}

// Sprintf is [fmt.Sprintf] with the format translated. Arguments that are an error or a [Word]
// are translated too. Numbers are as fmt writes them, so they can be pasted into a command.
func (p *Printer) Sprintf(format string, args ...any) string {
	return fmt.Sprintf(p.Text(format), p.args(args)...)
}

// Word is an argument of a message that is itself a text to translate.
type Word string

// Localizer is implemented by values, mostly errors, that can say in any language what their
// Error or String method says in English.
type Localizer interface{ Localize(p *Printer) string }

// args returns args with errors and words in the language of p.
func (p *Printer) args(args []any) []any {
	if p == nil {
		return args
	}
	out := make([]any, len(args))
	for i, a := range args {
		switch a := a.(type) {
		case Word:
			out[i] = p.Text(string(a))
		case error:
			out[i] = p.Error(a)
		case Localizer:
			out[i] = a.Localize(p)
		default:
			out[i] = a
		}
	}
	return out
}

// Phrase is a message that is shown later, in whatever language: a part of an error, or a reason.
type Phrase struct {
	format string
	args   []any
}

// Phrasef returns a phrase. Its String is that of [fmt.Sprintf].
func Phrasef(format string, args ...any) Phrase { return Phrase{format, args} }

// Plural returns a phrase of one format for n = 1, and of another else. Both take n first, then args.
func Plural(n int, one, more string, args ...any) Phrase {
	args = append([]any{n}, args...)
	if n == 1 {
		return Phrasef(one, args...)
	}
	return Phrasef(more, args...)
}

// IsZero reports that there is no phrase.
func (f Phrase) IsZero() bool { return f.format == "" }

// Equal reports that two phrases say the same in English.
func (f Phrase) Equal(o Phrase) bool { return f.String() == o.String() }

// String returns the English text.
func (f Phrase) String() string { return fmt.Sprintf(f.format, f.args...) }

// Localize returns the text in the language of p.
func (f Phrase) Localize(p *Printer) string { return p.Sprintf(f.format, f.args...) }
