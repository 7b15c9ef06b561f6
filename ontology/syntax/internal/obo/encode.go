package obo

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/knakk/rdf"

	"github.com/ontocrawl/ontocrawl/internal/english"
	"github.com/ontocrawl/ontocrawl/internal/sorts"
	"github.com/ontocrawl/ontocrawl/ontology/axiom"
	"github.com/ontocrawl/ontocrawl/ontology/rdfio"
	"github.com/ontocrawl/ontocrawl/ontology/syntax/functional"
)

// encode writes an ontology as OBO 1.4: the header, then terms and relations by IRI. What has
// no tag stands in the header as owl-axioms, in functional syntax, where this package and the
// OWL API read it; so an axiom is hardly ever lost. Losses have no place even there: the
// language of the one name of each term, annotations of the ontology that are no plain text,
// and axioms with a carriage return.
//
// Reading adds what OBO says besides: the identifier of each stanza as oboInOwl:id, the
// version of the format, and declarations of the properties of tags. opt is not used: names
// are identifiers (X:1), else full IRIs.
func encode(w io.Writer, o *axiom.Ontology, _ rdfio.EncodeOptions) ([]rdfio.Loss, error) {
	e := &encoder{
		ids: newIDs("http://x.invalid/", 0), frames: map[stanzaOf]*tagLines{}, kinds: map[string]kind{},
		used: map[string]bool{tagIRI("format-version"): true},
	}
	for i, a := range o.Axioms {
		if err := a.Check(); err != nil {
			return nil, english.Errorf("axiom %d: %w", i+1, err)
		}
		if a.Op == axiom.Declaration {
			e.kinds[a.Args[0].Text] |= kindOfOp(a.Args[0].Op)
		}
	}
	all := axiom.Sorted(o.Axioms)
	e.names(o.Axioms)
	for _, a := range all {
		if returns(a) {
			e.lose(&axiom.Ontology{Axioms: []axiom.Axiom{a}}, "")
		} else if !e.clause(a) {
			e.rest = append(e.rest, a)
		}
	}
	e.rest = slices.DeleteFunc(e.rest, e.implied)
	var b bytes.Buffer
	if err := e.header(&b, o); err != nil {
		return nil, err
	}
	e.stanzas(&b)
	_, err := w.Write(b.Bytes())
	return e.lost, err
}

// encodeTriples writes the axioms of triples, and leaves out other triples.
func encodeTriples(w io.Writer, triples []rdf.Triple, opt rdfio.EncodeOptions) (left []rdfio.Loss, err error) {
	var lost []rdfio.Loss
	left, err = axiom.Encode(triples, nil, func(o *axiom.Ontology) (err error) {
		lost, err = encode(w, o, opt)
		return err
	})
	return append(left, lost...), err
}

// stanzaOf names a stanza: of a kind, about an IRI.
type stanzaOf struct {
	kind kind
	iri  string
}

// tagLines holds the lines of a stanza by tag.
type tagLines struct {
	lines map[string][]string
}

// encoder collects stanzas.
type encoder struct {
	ids
	frames map[stanzaOf]*tagLines
	kinds  map[string]kind       // that are declared
	label  map[string]axiom.Expr // the name of each term
	used   map[string]bool       // properties of the tags that are written
	rest   []axiom.Axiom         // for owl-axioms
	lost   []rdfio.Loss
}

// implied reports whether reading adds the axiom anyway: the declaration and the label of the
// property of a tag.
func (e *encoder) implied(a axiom.Axiom) bool {
	if len(a.Annotations) > 0 {
		return false
	}
	switch a.Op {
	case axiom.Declaration:
		return a.Args[0].Op == axiom.AnnotationProperty && e.used[a.Args[0].Text]
	case axiom.AnnotationAssertion:
		iri := a.Args[1].Text
		return e.used[iri] && a.Args[0].Text == nsRDFS+"label" && a.Args[2].Equal(axiom.Text(label(iri), "", "")) && label(iri) != ""
	}
	return false
}

// returns reports whether a text of an axiom holds a carriage return, which ends a line and for
// which OBO has no escape.
func returns(a axiom.Axiom) (found bool) {
	a.Walk(func(x axiom.Expr) { found = found || strings.ContainsRune(x.Text, '\r') })
	return found
}

// kindOfOp returns the kind of stanza for a kind of entity, or 0. Individuals have none: the
// OWL API passes over what an [Instance] stanza says, and reads it in owl-axioms.
func kindOfOp(op axiom.Op) kind {
	switch op {
	case axiom.Class:
		return class
	case axiom.ObjectProperty:
		return relation
	case axiom.AnnotationProperty:
		return annotation
	}
	return 0
}

// id returns the identifier that is read as an IRI. It is not ok if there is none.
func (e *encoder) id(iri string) (string, bool) {
	if local, ok := strings.CutPrefix(iri, nsOBO); ok {
		if i := strings.LastIndexByte(local, '_'); i > 0 && e.plain(local[:i]) && e.plain(local[i+1:]) {
			if id := local[:i] + ":" + local[i+1:]; e.iri(id) == iri && e.spaces[local[:i]] == "" {
				return id, true
			}
		}
	}
	return iri, isIRI(iri) && !strings.HasPrefix(iri, "_") && e.iri(iri) == iri
}

// plain reports whether s is made of ASCII letters, digits and hyphens.
func (e *encoder) plain(s string) bool {
	return s != "" && strings.IndexFunc(s, func(r rune) bool {
		return !('a' <= r|0x20 && r|0x20 <= 'z' || '0' <= r && r <= '9' || r == '-')
	}) < 0
}

