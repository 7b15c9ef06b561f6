package rdfxml

import (
	"bytes"

	"github.com/ontocrawl/ontocrawl/ontology/rdfio"
)

// attributes are the attributes of one tag, by their role. They are valid until the
// next token is read.
type attributes struct {
	about, id, nodeID, resource, datatype, parse []byte // nil: not there
	props                                        []propAttr
}

type propAttr struct {
	qual  *rdfio.Qual
	value []byte
}

// attributes sorts the attributes of the tag at hand by their role.
func (d *decoder) attributes(sc scope) (scope, error) {
	d.at = attributes{props: d.at.props[:0]}
	for i := range d.Attributes {
		a := &d.Attributes[i]
		if _, ok := rdfio.DeclaredPrefix(a.Name); ok {
			continue
		}
		q, err := d.Names.Attr(a.Name)
		if err != nil {
			return sc, d.ErrorIn(a.At, "%v", err)
		}
		if sc, err = d.attribute(sc, q, a); err != nil {
			return sc, err
		}
	}
	return sc, nil
}

func (d *decoder) attribute(sc scope, q *rdfio.Qual, a *rdfio.Attr) (scope, error) {
	var err error
	switch class(q.Role) {
	case rdfAbout:
		d.at.about = a.Value
	case rdfID:
		d.at.id = a.Value
	case rdfNodeID:
		d.at.nodeID = a.Value
	case rdfResource:
		d.at.resource = a.Value
	case rdfDatatype:
		d.at.datatype = a.Value
	case rdfParse:
		d.at.parse = a.Value
	case xmlLang:
		sc.lang, err = d.langAttr(a)
	case xmlBase:
		sc.base, err = d.baseAttr(sc.base, a)
	case plain, rdfType:
		d.at.props = append(d.at.props, propAttr{q, a.Value})
	case ignored:
	case homeless:
		err = d.flaw(a.At, "the attribute %s has no namespace; expected a prefix, such as rdfs:%s", rdfio.Quote(a.Name), a.Name)
	default: // rdfRoot, rdfLi, rdfDesc, rdfOld
		err = d.ErrorIn(a.At, "%s cannot be an attribute", rdfio.Quote(a.Name))
	}
	return sc, err
}

// flaw reports what can be passed over, i bytes into the tag: an error only if
// nobody is there to be warned.
func (d *decoder) flaw(i int, format string, args ...any) error {
	e := d.ErrorIn(i, format, args...)
	if d.warn == nil {
		return e
	}
	d.warn(e)
	return nil
}

func (d *decoder) langAttr(a *rdfio.Attr) (string, error) {
	if len(a.Value) == 0 {
		return "", nil
	}
	// Java locales write zh_CN, and so do some who fill in the tag by hand.
	tag, err := d.terms.Tag(bytes.ReplaceAll(a.Value, []byte("_"), []byte("-")))
	if err != nil {
		return "", d.flaw(a.At, "xml:lang: %v", err)
	}
	return tag, nil
}

func (d *decoder) baseAttr(b *rdfio.Base, a *rdfio.Attr) (*rdfio.Base, error) {
	nb, err := rdfio.ParseBase(b.Join(rdfio.EscapeIRI(string(bytes.TrimSpace(a.Value)))))
	if err != nil {
		return nil, d.ErrorIn(a.At, "xml:base: %v", err)
	}
	if nb.Plain == b.Plain {
		return b, nil // keep what was resolved against it
	}
	return nb, nil
}
