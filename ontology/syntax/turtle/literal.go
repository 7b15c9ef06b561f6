package turtle

import (
	"unicode/utf8"

	"github.com/knakk/rdf"
	"github.com/ontocrawl/ontocrawl/ontology/rdfio"
)

func (d *decoder) number(dt rdf.IRI) (rdf.Object, error) {
	l := rdf.NewTypedLiteral(string(d.val), dt)
	return l, d.next()
}

func (d *decoder) boolean() (rdf.Object, error) {
	switch string(d.val) {
	case "true":
		return d.terms.True, d.next()
	case "false":
		return d.terms.False, d.next()
	}
	return nil, d.errorf("expected an object, found %s; a prefixed name has a colon, text stands in quotes", d.found())
}

func (d *decoder) literal() (rdf.Object, error) {
	if !utf8.Valid(d.val) {
		return nil, d.errorf(rdfio.NotUTF8)
	}
	raw := d.val
	if d.esc {
		var bad *rdfio.EscapeError
		raw, bad = rdfio.Unescape(d.scratch[:0], raw, true)
		d.scratch = raw[:0]
		if bad != nil {
			return nil, d.errorIn(d.quote+bad.At, "in a literal: %s", bad.Msg)
		}
	}
	text := string(raw)
	if err := d.next(); err != nil {
		return nil, err
	}
	switch d.kind {
	case tokLang:
		tag, err := d.terms.Tag(d.val)
		if err != nil {
			return nil, d.errorf("%v", err)
		}
		l, err := d.terms.Tagged(text, tag)
		if err != nil {
			return nil, err
		}
		return l, d.next()
	case tokType:
		return d.typed(text)
	}
	return d.terms.String(text), nil
}

func (d *decoder) typed(text string) (rdf.Object, error) {
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
	return rdf.NewTypedLiteral(text, dt.IRI()), nil
}
