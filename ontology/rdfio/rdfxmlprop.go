package rdfio

import (
	"bytes"
	"strconv"

	"github.com/knakk/rdf"
)

// properties reads the property elements up to the end tag of their node.
func (d *rdfxml) properties(sc scope, s *node, depth int) error {
	li := 0
	return d.children(func() error {
		q, err := d.element()
		if err != nil {
			return err
		}
		switch {
		case q.class == homeless:
			return d.errorf("the element <%s> has no namespace; expected a prefix, or xmlns=\"…\" around it", d.name)
		case !q.class.asProperty():
			return d.errorf("expected a property element such as <rdfs:label>, found <%s>", d.name)
		}
		var p *node
		if q.class == rdfLi {
			li++
			p = d.terms.known("_" + strconv.Itoa(li))
		} else if p, err = d.iriOf(q); err != nil {
			return err
		}
		return d.property(sc, s, p, depth)
	}, "a property element such as <rdfs:label>")
}

// property reads one property element (production 7.2.14).
func (d *rdfxml) property(sc scope, s, p *node, depth int) error {
	sc, err := d.attributes(sc)
	if err != nil {
		return err
	}
	at := &d.at
	if at.about != nil {
		return d.errorf("rdf:about belongs on a node element, <%s> is a property; use rdf:resource", d.name)
	}
	var id *node
	if at.id != nil {
		if id, err = d.idNode(sc.base, at.id); err != nil {
			return err
		}
	}
	switch {
	case at.parse != nil:
		return d.parseType(sc, s, p, id, depth)
	case at.resource != nil || at.nodeID != nil || len(at.props) > 0:
		return d.emptyProperty(sc, s, p, id)
	case at.datatype != nil:
		dt, err := d.resolve(sc.base, at.datatype)
		if err != nil {
			return err
		}
		return d.typedProperty(s, p, id, dt)
	}
	return d.contentProperty(sc, s, p, id, depth)
}

// emptyProperty is a property whose object is named, or described, by its
// attributes: production 7.2.21.
func (d *rdfxml) emptyProperty(sc scope, s, p, id *node) error {
	at := &d.at
	if at.datatype != nil || at.resource != nil && at.nodeID != nil {
		return d.errorf("rdf:resource, rdf:nodeID, rdf:datatype and property attributes on <%s> contradict each other", d.name)
	}
	var o *node
	var err error
	switch {
	case at.resource != nil:
		o, err = d.resolve(sc.base, at.resource)
	case at.nodeID != nil:
		o, err = d.blankNode(at.nodeID)
	default:
		o = d.terms.fresh()
	}
	if err != nil {
		return err
	}
	if err := d.emit(s, p, o.asObj(), id); err != nil {
		return err
	}
	if err := d.propAttrs(sc, o); err != nil {
		return err
	}
	return d.children(func() error {
		return d.errorf("expected nothing inside a property with rdf:resource, rdf:nodeID or property attributes, found <%s>", d.name)
	}, "nothing")
}

// typedProperty is a property with rdf:datatype: production 7.2.16.
func (d *rdfxml) typedProperty(s, p, id, dt *node) error {
	d.buf = d.buf[:0]
	for {
		if err := d.next(); err != nil {
			return err
		}
		switch d.kind {
		case xmlText:
			d.buf = append(d.buf, d.text...)
		case xmlStart:
			return d.errorf("expected text inside a property with rdf:datatype, found <%s>", d.name)
		case xmlEnd:
			return d.emit(s, p, rdf.NewTypedLiteral(string(d.buf), dt.iri()), id)
		}
	}
}

// contentProperty is a property that holds text (7.2.16) or one node (7.2.15).
func (d *rdfxml) contentProperty(sc scope, s, p, id *node, depth int) error {
	d.buf = d.buf[:0]
	for {
		if err := d.next(); err != nil {
			return err
		}
		switch d.kind {
		case xmlText:
			d.buf = append(d.buf, d.text...)
		case xmlEnd:
			o, err := d.literal(string(d.buf), sc.lang)
			if err != nil {
				return err
			}
			return d.emit(s, p, o, id)
		case xmlStart:
			if firstNonSpace(d.buf) < len(d.buf) {
				return d.errorf("expected text or an element, found both: %s and <%s>; markup in text needs rdf:parseType=\"Literal\"",
					quote(bytes.TrimSpace(d.buf)), d.name)
			}
			return d.nodeProperty(sc, s, p, id, depth)
		}
	}
}

func (d *rdfxml) nodeProperty(sc scope, s, p, id *node, depth int) error {
	q, err := d.element()
	if err != nil {
		return err
	}
	o, err := d.nodeElement(sc, q, depth+1)
	if err != nil {
		return err
	}
	if err := d.emit(s, p, o.asObj(), id); err != nil {
		return err
	}
	return d.children(func() error {
		return d.errorf("expected one node inside the property <%s>, found a second: <%s>", d.parent(), d.name)
	}, "one node")
}

// parent is the name of the element around the one at hand.
func (d *rdfxml) parent() string {
	if n := len(d.ends); n >= 2 {
		from := 0
		if n >= 3 {
			from = d.ends[n-3]
		}
		return string(d.open[from:d.ends[n-2]])
	}
	return ""
}

// parseType reads a property with rdf:parseType: productions 7.2.17 to 7.2.20.
// Unknown values mean Literal.
func (d *rdfxml) parseType(sc scope, s, p, id *node, depth int) error {
	at := &d.at
	if at.resource != nil || at.nodeID != nil || at.datatype != nil || len(at.props) > 0 {
		return d.errorf("rdf:parseType on <%s> allows no other attribute but rdf:ID", d.name)
	}
	switch string(at.parse) {
	case "Resource":
		if depth >= d.maxNodes {
			return Exceeds(d.errorf(""), "Depth", int64(d.maxNodes), "more than %d nodes inside each other")
		}
		o := d.terms.fresh()
		if err := d.emit(s, p, o.asObj(), id); err != nil {
			return err
		}
		return d.properties(sc, o, depth+1)
	case "Collection":
		return d.collection(sc, s, p, id, depth)
	}
	text, err := d.xmlLiteral()
	if err != nil {
		return err
	}
	return d.emit(s, p, rdf.NewTypedLiteral(text, d.terms.xmlLiteral), id)
}

// collection reads the members of a list. What comes after it belongs to s
// again, not to the last cell.
func (d *rdfxml) collection(sc scope, s, p, id *node, depth int) error {
	var last *node
	err := d.children(func() error {
		q, err := d.element()
		if err != nil {
			return err
		}
		member, err := d.nodeElement(sc, q, depth+1)
		if err != nil {
			return err
		}
		cell := d.terms.fresh()
		if last == nil {
			err = d.emit(s, p, cell.asObj(), id)
		} else {
			err = d.emit(last, d.terms.restOf, cell.asObj(), nil)
		}
		if err != nil {
			return err
		}
		last = cell
		return d.emit(cell, d.terms.first, member.asObj(), nil)
	}, "node elements")
	if err != nil {
		return err
	}
	if last == nil {
		return d.emit(s, p, d.terms.nil.asObj(), id)
	}
	return d.emit(last, d.terms.restOf, d.terms.nil.asObj(), nil)
}
