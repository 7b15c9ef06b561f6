package rdfio

import (
	"unicode/utf8"

	"github.com/knakk/rdf"
)

func (d *turtle) number(dt rdf.IRI) (rdf.Object, error) {
	l := rdf.NewTypedLiteral(string(d.val), dt)
	return l, d.next()
}

func (d *turtle) boolean() (rdf.Object, error) {
	switch string(d.val) {
	case "true":
		return d.terms.truth, d.next()
	case "false":
		return d.terms.falsity, d.next()
	}
	return nil, d.errorf("expected an object, found %s; a prefixed name has a colon, text stands in quotes", d.found())
}

func (d *turtle) literal() (rdf.Object, error) {
	if !utf8.Valid(d.val) {
		return nil, d.errorf(notUTF8)
	}
	raw := d.val
	if d.esc {
		var bad *badEscape
		raw, bad = unescape(d.scratch[:0], raw, true)
		d.scratch = raw[:0]
		if bad != nil {
			return nil, d.errorIn(d.quote+bad.at, "in a literal: %s", bad.msg)
		}
	}
	text := string(raw)
	if err := d.next(); err != nil {
		return nil, err
	}
	switch d.kind {
	case tokLang:
		tag, err := d.terms.lang(d.val)
		if err != nil {
			return nil, d.errorf("%v", err)
		}
		l, err := d.terms.langLiteral(text, tag)
		if err != nil {
			return nil, err
		}
		return l, d.next()
	case tokType:
		return d.typed(text)
	}
	return rdf.NewTypedLiteral(text, d.terms.str), nil
}

func (d *turtle) typed(text string) (rdf.Object, error) {
	if err := d.next(); err != nil {
		return nil, err
	}
	if d.kind != tokIRI && d.kind != tokName {
		return nil, d.errorf("expected a datatype (IRI or prefixed name) after ^^, found %s", d.found())
	}
	dt, err := d.node()
	if err != nil {
		return nil, err
	}
	return rdf.NewTypedLiteral(text, dt.iri()), nil
}
