package rdfio

import (
	"bytes"
	"strconv"

	"github.com/knakk/rdf"
)

// rdfxml decodes RDF/XML (RDF 1.1 XML Syntax, section 7) by recursive descent:
// one method per production, one recursion per nested node.
type rdfxml struct {
	*xmlReader
	names    *names
	terms    *terms
	yield    func(rdf.Triple) error
	maxNodes int
	root     scope

	at      attributes          // of the tag at hand
	ids     map[string]struct{} // IRIs that rdf:ID has made
	refs    map[string]*node    // references resolved before, against refBase
	refBase *base
	buf     []byte // text content, collected
}

// A scope is what an element inherits.
type scope struct {
	base *base
	lang string
}

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

func newRDFXML(w *window, t *terms, b *base, lim Limits, yield func(rdf.Triple) error) *rdfxml {
	return &rdfxml{
		xmlReader: newXMLReader(w, lim),
		names:     newNames(),
		terms:     t,
		yield:     yield,
		maxNodes:  lim.Depth,
		root:      scope{base: b},
		ids:       make(map[string]struct{}),
		refs:      make(map[string]*node),
	}
}

func (d *rdfxml) decode() error {
	if err := d.next(); err != nil {
		return err
	}
	for d.kind != xmlEOF {
		if d.kind == xmlStart {
			if err := d.document(); err != nil {
				return err
			}
		}
		if err := d.next(); err != nil {
			return err
		}
	}
	return nil
}

// next reads a token and keeps the namespaces up to date.
func (d *rdfxml) next() error {
	if err := d.xmlReader.next(); err != nil {
		return err
	}
	switch d.kind {
	case xmlStart:
		if at, err := d.names.push(d.attrs, d.depth()); err != nil {
			return d.errorIn(at, "%v", err)
		}
	case xmlEnd:
		d.names.pop(d.depth())
	}
	return nil
}

// document is the root element: rdf:RDF, or a single node.
func (d *rdfxml) document() error {
	q, err := d.element()
	if err != nil {
		return err
	}
	if q.class != rdfRoot {
		_, err := d.nodeElement(d.root, q, 1)
		return err
	}
	sc, err := d.attributes(d.root)
	if err != nil {
		return err
	}
	return d.children(func() error {
		q, err := d.element()
		if err != nil {
			return err
		}
		_, err = d.nodeElement(sc, q, 1)
		return err
	}, "a node element such as <owl:Class>")
}

func (d *rdfxml) element() (*qual, error) {
	q, err := d.names.element(d.name)
	if err != nil {
		return nil, d.errorf("%v", err)
	}
	return q, nil
}

// children reads up to the end tag of the element at hand and calls each for
// every child element; each returns with the child's end tag read.
func (d *rdfxml) children(each func() error, want string) error {
	for {
		if err := d.next(); err != nil {
			return err
		}
		switch d.kind {
		case xmlStart:
			if err := each(); err != nil {
				return err
			}
		case xmlEnd:
			return nil
		case xmlText:
			if i := firstNonSpace(d.text); i < len(d.text) {
				return d.errorf("expected %s inside <%s>, found the text %s", want, d.top(), quote(bytes.TrimSpace(d.text)))
			}
		}
	}
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
		err = d.errorIn(a.at, "the attribute %s has no namespace; expected a prefix, such as rdfs:%s", quote(a.name), a.name)
	default: // rdfRoot, rdfLi, rdfDesc, rdfOld
		err = d.errorIn(a.at, "%s cannot be an attribute", quote(a.name))
	}
	return sc, err
}

