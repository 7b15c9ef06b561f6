package axiom

import "strings"

// kind is the set of declared kinds of an IRI (several with punning).
type kind uint16

const (
	isClass kind = 1 << iota
	isDatatype
	isObject
	isData
	isAnnotation
	isIndividual
	isProperty  // rdf:Property: of some kind
	isRDFSClass // by rdfs:Class
	isGuessed   // a property of undeclared kind
)

// readKinds reads the declarations (OWL 2 Mapping, section 3.1.2, tables 5 to 9) and
// equivalent types of OWL 1 and RDFS.
func (p *parser) readKinds() {
	p.kinds = make([]kind, len(p.names))
	for i, st := range p.all {
		if !p.used[i] && p.names[st.p] == rdfType {
			p.kinds[st.s] |= kindOfType(p.name(st.o))
		}
	}
	for t, iri := range p.names {
		switch {
		case strings.HasPrefix(iri, nsOWL):
			p.kinds[t] |= builtin(iri[len(nsOWL):])
		case isBuiltinDatatype(iri):
			p.kinds[t] |= isDatatype
		}
		if k := p.kinds[t]; k&isProperty != 0 && k&(isObject|isData|isAnnotation) == 0 {
			p.kinds[t] |= p.guess(term(t)) | isGuessed
		}
	}
}

func kindOfType(class string) kind {
	if class == nsRDF+"Property" {
		return isProperty
	}
	switch class {
	case rdfsDatatype, nsOWL + "DataRange":
		return isDatatype
	case nsRDFS + "Class":
		return isRDFSClass
	}
	local, ok := strings.CutPrefix(class, nsOWL)
	if !ok {
		return 0
	}
	switch local {
	case "Class", "DeprecatedClass", "Restriction":
		return isClass
	case "ObjectProperty", "InverseFunctionalProperty", "TransitiveProperty", "SymmetricProperty",
		"AsymmetricProperty", "ReflexiveProperty", "IrreflexiveProperty":
		return isObject
	case "DatatypeProperty":
		return isData
	case "AnnotationProperty", "OntologyProperty":
		return isAnnotation
	case "NamedIndividual":
		return isIndividual
	case "FunctionalProperty", "DeprecatedProperty":
		return isProperty
	}
	return 0
}

// builtin returns the kind of an entity that OWL defines.
func builtin(local string) kind {
	switch local {
	case "Thing", "Nothing":
		return isClass
	case "topObjectProperty", "bottomObjectProperty":
		return isObject
	case "topDataProperty", "bottomDataProperty":
		return isData
	case "real", "rational":
		return isDatatype
	}
	return 0
}

func isBuiltinDatatype(iri string) bool {
	if strings.HasPrefix(iri, nsXSD) {
		return true
	}
	switch iri {
	case nsRDF + "PlainLiteral", nsRDF + "XMLLiteral", nsRDF + "langString", nsRDF + "HTML",
		nsRDFS + "Literal", nsOWL + "real", nsOWL + "rational":
		return true
	}
	return false
}

// guess returns the kind of a property that only RDFS describes.
func (p *parser) guess(t term) kind {
	for _, i := range p.about(t) {
		if st := p.all[i]; p.names[st.p] == rdfsRange {
			switch {
			case st.o.isLiteral():
			case p.kinds[st.o]&isDatatype != 0 || isBuiltinDatatype(p.names[st.o]):
				return isData
			case p.kinds[st.o]&(isClass|isRDFSClass) != 0:
				return isObject
			}
		}
	}
	if p.has(t, rdfType, typeOf(FunctionalObjectProperty)) {
		return isObject
	}
	return isAnnotation
}

func isAnnotationBuiltin(iri string) bool {
	switch iri {
	case nsRDFS + "label", nsRDFS + "comment", nsRDFS + "seeAlso", nsRDFS + "isDefinedBy",
		nsOWL + "deprecated", nsOWL + "versionInfo", nsOWL + "priorVersion",
		nsOWL + "backwardCompatibleWith", nsOWL + "incompatibleWith":
		return true
	}
	return false
}

// annotates reports whether iri may be an annotation property: it is not in the
// vocabulary of axioms.
func annotates(iri string) bool {
	if strings.HasPrefix(iri, nsOWL) || strings.HasPrefix(iri, nsRDFS) {
		return isAnnotationBuiltin(iri)
	}
	return !strings.HasPrefix(iri, nsRDF) && !strings.HasPrefix(iri, nsSWRL)
}

// propertyKind chooses the kind of an axiom about properties a and b: a common kind, else
// one of a, else one of b, else annotation.
func (p *parser) propertyKind(a, b term) kind {
	ka, kb := p.propertyKinds(a), p.propertyKinds(b)
	for _, k := range []kind{ka & kb, ka, kb} {
		for _, one := range []kind{isObject, isData, isAnnotation} {
			if k&one != 0 {
				return one
			}
		}
	}
	return isAnnotation
}

func (p *parser) propertyKinds(t term) kind {
	if t.isLiteral() {
		return 0
	}
	k := p.kinds[t] & (isObject | isData | isAnnotation)
	if p.isBlank(t) {
		k |= isObject // nothing but an inverse can be meant
	}
	if isAnnotationBuiltin(p.names[t]) {
		k |= isAnnotation
	}
	return k
}
