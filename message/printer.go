package message

import (
	"fmt"
	"strings"

	"github.com/ontocrawl/ontocrawl/internal/english"
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

// args returns args with errors and words in the language of p.
func (p *Printer) args(args []any) []any {
	if p == nil {
		return args
	}
	out := make([]any, len(args))
	for i, a := range args {
		switch a := a.(type) {
		case english.Word:
			out[i] = p.Text(string(a))
		case error:
			out[i] = p.Error(a)
		case english.Sentence:
			out[i] = p.Say(a)
		default:
			out[i] = a
		}
	}
	return out
}

// Say returns a sentence in the language of p.
func (p *Printer) Say(s english.Sentence) string {
	format, args := s.Message().Parts()
	return fmt.Sprintf(strings.ReplaceAll(p.Text(format), "%w", "%v"), p.args(args)...)
}
