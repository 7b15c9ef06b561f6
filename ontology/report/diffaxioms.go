package report

import (
	"slices"
	"strings"

	"github.com/knakk/rdf"

	"github.com/ontocrawl/ontocrawl/internal/english"
	"github.com/ontocrawl/ontocrawl/ontology"
	"github.com/ontocrawl/ontocrawl/ontology/axiom"
	"github.com/ontocrawl/ontocrawl/ontology/diff"
	"github.com/ontocrawl/ontocrawl/ontology/syntax/manchester"
)

// CompareAxioms adds to r how the statements of the two versions differ as axioms.
func (r *Comparison) CompareAxioms(old, new []rdf.Triple) {
	r.Axioms = diff.CompareAxioms(old, new)
	r.Diff.Labels = slices.DeleteFunc(r.Diff.Labels, onlyOrder(r.Axioms))
	r.Differ = !r.Diff.Empty() || !r.Axioms.Empty() || r.Old.IRI != r.New.IRI || r.Old.Version != r.New.Version
	name := shortName(r.Axioms)
	r.Axioms.Each(func(a *diff.Axiom) { a.Manchester = manchester.Line(a.Of, name) })
}

// onlyOrder reports whether a label only changed its rank because labels of a concept stand in another order: editors
// sort them when they save, and of several in one language the first is the name.
func onlyOrder(a *diff.Axioms) func(diff.TextChange) bool {
	annotated := map[string]bool{}
	for _, list := range [][]diff.Axiom{a.Annotations.Added, a.Annotations.Removed} {
		for _, x := range list {
			if x.Of.Op == axiom.AnnotationAssertion {
				annotated[x.Of.Args[1].Text] = true
			}
		}
	}
	return func(t diff.TextChange) bool {
		return t.Old != nil && t.New != nil && t.Old.Text == t.New.Text && t.Old.Lang == t.New.Lang && !annotated[t.Concept.IRI]
	}
}

// shortName names what axioms speak of as people know it: by the last part of the IRI, or by its label if the last part
// is a number. If two have the same name, their IRIs are written in full.
func shortName(all *diff.Axioms) axiom.Namer {
	names, of := map[string]string{}, map[string]string{}
	note := func(iri string) {
		if _, known := names[iri]; known {
			return
		}
		name := nameOf(all, iri)
		if other, taken := of[name]; taken {
			names[other], names[iri] = "<"+other+">", "<"+iri+">"
			return
		}
		names[iri], of[name] = name, iri
	}
	all.Each(func(a *diff.Axiom) {
		a.Of.Walk(func(e axiom.Expr) {
			switch {
			case e.Op == axiom.Literal:
				note(e.Datatype)
			case e.Op.Parts() == nil && e.Op != axiom.Number && e.Op != axiom.Anonymous:
				note(e.Text)
			}
		})
	})
	return func(b []byte, iri string) []byte {
		if name, ok := names[iri]; ok {
			return append(b, name...)
		}
		return append(b, nameOf(all, iri)...)
	}
}

func nameOf(all *diff.Axioms, iri string) string {
	if iri == "" { // the ontology itself, in an annotation
		return "Ontology"
	}
	for _, prefix := range []string{"owl", "rdf", "rdfs", "xsd"} {
		if local, ok := strings.CutPrefix(iri, axiom.StandardPrefix(prefix)); ok {
			return prefix + ":" + local
		}
	}
	local := ontology.LocalName(iri)
	if label := all.Label(iri); label != "" && strings.IndexFunc(local, isDigit) >= 0 && strings.TrimRightFunc(local, isDigit) != local {
		return "'" + label + "'"
	}
	return local
}

func isDigit(r rune) bool { return '0' <= r && r <= '9' }

// axioms lists the axioms that only one version has.
func (p *diffPrinter) axioms(a *diff.Axioms) {
	if a == nil {
		return
	}
	p.axiomList(english.Word("Axioms"), diff.Changed[diff.Axiom]{Added: a.Added, Removed: a.Removed})
	p.axiomList(english.Word("Annotations"), a.Annotations)
	p.stringList(english.Word("Imports"), a.Imports)
	p.stringList(english.Word("Statements that are no OWL"), a.Outside)
	p.axiomList(english.Word("Declarations of what both versions use"), a.Declarations)
}

func (p *diffPrinter) axiomList(title english.Word, c diff.Changed[diff.Axiom]) {
	words := func(list []diff.Axiom) (all []string) {
		for _, a := range list {
			all = append(all, a.Manchester)
		}
		return all
	}
	p.stringList(title, diff.Changed[string]{Added: words(c.Added), Removed: words(c.Removed)})
}

func (p *diffPrinter) stringList(title english.Word, c diff.Changed[string]) {
	if len(c.Added)+len(c.Removed) == 0 {
		return
	}
	p.section(title, english.Phrasef("%d added, %d removed", len(c.Added), len(c.Removed)))
	for _, s := range c.Removed {
		p.l.Item(p.w, 0, "-", s)
	}
	for _, s := range c.Added {
		p.l.Item(p.w, 0, "+", s)
	}
}
