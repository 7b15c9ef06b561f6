package jsonld

import (
	"github.com/knakk/rdf"

	"github.com/ontocrawl/ontocrawl/ontology/rdfio"
)

// nestMax keeps the output within the limits of readers: each node and each list is two
// levels of JSON.
const nestMax = rdfio.DefaultDepth / 4

// body writes all nodes that are not nested.
func (e *encoder) body() [][]byte {
	level := 1
	if !e.opt.Expanded {
		level = 2
	}
	return e.Blocks(func(k string) []byte { return e.object(newLine(nil, level), k, level, 0) })
}

func newLine(b []byte, level int) []byte {
	b = append(b, '\n')
	for range level {
		b = append(b, "  "...)
	}
	return b
}

// object writes a node and its statements at a nesting depth.
func (e *encoder) object(b []byte, k string, level, depth int) []byte {
	s := e.Subjects[k]
	e.Written[k] = true
	b = append(b, '{')
	first := true
	member := func(name string) {
		if !first {
			b = append(b, ',')
		}
		first = false
		b = append(appendText(newLine(b, level+1), name), ": "...)
	}
	if s.Term.Type() != rdf.TermBlank || s.Refs() > 1 || s.Refs() == 1 && depth == 0 {
		member("@id")
		b = appendText(b, e.id(s.Term))
	}
	for _, p := range s.Predicates {
		objects := p.Objects
		if p.IsType() {
			var types []rdf.Object
			types, objects = named(p.Objects)
			if len(types) > 0 {
				member("@type")
				b = e.types(b, types, level+1)
			}
		}
		if len(objects) > 0 {
			member(e.name(p.Term.String()))
			b = e.values(b, objects, level+1, depth)
		}
	}
	if first {
		return append(b, '}')
	}
	return append(newLine(b, level), '}')
}

// id returns the identifier of a node.
func (e *encoder) id(t rdf.Term) string {
	if t.Type() != rdf.TermBlank {
		return e.name(t.String())
	}
	return e.Label(rdfio.Key(t))
}

// named separates IRIs, which @type can hold, from other types.
func named(types []rdf.Object) (iris, others []rdf.Object) {
	for _, t := range types {
		if t.Type() == rdf.TermIRI {
			iris = append(iris, t)
		} else {
			others = append(others, t)
		}
	}
	return iris, others
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
	if k := rdfio.Key(o); o.Type() == rdf.TermBlank && e.Nestable(k) && !e.Written[k] && depth < nestMax {
		if members, ok := e.List(k); ok {
			return e.members(b, members, level, depth)
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

func (e *encoder) members(b []byte, members []rdf.Object, level, depth int) []byte {
	b = append(b, `{"@list": [`...)
	for i, m := range members {
		if i > 0 {
			b = append(b, ',')
		}
		b = e.value(newLine(b, level+1), m, level+1, depth+1)
	}
	return append(newLine(b, level), "]}"...)
}
