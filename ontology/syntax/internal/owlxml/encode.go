package owlxml

import (
	"bufio"
	"io"
	"slices"
	"strings"

	"github.com/knakk/rdf"

	"github.com/ontocrawl/ontocrawl/internal/english"
	"github.com/ontocrawl/ontocrawl/ontology/axiom"
	"github.com/ontocrawl/ontocrawl/ontology/rdfio"
)

// Encode writes an ontology in the layout of the OWL API: header, declarations, then the
// axioms by construct. It sorts everything and removes repetitions, so that the file does not
// depend on the order of reading or editing.
//
// opt.Prefixes override prefixes of the ontology, and these override the usual ones. A
// malformed axiom, or a character that XML cannot hold, is an error.
func Encode(w io.Writer, o *axiom.Ontology, opt rdfio.EncodeOptions) error {
	for i, a := range o.Axioms {
		if err := a.Check(); err != nil {
			return english.Errorf("axiom %d: %w", i+1, err)
		}
	}
	e := &encoder{w: bufio.NewWriterSize(w, 64<<10), names: axiom.NewNames(o, opt.Prefixes), base: o.IRI}
	e.header(o)
	for _, n := range axiom.SortedNotes(o.Annotations) {
		e.annotation(n, 1)
	}
	for _, a := range axiom.Sorted(o.Axioms) {
		e.open(1, a.Op.String(), "")
		for _, n := range a.Annotations {
			e.annotation(n, 2)
		}
		e.parts(a.Args, 2)
		e.close(1, a.Op.String())
	}
	e.write("</Ontology>\n")
	switch {
	case e.names.Err != nil:
		return english.Errorf("owlxml: %w", e.names.Err)
	case e.err != nil:
		return e.err
	}
	return e.w.Flush()
}

// encodeTriples writes the axioms of triples, and leaves out other triples and axioms with
// characters that XML cannot hold.
func encodeTriples(w io.Writer, triples []rdf.Triple, opt rdfio.EncodeOptions) ([]rdfio.Loss, error) {
	return axiom.Encode(triples, func(*axiom.Ontology) func(axiom.Axiom) bool { return writable },
		func(o *axiom.Ontology) error { return Encode(w, o, opt) })
}

// writable reports whether XML can hold every text of an axiom.
func writable(a axiom.Axiom) bool {
	ok := true
	a.Walk(func(e axiom.Expr) { ok = ok && !strings.ContainsFunc(e.Text, forbidden) })
	return ok
}

// forbidden reports characters outside the production Char of XML 1.0.
func forbidden(r rune) bool {
	return r < ' ' && r != '\t' && r != '\n' && r != '\r' || r == 0xFFFE || r == 0xFFFF
}

// encoder writes; bufio keeps the first error for Flush.
type encoder struct {
	w     *bufio.Writer
	names *axiom.Names
	base  string // xml:base
	err   error
}

func (e *encoder) write(s ...string) {
	for _, s := range s {
		e.w.WriteString(s)
	}
}

const indent = "    "

// open writes a start tag on its own line; attrs begins with a blank if it holds any.
func (e *encoder) open(depth int, name, attrs string) {
	e.write(strings.Repeat(indent, depth), "<", name, attrs, ">\n")
}

func (e *encoder) close(depth int, name string) {
	e.write(strings.Repeat(indent, depth), "</", name, ">\n")
}

// empty writes an element without content.
func (e *encoder) empty(depth int, name, attrs string) {
	e.write(strings.Repeat(indent, depth), "<", name, attrs, "/>\n")
}

func (e *encoder) header(o *axiom.Ontology) {
	e.write("<?xml version=\"1.0\"?>\n<Ontology xmlns=\"", owlNS, "\"")
	for _, a := range [][2]string{{"xml:base", o.IRI}, {"ontologyIRI", o.IRI}, {"versionIRI", o.Version}} {
		if a[1] != "" {
			e.names.Full(nil, a[1])
			e.write("\n     ", a[0], "=\"", e.escaped(a[1]), "\"")
		}
	}
	e.write(">\n")
	for _, p := range e.names.Declared {
		e.empty(1, "Prefix", e.attr("name", p.Name)+e.attr("IRI", p.NS))
	}
	for _, iri := range slices.Compact(slices.Sorted(slices.Values(o.Imports))) {
		e.names.Full(nil, iri)
		e.write(indent, "<Import>", e.escaped(iri), "</Import>\n")
	}
}

