package axiom

// rule reads a SWRL rule.
func (p *parser) rule(x term, t *trial) (Axiom, bool) {
	if !p.isBlank(x) { // the structural specification has no name for it
		return Axiom{}, false
	}
	sides := map[string]term{}
	for _, i := range p.about(x) {
		st := p.all[i]
		switch pred := p.names[st.p]; pred {
		case swrlBody, swrlHead:
			if _, twice := sides[pred]; twice {
				return Axiom{}, false
			}
			sides[pred] = st.o
			t.use(i)
		}
	}
	if len(sides) != 2 {
		return Axiom{}, false
	}
	body, ok1 := p.atoms(sides[swrlBody], t)
	head, ok2 := p.atoms(sides[swrlHead], t)
	return New(DLSafeRule, Of(Body, body...), Of(Head, head...)), ok1 && ok2
}

func (p *parser) atoms(list term, t *trial) ([]Expr, bool) {
	members, ok := p.list(list, t)
	if !ok {
		return nil, false
	}
	atoms := make([]Expr, len(members))
	for i, m := range members {
		if atoms[i], ok = p.atom(m, t); !ok {
			return nil, false
		}
	}
	return atoms, true
}

func (p *parser) atom(x term, t *trial) (Expr, bool) {
	by := map[string]term{}
	for _, i := range p.about(x) {
		pred := p.names[p.all[i].p]
		if _, twice := by[pred]; twice {
			return Expr{}, false
		}
		by[pred] = p.all[i].o
		t.use(i)
	}
	class, typed := by[rdfType]
	if !p.isBlank(x) || !typed {
		return Expr{}, false
	}
	for op := ClassAtom; op <= DifferentIndividualsAtom; op++ {
		if name, about := atomOf(op); name == p.name(class) {
			return p.atomOf(op, about, by, t)
		}
	}
	return Expr{}, false
}

// atomOf reads an atom from the statements of its node: type, predicate, arguments, and
// nothing else.
func (p *parser) atomOf(op Op, about string, by map[string]term, t *trial) (Expr, bool) {
	var args []Expr
	left := len(by) - 1
	if about != "" {
		on, ok := by[about]
		if !ok {
			return Expr{}, false
		}
		left--
		e, ok := p.atomAbout(op, on, t)
		if !ok {
			return Expr{}, false
		}
		args = append(args, e)
	}
	var members []term
	if list, ok := by[swrlArgs]; ok && op == BuiltInAtom {
		if members, ok = p.list(list, t); !ok {
			return Expr{}, false
		}
		left--
	} else {
		for _, name := range []string{swrlArg1, swrlArg2} {
			if arg, ok := by[name]; ok {
				members = append(members, arg)
				left--
			}
		}
	}
	for _, m := range members {
		args = append(args, p.argument(m, t))
	}
	return Of(op, args...), left == 0 && Fit(op, args) == nil
}

func (p *parser) atomAbout(op Op, on term, t *trial) (Expr, bool) {
	switch op {
	case ClassAtom:
		return p.class(on, t)
	case DataRangeAtom:
		return p.dataRange(on, t)
	case ObjectPropertyAtom:
		return p.property(on, t)
	case DataPropertyAtom:
		return p.entity(on, DataProperty)
	}
	return p.entity(on, IRI)
}

// argument reads an argument of an atom. Variables must be declared.
func (p *parser) argument(n term, t *trial) Expr {
	if n.isLiteral() {
		return p.value(n)
	}
	if p.isBlank(n) {
		return p.individual(n)
	}
	for _, i := range p.about(n) {
		if st := p.all[i]; p.names[st.p] == rdfType && p.name(st.o) == swrlVar {
			t.use(i)
			return Named(Variable, p.names[n])
		}
	}
	return p.individual(n)
}
