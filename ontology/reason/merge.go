package reason

import (
	"strconv"
	"strings"

	"github.com/knakk/rdf"

	"github.com/ontocrawl/ontocrawl/ontology/axiom"
	"github.com/ontocrawl/ontocrawl/ontology/rdfio"
)

// Merge returns the axioms of all documents as one ontology, and the statements that are no axiom. It has the IRI, the
// version and the annotations of the first document that has an IRI; statements about the other ontologies themselves are
// left out. Imports stay, unless folded says that what they name is among the documents. Blank nodes of different
// documents stay different.
func Merge(documents [][]rdf.Triple, folded func(iri string) bool) (*axiom.Ontology, []rdf.Triple) {
	var all []rdf.Triple
	var head rdf.Subject
	for i, triples := range documents {
		heads := headers(triples)
		for _, h := range heads {
			if head == nil {
				head = h
			}
		}
		for _, t := range triples {
			about := t.Subj.Type() == rdf.TermIRI && isHead(heads, t.Subj)
			switch {
			case about && t.Pred.String() == editOwlNS+"imports" && !folded(t.Obj.String()):
				t.Subj = head
			case about && (t.Pred.String() == editOwlNS+"imports" || t.Subj.String() != head.String()):
				continue
			}
			all = append(all, apart(t, i))
		}
	}
	o, left := axiom.FromTriples(all)
	o.Axioms = axiom.Sorted(o.Axioms)
	return o, left
}

// headers returns the IRIs of the ontologies that a document is, in its order.
func headers(triples []rdf.Triple) (all []rdf.Subject) {
	for _, t := range triples {
		if t.Pred.String() == rdfio.RDF+"type" && t.Obj.String() == editOwlNS+"Ontology" && t.Subj.Type() == rdf.TermIRI {
			all = append(all, t.Subj)
		}
	}
	return all
}

func isHead(heads []rdf.Subject, s rdf.Subject) bool {
	for _, h := range heads {
		if h.String() == s.String() {
			return true
		}
	}
	return false
}

// apart names the blank nodes of document i so that no other has them.
func apart(t rdf.Triple, i int) rdf.Triple {
	if b, ok := t.Subj.(rdf.Blank); ok {
		t.Subj = ofDocument(b, i)
	}
	if b, ok := t.Obj.(rdf.Blank); ok {
		t.Obj = ofDocument(b, i)
	}
	return t
}

func ofDocument(b rdf.Blank, i int) rdf.Blank {
	b, _ = rdf.NewBlank("m" + strconv.Itoa(i) + "-" + strings.TrimPrefix(b.String(), "_:")) // fails on an empty label only
	return b
}

const editOwlNS = "http://www.w3.org/2002/07/owl#"
