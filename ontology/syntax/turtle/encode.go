package turtle

import (
	"bufio"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"github.com/knakk/rdf"
	"github.com/ontocrawl/ontocrawl/ontology/rdfio"
)

// usualPrefixes are declared without being asked for.
var usualPrefixes = [...][2]string{
	{"owl", "http://www.w3.org/2002/07/owl#"},
	{"rdf", rdfio.RDF},
	{"rdfs", "http://www.w3.org/2000/01/rdf-schema#"},
	{"skos", "http://www.w3.org/2004/02/skos/core#"},
	{"xsd", rdfio.XSD},
}

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
	body := e.body() // first: it finds out which prefixes are used
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

	order    []string // subjects
	subjects map[string]*turtleSubject
	labels   map[string]string // new labels of blank nodes
	written  map[string]bool   // subjects that have been written
}

// A turtleSubject is a subject with its statements, by predicate.
type turtleSubject struct {
	term  rdf.Subject
	preds []*turtlePred
	refs  int // triples it is the object of
}

type turtlePred struct {
	pred rdf.Predicate
	objs []rdf.Object
}

func newTurtleWriter(triples []rdf.Triple, opt rdfio.EncodeOptions) (*turtleWriter, error) {
	e := &turtleWriter{
		used:     make(map[string]bool),
		names:    make(map[string]string),
		subjects: make(map[string]*turtleSubject),
		labels:   make(map[string]string),
		written:  make(map[string]bool),
	}
	if err := e.setPrefixes(opt.Prefixes); err != nil {
		return nil, err
	}
	seen := make(map[string]struct{}, len(triples))
	var key []byte
	for i, t := range triples {
		if err := rdfio.CheckTriple(t); err != nil {
			return nil, fmt.Errorf("triple %d: %w", i, err)
		}
		key = rdfio.AppendTriple(key[:0], t)
		if _, ok := seen[string(key)]; ok {
			continue
		}
		seen[string(key)] = struct{}{}
		e.add(t)
	}
	return e, nil
}

func (e *turtleWriter) setPrefixes(own map[string]string) error {
	taken := make(map[string]bool)
	for _, name := range slices.Sorted(maps.Keys(own)) {
		if n, _ := rdfio.NameLen([]byte(name), true); n != len(name) || !rdfio.ValidPrefix([]byte(name)) {
			return fmt.Errorf("rdfio: %q cannot be a prefix in Turtle", name)
		}
		e.prefixes = append(e.prefixes, prefix{name, own[name]})
		taken[name], taken[own[name]] = true, true
	}
	for _, p := range usualPrefixes {
		if !taken[p[0]] && !taken[p[1]] {
			e.prefixes = append(e.prefixes, prefix{p[0], p[1]})
		}
	}
	slices.SortFunc(e.prefixes, func(a, b prefix) int { return strings.Compare(a.name, b.name) })
	e.byLength = slices.Clone(e.prefixes)
	slices.SortStableFunc(e.byLength, func(a, b prefix) int { return len(b.ns) - len(a.ns) })
	return nil
}

// subjectKey tells blank nodes from IRIs.
func subjectKey(t rdf.Term) string {
	if _, ok := t.(rdf.Blank); ok {
		return "_:" + t.String()
	}
	return t.String()
}

func (e *turtleWriter) subject(t rdf.Subject) *turtleSubject {
	key := subjectKey(t)
	s := e.subjects[key]
	if s == nil {
		s = &turtleSubject{term: t}
		e.subjects[key] = s
	}
	return s
}

func (e *turtleWriter) add(t rdf.Triple) {
	s := e.subject(t.Subj)
	if len(s.preds) == 0 {
		e.order = append(e.order, subjectKey(t.Subj))
	}
	if b, ok := t.Obj.(rdf.Blank); ok {
		e.subject(b).refs++
	}
	i := slices.IndexFunc(s.preds, func(p *turtlePred) bool { return p.pred == t.Pred })
	if i < 0 {
		i = len(s.preds)
		s.preds = append(s.preds, &turtlePred{pred: t.Pred})
	}
	s.preds[i].objs = append(s.preds[i].objs, t.Obj)
}

