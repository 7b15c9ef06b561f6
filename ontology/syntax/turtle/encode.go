package turtle

import (
	"bufio"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"github.com/knakk/rdf"

	"github.com/ontocrawl/ontocrawl/internal/english"
	"github.com/ontocrawl/ontocrawl/internal/sorts"
	"github.com/ontocrawl/ontocrawl/ontology/rdfio"
)

// Encode writes triples as Turtle for people to read: subjects in the
// order of their first triple, types first, blank nodes inside the only
// statement that mentions them, lists in parentheses. Repeated triples are
// written once. The same triples in the same order give the same bytes; labels
// of blank nodes are not kept. Unused prefixes are not declared.
func Encode(w io.Writer, triples []rdf.Triple, opt rdfio.EncodeOptions) error {
	e, err := newTurtleWriter(triples, opt)
	if err != nil {
		return err
	}
	body := e.Blocks(e.block) // first: it finds out which prefixes are used
	buf := bufio.NewWriterSize(w, 64<<10)
	for _, p := range e.prefixes {
		if e.used[p.name] {
			fmt.Fprintf(buf, "@prefix %s: %s .\n", p.name, rdfio.AppendIRI(nil, p.ns))
		}
	}
	for i, block := range body {
		if i > 0 || len(e.used) > 0 {
			buf.WriteByte('\n')
		}
		buf.Write(block)
	}
	return buf.Flush() // reports the errors of all the writes before
}

type prefix struct{ name, ns string }

type turtleWriter struct {
	prefixes []prefix // sorted by name
	byLength []prefix // longest namespace first
	used     map[string]bool
	names    map[string]string // IRIs abbreviated before

	*rdfio.Outline
}

func newTurtleWriter(triples []rdf.Triple, opt rdfio.EncodeOptions) (*turtleWriter, error) {
	e := &turtleWriter{used: make(map[string]bool), names: make(map[string]string)}
	if err := e.setPrefixes(opt.Prefixes); err != nil {
		return nil, err
	}
	var err error
	e.Outline, err = rdfio.NewOutline(triples)
	return e, err
}

func (e *turtleWriter) setPrefixes(own map[string]string) error {
	taken := make(map[string]bool)
	for _, name := range slices.Sorted(maps.Keys(own)) {
		if n, _ := rdfio.NameLen([]byte(name), true); n != len(name) || !rdfio.ValidPrefix([]byte(name)) {
			return english.Errorf("%q cannot be a prefix in Turtle", name)
		}
		e.prefixes = append(e.prefixes, prefix{name, own[name]})
		taken[name], taken[own[name]] = true, true
	}
	for _, p := range rdfio.UsualPrefixes() {
		if !taken[p[0]] && !taken[p[1]] {
			e.prefixes = append(e.prefixes, prefix{p[0], p[1]})
		}
	}
	sorts.Func(e.prefixes, func(a, b prefix) int { return strings.Compare(a.name, b.name) })
	e.byLength = slices.Clone(e.prefixes)
	sorts.Stable(e.byLength, func(a, b prefix) int { return len(b.ns) - len(a.ns) })
	return nil
}

func (e *turtleWriter) block(key string) []byte {
	s := e.Subjects[key]
	e.Written[key] = true
	var b []byte
	if s.Term.Type() == rdf.TermBlank && s.Refs() == 0 {
		b = append(b, "[]"...)
	} else {
		b = e.term(b, s.Term)
	}
	b = append(b, ' ')
	b = e.statements(b, s, 1)
	return append(b, " .\n"...)
}

// nestMax keeps what is written within what a reader has to accept.
const nestMax = rdfio.DefaultDepth / 2

// statements writes predicates and objects, one predicate to a line.
func (e *turtleWriter) statements(b []byte, s *rdfio.OutlineSubject, depth int) []byte {
	for i, p := range s.Predicates {
		if i > 0 {
			b = append(b, " ;\n"...)
			b = indent(b, depth)
		}
		if p.IsType() {
			b = append(b, 'a')
		} else {
			b = e.term(b, p.Term)
		}
		for j, o := range p.Objects {
			if j > 0 {
				b = append(b, ',')
			}
			b = append(b, ' ')
			b = e.object(b, o, depth)
		}
	}
	return b
}

func indent(b []byte, depth int) []byte {
	for range min(depth, 20) {
		b = append(b, "    "...)
	}
	return b
}

func (e *turtleWriter) object(b []byte, o rdf.Object, depth int) []byte {
	key := rdfio.Key(o)
	if o.Type() != rdf.TermBlank || !e.Nestable(key) || e.Written[key] || depth >= nestMax {
		return e.term(b, o)
	}
	if members, ok := e.List(key); ok {
		b = append(b, '(')
		for _, m := range members {
			b = append(b, ' ')
			b = e.object(b, m, depth+1)
		}
		return append(b, " )"...)
	}
	e.Written[key] = true
	s := e.Subjects[key]
	if len(s.Predicates) == 0 {
		return append(b, "[]"...)
	}
	b = append(b, "[ "...)
	b = e.statements(b, s, depth+1)
	return append(b, " ]"...)
}
