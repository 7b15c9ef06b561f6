package manchester

import "github.com/ontocrawl/ontocrawl/ontology/axiom"

// rule describes the reading of a section: as axioms about the subject and the result of
// take, in this or the reverse order; or by its own function.
type rule struct {
	op      axiom.Op
	take    func() (axiom.Expr, error)
	turned  bool
	special func(subject axiom.Expr) error
}

// rules returns the sections of a kind of frame.
func (p *parser) rules(r role) map[string]rule {
	if p.sections == nil {
		p.sections = map[role]map[string]rule{
			isClass:              p.classRules(),
			isObjectProperty:     p.objectRules(),
			isDataProperty:       p.dataRules(),
			isAnnotationProperty: p.annotationRules(),
			isIndividual:         p.individualRules(),
			isDatatype:           {"EquivalentTo:": {op: axiom.DatatypeDefinition, take: p.takeRange}},
		}
	}
	return p.sections[r]
}

func (p *parser) classRules() map[string]rule {
	return map[string]rule{
		"SubClassOf:":      {op: axiom.SubClassOf, take: p.takeClass},
		"SuperClassOf:":    {op: axiom.SubClassOf, take: p.takeClass, turned: true},
		"EquivalentTo:":    {op: axiom.EquivalentClasses, take: p.takeClass},
		"DisjointWith:":    {op: axiom.DisjointClasses, take: p.takeClass},
		"Instances:":       {op: axiom.ClassAssertion, take: p.takeIndividual},
		"DisjointUnionOf:": {special: p.disjointUnion},
		"HasKey:":          {special: p.hasKey},
	}
}

func (p *parser) objectRules() map[string]rule {
	take := p.takeObjectProperty
	return map[string]rule{
		"Domain:":           {op: axiom.ObjectPropertyDomain, take: p.takeClass},
		"Range:":            {op: axiom.ObjectPropertyRange, take: p.takeClass},
		"SubPropertyOf:":    {op: axiom.SubObjectPropertyOf, take: take},
		"SuperPropertyOf:":  {op: axiom.SubObjectPropertyOf, take: take, turned: true},
		"EquivalentTo:":     {op: axiom.EquivalentObjectProperties, take: take},
		"DisjointWith:":     {op: axiom.DisjointObjectProperties, take: take},
		"InverseOf:":        {op: axiom.InverseObjectProperties, take: take},
		"Inverses:":         {op: axiom.InverseObjectProperties, take: take},
		"SubPropertyChain:": {op: axiom.SubObjectPropertyOf, take: p.takeChain, turned: true},
		"Characteristics:":  {special: p.characteristics},
	}
}

func (p *parser) dataRules() map[string]rule {
	take := p.takeDataProperty
	return map[string]rule{
		"Domain:":          {op: axiom.DataPropertyDomain, take: p.takeClass},
		"Range:":           {op: axiom.DataPropertyRange, take: p.takeRange},
		"SubPropertyOf:":   {op: axiom.SubDataPropertyOf, take: take},
		"SuperPropertyOf:": {op: axiom.SubDataPropertyOf, take: take, turned: true},
		"EquivalentTo:":    {op: axiom.EquivalentDataProperties, take: take},
		"DisjointWith:":    {op: axiom.DisjointDataProperties, take: take},
		"Characteristics:": {special: p.characteristics},
	}
}

func (p *parser) annotationRules() map[string]rule {
	return map[string]rule{
		"Domain:":          {op: axiom.AnnotationPropertyDomain, take: p.takePlainIRI},
		"Range:":           {op: axiom.AnnotationPropertyRange, take: p.takePlainIRI},
		"SubPropertyOf:":   {op: axiom.SubAnnotationPropertyOf, take: p.takeAnnotationProperty},
		"SuperPropertyOf:": {op: axiom.SubAnnotationPropertyOf, take: p.takeAnnotationProperty, turned: true},
	}
}

func (p *parser) individualRules() map[string]rule {
	return map[string]rule{
		"Types:":         {op: axiom.ClassAssertion, take: p.takeClass, turned: true},
		"SameAs:":        {op: axiom.SameIndividual, take: p.takeIndividual},
		"DifferentFrom:": {op: axiom.DifferentIndividuals, take: p.takeIndividual},
		"Facts:":         {special: p.facts},
	}
}

