package jsonld

import (
	"bytes"
	"errors"

	"github.com/knakk/rdf"

	"github.com/ontocrawl/ontocrawl/ontology/rdfio"
)

const (
	nsRDF = "http://www.w3.org/1999/02/22-rdf-syntax-ns#"
	nsXSD = "http://www.w3.org/2001/XMLSchema#"
)

// errNotExpanded reports that a document must be expanded first.
var errNotExpanded = errors.New("not in expanded form")

// converter reads triples from expanded form (JSON-LD 1.1 Processing Algorithms and API,
// section 8).
type converter struct {
	scanner
	terms *rdfio.Terms
	out   []rdf.Triple
	nodes map[string]*rdfio.Node
	typ   rdf.Predicate
	tags  map[string]string // spelling of language tags, by lower case
}

// expanded returns the triples of a checked document in expanded form, or errNotExpanded.
// tags gives the spelling of language tags.
func expanded(data []byte, opt rdfio.Options, tags map[string]string) ([]rdf.Triple, error) {
	terms, err := rdfio.NewTerms(opt.BlankPrefix)
	if err != nil {
		return nil, err
	}
	c := &converter{scanner: scanner{rdfio.JSONScanner{Data: data}}, terms: terms, nodes: map[string]*rdfio.Node{}, tags: tags}
	c.typ = c.word(nsRDF + "type").Predicate()
	if err := c.each(c.topNode); err != nil {
		return nil, err
	}
	return c.out, nil
}

// word returns the node of a vocabulary IRI.
func (c *converter) word(iri string) *rdfio.Node {
	n, _ := c.terms.IRI(iri)
	return n
}

func (c *converter) say(s *rdfio.Node, p rdf.Predicate, o rdf.Object) {
	c.out = append(c.out, rdf.Triple{Subj: s.Subject(), Pred: p, Obj: o})
}

// each calls f at every member of an array, or at a single value.
func (c *converter) each(f func() error) error {
	if !c.Accept('[') {
		return f()
	}
	for !c.Accept(']') {
		if err := f(); err != nil {
			return err
		}
		c.Accept(',')
	}
	return nil
}

// key returns the next name in an object, or false at its end.
func (c *converter) key() ([]byte, bool) {
	c.Accept(',')
	if c.Accept('}') {
		return nil, false
	}
	c.Peek()
	k := c.text()
	c.Accept(':')
	return k, true
}

// topNode reads a top-level node.
func (c *converter) topNode() error {
	if c.Peek() != '{' {
		return errNotExpanded
	}
	n, err := c.open()
	if err != nil {
		return err
	}
	_, err = c.rest(n)
	return err
}

// open reads the beginning of a node and its identifier, if any. If the identifier is not
// first, the document must be expanded, which sorts it.
func (c *converter) open() (*rdfio.Node, error) {
	c.Accept('{')
	before := c.Pos
	if k, ok := c.key(); ok && string(k) == "@id" {
		if c.Peek() != '"' {
			return nil, errNotExpanded
		}
		return c.node(c.text())
	}
	c.Pos = before
	return nil, nil
}

// node returns the node of an identifier.
func (c *converter) node(id []byte) (*rdfio.Node, error) {
	if n, ok := c.nodes[string(id)]; ok {
		return n, nil
	}
	var n *rdfio.Node
	var err error
	switch label, blank := bytes.CutPrefix(id, []byte("_:")); {
	case blank:
		if n, err = c.terms.Blank(string(label)); err != nil {
			n, err = c.terms.Fresh(), nil // JSON-LD allows any label
		}
	case bytes.IndexByte(id, ':') < 0:
		return n, errNotExpanded
	default:
		if n, err = c.terms.IRI(rdfio.EscapeIRI(string(id))); err != nil {
			return n, errNotExpanded // it is relative after all
		}
	}
	c.nodes[string(id)] = n
	return n, err
}

// rest reads the members after the identifier, which may follow only what is no statement about the node: its graph.
// A blank node is made at its first statement. It returns the node; nil if nothing names it and nothing is said of it.
func (c *converter) rest(n *rdfio.Node) (*rdfio.Node, error) {
	for {
		k, ok := c.key()
		if !ok {
			return n, nil
		}
		if string(k) == "@id" {
			if n != nil || c.Peek() != '"' {
				return nil, errNotExpanded
			}
			var err error
			if n, err = c.node(c.text()); err != nil {
				return nil, err
			}
			continue
		}
		if n == nil && string(k) != "@graph" && string(k) != "@index" {
			n = c.terms.Fresh()
		}
		if err := c.member(n, k); err != nil {
			return nil, err
		}
	}
}

func (c *converter) member(n *rdfio.Node, k []byte) error {
	if len(k) > 0 && k[0] == '@' {
		return c.keyword(n, string(k))
	}
	p, err := c.node(k)
	if err != nil {
		return err
	}
	if p.IsBlank() { // which RDF does not have, and JSON-LD 1.1 calls obsolete
		c.skip()
		return nil
	}
	return c.each(func() error { return c.value(n, p.Predicate()) })
}

func (c *converter) keyword(n *rdfio.Node, k string) error {
	switch k {
	case "@type":
		return c.each(func() error {
			if c.Peek() != '"' {
				return errNotExpanded
			}
			t, err := c.node(c.text())
			if err == nil {
				c.say(n, c.typ, t.Object())
			}
			return err
		})
	case "@graph", "@included":
		return c.each(c.topNode)
	case "@index":
		c.skip()
		return nil
	case "@reverse":
		return c.reverse(n)
	}
	return errNotExpanded
}

// reverse reads reverse properties, whose value is n.
func (c *converter) reverse(n *rdfio.Node) error {
	if !c.Accept('{') {
		return errNotExpanded
	}
	for {
		k, ok := c.key()
		if !ok {
			return nil
		}
		p, err := c.node(k)
		if err != nil {
			return err
		}
		if p.IsBlank() {
			c.skip()
			continue
		}
		err = c.each(func() error {
			if c.Peek() != '{' {
				return errNotExpanded
			}
			s, err := c.open()
			if err != nil {
				return err
			}
			if s == nil {
				s = c.terms.Fresh()
			}
			c.say(s, p.Predicate(), n.Object())
			_, err = c.rest(s)
			return err
		})
		if err != nil {
			return err
		}
	}
}

// errorAt returns an error at the current position.
func (c *converter) errorAt(err error) error { return c.Errorf("%v", err) }
