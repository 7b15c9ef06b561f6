package rdfio

import (
	"bytes"

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
	warn     func(*SyntaxError)
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

func newRDFXML(w *window, t *terms, b *base, opt Options, yield func(rdf.Triple) error) *rdfxml {
	return &rdfxml{
		xmlReader: newXMLReader(w, opt.Limits),
		names:     newNames(),
		terms:     t,
		yield:     yield,
		maxNodes:  opt.Limits.Depth,
		warn:      opt.Warn,
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
			if firstNonSpace(d.text) < len(d.text) {
				return d.errorIn(firstNonSpace(d.w.buf[d.start:]), "expected %s inside <%s>, found the text %s", want, d.top(), quote(bytes.TrimSpace(d.text)))
			}
		}
	}
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
		if err := d.flaw(0, "the rdf:ID %s appears twice; use rdf:about to say more about it", quote(id)); err != nil {
			return nil, err
		}
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
		return nil, Exceeds(d.errorf(""), "Depth", int64(d.maxNodes), "more than %d nodes inside each other")
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
