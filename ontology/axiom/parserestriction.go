package axiom

// restriction reads a property restriction (section 3.2.4, tables 13 and 15).
func (p *parser) restriction(q parts, t *trial) (Expr, bool) {
	op, value, qualified, ok := q.construct()
	if !ok {
		return Expr{}, false
	}
	properties := []term{q.by[owlOnProperty]}
	if q.has(owlOnProperties) {
		if properties, ok = p.list(q.by[owlOnProperties], t); !ok || len(properties) == 0 || q.has(owlOnProperty) {
			return Expr{}, false
		}
	}
	on, onRange := q.by[owlOnClass], false
	if q.has(owlOnDataRange) {
		on, onRange = q.by[owlOnDataRange], true
	}
	filler := value
	if qualified {
		filler = on
	}
	if onRange || p.isDataRestriction(op, properties, filler) {
		return p.dataRestriction(dataForm(op), properties, value, on, qualified, t)
	}
	property, ok := p.property(properties[0], t)
	if !ok || len(properties) > 1 {
		return Expr{}, false
	}
	args := []Expr{property}
	switch op {
	case ObjectHasSelf:
		text := p.value(value).Text
		return Of(op, args...), text == "true" || text == "1"
	case ObjectHasValue:
		if value.isLiteral() || p.isExpression(value) {
			return Expr{}, false
		}
		return Of(op, property, p.individual(value)), true
	case ObjectSomeValuesFrom, ObjectAllValuesFrom:
		c, ok := p.class(value, t)
		return Of(op, property, c), ok
	}
	number, ok := p.number(value)
	args = append([]Expr{number}, args...)
	if qualified && ok {
		var c Expr
		c, ok = p.class(on, t)
		args = append(args, c)
	}
	return Of(op, args...), ok
}

// construct returns the restriction that the parts make, as a construct for object
// properties, with the object of its predicate and whether it is qualified.
func (q parts) construct() (op Op, value term, qualified, ok bool) {
	for _, qualified := range []bool{false, true} {
		for op := ObjectSomeValuesFrom; op <= ObjectExactCardinality; op++ {
			counts := op >= ObjectMinCardinality
			if qualified && !counts {
				continue
			}
			value, ok := q.by[restrictionOf(op, qualified)]
			if !ok {
				continue
			}
			what := q.has(owlOnClass) || q.has(owlOnDataRange)
			qualified := qualified || counts && what // so OWL 1.1 wrote it
			want := 2                                // onProperty and this
			if qualified {
				want++ // onClass or onDataRange
			}
			return op, value, qualified, len(q.by) == want && what == qualified
		}
	}
	return 0, 0, false, false
}

// isDataRestriction decides by the declared kind of the property, else by the filler.
func (p *parser) isDataRestriction(op Op, properties []term, filler term) bool {
	if len(properties) > 1 {
		return true
	}
	property := properties[0]
	if property.isLiteral() || p.isBlank(property) {
		return false
	}
	switch k := p.kinds[property] & (isObject | isData); k {
	case isObject, isData:
		return k == isData
	}
	if op == ObjectHasValue {
		return filler.isLiteral()
	}
	return !filler.isLiteral() && p.isRange(filler)
}

func (p *parser) dataRestriction(op Op, properties []term, value, on term, qualified bool, t *trial) (Expr, bool) {
	var args []Expr
	for _, n := range properties {
		e, ok := p.entity(n, DataProperty)
		if !ok {
			return Expr{}, false
		}
		args = append(args, e)
	}
	switch op {
	case 0:
		return Expr{}, false
	case DataHasValue:
		return Of(op, append(args, p.value(value))...), value.isLiteral() && len(args) == 1
	case DataSomeValuesFrom, DataAllValuesFrom:
		r, ok := p.dataRange(value, t)
		return Of(op, append(args, r)...), ok
	}
	number, ok := p.number(value)
	args = append([]Expr{number}, args...)
	if qualified && ok {
		var r Expr
		r, ok = p.dataRange(on, t)
		args = append(args, r)
	}
	return Of(op, args...), ok && len(properties) == 1
}

// dataForm returns the data property form of an object property construct, or 0.
func dataForm(op Op) Op {
	switch op {
	case ObjectSomeValuesFrom:
		return DataSomeValuesFrom
	case ObjectAllValuesFrom:
		return DataAllValuesFrom
	case ObjectHasValue:
		return DataHasValue
	case ObjectMinCardinality:
		return DataMinCardinality
	case ObjectMaxCardinality:
		return DataMaxCardinality
	case ObjectExactCardinality:
		return DataExactCardinality
	}
	return 0
}

// number reads a cardinality of any integer type.
func (p *parser) number(n term) (Expr, bool) {
	if !n.isLiteral() {
		return Expr{}, false
	}
	e := Expr{Op: Number, Text: p.value(n).Text}
	return e, checkNumber(e) == nil
}
