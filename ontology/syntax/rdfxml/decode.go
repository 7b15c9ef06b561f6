package rdfxml

import (
	"bytes"
	"io"

	"github.com/knakk/rdf"

	"github.com/ontocrawl/ontocrawl/internal/english"
	"github.com/ontocrawl/ontocrawl/ontology/rdfio"
)

// decoder decodes RDF/XML (RDF 1.1 XML Syntax, section 7) by recursive descent:
// one method per production, one recursion per nested node.
type decoder struct {
	*rdfio.XML
	terms    *rdfio.Terms
	yield    func(rdf.Triple) error
	maxNodes int
	warn     func(*rdfio.SyntaxError)
	root     scope

	at      attributes             // of the tag at hand
	ids     map[string]struct{}    // IRIs that rdf:ID has made
	refs    map[string]*rdfio.Node // references resolved before, against refBase
	refBase *rdfio.Base
	buf     []byte // Data content, collected
}

// A scope holds what an element inherits.
type scope struct {
	base *rdfio.Base
	lang string
}

// decode reads a document and hands its triples to yield, in the order in which
// the document states them; repeated statements are yielded repeatedly. The
// document is not held in memory.
//
// What is wrong with the document is reported as a *rdfio.SyntaxError; triples
// stated before it have been yielded by then. An error of r, and an error
// returned by yield, which ends the reading, come back as they are.
//
// opt.Warn is called for these flaws:
//   - an attribute without namespace: it is left out;
//   - an invalid xml:lang: the text has no language;
//   - an rdf:ID given twice: both mean the same.
func decode(r io.Reader, opt rdfio.Options, yield func(rdf.Triple) error) error {
	return rdfio.Stream(r, opt, yield, func(w *rdfio.Window, t *rdfio.Terms, b *rdfio.Base, opt rdfio.Options, yield func(rdf.Triple) error) error {
		d := &decoder{
			XML:      rdfio.MakeXML(w, opt.Limits),
			terms:    t,
			yield:    yield,
			maxNodes: opt.Limits.Depth,
			warn:     opt.Warn,
			root:     scope{base: b},
			ids:      make(map[string]struct{}),
			refs:     make(map[string]*rdfio.Node),
		}
		d.Names.Role = classOf
		return d.decode()
	})
}

func (d *decoder) decode() error {
	if err := d.Advance(); err != nil {
		return err
	}
	for d.Kind != rdfio.XMLEOF {
		if d.Kind == rdfio.XMLStart {
			if err := d.document(); err != nil {
				return err
			}
		}
		if err := d.Advance(); err != nil {
			return err
		}
	}
	return nil
}