// header writes the tags of the ontology, with the axioms that have no tag.
func (e *encoder) header(b *bytes.Buffer, o *axiom.Ontology) error {
	b.WriteString("format-version: 1.4\n")
	if o.IRI != "" {
		name := o.IRI
		if short, ok := strings.CutSuffix(strings.TrimPrefix(o.IRI, nsOBO), ".owl"); ok && short != "" && ontologyIRI(short) == o.IRI {
			name = short
		}
		if ontologyIRI(name) != o.IRI {
			return english.Errorf("obo: %s cannot be the name of an ontology", rdfio.Quote(o.IRI))
		}
		fmt.Fprintf(b, "ontology: %s\n", name)
		if o.Version != "" {
			if versionIRI(name, o.Version) != o.Version {
				return english.Errorf("obo: %s cannot be the version of an ontology", rdfio.Quote(o.Version))
			}
			fmt.Fprintf(b, "data-version: %s\n", o.Version)
		}
	}
	for _, iri := range slices.Compact(slices.Sorted(slices.Values(o.Imports))) {
		fmt.Fprintf(b, "import: %s\n", iri)
	}
	for _, n := range axiom.SortedNotes(o.Annotations) {
		e.headerNote(b, o, n)
	}
	if len(e.rest) == 0 {
		return nil
	}
	var text bytes.Buffer
	if err := functional.Encode(&text, &axiom.Ontology{Axioms: e.rest}, rdfio.EncodeOptions{}); err != nil {
		return err
	}
	b.WriteString("owl-axioms: ")
	lines := bufio.NewScanner(&text)
	lines.Buffer(nil, text.Len()+1)
	for lines.Scan() {
		if line := lines.Text(); !strings.HasPrefix(line, "#") && line != "" {
			b.WriteString(escaped(line + "\n"))
		}
	}
	b.WriteString("\n")
	return lines.Err()
}

// headerNote writes an annotation of the ontology.
func (e *encoder) headerNote(b *bytes.Buffer, o *axiom.Ontology, n axiom.Annotation) {
	v := n.Value
	id, ok := e.id(n.Property)
	switch {
	case n.Property == nsInOwl+"hasOBOFormatVersion" && v.Text == "1.4":
		return
	case n.Property == nsRDFS+"comment" && v.Op == axiom.Literal && v.Lang+v.Datatype == "" && len(n.Annotations) == 0 && fits(v.Text):
		fmt.Fprintf(b, "remark: %s\n", escaped(v.Text))
		return
	case ok && v.Op == axiom.Literal && v.Lang == "" && len(n.Annotations) == 0:
		datatype, typed := strings.CutPrefix(v.Datatype, nsXSD)
		if !typed || !axiom.IsOWLDatatype(v.Datatype) { // the OWL API refuses others here
			datatype = "string"
		}
		if v.Datatype != "" && datatype == "string" {
			e.lose(&axiom.Ontology{IRI: o.IRI, Annotations: []axiom.Annotation{n}}, "the datatype")
		}
		fmt.Fprintf(b, "property_value: %s %s xsd:%s\n", id, quotedText(v.Text), datatype)
		return
	}
	e.lose(&axiom.Ontology{IRI: o.IRI, Annotations: []axiom.Annotation{n}}, "")
}

// lose notes a loss: all triples of o but the type of the ontology, or a part of them.
func (e *encoder) lose(o *axiom.Ontology, part string) {
	triples, err := o.Triples()
	if err != nil {
		return // it was checked
	}
	for _, t := range triples {
		if t.Obj.String() == nsOWL+"Ontology" {
			continue
		}
		if all, err := rdfio.Losses([]rdf.Triple{t}); err == nil {
			all[0].Part = part
			e.lost = append(e.lost, all...)
		}
	}
}

// stanzas writes terms and relations, by IRI.
func (e *encoder) stanzas(b *bytes.Buffer) {
	var all []stanzaOf
	for at := range e.frames {
		all = append(all, at)
	}
	sorts.Func(all, func(x, y stanzaOf) int {
		return slices.Compare([]string{order(x.kind), x.iri}, []string{order(y.kind), y.iri})
	})
	for _, at := range all {
		id, _ := e.id(at.iri)
		fmt.Fprintf(b, "\n[%s]\nid: %s\n", order(at.kind)[1:], id)
		for _, tag := range tagOrder() {
			for _, value := range e.frames[at].lines[tag] {
				fmt.Fprintf(b, "%s: %s\n", tag, value)
			}
		}
	}
}

// order returns the heading of a kind of stanza, after a digit to sort by.
func order(k kind) string {
	if k == class {
		return "1Term"
	}
	return "2Typedef"
}

// tagOrder is the order of tags in a stanza (OBO 1.4, section 4).
func tagOrder() []string {
	return []string{"name", "namespace", "def", "comment", "subset", "synonym", "xref", "domain", "range",
		"is_transitive", "is_symmetric", "is_asymmetric", "is_reflexive", "is_functional", "is_inverse_functional",
		"is_a", "intersection_of", "union_of", "equivalent_to", "disjoint_from", "inverse_of",
		"holds_over_chain", "relationship", "is_obsolete", "is_metadata_tag"}
}

// escaped escapes unquoted text in a line.
func escaped(s string) string {
	return strings.NewReplacer("\\", "\\\\", "\n", "\\n", "\t", "\\t", "!", "\\!", "{", "\\{", "}", "\\}").Replace(s)
}

// quotedText returns text in quotes.
func quotedText(s string) string {
	return `"` + strings.NewReplacer("\\", "\\\\", "\n", "\\n", "\t", "\\t", `"`, `\"`).Replace(s) + `"`
}

// fits reports whether a text survives in a line: the reader trims it, and knows one line end.
func fits(s string) bool {
	return s != "" && strings.TrimSpace(s) == s && !strings.ContainsRune(s, '\r')
}
