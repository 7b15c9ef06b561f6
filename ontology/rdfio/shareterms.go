package rdfio

import (
	"fmt"

	"github.com/knakk/rdf"
)

// Terms makes the terms of one document for readers of further syntaxes: each
// IRI is checked and boxed once, and blank nodes of the document never meet
// those that the reader makes up, nor those of other documents.
type Terms struct{ t *terms }

// NewTerms begins a document; for blankPrefix see Options.BlankPrefix.
func NewTerms(blankPrefix string) (*Terms, error) {
	if err := checkBlankPrefix(blankPrefix); err != nil {
		return nil, err
	}
	return &Terms{newTerms(blankPrefix)}, nil
}

// A Node is an IRI or a blank node. The zero Node is neither.
type Node struct{ n *node }

// IRI returns the node of an absolute IRI.
func (t *Terms) IRI(iri string) (Node, error) {
	n, err := t.t.newIRI(iri)
	return Node{n}, err
}

// NewIRI is IRI for a reader that has a table of its own: it looks for no node
// made before and makes another.
func (t *Terms) NewIRI(iri string) (Node, error) {
	v, err := checkIRI(iri)
	if err != nil {
		return Node{}, err
	}
	n := t.t.node()
	n.subj = v
	return Node{n}, nil
}

// Blank returns the node that the document calls by a label, without "_:".
func (t *Terms) Blank(label string) (Node, error) {
	if n, _ := blankLen([]byte(label)); n != len(label) || n == 0 {
		return Node{}, fmt.Errorf("%s is not the label of a blank node: expected letters, digits, '-', '_' and '.'", quote(label))
	}
	return Node{t.t.blank([]byte(label))}, nil
}

// Fresh returns a blank node of its own.
func (t *Terms) Fresh() Node { return Node{t.t.fresh()} }

// String returns a literal that is a plain string.
func (t *Terms) String(text string) rdf.Object { return rdf.NewTypedLiteral(text, t.t.str) }

// Lang returns a literal with a language tag.
func (t *Terms) Lang(text, tag string) (rdf.Object, error) {
	tag, err := t.t.lang([]byte(tag))
	if err != nil {
		return nil, err
	}
	return t.t.langLiteral(text, tag)
}

// Typed returns a literal with a datatype, which must be an absolute IRI.
func (t *Terms) Typed(text, datatype string) (rdf.Object, error) {
	n, err := t.t.newIRI(datatype)
	if err != nil {
		return nil, err
	}
	return rdf.NewTypedLiteral(text, n.iri()), nil
}

// IsZero reports whether n is no node.
func (n Node) IsZero() bool { return n.n == nil }

// IsBlank reports whether n is a blank node.
func (n Node) IsBlank() bool {
	_, ok := n.n.subj.(rdf.Blank)
	return ok
}

// Subject returns n as a subject.
func (n Node) Subject() rdf.Subject { return n.n.subj }

// Object returns n as an object.
func (n Node) Object() rdf.Object { return n.n.asObj() }

// Predicate returns n, which must be an IRI, as a predicate.
func (n Node) Predicate() rdf.Predicate { return n.n.asPred() }

// EscapeIRI percent-encodes the characters that no IRI may hold (RFC 3987,
// section 2.2).
func EscapeIRI(s string) string { return escapeIRI(s) }
