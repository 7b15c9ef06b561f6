package message

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"
	"unicode"

	"github.com/ontocrawl/ontocrawl/internal/sorts"
)

// Recorded returns a text that was written in English some time ago, such as a reason in a journal,
// in the language of p, as far as it was made of messages that have a translation. What is
// not recognised stays as it is: numbers, names, and texts of others.
func (p *Printer) Recorded(english string) string {
	if p == nil {
		return english
	}
	forms := make([]form, 0, len(p.texts))
	for _, key := range slices.Sorted(maps.Keys(p.texts)) {
		if f, ok := formOf(key); ok {
			forms = append(forms, f)
		}
	}
	sorts.Stable(forms, func(a, b form) int {
		return cmp.Or(cmp.Compare(b.letters, a.letters), cmp.Compare(len(b.pieces), len(a.pieces)))
	})
	return p.recorded(english, forms, maxNested)
}

const (
	maxNested  = 8 // messages within messages
	minLetters = 6 // letters of a format by which it is recognised: "%s: %s" would be anything
)

// recorded translates with forms, of which those that say most come first.
func (p *Printer) recorded(english string, forms []form, depth int) string {
	if t, ok := p.texts[english]; ok || depth == 0 {
		if ok {
			return t
		}
		return english
	}
	for i := range forms {
		args, ok := forms[i].match(english)
		if !ok {
			continue
		}
		shown := make([]any, len(args))
		for k, a := range args {
			shown[k] = p.recorded(a, forms, depth-1)
		}
		return fmt.Sprintf(asText(p.texts[forms[i].format]), shown...)
	}
	return english
}

// form is a format in pieces: what stands before, between and behind its verbs.
type form struct {
	format  string
	pieces  []string
	digits  []bool // that verb writes a whole number
	letters int
}

// formOf returns the form of a format that has verbs, is one line and says enough to be recognised.
func formOf(format string) (f form, ok bool) {
	f.format = format
	rest, piece := format, ""
	for {
		before, verb, after, found := cutVerb(rest)
		piece += before
		if !found {
			break
		}
		rest = after
		if verb == "%%" {
			piece += "%"
			continue
		}
		f.pieces, f.digits, piece = append(f.pieces, piece), append(f.digits, verb == "%d"), ""
	}
	f.pieces = append(f.pieces, piece)
	for i, s := range f.pieces {
		f.letters += strings.Count(strings.Map(onlyLetters, s), "x")
		if s == "" && i > 0 && i < len(f.digits) {
			return f, false // two verbs side by side: nobody knows where the one ends
		}
	}
	return f, len(f.digits) > 0 && f.letters >= minLetters && !strings.ContainsAny(format, "\n*[")
}

func onlyLetters(r rune) rune {
	if unicode.IsLetter(r) {
		return 'x'
	}
	return -1
}

// cutVerb cuts s around its first verb of package fmt.
func cutVerb(s string) (before, verb, after string, found bool) {
	i := strings.IndexByte(s, '%')
	if i < 0 {
		return s, "", "", false
	}
	for n, r := range s[i+1:] {
		if r == '%' || 'a' <= r|0x20 && r|0x20 <= 'z' {
			end := i + 1 + n + 1
			return s[:i], s[i:end], s[end:], true
		}
	}
	return s, "", "", false
}

// match returns what stands in the places of the verbs if s was made with the format: the
// shortest there can be, but for the last one.
func (f *form) match(s string) (args []string, ok bool) {
	rest, ok := strings.CutPrefix(s, f.pieces[0])
	if !ok {
		return nil, false
	}
	for i, digits := range f.digits {
		next := f.pieces[i+1]
		var arg string
		if last := i == len(f.digits)-1; last {
			arg, ok = strings.CutSuffix(rest, next)
		} else if at := strings.Index(rest, next); at <= 0 {
			return nil, false
		} else {
			arg, rest = rest[:at], rest[at+len(next):]
		}
		if !ok || arg == "" || digits && strings.Trim(arg, "-0123456789") != "" {
			return nil, false
		}
		args = append(args, arg)
	}
	return args, true
}

// asText returns a format whose verbs take texts, as they stand in what was recorded.
func asText(format string) string {
	var b strings.Builder
	for rest := format; ; {
		before, verb, after, found := cutVerb(rest)
		b.WriteString(before)
		if !found {
			return b.String()
		}
		rest = after
		switch at := strings.IndexByte(verb, ']'); {
		case verb == "%%":
			b.WriteString(verb)
		case strings.HasPrefix(verb, "%[") && at > 0:
			b.WriteString(verb[:at+1] + "s")
		default:
			b.WriteString("%s")
		}
	}
}