// body writes all statements, a block for each subject that is not written
// inside another's.
func (e *turtleWriter) body() [][]byte {
	for _, s := range e.subjects {
		slices.SortStableFunc(s.preds, func(a, b *turtlePred) int { return rank(a.pred) - rank(b.pred) })
	}
	var blocks [][]byte
	block := func(key string) {
		if !e.written[key] {
			blocks = append(blocks, e.block(key))
		}
	}
	for _, key := range e.order {
		if s := e.subjects[key]; !nestable(s) {
			block(key)
		}
	}
	// What is left are blank nodes that refer to each other in a circle.
	for _, key := range e.order {
		block(key)
	}
	return blocks
}

// rank puts the type before everything else.
func rank(p rdf.Predicate) int {
	if p.String() == rdfio.RDF+"type" {
		return 0
	}
	return 1
}

// nestable tells whether a blank node can stand inside the one statement that
// has it as object.
func nestable(s *turtleSubject) bool {
	_, blank := s.term.(rdf.Blank)
	return blank && s.refs == 1
}

func (e *turtleWriter) block(key string) []byte {
	s := e.subjects[key]
	e.written[key] = true
	var b []byte
	if _, blank := s.term.(rdf.Blank); blank && s.refs == 0 {
		b = append(b, "[]"...)
	} else {
		b = e.term(b, s.term)
	}
	b = append(b, ' ')
	b = e.statements(b, s, 1)
	return append(b, " .\n"...)
}

// nestMax keeps what is written within what a reader has to accept.
const nestMax = rdfio.DefaultDepth / 2

// statements writes predicates and objects, one predicate to a line.
func (e *turtleWriter) statements(b []byte, s *turtleSubject, depth int) []byte {
	for i, p := range s.preds {
		if i > 0 {
			b = append(b, " ;\n"...)
			b = indent(b, depth)
		}
		if rank(p.pred) == 0 {
			b = append(b, 'a')
		} else {
			b = e.term(b, p.pred)
		}
		for j, o := range p.objs {
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
	blank, ok := o.(rdf.Blank)
	if !ok {
		return e.term(b, o)
	}
	key := subjectKey(blank)
	s := e.subjects[key]
	if !nestable(s) || e.written[key] || depth >= nestMax {
		return e.term(b, o)
	}
	if cells := e.list(key); cells != nil {
		return e.members(b, cells, depth)
	}
	e.written[key] = true
	if len(s.preds) == 0 {
		return append(b, "[]"...)
	}
	b = append(b, "[ "...)
	b = e.statements(b, s, depth+1)
	return append(b, " ]"...)
}

// list returns the cells of a well-formed list that begins with the node: each
// has one rdf:first, one rdf:rest, nothing else, and is mentioned once.
func (e *turtleWriter) list(key string) []string {
	var cells []string
	inside := make(map[string]bool)
	for {
		s := e.subjects[key]
		if s == nil || !nestable(s) || inside[key] || e.written[key] || len(s.preds) != 2 {
			return nil
		}
		first, rest := s.only("first"), s.only("rest")
		if first == nil || rest == nil {
			return nil
		}
		cells = append(cells, key)
		inside[key] = true
		if rest.String() == rdfio.RDF+"nil" {
			return cells
		}
		if _, ok := rest.(rdf.Blank); !ok {
			return nil
		}
		key = subjectKey(rest)
	}
}

// only returns the object of the RDF property if there is exactly one.
func (s *turtleSubject) only(local string) rdf.Object {
	for _, p := range s.preds {
		if p.pred.String() == rdfio.RDF+local && len(p.objs) == 1 {
			return p.objs[0]
		}
	}
	return nil
}

func (e *turtleWriter) members(b []byte, cells []string, depth int) []byte {
	for _, c := range cells {
		e.written[c] = true
	}
	b = append(b, '(')
	for _, c := range cells {
		b = append(b, ' ')
		b = e.object(b, e.subjects[c].only("first"), depth+1)
	}
	return append(b, " )"...)
}
