package axiom

// simple reads an axiom that is one triple (section 3.2.5, table 16).
func (p *parser) simple(st statement, t *trial) (Axiom, bool) {
	switch pred := p.names[st.p]; pred {
	case rdfType:
		return p.typeAxiom(st, t)
	case rdfsSubClassOf:
		return p.classes(SubClassOf, st, t)
	case owlDisjointWith:
		return p.classes(DisjointClasses, st, t)
	case owlEquivalentClass:
		if p.isRange(st.o) && p.name(st.s) != "" && p.kinds[st.s]&isClass == 0 {
			d, ok := p.dataRange(st.o, t)
			return New(DatatypeDefinition, Named(Datatype, p.name(st.s)), d), ok
		}
		return p.classes(EquivalentClasses, st, t)
	case rdfsSubPropertyOf:
		return p.properties(st, t, SubObjectPropertyOf, SubDataPropertyOf, SubAnnotationPropertyOf)
	case owlEquivalentProperty:
		return p.properties(st, t, EquivalentObjectProperties, EquivalentDataProperties, 0)
	case owlPropertyDisjoint:
		return p.properties(st, t, DisjointObjectProperties, DisjointDataProperties, 0)
	case owlInverseOf:
		return p.inverses(st, t)
	case rdfsDomain, rdfsRange:
		return p.domain(st, pred == rdfsRange, t)
	case owlChain:
		return p.chain(st, t)
	case owlHasKey:
		return p.key(st, t)
	case owlSameAs:
		return p.individuals(SameIndividual, st)
	case owlDifferentFrom:
		return p.individuals(DifferentIndividuals, st)
	case owlDisjointUnionOf, owlIntersectionOf, owlUnionOf, owlOneOf, owlComplementOf:
		return p.definition(pred, st, t)
	default:
		return p.assertion(pred, st)
	}
}

func (p *parser) classes(op Op, st statement, t *trial) (Axiom, bool) {
	c, ok1 := p.class(st.s, t)
	d, ok2 := p.class(st.o, t)
	return New(op, c, d), ok1 && ok2
}

// properties reads an axiom about two properties of the same kind.
func (p *parser) properties(st statement, t *trial, object, data, annotation Op) (Axiom, bool) {
	switch k := p.propertyKind(st.s, st.o); {
	case k == isData:
		return p.named(data, DataProperty, st)
	case k == isAnnotation && annotation != 0:
		return p.named(annotation, AnnotationProperty, st)
	}
	a, ok1 := p.property(st.s, t)
	b, ok2 := p.property(st.o, t)
	return New(object, a, b), ok1 && ok2
}

func (p *parser) named(op, kind Op, st statement) (Axiom, bool) {
	a, ok1 := p.entity(st.s, kind)
	b, ok2 := p.entity(st.o, kind)
	return New(op, a, b), ok1 && ok2
}

// inverses reads owl:inverseOf. With a blank subject and a named object, the triple
// defines an expression.
func (p *parser) inverses(st statement, t *trial) (Axiom, bool) {
	if p.isBlank(st.s) && p.name(st.o) != "" {
		return Axiom{}, false
	}
	a, ok1 := p.property(st.s, t)
	b, ok2 := p.property(st.o, t)
	return New(InverseObjectProperties, a, b), ok1 && ok2
}

// domain reads rdfs:domain and rdfs:range. The object decides if the kind of the property
// is not declared.
func (p *parser) domain(st statement, isRange bool, t *trial) (Axiom, bool) {
	k := p.propertyKinds(st.s)
	switch {
	case k != 0:
		k = p.propertyKind(st.s, st.s)
	case isRange && p.isRange(st.o):
		k = isData
	case p.isBlank(st.o) || !st.o.isLiteral() && p.kinds[st.o]&(isClass|isRDFSClass) != 0:
		k = isObject
	}
	if k == isObject {
		property, ok1 := p.property(st.s, t)
		c, ok2 := p.class(st.o, t)
		return New(choose(isRange, ObjectPropertyRange, ObjectPropertyDomain), property, c), ok1 && ok2
	}
	if k == isData {
		property, ok1 := p.entity(st.s, DataProperty)
		e, ok2 := Expr{}, false
		if isRange {
			e, ok2 = p.dataRange(st.o, t)
		} else {
			e, ok2 = p.class(st.o, t)
		}
		return New(choose(isRange, DataPropertyRange, DataPropertyDomain), property, e), ok1 && ok2
	}
	property, ok1 := p.entity(st.s, AnnotationProperty)
	e, ok2 := p.entity(st.o, IRI)
	return New(choose(isRange, AnnotationPropertyRange, AnnotationPropertyDomain), property, e), ok1 && ok2
}

func choose(first bool, a, b Op) Op {
	if first {
		return a
	}
	return b
}

func (p *parser) chain(st statement, t *trial) (Axiom, bool) {
	members, ok := p.list(st.o, t)
	super, named := p.property(st.s, t)
	if !ok || !named || len(members) < 2 {
		return Axiom{}, false
	}
	args := make([]Expr, len(members))
	for i, m := range members {
		if args[i], ok = p.property(m, t); !ok {
			return Axiom{}, false
		}
	}
	return New(SubObjectPropertyOf, Of(ObjectPropertyChain, args...), super), true
}

// key reads HasKey. A triple lists both kinds of properties together.
func (p *parser) key(st statement, t *trial) (Axiom, bool) {
	c, ok := p.class(st.s, t)
	members, listed := p.list(st.o, t)
	if !ok || !listed || len(members) == 0 {
		return Axiom{}, false
	}
	var objects, data []Expr
	for _, m := range members {
		if p.propertyKind(m, m) == isData {
			e, _ := p.entity(m, DataProperty) // it has a kind, and so a name
			data = append(data, e)
			continue
		}
		e, ok := p.property(m, t)
		if !ok {
			return Axiom{}, false
		}
		objects = append(objects, e)
	}
	return New(HasKey, append(append([]Expr{c}, objects...), data...)...), true
}

