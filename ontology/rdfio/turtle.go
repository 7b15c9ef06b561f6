package rdfio

import (
	"bytes"
	"strings"

	"github.com/knakk/rdf"
)

// turtle decodes Turtle (RDF 1.1 Turtle, section 6.5 grammar, section 7 meaning)
// by recursive descent with one token of lookahead.
type turtle struct {
	lexer
	terms    *terms
	base     *base
	yield    func(rdf.Triple) error
	maxDepth int
	prefixes map[string]string
	// What was resolved before, by its spelling: emptied when base or
	// prefixes change.
	refs    map[string]*node
	names   map[string]*node
	scratch []byte
}

func newTurtle(w *window, t *terms, b *base, lim Limits, yield func(rdf.Triple) error) *turtle {
	return &turtle{
		lexer:    lexer{w: w},
		terms:    t,
		base:     b,
		yield:    yield,
		maxDepth: lim.Depth,
		prefixes: make(map[string]string),
		refs:     make(map[string]*node),
		names:    make(map[string]*node),
	}
}

func (d *turtle) decode() error {
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
func (d *turtle) found() string {
	if d.kind == tokEOF {
		return "the end of the file"
	}
	return found(d.w.buf[d.start:])
}

// expect checks for punctuation and reads the token after it.
func (d *turtle) expect(k kind, where string) error {
	if d.kind != k {
		return d.errorf("expected '%c' %s, found %s", k, where, d.found())
	}
	return d.next()
}

func (d *turtle) statement() error {
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
func (d *turtle) triples() error {
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
func (d *turtle) subject() (s *node, alone bool, err error) {
	switch d.kind {
	case tokIRI, tokName, tokBlank:
		s, err = d.node()
	case '(':
		s, err = d.list(1)
	case '[':
		return d.blankProperties(1)
	default:
		err = d.errorf("expected a subject (IRI, prefixed name, blank node, list) or a directive, found %s", d.found())
	}
	return s, false, err
}

// node returns the IRI or labelled blank node at hand.
func (d *turtle) node() (*node, error) {
	var n *node
	var err error
	switch d.kind {
	case tokIRI:
		n, err = d.iri()
	case tokName:
		n, err = d.name()
	default:
		n = d.terms.blank(d.val)
	}
	if err != nil {
		return nil, err
	}
	return n, d.next()
}

func (d *turtle) iri() (*node, error) {
	if n, ok := d.refs[string(d.val)]; ok {
		return n, nil
	}
	key := string(d.val)
	s, err := d.iriRef()
	if err != nil {
		return nil, err
	}
	n, err := d.terms.newIRI(s)
	if err != nil {
		return nil, d.errorf("%v", err)
	}
	put(d.refs, key, n)
	return n, nil
}

func (d *turtle) name() (*node, error) {
	if n, ok := d.names[string(d.val)]; ok {
		return n, nil
	}
	ns, ok := d.prefixes[string(d.val[:d.colon])]
	if !ok {
		return nil, d.errorf("the prefix of %s is not declared; expected \"@prefix %s: <...> .\" before it",
			quote(d.val), d.val[:d.colon])
	}
	local := string(d.val[d.colon+1:])
	if d.esc {
		local = unescapeLocal(local)
	}
	n, err := d.terms.newIRI(ns + local)
	if err != nil {
		return nil, d.errorf("%v", err)
	}
	put(d.names, string(d.val), n)
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
// by any number of semicolons, of which some may come last.
func (d *turtle) predicates(s *node, depth int) error {
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

func (d *turtle) verb() (*node, error) {
	switch {
	case d.kind == tokWord && len(d.val) == 1 && d.val[0] == 'a':
		return d.terms.typ, d.next()
	case d.kind == tokIRI, d.kind == tokName:
		return d.node()
	}
	return nil, d.errorf("expected a predicate (IRI, prefixed name or a), found %s", d.found())
}

func (d *turtle) objects(s, p *node, depth int) error {
	for {
		o, err := d.object(depth)
		if err != nil {
			return err
		}
		if err := d.yield(rdf.Triple{Subj: s.subj, Pred: p.asPred(), Obj: o}); err != nil {
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

func (d *turtle) object(depth int) (rdf.Object, error) {
	var n *node
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
		return d.number(d.terms.integer)
	case tokDecimal:
		return d.number(d.terms.decimal)
	case tokDouble:
		return d.number(d.terms.double)
	case tokWord:
		return d.boolean()
	default:
		err = d.errorf("expected an object (IRI, prefixed name, blank node, list or literal), found %s", d.found())
	}
	if err != nil {
		return nil, err
	}
	return n.asObj(), nil
}

func (d *turtle) deeper(depth int) error {
	if depth > d.maxDepth {
		return Exceeds(d.errorf(""), "Depth", int64(d.maxDepth), "more than %d brackets inside each other")
	}
	return d.next()
}

// blankProperties reads [ ... ]. stated tells that there was something in it.
func (d *turtle) blankProperties(depth int) (n *node, stated bool, err error) {
	if err := d.deeper(depth); err != nil {
		return nil, false, err
	}
	n = d.terms.fresh()
	if d.kind != ']' {
		stated = true
		if err := d.predicates(n, depth); err != nil {
			return nil, false, err
		}
	}
	return n, stated, d.expect(']', "at the end of the blank node")
}

// list reads ( ... ), whose members do not nest, however many they are.
func (d *turtle) list(depth int) (*node, error) {
	if err := d.deeper(depth); err != nil {
		return nil, err
	}
	head := d.terms.nil
	var last *node
	for d.kind != ')' {
		cell := d.terms.fresh()
		if last == nil {
			head = cell
		} else if err := d.yield(rdf.Triple{Subj: last.subj, Pred: d.terms.restOf.asPred(), Obj: cell.asObj()}); err != nil {
			return nil, err
		}
		if d.kind == tokEOF {
			return nil, d.errorf("expected ')' at the end of the list, found %s", d.found())
		}
		o, err := d.object(depth)
		if err != nil {
			return nil, err
		}
		if err := d.yield(rdf.Triple{Subj: cell.subj, Pred: d.terms.first.asPred(), Obj: o}); err != nil {
			return nil, err
		}
		last = cell
	}
	if last != nil {
		if err := d.yield(rdf.Triple{Subj: last.subj, Pred: d.terms.restOf.asPred(), Obj: d.terms.nil.asObj()}); err != nil {
			return nil, err
		}
	}
	return head, d.next()
}
