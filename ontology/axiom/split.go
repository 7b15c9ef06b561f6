package axiom

import (
	"cmp"
	"slices"

	"github.com/knakk/rdf"

	"github.com/ontocrawl/ontocrawl/internal/sorts"
	"github.com/ontocrawl/ontocrawl/ontology/rdfio"
)

// A Writer writes an ontology in a syntax that has words for all its axioms.
type Writer func(o *Ontology) error

// Encode gives write the axioms of triples that fit. It returns what is then not written:
// triples that are no part of an axiom, and the triples of the other axioms and annotations
// of the ontology. A nil fits takes all.
func Encode(triples []rdf.Triple, fits func(*Ontology) func(Axiom) bool, write Writer) ([]rdfio.Loss, error) {
	o, rest := FromTriples(triples)
	if fits != nil {
		kept := make([]Axiom, 0, len(o.Axioms))
		var lost []Axiom
		fit := fits(o)
		for _, a := range o.Axioms {
			if fit(a) {
				kept = append(kept, a)
			} else {
				lost = append(lost, a)
			}
		}
		o.Axioms = kept
		more, err := (&Ontology{IRI: o.IRI, Axioms: lost}).Triples()
		if err != nil {
			return nil, err
		}
		for _, t := range more {
			if t.Pred.String() != nsRDF+"type" || t.Obj.String() != nsOWL+"Ontology" {
				rest = append(rest, t)
			}
		}
	}
	left, err := rdfio.Losses(rest)
	if err != nil {
		return nil, err
	}
	return left, write(o)
}

// Sorted returns the axioms without repetitions: declarations first, then by construct, then
// by their text with full IRIs. Annotations are sorted too.
func Sorted(axioms []Axiom) []Axiom {
	type entry struct {
		text  string
		axiom Axiom
	}
	all := make([]entry, len(axioms))
	for i, a := range axioms {
		a.Annotations = SortedNotes(a.Annotations)
		all[i] = entry{New(a.Op, a.Args...).String() + a.String(), a}
	}
	sorts.Func(all, func(a, b entry) int {
		return cmp.Or(cmp.Compare(a.axiom.Op, b.axiom.Op), cmp.Compare(a.text, b.text))
	})
	all = slices.CompactFunc(all, func(a, b entry) bool { return a.text == b.text })
	sorted := make([]Axiom, len(all))
	for i, e := range all {
		sorted[i] = e.axiom
	}
	return sorted
}

// SortedNotes sorts annotations and their own annotations, and removes repetitions.
func SortedNotes(notes []Annotation) []Annotation {
	if len(notes) == 0 {
		return nil
	}
	notes = slices.Clone(notes)
	for i := range notes {
		notes[i].Annotations = SortedNotes(notes[i].Annotations)
	}
	sorts.Func(notes, func(a, b Annotation) int {
		return cmp.Or(cmp.Compare(a.Property, b.Property), cmp.Compare(a.Value.String(), b.Value.String()), cmp.Compare(a.String(), b.String()))
	})
	return slices.CompactFunc(notes, func(a, b Annotation) bool { return a.String() == b.String() })
}
