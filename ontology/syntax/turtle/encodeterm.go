package turtle

import (
	"strings"
	"unicode/utf8"

	"github.com/knakk/rdf"
	"github.com/ontocrawl/ontocrawl/ontology/rdfio"
)

// term writes an IRI as short as the prefixes allow, a blank node with a label
// of its own, or a literal.
func (e *turtleWriter) term(b []byte, t rdf.Term) []byte {
	switch t := t.(type) {
	case rdf.IRI:
		return append(b, e.name(t.String())...)
	case rdf.Blank:
		return append(b, e.Label(rdfio.Key(t))...)
	case rdf.Literal:
		return e.literal(b, t)
	}
	return b
}

func (e *turtleWriter) name(iri string) string {
	if s, ok := e.names[iri]; ok {
		return s
	}
	s := ""
	for _, p := range e.byLength {
		if local, ok := strings.CutPrefix(iri, p.ns); ok && plainLocal(local) {
			e.used[p.name] = true
			s = p.name + ":" + local
			break
		}
	}
	if s == "" {
		s = string(rdfio.AppendIRI(nil, iri))
	}
	e.names[iri] = s
	return s
}

// plainLocal tells whether a local part needs no escapes; one that does is
// easier to read as an IRI.
func plainLocal(s string) bool {
	if s == "" {
		return true
	}
	r, _ := utf8.DecodeRuneInString(s)
	n, _ := rdfio.NameLen([]byte(s), true)
	return n == len(s) && s[len(s)-1] != '.' && (rdfio.IsNameStart(r) || r == '_' || '0' <= r && r <= '9')
}

func (e *turtleWriter) literal(b []byte, l rdf.Literal) []byte {
	text, dt := l.String(), l.DataType.String()
	if l.Lang() == "" && bare(text, dt) {
		return append(b, text...)
	}
	if strings.Contains(text, "\n") {
		b = append(b, `"""`...)
		b = appendLong(b, text)
		b = append(b, `"""`...)
	} else {
		b = append(b, '"')
		b = rdfio.AppendString(b, text)
		b = append(b, '"')
	}
	switch {
	case l.Lang() != "":
		b = append(b, '@')
		return append(b, l.Lang()...)
	case dt == "" || dt == rdfio.XSD+"string":
		return b
	}
	b = append(b, "^^"...)
	return append(b, e.name(dt)...)
}

// appendLong escapes the text of a literal in three quotes: line feeds and
// tabs stand for themselves.
func appendLong(b []byte, text string) []byte {
	for i, line := range strings.Split(text, "\n") {
		if i > 0 {
			b = append(b, '\n')
		}
		b = rdfio.AppendString(b, line)
	}
	return b
}

// bare tells whether a literal is written without quotes and read back as the
// same text and type.
func bare(text, dt string) bool {
	switch dt {
	case rdfio.XSD + "boolean":
		return text == "true" || text == "false"
	case rdfio.XSD + "integer", rdfio.XSD + "decimal", rdfio.XSD + "double":
	default:
		return false
	}
	if text == "" || text[len(text)-1] == '.' {
		return false
	}
	l := lexer{w: &rdfio.Window{EOF: true}}
	n, err := l.scanNumber([]byte(text))
	want := map[kind]string{tokInteger: "integer", tokDecimal: "decimal", tokDouble: "double"}[l.kind]
	return err == nil && n == len(text) && dt == rdfio.XSD+want
}
