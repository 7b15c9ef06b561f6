package rdfio

import (
	"bufio"
	"fmt"
	"io"
	"unicode/utf8"

	"github.com/knakk/rdf"
)

// EncodeNTriples writes triples as N-Triples, one to a line, in the order given.
func EncodeNTriples(w io.Writer, triples []rdf.Triple, _ EncodeOptions) error {
	buf := bufio.NewWriterSize(w, 64<<10)
	var line []byte
	for i, t := range triples {
		if err := complete(t); err != nil {
			return fmt.Errorf("rdfio: triple %d: %w", i, err)
		}
		line = appendTerm(line[:0], t.Subj)
		line = append(line, ' ')
		line = appendTerm(line, t.Pred)
		line = append(line, ' ')
		line = appendTerm(line, t.Obj)
		line = append(line, " .\n"...)
		if _, err := buf.Write(line); err != nil {
			return err
		}
	}
	return buf.Flush()
}

// complete tells a triple from one that somebody has left unfinished.
func complete(t rdf.Triple) error {
	if t.Subj == nil || t.Pred == nil || t.Obj == nil {
		return fmt.Errorf("a term is missing")
	}
	return nil
}

// appendTerm appends a term as N-Triples writes it. (knakk's serialiser is not
// used: it writes an ill-typed rdf:langString as an empty language tag.)
func appendTerm(dst []byte, t rdf.Term) []byte {
	switch t := t.(type) {
	case rdf.IRI:
		return appendIRI(dst, t.String())
	case rdf.Blank:
		dst = append(dst, "_:"...)
		return append(dst, t.String()...)
	case rdf.Literal:
		dst = append(dst, '"')
		dst = appendString(dst, t.String())
		dst = append(dst, '"')
		if t.Lang() != "" {
			dst = append(dst, '@')
			return append(dst, t.Lang()...)
		}
		if dt := t.DataType.String(); dt != "" && dt != xsdNS+"string" {
			dst = append(dst, "^^"...)
			dst = appendIRI(dst, dt)
		}
	}
	return dst
}

func appendIRI(dst []byte, s string) []byte {
	dst = append(dst, '<')
	dst = append(dst, escapeIRI(s)...)
	return append(dst, '>')
}

// appendString escapes the text of a literal. Bytes that are not UTF-8 become
// U+FFFD, since the file could not be read otherwise.
func appendString(dst []byte, s string) []byte {
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