func (e *encoder) annotation(n axiom.Annotation, depth int) {
	e.open(depth, "Annotation", "")
	for _, m := range n.Annotations {
		e.annotation(m, depth+1)
	}
	e.part(axiom.Named(axiom.AnnotationProperty, n.Property), depth+1)
	e.part(n.Value, depth+1)
	e.close(depth, "Annotation")
}

func (e *encoder) parts(args []axiom.Expr, depth int) {
	for _, a := range args {
		e.part(a, depth)
	}
}

// part writes an expression.
func (e *encoder) part(x axiom.Expr, depth int) {
	name, attrs := x.Op.String(), ""
	args := x.Args
	switch {
	case x.Op == axiom.IRI:
		e.iri(x.Text, depth)
		return
	case x.Op == axiom.Anonymous:
		e.empty(depth, "AnonymousIndividual", e.attr("nodeID", "_:"+x.Text))
		return
	case x.Op == axiom.Literal:
		e.literal(x, depth)
		return
	case x.Op.IsEntity() || x.Op == axiom.Variable:
		e.empty(depth, name, e.reference(x.Text))
		return
	case x.Op == axiom.Facet:
		e.names.Full(nil, x.Text)
		name, attrs = "FacetRestriction", e.attr("facet", x.Text)
	case x.Op == axiom.BuiltInAtom:
		attrs, args = e.reference(args[0].Text), args[1:]
	case counts(x.Op):
		attrs, args = e.attr("cardinality", args[0].Text), args[1:]
	}
	if len(args) == 0 {
		e.empty(depth, name, attrs)
		return
	}
	e.open(depth, name, attrs)
	e.parts(args, depth+1)
	e.close(depth, name)
}

func (e *encoder) literal(x axiom.Expr, depth int) {
	attrs := ""
	switch {
	case x.Lang != "":
		attrs = e.attr("xml:lang", x.Lang)
	case x.Datatype != "":
		e.names.Full(nil, x.Datatype)
		attrs = e.attr("datatypeIRI", x.Datatype)
	}
	e.write(strings.Repeat(indent, depth), "<Literal", attrs, ">", e.escaped(x.Text), "</Literal>\n")
}

// iri writes an IRI of no kind, as in annotations.
func (e *encoder) iri(iri string, depth int) {
	name := "IRI"
	short, ok := e.abbreviated(iri)
	if ok {
		name = "AbbreviatedIRI"
	} else {
		short = e.relative(iri)
	}
	e.write(strings.Repeat(indent, depth), "<", name, ">", e.escaped(short), "</", name, ">\n")
}

// reference returns the attribute that names an entity.
func (e *encoder) reference(iri string) string {
	if short, ok := e.abbreviated(iri); ok {
		return e.attr("abbreviatedIRI", short)
	}
	return e.attr("IRI", e.relative(iri))
}

// relative returns #Storm for what lies under the ontology IRI, as Protégé does. That alone
// means the same to all readers; see joined.
func (e *encoder) relative(iri string) string {
	e.names.Full(nil, iri)
	if local, ok := strings.CutPrefix(iri, e.base); ok && e.base != "" && !strings.Contains(e.base, "#") && strings.HasPrefix(local, "#") {
		return local
	}
	return iri
}

// abbreviated returns a name with a prefix. Names under the ontology IRI are relative instead.
func (e *encoder) abbreviated(iri string) (string, bool) {
	if e.relative(iri) != iri {
		return "", false
	}
	short := string(e.names.Append(nil, iri))
	return short, !strings.HasPrefix(short, "<")
}

func (e *encoder) attr(name, value string) string {
	return " " + name + "=\"" + e.escaped(value) + "\""
}

// escaped escapes text for content and attribute values.
func (e *encoder) escaped(s string) string {
	if i := strings.IndexFunc(s, forbidden); i >= 0 && e.err == nil {
		e.err = english.Errorf("owlxml: XML cannot hold a character of %s", rdfio.Quote(s))
	}
	return escaper.Replace(s)
}

var escaper = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", `"`, "&quot;", "\r", "&#xD;")
