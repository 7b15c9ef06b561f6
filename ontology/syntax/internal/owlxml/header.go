package owlxml

import (
	"bytes"

	"github.com/ontocrawl/ontocrawl/ontology/axiom"
	"github.com/ontocrawl/ontocrawl/ontology/rdfio"
)

// document reads the root element and its content.
func (p *parser) document(sc scope) error {
	for {
		kind, err := p.x.Next()
		switch {
		case err != nil:
			return err
		case kind == rdfio.XMLEOF:
			return nil
		case kind == rdfio.XMLStart:
			if err := p.root(sc); err != nil {
				return err
			}
		}
	}
}

func (p *parser) root(sc scope) error {
	name, sc, err := p.start(sc)
	if err != nil {
		return err
	}
	if name != "Ontology" {
		return p.x.Errorf("expected the root element <Ontology xmlns=%q>, found <%s>", owlNS, p.x.RawName())
	}
	if p.at.ontology != nil {
		p.out.IRI = p.reference(sc, p.at.ontology)
	}
	if p.at.version != nil {
		if p.at.ontology == nil {
			return p.x.Errorf("expected the attribute ontologyIRI beside versionIRI: a version without an ontology")
		}
		p.out.Version = p.reference(sc, p.at.version)
	}
	return p.children(func() error {
		at := p.place()
		name, sc, err := p.start(sc)
		if err != nil {
			return err
		}
		switch name {
		case "Prefix":
			return p.prefix(sc)
		case "Import":
			return p.imported(sc)
		case "Annotation":
			n, err := p.annotation(sc, at)
			p.out.Annotations = append(p.out.Annotations, n)
			return err
		}
		return p.axiom(sc, at, name)
	})
}

// prefix reads <Prefix name="" IRI=""/>. The name may end in a colon, as elsewhere.
func (p *parser) prefix(sc scope) error {
	if p.at.iri == nil {
		return p.x.Errorf("expected the attribute IRI of <Prefix>")
	}
	name := string(bytes.TrimSuffix(bytes.TrimSpace(p.at.name), []byte(":")))
	p.out.Prefixes[name] = sc.base.Resolve(string(p.at.iri))
	clear(p.short)
	return p.nothing("Prefix")
}

func (p *parser) imported(sc scope) error {
	at := p.place()
	text, err := p.content("Import")
	if err != nil {
		return err
	}
	if text = bytes.TrimSpace(text); len(text) == 0 {
		return at.errorf("expected the IRI of an ontology inside <Import>")
	}
	p.out.Imports = append(p.out.Imports, p.reference(sc, text))
	return nil
}

// axiom reads an axiom. The OWL API writes axioms that lack a second part, such as a
// class disjoint with nothing; they state nothing.
func (p *parser) axiom(sc scope, at place, name string) error {
	op := p.op(name)
	if !op.IsAxiom() {
		return at.errorf("expected an axiom such as <SubClassOf>, found <%s>", p.x.RawName())
	}
	a := axiom.Axiom{Op: op}
	var err error
	if a.Annotations, a.Args, err = p.parts(sc, nil, true); err != nil {
		return err
	}
	if len(a.Args) == 1 && op.TakesTwo() {
		return p.flaw(at, "<%s> of one part says nothing; expected a second part", name)
	}
	if err := axiom.Fit(op, a.Args); err != nil {
		return at.errorf("<%s>: %v", name, unnamed(err))
	}
	p.out.Axioms = append(p.out.Axioms, a)
	return nil
}
