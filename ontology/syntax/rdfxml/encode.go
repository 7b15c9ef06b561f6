package rdfxml

import (
	"bufio"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/knakk/rdf"

	"github.com/ontocrawl/ontocrawl/internal/english"
	"github.com/ontocrawl/ontocrawl/ontology/rdfio"
)

// Encode writes triples as RDF/XML in the layout in which the OWL API 4.5
// writes, and so Protégé 5 saves: the ontology's header, the entities by kind
// under banners and by IRI, what annotates their axioms right behind them, then
// statements about other resources, and axioms about nothing that has a name.
// Unnamed expressions and lists stand inside the only statement that mentions
// them; others get a label.
//
// Everything is sorted, so that the order of the triples shows in nothing but
// the labels of unnamed nodes which only their place tells apart; repeated
// triples are written once. What XML cannot hold is an error: a property whose
// IRI does not end in an XML name, and control characters.
//
// All prefixes of opt are declared, the empty one as the namespace of names
// without prefix, and others that the predicates need.
func Encode(w io.Writer, triples []rdf.Triple, opt rdfio.EncodeOptions) error {
	for i, t := range triples {
		if err := rdfio.CheckTriple(t); err != nil {
			return english.Errorf("triple %d: %w", i, err)
		}
	}
	g := newXMLGraph(triples)
	names, err := newQNames(g, opt.Prefixes)
	if err != nil {
		return err
	}
	e := &xmlEncoder{w: bufio.NewWriterSize(w, 64<<10), g: g, names: names, labels: map[int]string{}}
	e.document(opt.Comment)
	if e.err != nil {
		return e.err
	}
	return e.w.Flush()
}

// xmlEncoder writes; bufio keeps the first error of the writer for Flush.
type xmlEncoder struct {
	w       *bufio.Writer
	g       *xmlGraph
	names   *qnames
	labels  map[int]string // of nodes that several statements mention
	pending []int          // those that are still to be written
	buf     []byte
	err     error // of what XML cannot hold
}

func (e *xmlEncoder) write(s ...string) {
	for _, s := range s {
		e.w.WriteString(s)
	}
}

// gap stands between entities.
const gap = "    \n\n\n"

func (e *xmlEncoder) document(comment string) {
	e.root()
	for _, n := range e.g.headers {
		e.top(n)
	}
	for kind := kindAnnotationProperty; kind <= kindIndividual; kind++ {
		e.entities(kind)
	}
	e.others("Annotations", e.g.ofKind(kindOther))
	e.others("General axioms", e.g.unnamed())
	if left := e.g.unwritten(); len(left) > 0 { // circles of unnamed nodes
		for _, n := range left {
			if !e.g.written[n] {
				e.label(n)
				e.flush()
			}
		}
	}
	e.write("</rdf:RDF>\n")
	if comment != "" {
		for strings.Contains(comment, "--") {
			comment = strings.ReplaceAll(comment, "--", "-")
		}
		e.write("\n\n\n<!-- ", strings.TrimSuffix(comment, "-"), " -->\n\n")
	}
}

// root writes the start tag of the document with its namespaces.
func (e *xmlEncoder) root() {
	e.write("<?xml version=\"1.0\"?>\n<rdf:RDF")
	sep := " "
	if e.names.base != "" {
		e.write(" xmlns=\"", e.attr(e.names.base), "\"\n     xml:base=\"", e.attr(strings.TrimSuffix(e.names.base, "#")), "\"")
		sep = "\n     "
	}
	for _, p := range e.names.declared {
		e.write(sep, "xmlns:", p.name, "=\"", e.attr(p.ns), "\"")
		sep = "\n     "
	}
	e.write(">\n")
}

func (e *xmlEncoder) banner(title string) {
	line := strings.Repeat("/", 87)
	e.write(gap, "    <!-- \n    ", line, "\n    //\n    // ", title, "\n    //\n    ", line, "\n     -->\n\n")
}

// entities writes the entities of a kind, each with its IRI as a comment before it.
func (e *xmlEncoder) entities(kind xmlSection) {
	nodes := e.g.ofKind(kind)
	if len(nodes) == 0 {
		return
	}
	e.banner(kind.title())
	for _, n := range nodes {
		e.write(gap, "    <!-- ", strings.ReplaceAll(e.g.names[n], "--", "%2D%2D"), " -->\n\n")
		e.top(n)
	}
}

// others writes nodes under one banner, without comments.
func (e *xmlEncoder) others(title string, nodes []int) {
	nodes = slices.DeleteFunc(nodes, func(n int) bool { return e.g.written[n] })
	if len(nodes) == 0 {
		return
	}
	e.banner(title)
	for _, n := range nodes {
		if !e.g.written[n] {
			e.top(n)
		}
	}
}

// top writes a node that stands inside no other, what it and others mention
// together, and what annotates its axioms.
func (e *xmlEncoder) top(n int) {
	e.element(n, 1)
	e.flush()
	for _, a := range e.g.notes[n] {
		if !e.g.written[a] {
			e.element(a, 1)
			e.flush()
		}
	}
}

// flush writes the labelled nodes that were mentioned.
func (e *xmlEncoder) flush() {
	for len(e.pending) > 0 {
		n := e.pending[0]
		e.pending = e.pending[1:]
		if !e.g.written[n] {
			e.element(n, 1)
		}
	}
}

// label gives a node a label, and sees to it that it is written.
func (e *xmlEncoder) label(n int) string {
	if _, ok := e.labels[n]; !ok {
		e.labels[n] = fmt.Sprintf("genid%d", len(e.labels)+1)
		e.pending = append(e.pending, n)
	}
	return e.labels[n]
}
