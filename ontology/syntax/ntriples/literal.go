package ntriples

import (
	"bytes"
	"unicode/utf8"

	"github.com/knakk/rdf"
	"github.com/ontocrawl/ontocrawl/ontology/rdfio"
)

func (d *decoder) literal() (rdf.Object, error) {
	start := d.i + 1
	n, escaped := stringEnd(d.line[start:])
	if n < 0 {
		return nil, d.errorf(d.i, "expected '\"' at the end of the literal %s", rdfio.Quote(d.line[d.i:]))
	}
	raw := d.line[start : start+n]
	if bytes.IndexByte(raw, '\r') >= 0 {
		return nil, d.errorf(d.i, "a line break inside a literal; write it as \\n")
	}
	if !utf8.Valid(raw) {
		return nil, d.errorf(start, rdfio.NotUTF8)
	}
	var bad *rdfio.EscapeError
	if escaped {
		raw, bad = rdfio.Unescape(d.scratch[:0], raw, true)
		d.scratch = raw
	}
	if bad != nil {
		return nil, d.errorf(start+bad.At, "in a literal: %s", bad.Msg)
	}
	d.i = start + n + 1
	return d.suffix(string(raw))
}

// stringEnd returns the index of the closing quotation mark, -1 if there is
// none, and whether there are escapes before it.
func stringEnd(s []byte) (n int, escaped bool) {
	n = bytes.IndexByte(s, '"')
	if n < 0 || bytes.IndexByte(s[:n], '\\') < 0 {
		return n, false
	}
	for i := 0; i < len(s); i++ {
		switch s[i] {
		case '\\':
			i++
		case '"':
			return i, true
		}
	}
	return -1, true
}

// suffix reads the language tag or datatype after a literal.
func (d *decoder) suffix(text string) (rdf.Object, error) {
	rest := d.line[d.i:]
	switch {
	case len(rest) > 0 && rest[0] == '@':
		n := rdfio.LangLen(rest[1:])
		if n == 0 {
			return nil, d.errorf(d.i, "expected a language tag after '@', found %s", rdfio.Found(rest[1:]))
		}
		tag, err := d.terms.Tag(rest[1 : 1+n])
		if err != nil {
			return nil, d.errorf(d.i, "%v", err)
		}
		d.i += 1 + n
		return d.terms.Tagged(text, tag)
	case len(rest) > 2 && rest[0] == '^' && rest[1] == '^' && rest[2] == '<':
		d.i += 2
		dt, err := d.iri()
		if err != nil {
			return nil, err
		}
		return rdf.NewTypedLiteral(text, dt.IRI()), nil
	case len(rest) > 0 && rest[0] == '^':
		return nil, d.errorf(d.i, "expected a datatype such as ^^<http://www.w3.org/2001/XMLSchema#date>, found %s", rdfio.Found(rest))
	}
	return d.terms.String(text), nil
}
