package axiom

import "strings"

// parsed is the result of reading a blank node.
type parsed struct {
	expr      Expr
	ok        bool
	open      bool // being parsed: a circle comes back to it
	committed bool
	depth     int
	size      int
	trial     trial
}

// class reads a class expression and adds its statements to t.
func (p *parser) class(n term, t *trial) (Expr, bool) { return p.expr(n, Class, SortClass, t) }

func (p *parser) dataRange(n term, t *trial) (Expr, bool) { return p.expr(n, Datatype, SortRange, t) }

// property reads an object property expression.
func (p *parser) property(n term, t *trial) (Expr, bool) {
	return p.expr(n, ObjectProperty, SortObjectProperty, t)
}

func (p *parser) entity(n term, op Op) (Expr, bool) {
	iri := p.name(n)
	return Named(op, iri), iri != ""
}

func (p *parser) expr(n term, op Op, want Sort, t *trial) (Expr, bool) {
	if !p.isBlank(n) {
		return p.entity(n, op)
	}
	m := p.parse(n)
	if !m.ok || !want.Takes(m.expr.Op.Sort()) {
		return Expr{}, false
	}
	t.sub = append(t.sub, n)
	t.depth = max(t.depth, m.depth)
	p.size += m.size
	return m.expr, !p.tooLarge()
}

// isExpression reports whether a blank node stands for an expression.
func (p *parser) isExpression(n term) bool { return p.isBlank(n) && p.parse(n).ok }

// parse reads the expression of a blank node, once.
func (p *parser) parse(n term) *parsed {
	if m := p.memo[n]; m != nil {
		if m.open {
			return &parsed{}
		}
		return m
	}
	m := &parsed{open: true}
	p.memo[n] = m
	if p.depth < maxDepth {
		p.depth++
		before := p.size
		m.expr, m.ok = p.make(n, &m.trial)
		m.size = p.size - before + 1
		m.depth = m.trial.depth + 1
		m.ok = m.ok && m.depth <= maxDepth // parts may have been read before it
		p.size = before
		p.depth--
	}
	m.open = false
	return m
}

// parts are the statements of a blank node by their role in an expression.
type parts struct {
	data  bool             // typed as a data range
	class bool             // typed as a class
	by    map[string]term  // the vocabulary of expressions
	use   map[string]int32 // and its statements
	types []int32
	twice bool
}

func (p *parser) parts(n term) parts {
	q := parts{by: map[string]term{}, use: map[string]int32{}}
	for _, i := range p.about(n) {
		st := p.all[i]
		pred := p.names[st.p]
		switch {
		case pred == rdfType:
			class := p.name(st.o)
			k := kindOfType(class)
			q.data = q.data || k&isDatatype != 0
			q.class = q.class || k&(isClass|isRDFSClass) != 0
			if k&(isDatatype|isClass|isRDFSClass) != 0 || class == typeOf(ObjectProperty) {
				q.types = append(q.types, i)
			}
		case pred == owlInverseOf && p.name(st.o) == "": // an axiom about this node
		case expressive(pred):
			_, q.twice = q.by[pred]
			if q.twice {
				return q
			}
			q.by[pred], q.use[pred] = st.o, i
		}
	}
	return q
}

// expressive reports whether a predicate belongs to expressions.
func expressive(pred string) bool {
	local, ok := strings.CutPrefix(pred, nsOWL)
	if !ok {
		return false
	}
	switch local {
	case "intersectionOf", "unionOf", "complementOf", "oneOf", "datatypeComplementOf", "onDatatype",
		"withRestrictions", "onProperty", "onProperties", "onClass", "onDataRange", "inverseOf",
		"someValuesFrom", "allValuesFrom", "hasValue", "hasSelf":
		return true
	}
	return strings.HasSuffix(local, "ardinality")
}

// make reads the one construct of a blank node (section 3.2.4, tables 11 to 15).
func (p *parser) make(n term, t *trial) (Expr, bool) {
	q := p.parts(n)
	if q.twice || len(q.by) == 0 {
		return Expr{}, false
	}
	for _, i := range q.use {
		t.use(i)
	}
	t.own = append(t.own, q.types...)
	var e Expr
	ok := false
	switch {
	case q.has(owlOnProperty), q.has(owlOnProperties):
		return p.restriction(q, t)
	case q.has(owlOnDatatype):
		e, ok = p.facets(q, t)
		return e, ok && len(q.by) == 2
	case len(q.by) != 1:
		return Expr{}, false
	case q.has(owlInverseOf):
		e, ok = p.entity(q.by[owlInverseOf], ObjectProperty)
		return Of(ObjectInverseOf, e), ok
	case q.has(owlComplementOf):
		if q.data {
			e, ok = p.dataRange(q.by[owlComplementOf], t)
			return Of(DataComplementOf, e), ok
		}
		e, ok = p.class(q.by[owlComplementOf], t)
		return Of(ObjectComplementOf, e), ok
	case q.has(owlDataComplementOf):
		e, ok = p.dataRange(q.by[owlDataComplementOf], t)
		return Of(DataComplementOf, e), ok
	}
	for pred, list := range q.by {
		return p.junction(pred, list, q.data, q.class, t)
	}
	return Expr{}, false
}