func (p *parser) disjointUnion(subject axiom.Expr) error {
	at := p.tok.at
	notes, err := p.annotations()
	if err != nil {
		return err
	}
	parts, err := p.exprs(p.takeClass)
	if err != nil {
		return err
	}
	return p.fitted(at, axiom.New(axiom.DisjointUnion, append([]axiom.Expr{subject}, parts...)...).With(notes...))
}

// fitted adds an axiom after checking its arguments.
func (p *parser) fitted(at int, a axiom.Axiom) error {
	if err := axiom.Fit(a.Op, a.Args); err != nil {
		return p.errorAt(at, "%v", err)
	}
	p.add(a)
	return nil
}

// hasKey reads annotations and properties, with or without commas.
func (p *parser) hasKey(subject axiom.Expr) error {
	at := p.tok.at
	notes, err := p.annotations()
	if err != nil {
		return err
	}
	args, data := []axiom.Expr{subject}, []axiom.Expr(nil)
	for {
		e, err := p.objectProperty()
		if err != nil {
			return err
		}
		if p.isData(e, nil) {
			e.Op = axiom.DataProperty
			data = append(data, e)
		} else {
			args = append(args, e)
		}
		if _, err := p.accept(sign, ","); err != nil {
			return err
		}
		if p.tok.kind == section || p.tok.kind == eof {
			break
		}
	}
	return p.fitted(at, axiom.New(axiom.HasKey, append(args, data...)...).With(notes...))
}

// takeChain reads "p o q".
func (p *parser) takeChain() (axiom.Expr, error) {
	var links []axiom.Expr
	for {
		e, err := p.takeObjectProperty()
		if err != nil {
			return e, err
		}
		links = append(links, e)
		if more, err := p.accept(name, "o"); err != nil {
			return e, err
		} else if !more {
			break
		}
	}
	if len(links) < 2 {
		return axiom.Expr{}, p.errorf("expected \"o\" and another property of the chain, found %s", p.tok)
	}
	return axiom.Of(axiom.ObjectPropertyChain, links...), nil
}

// characteristics reads Functional, Transitive and so on.
func (p *parser) characteristics(subject axiom.Expr) error {
	return p.list(func(notes []axiom.Annotation) error {
		op := axiom.Op(0)
		if p.tok.kind == name {
			op = characteristic(p.tok.text, subject.Op == axiom.DataProperty)
		}
		if op == 0 {
			return p.errorf("expected a characteristic such as Functional or Transitive, found %s", p.tok)
		}
		p.add(axiom.New(op, subject).With(notes...))
		return p.advance()
	})
}

func characteristic(word string, data bool) axiom.Op {
	if data {
		if word == "Functional" {
			return axiom.FunctionalDataProperty
		}
		return 0
	}
	switch word {
	case "Functional":
		return axiom.FunctionalObjectProperty
	case "InverseFunctional":
		return axiom.InverseFunctionalObjectProperty
	case "Reflexive":
		return axiom.ReflexiveObjectProperty
	case "Irreflexive":
		return axiom.IrreflexiveObjectProperty
	case "Symmetric":
		return axiom.SymmetricObjectProperty
	case "Asymmetric":
		return axiom.AsymmetricObjectProperty
	case "Transitive":
		return axiom.TransitiveObjectProperty
	}
	return 0
}

// facts reads the property values of an individual.
func (p *parser) facts(subject axiom.Expr) error {
	return p.list(func(notes []axiom.Annotation) error {
		at := p.tok.at
		not, err := p.accept(name, "not")
		if err != nil {
			return err
		}
		property, err := p.objectProperty()
		if err != nil {
			return err
		}
		value, err := p.member("an individual or a literal")
		if err != nil {
			return err
		}
		op := axiom.ObjectPropertyAssertion
		switch data := value.Op == axiom.Literal; {
		case data && not:
			op = axiom.NegativeDataPropertyAssertion
		case data:
			op = axiom.DataPropertyAssertion
		case not:
			op = axiom.NegativeObjectPropertyAssertion
		}
		return p.fitted(at, axiom.New(op, property, subject, value).With(notes...))
	})
}
