package axiom

import "github.com/knakk/rdf"

// object writes the triples of an expression and returns its node or literal.
func (m *mapper) object(e Expr) rdf.Object {
	switch e.Op {
	case Literal:
		return m.literal(e.Text, e.Lang, e.Datatype)
	case Number:
		return m.literal(e.Text, "", xsdNumber)
	}
	return m.node(e)
}

// node is object for everything but literals.
func (m *mapper) node(e Expr) node {
	switch e.Op {
	case Anonymous:
		return m.blank(e.Text)
	case Variable:
		return m.variable(e.Text)
	}
	if e.Op.Parts() == nil {
		return m.iri(e.Text).node
	}
	x := m.fresh()
	switch e.Op {
	case ObjectInverseOf:
		m.triple(x, owlInverseOf, m.node(e.Args[0]))
	case ObjectIntersectionOf:
		m.junction(x, owlClass, owlIntersectionOf, e.Args)
	case ObjectUnionOf:
		m.junction(x, owlClass, owlUnionOf, e.Args)
	case ObjectOneOf:
		m.junction(x, owlClass, owlOneOf, e.Args)
	case ObjectComplementOf:
		m.typ(x, owlClass)
		m.triple(x, owlComplementOf, m.node(e.Args[0]))
	case DataIntersectionOf:
		m.junction(x, rdfsDatatype, owlIntersectionOf, e.Args)
	case DataUnionOf:
		m.junction(x, rdfsDatatype, owlUnionOf, e.Args)
	case DataOneOf:
		m.junction(x, rdfsDatatype, owlOneOf, e.Args)
	case DataComplementOf:
		m.typ(x, rdfsDatatype)
		m.triple(x, owlDataComplementOf, m.node(e.Args[0]))
	case DatatypeRestriction:
		m.typ(x, rdfsDatatype)
		m.triple(x, owlOnDatatype, m.node(e.Args[0]))
		m.triple(x, owlWithRestrictions, m.list(e.Args[1:]))
	case Facet:
		m.triple(x, e.Text, m.object(e.Args[0]))
	default:
		m.restriction(x, e)
	}
	return x
}

func (m *mapper) junction(x node, class, predicate string, args []Expr) {
	m.typ(x, class)
	m.triple(x, predicate, m.list(args))
}

func (m *mapper) list(args []Expr) rdf.Object {
	if len(args) == 0 {
		return m.iri(rdfNil).node
	}
	head := m.fresh()
	for cell := head; ; {
		m.triple(cell, rdfFirst, m.object(args[0]))
		args = args[1:]
		if len(args) == 0 {
			m.triple(cell, rdfRest, m.iri(rdfNil).node)
			return head
		}
		next := m.fresh()
		m.triple(cell, rdfRest, next)
		cell = next
	}
}

func (m *mapper) restriction(x node, e Expr) {
	m.typ(x, owlRestriction)
	args := e.Args
	var number *Expr
	if args[0].Op == Number {
		number, args = &args[0], args[1:]
	}
	properties := args[:1]
	for len(properties) < len(args) && args[len(properties)].Op == DataProperty {
		properties = args[:len(properties)+1]
	}
	if len(properties) == 1 {
		m.triple(x, owlOnProperty, m.node(properties[0]))
	} else {
		m.triple(x, owlOnProperties, m.list(properties))
	}
	filler := args[len(properties):]
	predicate := restrictionOf(e.Op, len(filler) > 0)
	switch {
	case number == nil && len(filler) == 0: // ObjectHasSelf
		m.triple(x, predicate, m.literal("true", "", xsdBoolean))
	case number == nil:
		m.triple(x, predicate, m.object(filler[0]))
	default:
		m.triple(x, predicate, m.object(*number))
		m.qualify(x, filler)
	}
}

// qualify writes the filler of a cardinality.
func (m *mapper) qualify(x node, filler []Expr) {
	if len(filler) == 0 {
		return
	}
	on := owlOnClass
	if SortRange.Takes(filler[0].Op.Sort()) {
		on = owlOnDataRange
	}
	m.triple(x, on, m.node(filler[0]))
}

// rule writes SWRL (member submission, section 5) as OWL editors do: the atom lists have
// type swrl:AtomList.
func (m *mapper) rule(a *Axiom) {
	x := m.fresh()
	m.typ(x, swrlImp)
	m.triple(x, swrlBody, m.atoms(a.Args[0].Args))
	m.triple(x, swrlHead, m.atoms(a.Args[1].Args))
	m.notes(x, a.Annotations)
}

func (m *mapper) atoms(atoms []Expr) rdf.Object {
	rest := m.iri(rdfNil).node
	cells := make([]node, len(atoms))
	for i := range cells {
		cells[i] = m.fresh()
	}
	cells = append(cells, rest)
	for i, atom := range atoms {
		m.typ(cells[i], swrlList)
		m.triple(cells[i], rdfFirst, m.atom(atom))
		m.triple(cells[i], rdfRest, cells[i+1])
	}
	return cells[0]
}

func (m *mapper) atom(e Expr) node {
	x := m.fresh()
	class, predicate := atomOf(e.Op)
	m.typ(x, class)
	args := e.Args
	if predicate != "" {
		m.triple(x, predicate, m.node(args[0]))
		args = args[1:]
	}
	if e.Op == BuiltInAtom {
		m.triple(x, swrlArgs, m.list(args))
		return x
	}
	for i, arg := range args {
		m.triple(x, [...]string{swrlArg1, swrlArg2}[i], m.object(arg))
	}
	return x
}

// variable returns a variable of a rule and declares it once.
func (m *mapper) variable(iri string) node {
	v := m.iri(iri).node
	if !m.vars[iri] {
		m.vars[iri] = true
		m.typ(v, swrlVar)
	}
	return v
}