func (q parts) has(pred string) bool { _, ok := q.by[pred]; return ok }

// junction reads intersectionOf, unionOf and oneOf. With fewer than two members, the
// result is the meaning of the junction (tables 14 and 15).
func (p *parser) junction(pred string, list term, data, class bool, t *trial) (Expr, bool) {
	members, ok := p.list(list, t)
	if !ok {
		return Expr{}, false
	}
	if pred == owlOneOf {
		return p.oneOf(members, data)
	}
	if !data && !class && len(members) > 0 {
		data = p.isRange(members[0])
	}
	read, op := p.class, ObjectIntersectionOf
	switch {
	case data && pred == owlUnionOf:
		read, op = p.dataRange, DataUnionOf
	case data:
		read, op = p.dataRange, DataIntersectionOf
	case pred == owlUnionOf:
		op = ObjectUnionOf
	}
	args := make([]Expr, len(members))
	for i, m := range members {
		if args[i], ok = read(m, t); !ok {
			return Expr{}, false
		}
	}
	switch {
	case len(args) == 1:
		return args[0], true
	case len(args) > 0:
		return Of(op, args...), true
	case op == ObjectIntersectionOf:
		return Named(Class, nsOWL+"Thing"), true
	case op == ObjectUnionOf:
		return Named(Class, nsOWL+"Nothing"), true
	}
	return Expr{}, false
}

func (p *parser) oneOf(members []term, data bool) (Expr, bool) {
	args := make([]Expr, len(members))
	for i, m := range members {
		switch {
		case m.isLiteral():
			args[i] = p.value(m)
		default:
			args[i] = p.individual(m)
		}
		if m.isLiteral() != members[0].isLiteral() || !m.isLiteral() && (data || p.isExpression(m)) {
			return Expr{}, false
		}
	}
	switch {
	case len(args) == 0 && !data:
		return Named(Class, nsOWL+"Nothing"), true
	case len(args) == 0:
		return Expr{}, false
	case members[0].isLiteral():
		return Of(DataOneOf, args...), true
	}
	return Of(ObjectOneOf, args...), true
}

// facets reads a datatype restriction.
func (p *parser) facets(q parts, t *trial) (Expr, bool) {
	base, ok := p.entity(q.by[owlOnDatatype], Datatype)
	list, listed := q.by[owlWithRestrictions]
	if !ok || !listed {
		return Expr{}, false
	}
	members, ok := p.list(list, t)
	args := []Expr{base}
	for _, m := range members {
		about := p.about(m)
		if !p.isBlank(m) || len(about) != 1 || !p.all[about[0]].o.isLiteral() {
			return Expr{}, false
		}
		st := p.all[about[0]]
		t.use(about[0])
		args = append(args, Expr{Op: Facet, Text: p.names[st.p], Args: []Expr{p.value(st.o)}})
	}
	return Of(DatatypeRestriction, args...), ok && len(args) > 1
}

// list reads an RDF list. Its cells may have a type, but no other statements.
func (p *parser) list(n term, t *trial) ([]term, bool) {
	var members []term
	for steps := 0; p.name(n) != rdfNil; steps++ {
		if !p.isBlank(n) || steps > len(p.all) || p.tooLarge() {
			return nil, false
		}
		p.size++
		first, rest, n0 := 0, 0, n
		for _, i := range p.about(n0) {
			switch st := p.all[i]; p.names[st.p] {
			case rdfFirst:
				members = append(members, st.o)
				first++
			case rdfRest:
				n = st.o
				rest++
			case rdfType:
				if class := p.name(st.o); class != rdfList && class != swrlList {
					return nil, false
				}
			default:
				return nil, false
			}
			t.use(i)
		}
		if first != 1 || rest != 1 {
			return nil, false
		}
	}
	return members, true
}

// isRange reports whether a node is certainly a data range.
func (p *parser) isRange(n term) bool {
	if p.isBlank(n) {
		m := p.parse(n)
		return m.ok && SortRange.Takes(m.expr.Op.Sort())
	}
	return !n.isLiteral() && p.kinds[n]&isDatatype != 0 && p.kinds[n]&isClass == 0
}
