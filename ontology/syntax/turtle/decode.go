package turtle

import (
	"bytes"
	"io"
	"strings"

	"github.com/knakk/rdf"

	"github.com/ontocrawl/ontocrawl/internal/english"
	"github.com/ontocrawl/ontocrawl/ontology/rdfio"
)

// decoder decodes Turtle (RDF 1.1 Turtle, section 6.5 grammar, section 7 meaning)
// by recursive descent with one token of lookahead.
type decoder struct {
	lexer
	terms    *rdfio.Terms
	base     *rdfio.Base
	yield    func(rdf.Triple) error
	maxDepth int
	prefixes map[string]string
	// What was resolved before, by its spelling: emptied when base or
	// prefixes change.
	refs    map[string]*rdfio.Node
	names   map[string]*rdfio.Node
	scratch []byte
}

// Decode reads a document and hands its triples to yield, in the order in which
// the document states them; repeated statements are yielded repeatedly. The
// document is not held in memory.
//
// What is wrong with the document is reported as a *rdfio.SyntaxError; triples
// stated before it have been yielded by then. An error of r, and an error
// returned by yield, which ends the reading, come back as they are.
func Decode(r io.Reader, opt rdfio.Options, yield func(rdf.Triple) error) error {
	return rdfio.Stream(r, opt, yield, func(w *rdfio.Window, t *rdfio.Terms, b *rdfio.Base, opt rdfio.Options, yield func(rdf.Triple) error) error {
		return Continue(w, t, b, opt.Limits, yield)
	})
}

// Continue reads on as Turtle from where a window stands.
func Continue(w *rdfio.Window, t *rdfio.Terms, b *rdfio.Base, lim rdfio.Limits, yield func(rdf.Triple) error) error {
	d := &decoder{
		lexer:    lexer{w: w},
		terms:    t,
		base:     b,
		yield:    yield,
		maxDepth: lim.Depth,
		prefixes: make(map[string]string),
		refs:     make(map[string]*rdfio.Node),
		names:    make(map[string]*rdfio.Node),
	}
	return d.decode()
}

func (d *decoder) decode() error {
	if err := d.next(); err != nil {
		return err
	}
	for d.kind != tokEOF {
		if err := d.statement(); err != nil {
			return err
		}
	}
	return nil
}

// found names the token for messages.
func (d *decoder) found() english.Word {
	if d.kind == tokEOF {
		return "the end of the file"
	}
	return rdfio.Found(d.w.Buf[d.start:])
}

// expect checks for punctuation and reads the token after it.
func (d *decoder) expect(k kind, where english.Word) error {
	if d.kind != k {
		return d.errorf("expected '%c' %s, found %s", k, where, d.found())
	}
	return d.next()
}

func (d *decoder) statement() error {
	switch d.kind {
	case tokAt:
		return d.atDirective()
	case tokWord:
		if bytes.EqualFold(d.val, []byte("prefix")) {
			return d.directive(d.prefix)
		}
		if bytes.EqualFold(d.val, []byte("base")) {
			return d.directive(d.setBase)
		}
	}
	if err := d.triples(); err != nil {
		return err
	}
	return d.expect('.', "at the end of the statement")
}

// triples ::= subject predicateObjectList | blankNodePropertyList predicateObjectList?
func (d *decoder) triples() error {
	s, open, err := d.subject()
	if err != nil {
		return err
	}
	if open && d.kind == '.' {
		return nil
	}
	return d.predicates(s, 0)
}

// subject returns the subject; alone tells that it is a statement already.
func (d *decoder) subject() (s *rdfio.Node, alone bool, err error) {
	switch d.kind {
	case tokIRI, tokName, tokBlank:
		s, err = d.node()
	case '(':
		s, err = d.list(1)
	case '[':
		return d.blankProperties(1)
	default:
		if d.kind == tokWord && strings.EqualFold(string(d.val), "VERSION") {
			return nil, false, d.errorf("%s is Turtle of RDF 1.2, which is not read; save the file as RDF 1.1", d.found())
		}
		err = d.errorf("expected a subject (IRI, prefixed name, blank node, list) or a directive, found %s", d.found())
	}
	return s, false, err
}

// node returns the IRI or labelled blank node at hand.
func (d *decoder) node() (*rdfio.Node, error) {
	var n *rdfio.Node
	var err error
	switch d.kind {
	case tokIRI:
		n, err = d.iri()
	case tokName:
		n, err = d.name()
	default:
		n = d.terms.BlankOf(d.val)
	}
	if err != nil {
		return nil, err
	}
	return n, d.next()
}

func (d *decoder) iri() (*rdfio.Node, error) {
	if n, ok := d.refs[string(d.val)]; ok {
		return n, nil
	}
	key := string(d.val)
	s, err := d.iriRef()
	if err != nil {
		return nil, err
	}
	n, err := d.terms.IRI(s)
	if err != nil {
		return nil, d.errorf("%v", err)
	}
	rdfio.Remember(d.refs, key, n)
	return n, nil
}

