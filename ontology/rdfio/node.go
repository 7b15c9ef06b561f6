package rdfio

import (
	"github.com/knakk/rdf"

	"github.com/ontocrawl/ontocrawl/internal/english"
)

// Node is an IRI or blank node that is boxed once. Ontologies repeat their IRIs often;
// boxing and checking each mention would cost more than scanning the text.
type Node struct{ subj rdf.Subject }

// Predicate returns n, which must be an IRI, without a new box.
func (n *Node) Predicate() rdf.Predicate {
	p, _ := n.subj.(rdf.Predicate)
	return p
}

// Object returns n without a new box.
func (n *Node) Object() rdf.Object {
	o, _ := n.subj.(rdf.Object)
	return o
}

// IRI returns n, which must be an IRI.
func (n *Node) IRI() rdf.IRI {
	v, _ := n.subj.(rdf.IRI)
	return v
}

// Begin returns the terms of a document and its initial base.
func Begin(opt Options) (*Terms, *Base, error) {
	terms, err := NewTerms(opt.BlankPrefix)
	if err != nil {
		return nil, nil, err
	}
	base, err := DocumentBase(opt)
	return terms, base, err
}

// NewTerms returns the terms of a new document; for blankPrefix see Options.BlankPrefix.
func NewTerms(blankPrefix string) (*Terms, error) {
	if err := checkBlankPrefix(blankPrefix); err != nil {
		return nil, err
	}
	return makeTerms(blankPrefix), nil
}

// NewIRI always makes a new node. It is for readers with their own table.
func (t *Terms) NewIRI(iri string) (*Node, error) {
	v, err := checkIRI(iri)
	if err != nil {
		return nil, err
	}
	n := t.node()
	n.subj = v
	return n, nil
}

// Blank returns the node with a label of the document, without "_:".
func (t *Terms) Blank(label string) (*Node, error) {
	if n, _ := BlankLen([]byte(label)); n != len(label) || n == 0 {
		return nil, english.Errorf("%s is not the label of a blank node: expected letters, digits, '-', '_' and '.'", Quote(label))
	}
	return t.BlankOf([]byte(label)), nil
}

// String returns a plain string literal.
func (t *Terms) String(text string) rdf.Object { return rdf.NewTypedLiteral(text, t.str) }

// Lang returns a literal with a language tag.
func (t *Terms) Lang(text, tag string) (rdf.Object, error) {
	tag, err := t.Tag([]byte(tag))
	if err != nil {
		return nil, err
	}
	return t.Tagged(text, tag)
}

// Typed returns a literal with a datatype, which must be an absolute IRI.
func (t *Terms) Typed(text, datatype string) (rdf.Object, error) {
	n, err := t.IRI(datatype)
	if err != nil {
		return nil, err
	}
	return rdf.NewTypedLiteral(text, n.IRI()), nil
}

// IsBlank reports whether n is a blank node.
func (n *Node) IsBlank() bool {
	_, ok := n.subj.(rdf.Blank)
	return ok
}

// Subject returns n as a subject.
func (n *Node) Subject() rdf.Subject { return n.subj }
