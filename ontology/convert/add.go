package convert

import (
	"github.com/knakk/rdf"

	"github.com/ontocrawl/ontocrawl/ontology/internal/canon"
)

// Add adds statements to the document. Those that it holds already stay single.
func (d *Document) Add(triples ...rdf.Triple) {
	d.Triples = canon.Triples(append(d.Triples, triples...))
	d.iris = nil
}

// Class reports whether the document speaks of iri: a statement has it as its subject.
func (d *Document) Class(iri string) bool {
	for _, t := range d.Triples {
		if t.Subj.Type() == rdf.TermIRI && t.Subj.String() == iri {
			return true
		}
	}
	return false
}
