package enrich

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"slices"
	"strings"

	"github.com/knakk/rdf"

	"github.com/ontocrawl/ontocrawl/crawl/judge/coverage"
	"github.com/ontocrawl/ontocrawl/crawl/judge/learn"
	"github.com/ontocrawl/ontocrawl/ontology"
	"github.com/ontocrawl/ontocrawl/ontology/convert"
)

// relationsOf are the causes and effects of a proposal among the concepts of a document, as offers.
func relationsOf(d *convert.Document, p *learn.Proposal) (all []Offer) {
	for _, side := range []struct {
		as string
		of []learn.Relation
	}{{included, p.IncludedBy}, {including, p.Includes}} {
		for _, r := range side.of {
			if r.IRI == "" || len(r.Evidence) == 0 || !d.Class(r.IRI) {
				continue
			}
			all = append(all, Offer{
				Name: coverage.Name{Name: p.Name, Lang: p.Lang, IRI: r.IRI, Concept: r.Name, Pages: int(r.Weight), Hosts: p.Hosts, Said: r.Evidence[0].Text, Page: r.Evidence[0].Page},
				As:   side.as, Others: []string{}, Brings: []string{}, Evidence: firstOf(r.Evidence),
			})
		}
	}
	return all
}

// relate makes a name the other end of Includes, and a class if the document does not have it.
func relate(d *convert.Document, n *coverage.Name, as string, label rdf.Object) ([]rdf.Triple, error) {
	class := classIRI(n)
	from, to := class, n.IRI
	if as == included {
		from, to = to, from
	}
	property := includesProperty(d, n)
	sum := sha256.Sum256([]byte(from + "\x00" + to))
	node, err := rdf.NewBlank("enrich" + hex.EncodeToString(sum[:8]))
	if err != nil {
		return nil, err
	}
	var w writer
	if !d.Class(class) {
		w.say(class, rdfTypeIRI, owlClass)
		w.object(class, rdfs+"label", label)
	}
	if !d.Class(property) {
		w.say(property, rdfTypeIRI, owlNS+"ObjectProperty")
	}
	w.object(from, rdfs+"subClassOf", node)
	for _, po := range [...][2]string{{rdfTypeIRI, owlNS + "Restriction"}, {owlNS + "onProperty", property}, {owlNS + "someValuesFrom", to}} {
		p, err := rdf.NewIRI(po[0])
		o, err2 := rdf.NewIRI(po[1])
		w.err = cmp.Or(w.err, err, err2)
		w.triples = append(w.triples, rdf.Triple{Subj: node, Pred: p, Obj: o})
	}
	return w.triples, w.err
}

const owlNS = "http://www.w3.org/2002/07/owl#"

// writer collects statements and the first error.
type writer struct {
	triples []rdf.Triple
	err     error
}

func (w *writer) say(subject, property, object string) {
	o, err := rdf.NewIRI(object)
	if w.err = cmp.Or(w.err, err); err == nil {
		w.object(subject, property, o)
	}
}

func (w *writer) object(subject, property string, object rdf.Object) {
	t, err := say(subject, property, object)
	w.triples, w.err = append(w.triples, t...), cmp.Or(w.err, err)
}

// includesProperty is the property by which the restrictions of a document say Includes, as names of properties
// are read (docs/ontologies.md); else one of that name beside the concept.
func includesProperty(d *convert.Document, n *coverage.Name) string {
	for _, t := range d.Triples {
		if t.Pred.String() == owlNS+"onProperty" && t.Obj.Type() == rdf.TermIRI &&
			slices.Contains([]string{"includes", "include", "causes", "cause", "包含", "导致"}, strings.ToLower(ontology.LocalName(t.Obj.String()))) {
			return t.Obj.String()
		}
	}
	return n.IRI[:strings.LastIndexAny(n.IRI, "#/:")+1] + including
}
