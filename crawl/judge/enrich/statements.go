package enrich

import (
	"cmp"
	"errors"
	"slices"
	"strings"
	"unicode"

	"github.com/knakk/rdf"

	"github.com/ontocrawl/ontocrawl/crawl/judge/coverage"
	"github.com/ontocrawl/ontocrawl/internal/english"
	"github.com/ontocrawl/ontocrawl/internal/sorts"
	"github.com/ontocrawl/ontocrawl/internal/stats"
	"github.com/ontocrawl/ontocrawl/ontology"
	"github.com/ontocrawl/ontocrawl/ontology/convert"
)

// Apply adds to d what the accepted offers state: names before relations, whose other end may be one of
// them. If an offer cannot be stated, the error joins all faults, each with the place where its offer
// was accepted, and d must not be used.
func Apply(d *convert.Document, accepted []Offer) error {
	accepted = slices.Clone(accepted)
	sorts.Stable(accepted, func(a, b Offer) int { return cmp.Compare(stats.Bit(a.Relation()), stats.Bit(b.Relation())) })
	var faults []error
	for i := range accepted {
		o := &accepted[i]
		triples, err := statements(d, &o.Name, o.As)
		if err != nil {
			faults = append(faults, english.Errorf("%s: %w", cmp.Or(o.From, o.Name.Name), err))
			continue
		}
		d.Add(triples...)
	}
	return errors.Join(faults...)
}

const (
	skos       = "http://www.w3.org/2004/02/skos/core#"
	rdfs       = "http://www.w3.org/2000/01/rdf-schema#"
	rdfTypeIRI = "http://www.w3.org/1999/02/22-rdf-syntax-ns#type"
	owlClass   = owlNS + "Class"
)

// statements returns the triples that make a name a term of the ontology.
func statements(d *convert.Document, n *coverage.Name, as string) ([]rdf.Triple, error) {
	if !d.Class(n.IRI) {
		return nil, english.Errorf("the file does not have <%s>", n.IRI)
	}
	label, err := rdf.NewLangLiteral(n.Name, n.Lang)
	if err != nil {
		return nil, err
	}
	switch as {
	case Alternative:
		return say(n.IRI, skos+"altLabel", label)
	case Hidden:
		return say(n.IRI, skos+"hiddenLabel", label)
	case including, included:
		return relate(d, n, as, label)
	}
	class := classIRI(n)
	if d.Class(class) {
		return nil, english.Errorf("the file has <%s> already", class)
	}
	own, err := say(class, rdfs+"label", label)
	for property, of := range map[string]string{rdfTypeIRI: owlClass, rdfs + "subClassOf": n.IRI} {
		iri, fault := rdf.NewIRI(of)
		if fault != nil {
			return nil, fault
		}
		more, fault := say(class, property, iri)
		if fault != nil {
			return nil, fault
		}
		own = append(own, more...)
	}
	if as == Core {
		mark, ok := coreMark(d, n.IRI)
		if !ok {
			return nil, english.Errorf("<%s> has no core mark that a class below it could have: say %s", n.IRI, subclass)
		}
		more, fault := say(class, mark.Pred.String(), mark.Obj)
		own, err = append(own, more...), cmp.Or(err, fault)
	}
	return own, err
}

// asClass says whether a new class below a concept is offered as core: it is if the concept is
// marked so.
func asClass(d *convert.Document, iri string) string {
	if _, ok := coreMark(d, iri); ok {
		return Core
	}
	return subclass
}

// coreMark is the statement by which a document marks a concept as core: an annotation whose
// name says so, with a value that is true (docs/ontologies.md).
func coreMark(d *convert.Document, iri string) (rdf.Triple, bool) {
	i := slices.IndexFunc(d.Triples, func(t rdf.Triple) bool {
		if t.Subj.Type() != rdf.TermIRI || t.Subj.String() != iri || t.Obj.Type() != rdf.TermLiteral {
			return false
		}
		name := strings.ToLower(ontology.LocalName(t.Pred.String()))
		value := strings.ToLower(strings.TrimSpace(t.Obj.String()))
		return slices.Contains([]string{"core", "coreconcept", "iscore", "核心概念"}, name) && slices.Contains([]string{"true", "1", "yes", "是"}, value)
	})
	if i < 0 {
		return rdf.Triple{}, false
	}
	return d.Triples[i], true
}

func say(subject, property string, object rdf.Object) ([]rdf.Triple, error) {
	s, err := rdf.NewIRI(subject)
	if err != nil {
		return nil, err
	}
	p, err := rdf.NewIRI(property)
	return []rdf.Triple{{Subj: s, Pred: p, Obj: object}}, err
}

// classIRI is the IRI of a new class: the name beside the concept that it is called by.
func classIRI(n *coverage.Name) string {
	base := n.IRI[:strings.LastIndexAny(n.IRI, "#/:")+1]
	return base + strings.Join(strings.FieldsFunc(n.Name, func(r rune) bool { return !isNameRune(r) }), "_")
}

func isNameRune(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }
