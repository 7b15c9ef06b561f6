package obo

import (
	"strings"

	"github.com/ontocrawl/ontocrawl/ontology/rdfio"
)

// frame is a stanza: a term, a relation or an instance.
type frame struct {
	*entity
	id   string
	kind kind
	typ  typedef
	and  []clause // intersection_of
	or   []clause // union_of
}

// stanza reads a stanza up to the first line of the next.
func (p *parser) stanza() error {
	head, at := p.line()
	if head == "" || head[0] != '[' {
		return nil
	}
	head, _, _ = strings.Cut(head[1:], "]")
	k := kindOf(head)
	known := k != 0
	if !known {
		if err := p.flaw(at, "unknown stanza %s; expected [Term], [Typedef] or [Instance]", rdfio.Quote("["+head+"]")); err != nil {
			return err
		}
	}
	var f *frame
	for p.more() && !p.head() && p.err == nil {
		c, ok, err := p.clause()
		if err != nil {
			return err
		}
		if !ok || !known {
			continue
		}
		if f == nil {
			if f, err = p.begin(k, c, at); err != nil {
				return err
			}
			known = f != nil
			continue
		}
		if err := p.frameClause(f, c); err != nil {
			return err
		}
	}
	if f != nil {
		return p.end(f)
	}
	return p.err
}

func kindOf(stanza string) kind {
	switch stanza {
	case "Term":
		return class
	case "Typedef":
		return relation
	case "Instance":
		return individual
	}
	return 0
}

// begin reads the identifier, the first tag of a stanza.
func (p *parser) begin(k kind, c clause, at int) (*frame, error) {
	if c.tag != "id" {
		return nil, p.flaw(at, "the stanza does not begin with its id: it is left out")
	}
	id, _ := word(c.value)
	f := &p.frame // the one before it is done with
	*f = frame{id: id, kind: k, and: f.and[:0], or: f.or[:0]}
	if k == relation {
		f.typ = p.typedefs[id]
	}
	if k == relation && f.typ.metadata {
		f.kind = annotation
	}
	x, err := p.entity(id, f.kind)
	if err != nil {
		return nil, p.flaw(c.line, "id: %v", err)
	}
	f.entity = x
	p.declare(x, f.kind)
	p.sayNoted(x.node, p.tag("id").node, p.terms.String(unescape(c.value)), nil)
	if k == relation && f.typ.expanded != "" && strings.IndexByte(id, ':') < 0 {
		p.sayNoted(x.node, p.tag("shorthand").node, p.terms.String(unescape(id)), nil)
	}
	return f, nil
}

// end yields the triples that depend on all lines of a stanza.
func (p *parser) end(f *frame) error {
	if f.kind == class {
		if err := p.definedBy(f, f.and, "intersectionOf"); err != nil {
			return err
		}
		if err := p.definedBy(f, f.or, "unionOf"); err != nil {
			return err
		}
	}
	return p.err
}

func (p *parser) frameClause(f *frame, c clause) error {
	var done bool
	var err error
	switch f.kind {
	case class:
		done, err = p.termClause(f, c)
	case relation:
		done, err = p.relationClause(f, c)
	case annotation:
		done, err = p.annotationClause(f, c)
	case individual:
		done, err = p.instanceClause(f, c)
	}
	if err != nil || done {
		return err
	}
	return p.generic(f, c)
}