func (p *parser) individuals(op Op, st statement) (Axiom, bool) {
	if st.o.isLiteral() || p.isExpression(st.s) || p.isExpression(st.o) {
		return Axiom{}, false
	}
	return New(op, p.individual(st.s), p.individual(st.o)), true
}

// definition reads owl:disjointUnionOf, and OWL 1 definitions of a named class:
// intersection, union, complement, enumeration.
func (p *parser) definition(pred string, st statement, t *trial) (Axiom, bool) {
	c, ok := p.entity(st.s, Class)
	switch {
	case !ok:
		return Axiom{}, false
	case pred == owlComplementOf:
		d, ok := p.class(st.o, t)
		return New(EquivalentClasses, c, Of(ObjectComplementOf, d)), ok
	case pred != owlDisjointUnionOf:
		isData := p.kinds[st.s]&isDatatype != 0 && p.kinds[st.s]&isClass == 0
		d, ok := p.junction(pred, st.o, isData, !isData, t)
		if SortRange.Takes(d.Op.Sort()) {
			c.Op = Datatype
			return New(DatatypeDefinition, c, d), ok && p.kinds[st.s]&isClass == 0
		}
		return New(EquivalentClasses, c, d), ok
	}
	members, ok := p.list(st.o, t)
	if !ok || len(members) < 2 {
		return Axiom{}, false
	}
	args := []Expr{c}
	for _, m := range members {
		d, ok := p.class(m, t)
		if !ok {
			return Axiom{}, false
		}
		args = append(args, d)
	}
	return New(DisjointUnion, args...), true
}

// assertion reads a property assertion, or else an annotation assertion.
func (p *parser) assertion(pred string, st statement) (Axiom, bool) {
	if !annotates(pred) || p.isExpression(st.s) || p.isExpression(st.o) || p.reified[st.s] {
		return Axiom{}, false
	}
	k := p.kinds[st.p]
	switch {
	case k&isObject != 0 && !st.o.isLiteral():
		return New(ObjectPropertyAssertion, Named(ObjectProperty, pred), p.individual(st.s), p.individual(st.o)), true
	case k&isData != 0 && st.o.isLiteral():
		return New(DataPropertyAssertion, Named(DataProperty, pred), p.individual(st.s), p.value(st.o)), true
	}
	return New(AnnotationAssertion, Named(AnnotationProperty, pred), p.value(st.s), p.value(st.o)), true
}

// disjoint reads owl:AllDisjointClasses, owl:AllDisjointProperties and owl:AllDifferent,
// whose members OWL 1 called distinct.
func (p *parser) disjoint(x term, t *trial) (Axiom, bool) {
	var list term
	lists, class := 0, ""
	for _, i := range p.about(x) {
		switch st := p.all[i]; p.names[st.p] {
		case owlMembers, owlDistinctMembers:
			list = st.o
			lists++
			t.use(i)
		case rdfType:
			class += p.name(st.o)
		}
	}
	if !p.isBlank(x) || lists != 1 {
		return Axiom{}, false
	}
	members, ok := p.list(list, t)
	if !ok || len(members) < 2 {
		return Axiom{}, false
	}
	switch class {
	case owlAllDisjointClasses:
		return p.each(DisjointClasses, members, func(m term) (Expr, bool) { return p.class(m, t) })
	case owlAllDifferent:
		return p.each(DifferentIndividuals, members, p.someIndividual)
	case owlAllDisjointProps:
		if p.propertyKind(members[0], members[1]) == isData {
			return p.each(DisjointDataProperties, members, func(m term) (Expr, bool) { return p.entity(m, DataProperty) })
		}
		return p.each(DisjointObjectProperties, members, func(m term) (Expr, bool) { return p.property(m, t) })
	}
	return Axiom{}, false
}

func (p *parser) each(op Op, members []term, read func(term) (Expr, bool)) (Axiom, bool) {
	a := New(op)
	for _, m := range members {
		e, ok := read(m)
		if !ok {
			return Axiom{}, false
		}
		a.Args = append(a.Args, e)
	}
	return a, true
}

// someIndividual returns n as an individual if it is one.
func (p *parser) someIndividual(n term) (Expr, bool) {
	if n.isLiteral() || p.isExpression(n) {
		return Expr{}, false
	}
	return p.individual(n), true
}

func (p *parser) negative(x term, t *trial) (Axiom, bool) {
	by := map[string]term{}
	for _, i := range p.about(x) {
		st := p.all[i]
		switch pred := p.names[st.p]; pred {
		case owlSource, owlAssertion, owlTarget, owlTargetValue:
			if _, twice := by[pred]; twice {
				return Axiom{}, false
			}
			by[pred] = st.o
			t.use(i)
		}
	}
	source, ok1 := by[owlSource]
	property, ok2 := by[owlAssertion]
	if !p.isBlank(x) || !ok1 || !ok2 || len(by) != 3 {
		return Axiom{}, false
	}
	s, ok := p.someIndividual(source)
	if value, isData := by[owlTargetValue]; isData {
		e, named := p.entity(property, DataProperty)
		return New(NegativeDataPropertyAssertion, e, s, p.value(value)), ok && named && value.isLiteral()
	}
	e, ok3 := p.property(property, t)
	o, ok4 := p.someIndividual(by[owlTarget])
	return New(NegativeObjectPropertyAssertion, e, s, o), ok && ok3 && ok4
}
