package rdfio

import (
	"fmt"
	"unicode/utf8"

	"github.com/knakk/rdf"

	"github.com/ontocrawl/ontocrawl/internal/english"
)

// CheckTriple returns an error if the triple lacks a term.
func CheckTriple(t rdf.Triple) error {
	if t.Subj == nil || t.Pred == nil || t.Obj == nil {
		return english.Errorf("a term is missing")
	}
	return nil
}

// AppendTriple appends a triple in N-Triples, without a line end.
func AppendTriple(dst []byte, t rdf.Triple) []byte {
	dst = append(AppendTerm(dst, t.Subj), ' ')
	dst = append(AppendTerm(dst, t.Pred), ' ')
	return append(AppendTerm(dst, t.Obj), " ."...)
}

// AppendTerm appends a term in N-Triples. It does not use knakk's serialiser, which
// writes an ill-typed rdf:langString as an empty language tag.
func AppendTerm(dst []byte, t rdf.Term) []byte {
	switch t := t.(type) {
	case rdf.IRI:
		return AppendIRI(dst, t.String())
	case rdf.Blank:
		dst = append(dst, "_:"...)
		return append(dst, t.String()...)
	case rdf.Literal:
		dst = append(dst, '"')
		dst = AppendString(dst, t.String())
		dst = append(dst, '"')
		if t.Lang() != "" {
			dst = append(dst, '@')
			return append(dst, t.Lang()...)
		}
		if dt := t.DataType.String(); dt != "" && dt != XSD+"string" {
			dst = append(dst, "^^"...)
			dst = AppendIRI(dst, dt)
		}
	}
	return dst
}

func AppendIRI(dst []byte, s string) []byte {
	dst = append(dst, '<')
	dst = append(dst, EscapeIRI(s)...)
	return append(dst, '>')
}

// AppendString escapes the text of a literal. Bytes that are not UTF-8 become U+FFFD;
// otherwise the file would be unreadable.
func AppendString(dst []byte, s string) []byte {
	from := 0
	for i := 0; i < len(s); {
		c := s[i]
		if c >= utf8.RuneSelf {
			r, n := utf8.DecodeRuneInString(s[i:])
			if r == utf8.RuneError && n == 1 {
				dst = append(dst, s[from:i]...)
				dst = append(dst, "\uFFFD"...)
				from = i + 1
			}
			i += n
			continue
		}
		if e := escapeOf(c); e != "" {
			dst = append(dst, s[from:i]...)
			dst = append(dst, e...)
			from = i + 1
		}
		i++
	}
	return append(dst, s[from:]...)
}

func escapeOf(c byte) string {
	switch c {
	case '"':
		return `\"`
	case '\\':
		return `\\`
	case '\n':
		return `\n`
	case '\r':
		return `\r`
	case '\t':
		return `\t`
	}
	if c < ' ' || c == 0x7F {
		return fmt.Sprintf(`\u%04X`, c)
	}
	return ""
}
