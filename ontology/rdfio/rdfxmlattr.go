package rdfio

import (
	"bytes"
	"fmt"
)

// attributes are those of one tag, by their role. They are valid until the
// next token is read.
type attributes struct {
	about, id, nodeID, resource, datatype, parse []byte // nil: not there
	props                                        []propAttr
}

type propAttr struct {
	qual  *qual
	value []byte
}

// attributes sorts the attributes of the tag at hand by their role.
func (d *rdfxml) attributes(sc scope) (scope, error) {
	d.at = attributes{props: d.at.props[:0]}
	for i := range d.attrs {
		a := &d.attrs[i]
		if _, ok := nsPrefix(a.name); ok {
			continue
		}
		q, err := d.names.attr(a.name)
		if err != nil {
			return sc, d.errorIn(a.at, "%v", err)
		}
		if sc, err = d.attribute(sc, q, a); err != nil {
			return sc, err
		}
	}
	return sc, nil
}

func (d *rdfxml) attribute(sc scope, q *qual, a *attr) (scope, error) {
	var err error
	switch q.class {
	case rdfAbout:
		d.at.about = a.value
	case rdfID:
		d.at.id = a.value
	case rdfNodeID:
		d.at.nodeID = a.value
	case rdfResource:
		d.at.resource = a.value
	case rdfDatatype:
		d.at.datatype = a.value
	case rdfParse:
		d.at.parse = a.value
	case xmlLang:
		sc.lang, err = d.langAttr(a)
	case xmlBase:
		sc.base, err = d.baseAttr(sc.base, a)
	case plain, rdfType:
		d.at.props = append(d.at.props, propAttr{q, a.value})
	case ignored:
	case homeless:
		err = d.flaw(a.at, "the attribute %s has no namespace; expected a prefix, such as rdfs:%s", quote(a.name), a.name)
	default: // rdfRoot, rdfLi, rdfDesc, rdfOld
		err = d.errorIn(a.at, "%s cannot be an attribute", quote(a.name))
	}
	return sc, err
}

// flaw reports what can be passed over, i bytes into the tag: an error only if
// nobody is there to be warned.
func (d *rdfxml) flaw(i int, format string, args ...any) error {
	e := d.w.errorAt(d.start+i, fmt.Sprintf(format, args...))
	if d.warn == nil {
		return e
	}
	d.warn(e)
	return nil
}

func (d *rdfxml) langAttr(a *attr) (string, error) {
	if len(a.value) == 0 {
		return "", nil
	}
	// Java locales write zh_CN, and so do some who fill in the tag by hand.
	tag, err := d.terms.lang(bytes.ReplaceAll(a.value, []byte("_"), []byte("-")))
	if err != nil {
		return "", d.flaw(a.at, "xml:lang: %v", err)
	}
	return tag, nil
}

func (d *rdfxml) baseAttr(b *base, a *attr) (*base, error) {
	nb, err := parseBase(b.resolve(escapeIRI(string(bytes.TrimSpace(a.value)))))
	if err != nil {
		return nil, d.errorIn(a.at, "xml:base: %v", err)
	}
	if nb.plain == b.plain {
		return b, nil // keep what was resolved against it
	}
	return nb, nil
}
