package rdfio

import (
	"fmt"
	"slices"

	"github.com/knakk/rdf"

	"github.com/ontocrawl/ontocrawl/internal/english"
)

// Outline arranges triples for human readers: subjects in order of their first triple,
// statements by predicate with types first, no repetitions. A blank node may be nested in
// the only statement that mentions it.
type Outline struct {
	Subjects map[string]*OutlineSubject // by Key
	Written  map[string]bool            // subjects that have been written

	order  []string
	labels map[string]string // new labels of blank nodes
}

// OutlineSubject is a subject with its statements.
type OutlineSubject struct {
	Term       rdf.Term
	Predicates []*OutlinePredicate
	refs       int // triples it is the object of
}

type OutlinePredicate struct {
	Term    rdf.Predicate
	Objects []rdf.Object
}

func (p *OutlinePredicate) IsType() bool { return p.Term.String() == RDF+"type" }

// NewOutline arranges triples. The error names a triple that lacks a term.
func NewOutline(triples []rdf.Triple) (*Outline, error) {
	o := &Outline{Subjects: make(map[string]*OutlineSubject), Written: make(map[string]bool), labels: make(map[string]string)}
	seen := make(map[string]struct{}, len(triples))
	var key []byte
	for i, t := range triples {
		if err := CheckTriple(t); err != nil {
			return nil, english.Errorf("triple %d: %w", i, err)
		}
		key = AppendTriple(key[:0], t)
		if _, ok := seen[string(key)]; !ok {
			seen[string(key)] = struct{}{}
			o.add(t)
		}
	}
	return o, nil
}

// Key identifies a term: keys of blank nodes and IRIs differ.
func Key(t rdf.Term) string {
	if t.Type() == rdf.TermBlank {
		return "_:" + t.String()
	}
	return t.String()
}

func (o *Outline) subject(t rdf.Term) *OutlineSubject {
	key := Key(t)
	s := o.Subjects[key]
	if s == nil {
		s = &OutlineSubject{Term: t}
		o.Subjects[key] = s
	}
	return s
}

func (o *Outline) add(t rdf.Triple) {
	s := o.subject(t.Subj)
	if len(s.Predicates) == 0 {
		o.order = append(o.order, Key(t.Subj))
	}
	if t.Obj.Type() == rdf.TermBlank {
		o.subject(t.Obj).refs++
	}
	i := slices.IndexFunc(s.Predicates, func(p *OutlinePredicate) bool { return p.Term == t.Pred })
	if i < 0 {
		p := &OutlinePredicate{Term: t.Pred}
		if i = len(s.Predicates); p.IsType() {
			i = 0
		}
		s.Predicates = slices.Insert(s.Predicates, i, p)
	}
	s.Predicates[i].Objects = append(s.Predicates[i].Objects, t.Obj)
}

// Blocks calls write for each subject that is not nested: first subjects that cannot be
// nested, then blank nodes that refer to each other in a cycle.
func (o *Outline) Blocks(write func(key string) []byte) [][]byte {
	var blocks [][]byte
	for _, circles := range []bool{false, true} {
		for _, key := range o.order {
			if !o.Written[key] && (circles || !o.Nestable(key)) {
				blocks = append(blocks, write(key))
			}
		}
	}
	return blocks
}

// Refs returns how many triples have the subject as object.
func (s *OutlineSubject) Refs() int { return s.refs }

// Nestable reports whether a blank node can be nested in the one statement about it.
func (o *Outline) Nestable(key string) bool {
	s := o.Subjects[key]
	return s != nil && s.Term.Type() == rdf.TermBlank && s.refs == 1
}

// Label returns the new label of a blank node: _:b1, _:b2, … in order of the calls.
func (o *Outline) Label(key string) string {
	if o.labels[key] == "" {
		o.labels[key] = fmt.Sprintf("_:b%d", len(o.labels)+1)
	}
	return o.labels[key]
}

// List returns the members of a well-formed list that begins at the node, and marks its
// cells as written. Each cell has one rdf:first, one rdf:rest, no other statement, and
// one mention.
func (o *Outline) List(key string) (members []rdf.Object, ok bool) {
	var cells []string
	inside := make(map[string]bool)
	for key != RDF+"nil" {
		s := o.Subjects[key]
		if !o.Nestable(key) || inside[key] || o.Written[key] || len(s.Predicates) != 2 {
			return nil, false
		}
		first, rest := s.only("first"), s.only("rest")
		if first == nil || rest == nil || rest.Type() == rdf.TermLiteral {
			return nil, false
		}
		cells, members = append(cells, key), append(members, first)
		inside[key] = true
		key = Key(rest)
	}
	for _, c := range cells {
		o.Written[c] = true
	}
	return members, true
}

// only returns the object of an RDF property if there is exactly one.
func (s *OutlineSubject) only(local string) rdf.Object {
	for _, p := range s.Predicates {
		if p.Term.String() == RDF+local && len(p.Objects) == 1 {
			return p.Objects[0]
		}
	}
	return nil
}

// UsualPrefixes returns the prefixes that writers declare by default, sorted by name.
func UsualPrefixes() [][2]string {
	return [][2]string{
		{"owl", "http://www.w3.org/2002/07/owl#"}, {"rdf", RDF}, {"rdfs", "http://www.w3.org/2000/01/rdf-schema#"},
		{"skos", "http://www.w3.org/2004/02/skos/core#"}, {"xsd", XSD},
	}
}
