package functional

import (
	"bufio"
	"io"
	"strings"
	"unicode"

	"github.com/ontocrawl/ontocrawl/internal/english"
	"github.com/ontocrawl/ontocrawl/ontology/axiom"
	"github.com/ontocrawl/ontocrawl/ontology/rdfio"
)

// Encode writes an ontology in the layout of the OWL API: prefixes, header, declarations,
// the axioms about each entity, then the other axioms. It sorts everything and removes
// repetitions, so the file does not depend on the order of reading or editing.
//
// opt.Prefixes override prefixes of the ontology, and these override the usual ones. A
// malformed axiom is an error before anything is written.
func Encode(w io.Writer, o *axiom.Ontology, opt rdfio.EncodeOptions) error {
	if err := check(o); err != nil {
		return err
	}
	e := &encoder{w: bufio.NewWriterSize(w, 64<<10), namer: axiom.NewNames(o, opt.Prefixes)}
	if e.namer.Err != nil {
		return english.Errorf("functional: %w", e.namer.Err)
	}
	e.prefixes()
	e.header(o)
	e.body(o)
	e.write(")\n")
	if e.namer.Err != nil {
		return english.Errorf("functional: %w", e.namer.Err)
	}
	return e.w.Flush()
}

// check returns an error for an axiom that cannot be written.
func check(o *axiom.Ontology) error {
	for i, a := range o.Axioms {
		if err := a.Check(); err != nil {
			return english.Errorf("axiom %d: %w", i+1, err)
		}
	}
	return nil
}

// encoder writes; bufio keeps the first error for Flush.
type encoder struct {
	w     *bufio.Writer
	namer *axiom.Names
	line  []byte
}

func (e *encoder) write(s ...string) {
	for _, s := range s {
		e.w.WriteString(s)
	}
}

// axiom writes an axiom in its own line.
func (e *encoder) axiom(a axiom.Axiom) {
	e.line = append(a.Append(e.line[:0], e.namer.Append), '\n')
	e.w.Write(e.line)
}

func (e *encoder) prefixes() {
	for _, p := range e.namer.Declared {
		e.write("Prefix(", p.Name, ":=<", p.NS, ">)\n")
	}
	e.write("\n\n")
}

func (e *encoder) header(o *axiom.Ontology) {
	e.write("Ontology(")
	for _, iri := range []string{o.IRI, o.Version} {
		if iri != "" {
			e.write(string(e.namer.Full(nil, iri)), "\n")
		}
	}
	for _, iri := range sorted(o.Imports) {
		e.write("Import(", string(e.namer.Full(nil, iri)), ")\n")
	}
	for _, n := range axiom.SortedNotes(o.Annotations) {
		e.line = append(n.Append(e.line[:0], e.namer.Append), '\n')
		e.w.Write(e.line)
	}
	e.write("\n")
}

// body writes the sorted axioms with headings.
func (e *encoder) body(o *axiom.Ontology) {
	entries, labels := arrange(o)
	last := entry{section: declarations}
	for i, x := range entries {
		if i > 0 && x.section == last.section && x.iri == last.iri && x.text == last.text {
			continue
		}
		if x.section != last.section {
			e.heading(x.section, last.section)
		}
		if x.iri != last.iri || x.section != last.section {
			e.entity(x, labels)
		}
		e.axiom(x.axiom)
		last = x
	}
}

// heading begins a section; the last section has no heading.
func (e *encoder) heading(s, before section) {
	if s.title() == "" {
		e.write("\n\n")
		return
	}
	if before != declarations {
		e.write("\n")
	}
	e.write("\n############################\n#   ", s.plural(), "\n############################\n")
}

// entity writes a comment that names the subject of the following axioms.
func (e *encoder) entity(x entry, labels map[string]string) {
	title := x.section.title()
	if title == "" {
		return
	}
	label := labels[x.iri]
	if label == "" {
		label = "<" + x.iri + ">"
	}
	e.write("\n# ", title, ": <", x.iri, "> (", oneLine(label), ")\n\n")
}

// oneLine prevents a label from ending a comment.
func oneLine(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsControl(r) || r == '\u2028' || r == '\u2029' {
			return ' '
		}
		return r
	}, s)
}