func (d *decoder) name() (*rdfio.Node, error) {
	if n, ok := d.names[string(d.val)]; ok {
		return n, nil
	}
	ns, ok := d.prefixes[string(d.val[:d.colon])]
	if !ok {
		return nil, d.errorf("the prefix of %s is not declared; expected \"@prefix %s: <...> .\" before it",
			rdfio.Quote(d.val), d.val[:d.colon])
	}
	local := string(d.val[d.colon+1:])
	if d.esc {
		local = unescapeLocal(local)
	}
	n, err := d.terms.IRI(ns + local)
	if err != nil {
		return nil, d.errorf("%v", err)
	}
	rdfio.Remember(d.names, string(d.val), n)
	return n, nil
}

// unescapeLocal drops the backslashes of PN_LOCAL_ESC.
func unescapeLocal(s string) string {
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		if s[i] == '\\' {
			i++
		}
		b.WriteByte(s[i])
	}
	return b.String()
}

// predicates reads a predicateObjectList: verbs with their objects, separated
// by any number of semicolons; semicolons may also come last.
func (d *decoder) predicates(s *rdfio.Node, depth int) error {
	for {
		p, err := d.verb()
		if err != nil {
			return err
		}
		if err := d.objects(s, p, depth); err != nil {
			return err
		}
		if d.kind != ';' {
			return nil
		}
		for d.kind == ';' {
			if err := d.next(); err != nil {
				return err
			}
		}
		if d.kind == '.' || d.kind == ']' {
			return nil
		}
	}
}

func (d *decoder) verb() (*rdfio.Node, error) {
	switch {
	case d.kind == tokWord && len(d.val) == 1 && d.val[0] == 'a':
		return d.terms.Type, d.next()
	case d.kind == tokIRI, d.kind == tokName:
		return d.node()
	}
	return nil, d.errorf("expected a predicate (IRI, prefixed name or a), found %s", d.found())
}

func (d *decoder) objects(s, p *rdfio.Node, depth int) error {
	for {
		o, err := d.object(depth)
		if err != nil {
			return err
		}
		if err := d.yield(rdf.Triple{Subj: s.Subject(), Pred: p.Predicate(), Obj: o}); err != nil {
			return err
		}
		if d.kind != ',' {
			return nil
		}
		if err := d.next(); err != nil {
			return err
		}
	}
}

func (d *decoder) object(depth int) (rdf.Object, error) {
	var n *rdfio.Node
	var err error
	switch d.kind {
	case tokIRI, tokName, tokBlank:
		n, err = d.node()
	case '[':
		n, _, err = d.blankProperties(depth + 1)
	case '(':
		n, err = d.list(depth + 1)
	case tokString:
		return d.literal()
	case tokInteger:
		return d.number(d.terms.Integer)
	case tokDecimal:
		return d.number(d.terms.Decimal)
	case tokDouble:
		return d.number(d.terms.Double)
	case tokWord:
		return d.boolean()
	default:
		err = d.errorf("expected an object (IRI, prefixed name, blank node, list or literal), found %s", d.found())
	}
	if err != nil {
		return nil, err
	}
	return n.Object(), nil
}

func (d *decoder) deeper(depth int) error {
	if depth > d.maxDepth {
		return rdfio.Exceeds(d.errorf(""), "Depth", int64(d.maxDepth), "more than %d brackets inside each other")
	}
	return d.next()
}

// blankProperties reads [ ... ]. stated tells that there was something in it.
func (d *decoder) blankProperties(depth int) (n *rdfio.Node, stated bool, err error) {
	if err := d.deeper(depth); err != nil {
		return nil, false, err
	}
	n = d.terms.Fresh()
	if d.kind != ']' {
		stated = true
		if err := d.predicates(n, depth); err != nil {
			return nil, false, err
		}
	}
	return n, stated, d.expect(']', "at the end of the blank node")
}

// list reads ( ... ), whose members do not nest, however many they are.
func (d *decoder) list(depth int) (*rdfio.Node, error) {
	if err := d.deeper(depth); err != nil {
		return nil, err
	}
	head := d.terms.Nil
	var last *rdfio.Node
	for d.kind != ')' {
		cell := d.terms.Fresh()
		if last == nil {
			head = cell
		} else if err := d.yield(rdf.Triple{Subj: last.Subject(), Pred: d.terms.Rest.Predicate(), Obj: cell.Object()}); err != nil {
			return nil, err
		}
		if d.kind == tokEOF {
			return nil, d.errorf("expected ')' at the end of the list, found %s", d.found())
		}
		o, err := d.object(depth)
		if err != nil {
			return nil, err
		}
		if err := d.yield(rdf.Triple{Subj: cell.Subject(), Pred: d.terms.First.Predicate(), Obj: o}); err != nil {
			return nil, err
		}
		last = cell
	}
	if last != nil {
		if err := d.yield(rdf.Triple{Subj: last.Subject(), Pred: d.terms.Rest.Predicate(), Obj: d.terms.Nil.Object()}); err != nil {
			return nil, err
		}
	}
	return head, d.next()
}
