package peers

import (
	"bytes"
	"fmt"
	"testing"

	"github.com/knakk/rdf"
	rdflib "github.com/tggo/goRDFlib"
	"github.com/tggo/goRDFlib/nt"
	"github.com/tggo/goRDFlib/rdfxml"
	"github.com/tggo/goRDFlib/turtle"

	"github.com/ontocrawl/ontocrawl/ontology/rdfio"
)

// goRDFlib reads a document into goRDFlib's own graph.
func goRDFlib(d document) (*rdflib.Graph, error) {
	g, r := rdflib.NewGraph(), bytes.NewReader(d.data)
	switch d.format {
	case "ntriples":
		return g, nt.Parse(g, r, nt.WithBase(base))
	case "turtle":
		return g, turtle.Parse(g, r, turtle.WithBase(base))
	}
	return g, rdfxml.Parse(g, r, rdfxml.WithBase(base))
}

// fromGoRDFlib turns goRDFlib's graph into the triples we compare.
func fromGoRDFlib(g *rdflib.Graph) ([]rdf.Triple, error) {
	var all []rdf.Triple
	var failed error
	for t := range g.Triples(nil, nil, nil) {
		s, err := fromGoTerm(t.Subject)
		if err != nil {
			failed = err
			break
		}
		p, err := fromGoTerm(t.Predicate)
		if err != nil {
			failed = err
			break
		}
		o, err := fromGoTerm(t.Object)
		if err != nil {
			failed = err
			break
		}
		all = append(all, rdf.Triple{Subj: s.(rdf.Subject), Pred: p.(rdf.Predicate), Obj: o.(rdf.Object)})
	}
	return all, failed
}

func fromGoTerm(t rdflib.Term) (rdf.Term, error) {
	switch t := t.(type) {
	case rdflib.URIRef:
		// goRDFlib keeps spaces, which old RDF/XML may hold in IRIs and RDF 1.1
		// may not; we write them as %20.
		return rdf.NewIRI(rdfio.EscapeIRI(t.Value()))
	case rdflib.BNode:
		return rdf.NewBlank(t.Value())
	case rdflib.Literal:
		if t.Language() != "" {
			return rdfio.NewLiteral(t.Lexical(), t.Language(), "")
		}
		return rdfio.NewLiteral(t.Lexical(), "", t.Datatype().Value())
	}
	return nil, fmt.Errorf("a term of type %T", t)
}

// goRDFlib reads the corpus as we do.
func TestJudgeGoRDFlib(t *testing.T) {
	judge(t, goRDFlibDiffers(), func(d document) ([]rdf.Triple, error) {
		g, err := goRDFlib(d)
		if err != nil {
			return nil, err
		}
		return fromGoRDFlib(g)
	})
}

// goRDFlibDiffers lists where goRDFlib 0.1.5 reads otherwise.
func goRDFlibDiffers() []verdict {
	const (
		entity   = "we: XML 1.0, section 4.1: the DOCTYPE declares the entity, so it must be expanded"
		prefix   = "we: Turtle, section 2.4: a prefix must be declared; goRDFlib declares rdf, rdfs, owl and xsd by itself"
		relative = "we: RDF 1.1 Concepts, section 3.2: IRIs are absolute, and the namespace makes the property's relative"
		canon    = "we: RDF/XML, section 7.2.17: a literal in exclusive canonical XML has the namespaces its elements use, and no others"
	)
	return []verdict{
		{"foaf/foafproject/htdocs/2003/schemas/profiles/foaf-*-broken.rdf", "only they read it", relative},
		{"foaf/foafproject/htdocs/doap.rdf", "CharsetReader is nil", "we: XML 1.0, section 4.3.3: the declared encoding is a common one, which a reader may know"},
		{"foaf/rdfweb.org/htdocs/2000/08/rss/*/rss10-log.rdf", "not the same graph", canon},
		{"foaf/rdfweb.org/htdocs/2002/02/foafpath/simple-2002-04-02.rdf", "not the same graph", "neither: an address ends in a space, which no IRI may hold; rapper leaves it out as we do"},
		{"foaf/rdfweb.org/htdocs/2003/02/28/cwm-crawler-output.rdf", "we read 9762 triples, they 9769", `we: RDF/XML, section 7.2.20: any other parseType, here "Quote", is taken as "Literal"`},
		{"foaf/xmlns.com/htdocs/wot/0.1/index.rdf", "not the same graph", "we: XML 1.0, section 3.3.3: the end of a line within an attribute is a space"},
		{"hazard/caronte.owl", "invalid character entity", entity},
		{"pizza/pizza.owl", "invalid character entity", entity},
		{"protege-test/*.owl", "invalid character entity", entity},
		{"protege-test/update/pizza.owl", "invalid character entity", entity},
		{"zh/buda/ont-policy.rdf", "invalid character entity", entity},
		{"ssn/ssn/rdf/examples/2017ex*.ttl", "only they read it", prefix},
		{"ssn/ssn/rdf/examples/ip68.ttl", "only they read it", prefix},
	}
}
