package axiom

import "strings"

// typed reads an rdf:type statement that needs special treatment, and reports whether it
// did.
func (p *parser) typed(i int) bool {
	st := p.all[i]
	class := p.name(st.o)
	switch class {
	case owlAxiom, owlAnnotation:
		return p.reified[st.s]
	case owlAllDisjointClasses, owlAllDisjointProps, owlAllDifferent:
		p.take(i, p.disjoint)
		return true
	case owlNegative:
		p.take(i, p.negative)
		return true
	case swrlImp:
		p.take(i, p.rule)
		return true
	}
	if p.isBlank(st.s) && characteristic(class) == 0 {
		return strings.HasPrefix(class, nsOWL) && builtin(class[len(nsOWL):]) == 0 || class == rdfsDatatype ||
			class == nsRDFS+"Class" || class == rdfList || strings.HasPrefix(class, nsSWRL)
	}
	if p.isBlank(st.s) {
		return false
	}
	extra, used, known := p.declared(st, class)
	for _, a := range extra {
		if key := a.String(); !p.declares[key] {
			p.declares[key] = true
			p.add(a)
		}
	}
	p.used[i] = p.used[i] || used
	return known
}

// take reads an axiom with its own node; statement i gives the node's type.
func (p *parser) take(i int, read func(x term, t *trial) (Axiom, bool)) {
	t := trial{own: []int32{int32(i)}}
	x := p.all[i].s
	a, ok := read(x, &t)
	if !ok {
		return
	}
	p.commit(&t)
	a.Annotations = p.notes(x)
	p.add(a)
}

// declared reads types from older languages (section 3, tables 5, 6 and 16) and types
// that declare and say more. If used is set, nothing else is to be read. If known is
// unset, the statement is an ordinary axiom.
func (p *parser) declared(st statement, class string) (extra []Axiom, used, known bool) {
	k := p.kinds[st.s]
	declare := func(op Op) Axiom { return New(Declaration, Named(op, p.names[st.s])) }
	switch class {
	case nsRDFS + "Class":
		if k&(isClass|isDatatype) != 0 {
			return nil, true, true
		}
		return []Axiom{declare(Class)}, false, true
	case nsRDF + "Property":
		if k&isGuessed == 0 {
			return nil, true, true
		}
		return []Axiom{declare(propertyOp(k))}, false, true
	case nsOWL + "DeprecatedClass", nsOWL + "DeprecatedProperty":
		if class == nsOWL+"DeprecatedClass" && !p.has(st.s, rdfType, owlClass) {
			extra = append(extra, declare(Class))
		}
		return append(extra, New(AnnotationAssertion, Named(AnnotationProperty, nsOWL+"deprecated"),
			Named(IRI, p.names[st.s]), Text("true", "", xsdBoolean))), true, true
	case nsOWL + "OntologyProperty":
		if p.has(st.s, rdfType, nsOWL+"AnnotationProperty") {
			return nil, true, true
		}
		return []Axiom{declare(AnnotationProperty)}, true, true
	case nsOWL + "DataRange":
		return []Axiom{declare(Datatype)}, true, true
	case owlOntology, owlRestriction, rdfList:
		return nil, false, true
	}
	if op := characteristic(class); op != 0 && op != FunctionalObjectProperty &&
		k&isGuessed == 0 && !p.has(st.s, rdfType, typeOf(ObjectProperty)) {
		return []Axiom{declare(ObjectProperty)}, false, false
	}
	return nil, false, false
}

func propertyOp(k kind) Op {
	switch {
	case k&isObject != 0:
		return ObjectProperty
	case k&isData != 0:
		return DataProperty
	}
	return AnnotationProperty
}

// has reports whether the graph holds the triple.
func (p *parser) has(s term, pred, object string) bool {
	for _, i := range p.about(s) {
		if st := p.all[i]; p.names[st.p] == pred && p.name(st.o) == object {
			return true
		}
	}
	return false
}

// characteristic returns the axiom for a property type. For data properties,
// FunctionalDataProperty exists too.
func characteristic(class string) Op {
	for _, op := range [...]Op{
		FunctionalObjectProperty, InverseFunctionalObjectProperty, ReflexiveObjectProperty,
		IrreflexiveObjectProperty, SymmetricObjectProperty, AsymmetricObjectProperty, TransitiveObjectProperty,
	} {
		if typeOf(op) == class {
			return op
		}
	}
	return 0
}

func (p *parser) typeAxiom(st statement, t *trial) (Axiom, bool) {
	class := p.name(st.o)
	if op := characteristic(class); op != 0 {
		property, ok := p.property(st.s, t)
		if op == FunctionalObjectProperty && p.propertyKind(st.s, st.s) == isData {
			op, property.Op = FunctionalDataProperty, DataProperty
		}
		return New(op, property), ok
	}
	if !p.isBlank(st.s) {
		for _, op := range [...]Op{Class, ObjectProperty, DataProperty, AnnotationProperty, NamedIndividual, Datatype} {
			if typeOf(op) == class {
				return New(Declaration, Named(op, p.names[st.s])), true
			}
		}
	}
	if strings.HasPrefix(class, nsSWRL) || class == owlOntology {
		return Axiom{}, false
	}
	c, ok := p.class(st.o, t)
	if !ok || p.isExpression(st.s) {
		return Axiom{}, false
	}
	return New(ClassAssertion, c, p.individual(st.s)), true
}
