package manchester

import "github.com/ontocrawl/ontocrawl/ontology/axiom"

// several reports whether a keyword begins a frame about several entities.
func several(keyword string) bool {
	switch keyword {
	case "EquivalentClasses:", "DisjointClasses:", "EquivalentProperties:", "DisjointProperties:",
		"SameIndividual:", "DifferentIndividuals:", "Rule:":
		return true
	}
	return false
}

// misc reads a frame about several entities, or a rule.
func (p *parser) misc() error {
	t := p.tok
	if !several(t.text) {
		return p.errorf("expected a frame such as \"Class:\", found %s", t)
	}
	if err := p.advance(); err != nil {
		return err
	}
	notes, err := p.annotations()
	if err != nil {
		return err
	}
	if t.text == "Rule:" {
		return p.rule(notes)
	}
	op, take := p.alike(t.text)
	args, err := p.exprs(take)
	if err != nil {
		return err
	}
	if op == axiom.EquivalentObjectProperties || op == axiom.DisjointObjectProperties {
		op = p.properties(op, args)
	}
	if p.tok.kind != eof && p.tok.kind != section {
		return p.errorf("expected ',' and more, or the next frame, found %s", p.tok)
	}
	return p.fitted(t.at, axiom.New(op, args...).With(notes...))
}

func (p *parser) alike(keyword string) (axiom.Op, func() (axiom.Expr, error)) {
	switch keyword {
	case "EquivalentClasses:":
		return axiom.EquivalentClasses, p.takeClass
	case "DisjointClasses:":
		return axiom.DisjointClasses, p.takeClass
	case "EquivalentProperties:":
		return axiom.EquivalentObjectProperties, p.objectProperty
	case "DisjointProperties:":
		return axiom.DisjointObjectProperties, p.objectProperty
	case "SameIndividual:":
		return axiom.SameIndividual, p.takeIndividual
	}
	return axiom.DifferentIndividuals, p.takeIndividual
}

// properties returns the object or the data form of op. One declared property decides.
func (p *parser) properties(op axiom.Op, args []axiom.Expr) axiom.Op {
	data := false
	for _, e := range args {
		data = data || p.isData(e, nil)
	}
	switch {
	case data && op == axiom.EquivalentObjectProperties:
		return axiom.EquivalentDataProperties
	case data:
		return axiom.DisjointDataProperties
	}
	return op
}
