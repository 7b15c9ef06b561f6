package owl

// survey notes the types of each node.
func (r *reader) survey() {
	for _, st := range r.all {
		switch st.p {
		case vType:
			if st.o.isNode() {
				r.kinds[st.s] |= typeKind(node(st.o))
			}
		case vSubClassOf:
			if st.o == object(vDeprecatedClass) { // EDAM marks obsolete classes so
				r.kinds[st.s] |= deprecated
			}
			r.also(st, class, class)
		case vEquivalentClass:
			r.also(st, class, class)
		case vIntersectionOf, vUnionOf, vDisjointUnionOf:
			r.kinds[st.s] |= class
		case vHasValue:
			if st.o.isNode() {
				r.kinds[st.o] |= individual
			}
		case vOneOf:
			for _, part := range r.list(st.o) {
				if part.isNode() {
					r.kinds[part] |= individual
				}
			}
		case vBroader, vNarrower, vBroaderTransitive, vNarrowerTransitive:
			r.also(st, scheme, scheme)
		case vSubPropertyOf, vInverseOf, vEquivalentProperty:
			r.also(st, property, property)
		case vDomain, vRange:
			r.kinds[st.s] |= property
		case vXLPrefLabel, vXLAltLabel, vXLHiddenLabel: // a label is no concept, even if it is declared as an individual
			if st.o.isNode() {
				r.kinds[st.o] |= header
			}
		case vXLLiteralForm:
			r.kinds[st.s] |= header
		case vDeprecated:
			if !st.o.isNode() && yes(r.lit(st.o).text) {
				r.kinds[st.s] |= deprecated
			}
		}
	}
}

func (r *reader) also(st statement, s, o kind) {
	r.kinds[st.s] |= s
	if st.o.isNode() {
		r.kinds[st.o] |= o
	}
}

func typeKind(t node) kind {
	switch t {
	case vClass, vRDFSClass:
		return class
	case vDeprecatedClass:
		return class | deprecated
	case vNamedIndividual:
		return individual
	case vSKOSConcept:
		return scheme
	case vObjectProperty, vDatatypeProperty, vAnnotationProperty, vProperty:
		return property
	case vDatatype:
		return datatype
	case vOntology:
		return header
	}
	return 0
}

// types makes instances of the file's classes individuals.
func (r *reader) types() {
	for _, st := range r.all {
		if st.p == vType && st.o.isNode() && r.kinds[st.o]&class != 0 && !r.builtin(node(st.o)) &&
			r.kinds[st.s]&(class|property|header|datatype|scheme) == 0 {
			r.kinds[st.s] |= individual
		}
	}
}