// document is the root element: rdf:RDF, or a single node.
func (d *decoder) document() error {
	q, err := d.element()
	if err != nil {
		return err
	}
	if class(q.Role) != rdfRoot {
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

func (d *decoder) element() (*rdfio.Qual, error) {
	q, err := d.Names.Element(d.Tag)
	if err != nil {
		return nil, d.Errorf("%v", err)
	}
	return q, nil
}

// children reads up to the end tag of the element at hand and calls each for
// every child element; each returns with the child's end tag read.
func (d *decoder) children(each func() error, want english.Word) error {
	for {
		if err := d.Advance(); err != nil {
			return err
		}
		switch d.Kind {
		case rdfio.XMLStart:
			if err := each(); err != nil {
				return err
			}
		case rdfio.XMLEnd:
			return nil
		case rdfio.XMLText:
			if rdfio.FirstNonSpace(d.Data) < len(d.Data) {
				return d.ErrorInText("expected %s inside <%s>, found the text %s", want, d.Top(), rdfio.Quote(bytes.TrimSpace(d.Data)))
			}
		}
	}
}

// Join returns the node of an IRI reference.
func (d *decoder) resolve(b *rdfio.Base, ref []byte) (*rdfio.Node, error) {
	if b != d.refBase {
		clear(d.refs)
		d.refBase = b
	}
	if n, ok := d.refs[string(ref)]; ok {
		return n, nil
	}
	n, err := d.terms.IRI(b.Join(rdfio.EscapeIRI(string(bytes.TrimSpace(ref)))))
	if err != nil {
		return nil, d.Errorf("%v", err)
	}
	rdfio.Remember(d.refs, string(ref), n)
	return n, nil
}

// idNode returns the IRI of an rdf:ID, which may be given once.
func (d *decoder) idNode(b *rdfio.Base, id []byte) (*rdfio.Node, error) {
	if !ncName(id) {
		return nil, d.Errorf("expected a name (letters, digits, '-', '_', '.') as rdf:ID, found %s", rdfio.Quote(id))
	}
	s := b.Plain + "#" + string(id)
	if _, ok := d.ids[s]; ok {
		if err := d.flaw(0, "the rdf:ID %s appears twice; use rdf:about to say more about it", rdfio.Quote(id)); err != nil {
			return nil, err
		}
	}
	d.ids[s] = struct{}{}
	n, err := d.terms.IRI(s)
	if err != nil {
		return nil, d.Errorf("%v", err)
	}
	return n, nil
}

func (d *decoder) blankNode(label []byte) (*rdfio.Node, error) {
	if !ncName(label) {
		return nil, d.Errorf("expected a name (letters, digits, '-', '_', '.') as rdf:nodeID, found %s", rdfio.Quote(label))
	}
	return d.terms.BlankOf(label), nil
}

// ncName tells whether s is a Name without colon.
func ncName(s []byte) bool {
	return len(s) > 0 && rdfio.XMLName(s) == len(s) && bytes.IndexByte(s, ':') < 0
}

// iriOf returns the IRI of a name.
func (d *decoder) iriOf(q *rdfio.Qual) (*rdfio.Node, error) {
	if q.Node == nil {
		n, err := d.terms.IRI(rdfio.EscapeIRI(q.NS + q.Local))
		if err != nil {
			return nil, d.Errorf("in the name %s: %v", rdfio.Quote(d.Tag), err)
		}
		q.Node = n
	}
	return q.Node, nil
}

// emit states a triple, and with id (rdf:ID of a property element) also that
// there is such a statement: section 7.3.
func (d *decoder) emit(s, p *rdfio.Node, o rdf.Object, id *rdfio.Node) error {
	if err := d.yield(rdf.Triple{Subj: s.Subject(), Pred: p.Predicate(), Obj: o}); err != nil || id == nil {
		return err
	}
	t := d.terms
	for _, part := range []struct {
		p *rdfio.Node
		o rdf.Object
	}{
		{t.Type, t.Statement.Object()},
		{t.Subject, s.Object()},
		{t.Predicate, p.Object()},
		{t.Object, o},
	} {
		if err := d.yield(rdf.Triple{Subj: id.Subject(), Pred: part.p.Predicate(), Obj: part.o}); err != nil {
			return err
		}
	}
	return nil
}

func (d *decoder) literal(text, lang string) (rdf.Object, error) {
	if lang == "" {
		return d.terms.String(text), nil
	}
	return d.terms.Tagged(text, lang)
}

// nodeElement reads an element that stands for a node (production 7.2.11) and
// returns the node.
func (d *decoder) nodeElement(sc scope, q *rdfio.Qual, depth int) (*rdfio.Node, error) {
	switch {
	case class(q.Role) == homeless:
		return nil, d.Errorf("the element <%s> has no namespace; expected a prefix, or xmlns=\"…\" around it", d.Tag)
	case !class(q.Role).asNode():
		return nil, d.Errorf("expected a node element such as <owl:Class>, found <%s>", d.Tag)
	case depth > d.maxNodes:
		return nil, rdfio.Exceeds(d.Errorf(""), "Depth", int64(d.maxNodes), "more than %d nodes inside each other")
	}
	sc, err := d.attributes(sc)
	if err != nil {
		return nil, err
	}
	s, err := d.nodeSubject(sc)
	if err != nil {
		return nil, err
	}
	if class(q.Role) != rdfDesc {
		typ, err := d.iriOf(q)
		if err != nil {
			return nil, err
		}
		if err := d.emit(s, d.terms.Type, typ.Object(), nil); err != nil {
			return nil, err
		}
	}
	if err := d.propAttrs(sc, s); err != nil {
		return nil, err
	}
	return s, d.properties(sc, s, depth)
}

// nodeSubject is the node that the attributes of a node element name.
func (d *decoder) nodeSubject(sc scope) (*rdfio.Node, error) {
	at := &d.at
	if at.resource != nil || at.datatype != nil || at.parse != nil {
		return nil, d.Errorf("rdf:resource, rdf:datatype and rdf:parseType belong on a property element, <%s> is a node; use rdf:about", d.Tag)
	}
	switch {
	case at.id != nil && at.about == nil && at.nodeID == nil:
		return d.idNode(sc.base, at.id)
	case at.nodeID != nil && at.about == nil && at.id == nil:
		return d.blankNode(at.nodeID)
	case at.about != nil && at.id == nil && at.nodeID == nil:
		return d.resolve(sc.base, at.about)
	case at.about == nil && at.id == nil && at.nodeID == nil:
		return d.terms.Fresh(), nil
	}
	return nil, d.Errorf("expected one of rdf:about, rdf:ID and rdf:nodeID on <%s>, found several", d.Tag)
}

// propAttrs states the properties that are written as attributes.
func (d *decoder) propAttrs(sc scope, s *rdfio.Node) error {
	for _, a := range d.at.props {
		p, err := d.iriOf(a.qual)
		if err != nil {
			return err
		}
		var o rdf.Object
		if class(a.qual.Role) == rdfType {
			n, err := d.resolve(sc.base, a.value)
			if err != nil {
				return err
			}
			o = n.Object()
		} else if o, err = d.literal(string(a.value), sc.lang); err != nil {
			return err
		}
		if err := d.emit(s, p, o, nil); err != nil {
			return err
		}
	}
	return nil
}
