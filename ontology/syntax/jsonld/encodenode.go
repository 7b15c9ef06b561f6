package jsonld

import (
	"fmt"
	"strings"

	"github.com/knakk/rdf"

	"github.com/ontocrawl/ontocrawl/ontology/rdfio"
)

// nestMax keeps what is written within what a reader has to accept: each node
// and each list is two levels of JSON.
const nestMax = rdfio.DefaultDepth / 4

// body writes all nodes that are not written inside another.
func (e *encoder) body() [][]byte {
	level := 1
	if !e.opt.Expanded {
		level = 2
	}
	var all [][]byte
	node := func(k string) {
		if !e.written[k] {
			all = append(all, e.object(newLine(nil, level), k, level, 0))
		}
	}
	for _, k := range e.order {
		if !nestable(e.subjects[k]) {
			node(k)
		}
	}
	// What is left are blank nodes that refer to each other in a circle.
	for _, k := range e.order {
		node(k)
	}
	return all
}

// nestable reports whether a blank node can stand inside the one statement
// that has it as object.
func nestable(s *subject) bool { return s.term.Type() == rdf.TermBlank && s.refs == 1 }

func newLine(b []byte, level int) []byte {
	b = append(b, '\n')
	for range level {
		b = append(b, "  "...)
	}
	return b
}

// object writes a node with what is said about it. depth is how far it is
// nested.
func (e *encoder) object(b []byte, k string, level, depth int) []byte {
	s := e.subjects[k]
	e.written[k] = true
	b = append(b, '{')
	first := true
	member := func(name string) {
		if !first {
			b = append(b, ',')
		}
		first = false
		b = append(appendText(newLine(b, level+1), name), ": "...)
	}
	if s.term.Type() != rdf.TermBlank || s.refs > 1 || s.refs == 1 && depth == 0 {
		member("@id")
		b = appendText(b, e.id(s.term))
	}
	for _, p := range s.preds {
		if p.iri == "@type" {
			member(p.iri)
			b = e.types(b, p.objs, level+1)
			continue
		}
		member(e.name(p.iri))
		b = e.values(b, p.objs, level+1, depth)
	}
	if first {
		return append(b, '}')
	}
	return append(newLine(b, level), '}')
}

// id is what a node is called.
func (e *encoder) id(t rdf.Term) string {
	if t.Type() != rdf.TermBlank {
		return e.name(t.String())
	}
	k := key(t)
	if e.labels[k] == "" {
		e.labels[k] = fmt.Sprintf("_:b%d", len(e.labels)+1)
	}
	return e.labels[k]
}

func (e *encoder) types(b []byte, types []rdf.Object, level int) []byte {
	if len(types) == 1 && !e.opt.Expanded {
		return appendText(b, e.name(types[0].String()))
	}
	b = append(b, '[')
	for i, t := range types {
		if i > 0 {
			b = append(b, ',')
		}
		b = appendText(newLine(b, level+1), e.name(t.String()))
	}
	return append(newLine(b, level), ']')
}

func (e *encoder) values(b []byte, objs []rdf.Object, level, depth int) []byte {
	if len(objs) == 1 && !e.opt.Expanded {
		return e.value(b, objs[0], level, depth)
	}
	b = append(b, '[')
	for i, o := range objs {
		if i > 0 {
			b = append(b, ',')
		}
		b = e.value(newLine(b, level+1), o, level+1, depth)
	}
	return append(newLine(b, level), ']')
}

func (e *encoder) value(b []byte, o rdf.Object, level, depth int) []byte {
	if l, ok := o.(rdf.Literal); ok {
		return e.literal(b, l)
	}
	k := key(o)
	if s := e.subjects[k]; o.Type() == rdf.TermBlank && nestable(s) && !e.written[k] && depth < nestMax {
		if cells := e.list(k); cells != nil {
			return e.members(b, cells, level, depth)
		}
		return e.object(b, k, level, depth+1)
	}
	b = append(b, `{"@id": `...)
	b = appendText(b, e.id(o))
	return append(b, '}')
}

func (e *encoder) literal(b []byte, l rdf.Literal) []byte {
	datatype := l.DataType.String()
	plain := l.Lang() == "" && (datatype == "" || datatype == nsXSD+"string")
	if plain && !e.opt.Expanded {
		return appendText(b, l.String())
	}
	b = append(b, `{"@value": `...)
	b = appendText(b, l.String())
	switch {
	case l.Lang() != "":
		b = append(b, `, "@language": `...)
		b = appendText(b, l.Lang())
	case !plain:
		b = append(b, `, "@type": `...)
		b = appendText(b, e.name(datatype))
	}
	return append(b, '}')
}

// list returns the cells of a well-formed list that begins with the node: each
// has one rdf:first, one rdf:rest, nothing else, and is mentioned once.
func (e *encoder) list(k string) []string {
	var cells []string
	inside := map[string]bool{}
	for {
		s := e.subjects[k]
		if s == nil || !nestable(s) || inside[k] || e.written[k] || len(s.preds) != 2 {
			return nil
		}
		first, rest := s.only("first"), s.only("rest")
		if first == nil || rest == nil {
			return nil
		}
		cells = append(cells, k)
		inside[k] = true
		if k = key(rest); k == "<"+nsRDF+"nil>" {
			return cells
		}
		if !strings.HasPrefix(k, "_:") {
			return nil
		}
	}
}

// only returns the object of the RDF property if there is exactly one.
func (s *subject) only(local string) rdf.Object {
	for _, p := range s.preds {
		if p.iri == nsRDF+local && len(p.objs) == 1 {
			return p.objs[0]
		}
	}
	return nil
}

func (e *encoder) members(b []byte, cells []string, level, depth int) []byte {
	for _, c := range cells {
		e.written[c] = true
	}
	b = append(b, `{"@list": [`...)
	for i, c := range cells {
		if i > 0 {
			b = append(b, ',')
		}
		b = e.value(newLine(b, level+1), e.subjects[c].only("first"), level+1, depth+1)
	}
	return append(newLine(b, level), "]}"...)
}
