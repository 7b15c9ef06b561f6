package sparql

import (
	"math"
	"strings"
	"unicode/utf8"

	"github.com/tggo/goRDFlib/term"
)

// simple is the text of a literal that is one without language; false otherwise.
func simple(t term.Term) (string, bool) {
	l, ok := t.(term.Literal)
	return l.Lexical(), ok && l.Datatype() == term.XSDString
}

// text is the text of a literal with or without language; false of other terms.
func text(t term.Term) (s, lang string, ok bool) {
	l, ok := t.(term.Literal)
	return l.Lexical(), l.Language(), ok && (l.Language() != "" || l.Datatype() == term.XSDString)
}

// like is a text with the language of another.
func like(s, lang string) term.Term {
	if lang == "" {
		return plainText(s)
	}
	return tagged(s, lang)
}

// textBuiltin has the functions on texts (section 17.4.3).
func textBuiltin(name string) *built {
	switch name {
	case "STRLEN":
		return onText(func(s, _ string) term.Term { return integerTerm(utf8.RuneCountInString(s)) })
	case "UCASE":
		return onText(func(s, lang string) term.Term { return like(strings.ToUpper(s), lang) })
	case "LCASE":
		return onText(func(s, lang string) term.Term { return like(strings.ToLower(s), lang) })
	case "ENCODE_FOR_URI":
		return &built{1, 1, encode}
	case "SUBSTR":
		return &built{2, 3, substring}
	case "CONCAT":
		return &built{0, anyNumber, concat}
	case "LANGMATCHES":
		return &built{2, 2, langMatches}
	case "CONTAINS":
		return onTwo(func(s, part, _ string) term.Term { return boolean(strings.Contains(s, part)) })
	case "STRSTARTS":
		return onTwo(func(s, part, _ string) term.Term { return boolean(strings.HasPrefix(s, part)) })
	case "STRENDS":
		return onTwo(func(s, part, _ string) term.Term { return boolean(strings.HasSuffix(s, part)) })
	case "STRBEFORE":
		return onTwo(func(s, part, lang string) term.Term {
			before, _, found := strings.Cut(s, part)
			if !found {
				return plainText("")
			}
			return like(before, lang)
		})
	case "STRAFTER":
		return onTwo(func(s, part, lang string) term.Term {
			_, after, found := strings.Cut(s, part)
			if !found {
				return plainText("")
			}
			return like(after, lang)
		})
	}
	return nil
}

func onText(f func(s, lang string) term.Term) *built {
	return &built{1, 1, func(e *evaluator, a []term.Term) term.Term {
		s, lang, ok := text(a[0])
		if !ok || !e.room(len(s)) {
			return nil
		}
		return f(s, lang)
	}}
}

// onTwo is a function of two texts that may be compared (section 17.4.3.1.1).
func onTwo(f func(s, part, lang string) term.Term) *built {
	return &built{2, 2, func(e *evaluator, a []term.Term) term.Term {
		s, lang, ok := text(a[0])
		part, partLang, ok2 := text(a[1])
		if !ok || !ok2 || partLang != "" && !strings.EqualFold(lang, partLang) || !e.room(len(s)) {
			return nil
		}
		return f(s, part, lang)
	}}
}

func encode(e *evaluator, a []term.Term) term.Term {
	s, _, ok := text(a[0])
	if !ok || !e.room(3*len(s)) {
		return nil
	}
	const digits = "0123456789ABCDEF"
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		if c := s[i]; c < utf8.RuneSelf && (c >= '0' && c <= '9' || c|0x20 >= 'a' && c|0x20 <= 'z' || strings.IndexByte("-_.~", c) >= 0) {
			b.WriteByte(c)
		} else {
			b.WriteString("%" + digits[c>>4:c>>4+1] + digits[c&15:c&15+1])
		}
	}
	return plainText(b.String())
}

// substring takes the characters at the places p with round(from) <= p < round(from) + round(length), from 1 (XPath
// and XQuery Functions, section 5.4.3).
func substring(e *evaluator, a []term.Term) term.Term {
	s, lang, ok := text(a[0])
	from, ok2 := numberOf(a[1])
	if !ok || !ok2 || !e.room(len(s)) {
		return nil
	}
	first, end := roundFloat(from.as(double).f), math.Inf(1)
	if len(a) > 2 {
		length, ok := numberOf(a[2])
		if !ok {
			return nil
		}
		end = first + roundFloat(length.as(double).f)
	}
	var b strings.Builder
	at := 0.0
	for _, r := range s {
		if at++; at >= first && at < end {
			b.WriteRune(r)
		}
	}
	return like(b.String(), lang)
}

func concat(e *evaluator, a []term.Term) term.Term {
	size, common := 0, ""
	for i, t := range a {
		s, lang, ok := text(t)
		if !ok {
			return nil
		}
		if size += len(s); i == 0 {
			common = lang
		} else if !strings.EqualFold(common, lang) {
			common = ""
		}
	}
	if !e.room(size) {
		return nil
	}
	var b strings.Builder
	b.Grow(size)
	for _, t := range a {
		b.WriteString(t.(term.Literal).Lexical())
	}
	return like(b.String(), common)
}

// langMatches is basic filtering (RFC 4647, section 3.3.1).
func langMatches(_ *evaluator, a []term.Term) term.Term {
	tag, ok := simple(a[0])
	of, ok2 := simple(a[1])
	if !ok || !ok2 {
		return nil
	}
	if of == "*" {
		return boolean(tag != "")
	}
	return boolean(strings.EqualFold(tag, of) || len(tag) > len(of) && tag[len(of)] == '-' && strings.EqualFold(tag[:len(of)], of))
}
