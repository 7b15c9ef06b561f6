package rdfxml

import (
	"bytes"
	"strconv"

	"github.com/knakk/rdf"
	"github.com/ontocrawl/ontocrawl/ontology/rdfio"
)

// properties reads the property elements up to the end tag of their node.
func (d *decoder) properties(sc scope, s *rdfio.Node, depth int) error {
	li := 0
	return d.children(func() error {
		q, err := d.element()
		if err != nil {
			return err
		}
		switch {
		case class(q.Role) == homeless:
			return d.Errorf("the element <%s> has no namespace; expected a prefix, or xmlns=\"…\" around it", d.Tag)
		case !class(q.Role).asProperty():
			return d.Errorf("expected a property element such as <rdfs:label>, found <%s>", d.Tag)
		}
		var p *rdfio.Node
		if class(q.Role) == rdfLi {
			li++
			p = d.terms.RDF("_" + strconv.Itoa(li))
		} else if p, err = d.iriOf(q); err != nil {
			return err
		}
		return d.property(sc, s, p, depth)
	}, "a property element such as <rdfs:label>")
}

// property reads one property element (production 7.2.14).
func (d *decoder) property(sc scope, s, p *rdfio.Node, depth int) error {
	sc, err := d.attributes(sc)
	if err != nil {
		return err
	}
	at := &d.at
	if at.about != nil {
		return d.Errorf("rdf:about belongs on a node element, <%s> is a property; use rdf:resource", d.Tag)
	}
	var id *rdfio.Node
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
func (d *decoder) emptyProperty(sc scope, s, p, id *rdfio.Node) error {
	at := &d.at
	if at.datatype != nil || at.resource != nil && at.nodeID != nil {
		return d.Errorf("rdf:resource, rdf:nodeID, rdf:datatype and property attributes on <%s> contradict each other", d.Tag)
	}
	var o *rdfio.Node
	var err error
	switch {
	case at.resource != nil:
		o, err = d.resolve(sc.base, at.resource)
	case at.nodeID != nil:
		o, err = d.blankNode(at.nodeID)
	default:
		o = d.terms.Fresh()
	}
	if err != nil {
		return err
	}
	if err := d.emit(s, p, o.Object(), id); err != nil {
		return err
	}
	if err := d.propAttrs(sc, o); err != nil {
		return err
	}
	return d.children(func() error {
		return d.Errorf("expected nothing inside a property with rdf:resource, rdf:nodeID or property attributes, found <%s>", d.Tag)
	}, "nothing")
}

// typedProperty is a property with rdf:datatype: production 7.2.16.
func (d *decoder) typedProperty(s, p, id, dt *rdfio.Node) error {
	d.buf = d.buf[:0]
	for {
		if err := d.Advance(); err != nil {
			return err
		}
		switch d.Kind {
		case rdfio.XMLText:
			d.buf = append(d.buf, d.Data...)
		case rdfio.XMLStart:
			return d.Errorf("expected text inside a property with rdf:datatype, found <%s>", d.Tag)
		case rdfio.XMLEnd:
			return d.emit(s, p, rdf.NewTypedLiteral(string(d.buf), dt.IRI()), id)
		}
	}
}

// contentProperty is a property that holds text (7.2.16) or one node (7.2.15).
func (d *decoder) contentProperty(sc scope, s, p, id *rdfio.Node, depth int) error {
	d.buf = d.buf[:0]
	for {
		if err := d.Advance(); err != nil {
			return err
		}
		switch d.Kind {
		case rdfio.XMLText:
			d.buf = append(d.buf, d.Data...)
		case rdfio.XMLEnd:
			o, err := d.literal(string(d.buf), sc.lang)
			if err != nil {
				return err
			}
			return d.emit(s, p, o, id)
		case rdfio.XMLStart:
			if rdfio.FirstNonSpace(d.buf) < len(d.buf) {
				return d.Errorf("expected text or an element, found both: %s and <%s>; markup in text needs rdf:parseType=\"Literal\"",
					rdfio.Quote(bytes.TrimSpace(d.buf)), d.Tag)
			}
			return d.nodeProperty(sc, s, p, id, depth)
		}
	}
}

func (d *decoder) nodeProperty(sc scope, s, p, id *rdfio.Node, depth int) error {
	q, err := d.element()
	if err != nil {
		return err
	}
	o, err := d.nodeElement(sc, q, depth+1)
	if err != nil {
		return err
	}
	if err := d.emit(s, p, o.Object(), id); err != nil {
		return err
	}
	return d.children(func() error {
		return d.Errorf("expected one node inside the property <%s>, found a second: <%s>", d.Parent(), d.Tag)
	}, "one node")
}

// parseType reads a property with rdf:parseType: productions 7.2.17 to 7.2.20.
// Unknown values mean Literal.
func (d *decoder) parseType(sc scope, s, p, id *rdfio.Node, depth int) error {
	at := &d.at
	if at.resource != nil || at.nodeID != nil || at.datatype != nil || len(at.props) > 0 {
		return d.Errorf("rdf:parseType on <%s> allows no other attribute but rdf:ID", d.Tag)
	}
	switch string(at.parse) {
	case "Resource":
		if depth >= d.maxNodes {
			return rdfio.Exceeds(d.Errorf(""), "Depth", int64(d.maxNodes), "more than %d nodes inside each other")
		}
		o := d.terms.Fresh()
		if err := d.emit(s, p, o.Object(), id); err != nil {
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
	return d.emit(s, p, rdf.NewTypedLiteral(text, d.terms.XMLLiteral), id)
}

// collection reads the members of a list. What comes after it belongs to s
// again, not to the last cell.
func (d *decoder) collection(sc scope, s, p, id *rdfio.Node, depth int) error {
	var last *rdfio.Node
	err := d.children(func() error {
		q, err := d.element()
		if err != nil {
			return err
		}
		member, err := d.nodeElement(sc, q, depth+1)
		if err != nil {
			return err
		}
		cell := d.terms.Fresh()
		if last == nil {
			err = d.emit(s, p, cell.Object(), id)
		} else {
			err = d.emit(last, d.terms.Rest, cell.Object(), nil)
		}
		if err != nil {
			return err
		}
		last = cell
		return d.emit(cell, d.terms.First, member.Object(), nil)
	}, "node elements")
	if err != nil {
		return err
	}
	if last == nil {
		return d.emit(s, p, d.terms.Nil.Object(), id)
	}
	return d.emit(last, d.terms.Rest, d.terms.Nil.Object(), nil)
}
