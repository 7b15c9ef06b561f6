package turtle

import "github.com/ontocrawl/ontocrawl/ontology/rdfio"

func (d *decoder) atDirective() error {
	var read func() error
	switch string(d.val) {
	case "prefix":
		read = d.prefix
	case "base":
		read = d.setBase
	default:
		return d.errorf("expected @prefix, @base or a statement, found %s", d.found())
	}
	if err := d.directive(read); err != nil {
		return err
	}
	return d.expect('.', "at the end of the directive")
}

func (d *decoder) directive(read func() error) error {
	if err := d.next(); err != nil {
		return err
	}
	return read()
}

func (d *decoder) prefix() error {
	if d.kind != tokName || d.colon != len(d.val)-1 {
		return d.errorf("expected a prefix with its colon, such as ex:, found %s", d.found())
	}
	name := string(d.val[:d.colon])
	if err := d.next(); err != nil {
		return err
	}
	if d.kind != tokIRI {
		return d.errorf("expected an IRI in angle brackets for the prefix %s, found %s", rdfio.Quote(name), d.found())
	}
	iri, err := d.iriRef()
	if err != nil {
		return err
	}
	if old, ok := d.prefixes[name]; !ok || old != iri {
		d.prefixes[name] = iri
		clear(d.names)
	}
	return d.next()
}

func (d *decoder) setBase() error {
	if d.kind != tokIRI {
		return d.errorf("expected an IRI in angle brackets as base, found %s", d.found())
	}
	iri, err := d.iriRef()
	if err != nil {
		return err
	}
	b, err := rdfio.ParseBase(iri)
	if err != nil {
		return d.errorf("%v", err)
	}
	d.base = b
	clear(d.refs)
	return d.next()
}

// iriRef returns the tokIRI at hand, resolved.
func (d *decoder) iriRef() (string, error) {
	ref, bad := rdfio.IRIText(d.val, &d.scratch)
	if bad != nil {
		return "", d.errorIn(1+bad.At, "in an IRI: %s", bad.Msg)
	}
	return d.base.Join(ref), nil
}