func (d *rdfxml) langAttr(a *attr) (string, error) {
	if len(a.value) == 0 {
		return "", nil
	}
	// Java locales write zh_CN, and so do some who fill in the tag by hand.
	tag, err := d.terms.lang(bytes.ReplaceAll(a.value, []byte("_"), []byte("-")))
	if err != nil {
		return "", d.errorIn(a.at, "xml:lang: %v", err)
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

// resolve returns the node of an IRI reference.
func (d *rdfxml) resolve(b *base, ref []byte) (*node, error) {
	if b != d.refBase {
		clear(d.refs)
		d.refBase = b
	}
	if n, ok := d.refs[string(ref)]; ok {
		return n, nil
	}
	n, err := d.terms.newIRI(b.resolve(escapeIRI(string(bytes.TrimSpace(ref)))))
	if err != nil {
		return nil, d.errorf("%v", err)
	}
	put(d.refs, string(ref), n)
	return n, nil
}

// idNode returns the IRI of an rdf:ID, which may be given once.
func (d *rdfxml) idNode(b *base, id []byte) (*node, error) {
	if !ncName(id) {
		return nil, d.errorf("expected a name (letters, digits, '-', '_', '.') as rdf:ID, found %s", quote(id))
	}
	s := b.plain + "#" + string(id)
	if _, ok := d.ids[s]; ok {
		return nil, d.errorf("the rdf:ID %s appears twice; use rdf:about to say more about it", quote(id))
	}
	d.ids[s] = struct{}{}
	n, err := d.terms.newIRI(s)
	if err != nil {
		return nil, d.errorf("%v", err)
	}
	return n, nil
}

func (d *rdfxml) blankNode(label []byte) (*node, error) {
	if !ncName(label) {
		return nil, d.errorf("expected a name (letters, digits, '-', '_', '.') as rdf:nodeID, found %s", quote(label))
	}
	return d.terms.blank(label), nil
}

// ncName tells whether s is a Name without colon.
func ncName(s []byte) bool {
	return len(s) > 0 && xmlName(s) == len(s) && bytes.IndexByte(s, ':') < 0
}

// iriOf returns the IRI of a name.
func (d *rdfxml) iriOf(q *qual) (*node, error) {
	if q.node == nil {
		n, err := d.terms.newIRI(escapeIRI(q.ns + q.local))
		if err != nil {
			return nil, d.errorf("in the name %s: %v", quote(d.name), err)
		}
		q.node = n
	}
	return q.node, nil
}

// emit states a triple, and with id (rdf:ID of a property element) also that
// there is such a statement: section 7.3.
func (d *rdfxml) emit(s, p *node, o rdf.Object, id *node) error {
	if err := d.yield(rdf.Triple{Subj: s.subj, Pred: p.asPred(), Obj: o}); err != nil || id == nil {
		return err
	}
	t := d.terms
	for _, part := range []struct {
		p *node
		o rdf.Object
	}{
		{t.typ, t.statement.asObj()},
		{t.subject, s.asObj()},
		{t.predicate, p.asObj()},
		{t.object, o},
	} {
		if err := d.yield(rdf.Triple{Subj: id.subj, Pred: part.p.asPred(), Obj: part.o}); err != nil {
			return err
		}
	}
	return nil
}

func (d *rdfxml) literal(text, lang string) (rdf.Object, error) {
	if lang == "" {
		return rdf.NewTypedLiteral(text, d.terms.str), nil
	}
	return d.terms.langLiteral(text, lang)
}

// nodeElement reads an element that stands for a node (production 7.2.11) and
// returns the node.
func (d *rdfxml) nodeElement(sc scope, q *qual, depth int) (*node, error) {
	switch {
	case q.class == homeless:
		return nil, d.errorf("the element <%s> has no namespace; expected a prefix, or xmlns=\"…\" around it", d.name)
	case !q.class.asNode():
		return nil, d.errorf("expected a node element such as <owl:Class>, found <%s>", d.name)
	case depth > d.maxNodes:
		return nil, d.errorf("more than %d nodes inside each other", d.maxNodes)
	}
	sc, err := d.attributes(sc)
	if err != nil {
		return nil, err
	}
	s, err := d.nodeSubject(sc)
	if err != nil {
		return nil, err
	}
	if q.class != rdfDesc {
		typ, err := d.iriOf(q)
		if err != nil {
			return nil, err
		}
		if err := d.emit(s, d.terms.typ, typ.asObj(), nil); err != nil {
			return nil, err
		}
	}
	if err := d.propAttrs(sc, s); err != nil {
		return nil, err
	}
	return s, d.properties(sc, s, depth)
}

// nodeSubject is the node that the attributes of a node element name.
func (d *rdfxml) nodeSubject(sc scope) (*node, error) {
	at := &d.at
	if at.resource != nil || at.datatype != nil || at.parse != nil {
		return nil, d.errorf("rdf:resource, rdf:datatype and rdf:parseType belong on a property element, <%s> is a node; use rdf:about", d.name)
	}
	switch {
	case at.id != nil && at.about == nil && at.nodeID == nil:
		return d.idNode(sc.base, at.id)
	case at.nodeID != nil && at.about == nil && at.id == nil:
		return d.blankNode(at.nodeID)
	case at.about != nil && at.id == nil && at.nodeID == nil:
		return d.resolve(sc.base, at.about)
	case at.about == nil && at.id == nil && at.nodeID == nil:
		return d.terms.fresh(), nil
	}
	return nil, d.errorf("expected one of rdf:about, rdf:ID and rdf:nodeID on <%s>, found several", d.name)
}

// propAttrs states the properties that are written as attributes.
func (d *rdfxml) propAttrs(sc scope, s *node) error {
	for _, a := range d.at.props {
		p, err := d.iriOf(a.qual)
		if err != nil {
			return err
		}
		var o rdf.Object
		if a.qual.class == rdfType {
			n, err := d.resolve(sc.base, a.value)
			if err != nil {
				return err
			}
			o = n.asObj()
		} else if o, err = d.literal(string(a.value), sc.lang); err != nil {
			return err
		}
		if err := d.emit(s, p, o, nil); err != nil {
			return err
		}
	}
	return nil
}

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
			return d.emit(s, p, rdf.NewTypedLiteral(string(d.buf), dt.iri), id)
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
			return d.errorf("more than %d nodes inside each other", d.maxNodes)
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
