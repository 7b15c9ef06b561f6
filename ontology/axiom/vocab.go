package axiom

import (
	"slices"
	"strings"
)

const (
	nsRDF  = "http://www.w3.org/1999/02/22-rdf-syntax-ns#"
	nsRDFS = "http://www.w3.org/2000/01/rdf-schema#"
	nsOWL  = "http://www.w3.org/2002/07/owl#"
	nsXSD  = "http://www.w3.org/2001/XMLSchema#"
	nsSWRL = "http://www.w3.org/2003/11/swrl#"
)

// The vocabulary of both directions of the mapping.
const (
	rdfType  = nsRDF + "type"
	rdfFirst = nsRDF + "first"
	rdfRest  = nsRDF + "rest"
	rdfNil   = nsRDF + "nil"
	rdfList  = nsRDF + "List"

	rdfsSubClassOf    = nsRDFS + "subClassOf"
	rdfsSubPropertyOf = nsRDFS + "subPropertyOf"
	rdfsDomain        = nsRDFS + "domain"
	rdfsRange         = nsRDFS + "range"
	rdfsDatatype      = nsRDFS + "Datatype"

	owlOntology           = nsOWL + "Ontology"
	owlVersionIRI         = nsOWL + "versionIRI"
	owlImports            = nsOWL + "imports"
	owlClass              = nsOWL + "Class"
	owlRestriction        = nsOWL + "Restriction"
	owlEquivalentClass    = nsOWL + "equivalentClass"
	owlEquivalentProperty = nsOWL + "equivalentProperty"
	owlDisjointWith       = nsOWL + "disjointWith"
	owlDisjointUnionOf    = nsOWL + "disjointUnionOf"
	owlPropertyDisjoint   = nsOWL + "propertyDisjointWith"
	owlChain              = nsOWL + "propertyChainAxiom"
	owlInverseOf          = nsOWL + "inverseOf"
	owlHasKey             = nsOWL + "hasKey"
	owlSameAs             = nsOWL + "sameAs"
	owlDifferentFrom      = nsOWL + "differentFrom"
	owlMembers            = nsOWL + "members"
	owlDistinctMembers    = nsOWL + "distinctMembers"
	owlAllDisjointClasses = nsOWL + "AllDisjointClasses"
	owlAllDisjointProps   = nsOWL + "AllDisjointProperties"
	owlAllDifferent       = nsOWL + "AllDifferent"
	owlNegative           = nsOWL + "NegativePropertyAssertion"
	owlSource             = nsOWL + "sourceIndividual"
	owlAssertion          = nsOWL + "assertionProperty"
	owlTarget             = nsOWL + "targetIndividual"
	owlTargetValue        = nsOWL + "targetValue"
	owlAxiom              = nsOWL + "Axiom"
	owlAnnotation         = nsOWL + "Annotation"
	owlAnnotatedSource    = nsOWL + "annotatedSource"
	owlAnnotatedProperty  = nsOWL + "annotatedProperty"
	owlAnnotatedTarget    = nsOWL + "annotatedTarget"

	owlOnProperty       = nsOWL + "onProperty"
	owlOnProperties     = nsOWL + "onProperties"
	owlOnClass          = nsOWL + "onClass"
	owlOnDataRange      = nsOWL + "onDataRange"
	owlSomeValuesFrom   = nsOWL + "someValuesFrom"
	owlAllValuesFrom    = nsOWL + "allValuesFrom"
	owlHasValue         = nsOWL + "hasValue"
	owlHasSelf          = nsOWL + "hasSelf"
	owlIntersectionOf   = nsOWL + "intersectionOf"
	owlUnionOf          = nsOWL + "unionOf"
	owlComplementOf     = nsOWL + "complementOf"
	owlOneOf            = nsOWL + "oneOf"
	owlDataComplementOf = nsOWL + "datatypeComplementOf"
	owlOnDatatype       = nsOWL + "onDatatype"
	owlWithRestrictions = nsOWL + "withRestrictions"

	xsdBoolean = nsXSD + "boolean"
	xsdNumber  = nsXSD + "nonNegativeInteger"
	xsdInteger = nsXSD + "integer"
	swrlImp    = nsSWRL + "Imp"
	swrlList   = nsSWRL + "AtomList"
	swrlVar    = nsSWRL + "Variable"
	swrlBody   = nsSWRL + "body"
	swrlHead   = nsSWRL + "head"
	swrlArg1   = nsSWRL + "argument1"
	swrlArg2   = nsSWRL + "argument2"
	swrlArgs   = nsSWRL + "arguments"
)

// typeOf returns the class that a declaration or characteristic gives its subject.
func typeOf(op Op) string {
	switch op {
	case Class:
		return owlClass
	case Datatype:
		return rdfsDatatype
	case ObjectProperty:
		return nsOWL + "ObjectProperty"
	case DataProperty:
		return nsOWL + "DatatypeProperty"
	case AnnotationProperty:
		return nsOWL + "AnnotationProperty"
	case NamedIndividual:
		return nsOWL + "NamedIndividual"
	case FunctionalObjectProperty, FunctionalDataProperty:
		return nsOWL + "FunctionalProperty"
	case InverseFunctionalObjectProperty:
		return nsOWL + "InverseFunctionalProperty"
	case ReflexiveObjectProperty:
		return nsOWL + "ReflexiveProperty"
	case IrreflexiveObjectProperty:
		return nsOWL + "IrreflexiveProperty"
	case SymmetricObjectProperty:
		return nsOWL + "SymmetricProperty"
	case AsymmetricObjectProperty:
		return nsOWL + "AsymmetricProperty"
	case TransitiveObjectProperty:
		return nsOWL + "TransitiveProperty"
	}
	return ""
}

// predicateOf returns the predicate of axioms that are one triple for each pair of
// neighbouring arguments.
func predicateOf(op Op) string {
	switch op {
	case SubClassOf:
		return rdfsSubClassOf
	case EquivalentClasses, DatatypeDefinition:
		return owlEquivalentClass
	case DisjointClasses:
		return owlDisjointWith
	case SubObjectPropertyOf, SubDataPropertyOf, SubAnnotationPropertyOf:
		return rdfsSubPropertyOf
	case EquivalentObjectProperties, EquivalentDataProperties:
		return owlEquivalentProperty
	case DisjointObjectProperties, DisjointDataProperties:
		return owlPropertyDisjoint
	case InverseObjectProperties:
		return owlInverseOf
	case ObjectPropertyDomain, DataPropertyDomain, AnnotationPropertyDomain:
		return rdfsDomain
	case ObjectPropertyRange, DataPropertyRange, AnnotationPropertyRange:
		return rdfsRange
	case SameIndividual:
		return owlSameAs
	case DifferentIndividuals:
		return owlDifferentFrom
	}
	return ""
}

// restrictionOf returns the predicate of a restriction; the qualified form is for
// cardinalities with a filler.
func restrictionOf(op Op, qualified bool) string {
	name := ""
	switch op {
	case ObjectSomeValuesFrom, DataSomeValuesFrom:
		return owlSomeValuesFrom
	case ObjectAllValuesFrom, DataAllValuesFrom:
		return owlAllValuesFrom
	case ObjectHasValue, DataHasValue:
		return owlHasValue
	case ObjectHasSelf:
		return owlHasSelf
	case ObjectMinCardinality, DataMinCardinality:
		name = "min"
	case ObjectMaxCardinality, DataMaxCardinality:
		name = "max"
	case ObjectExactCardinality, DataExactCardinality:
	default:
		return ""
	}
	switch {
	case name == "" && qualified:
		return nsOWL + "qualifiedCardinality"
	case name == "":
		return nsOWL + "cardinality"
	case qualified:
		return nsOWL + name + "QualifiedCardinality"
	}
	return nsOWL + name + "Cardinality"
}

// atomOf returns the class of an atom of a rule and the predicate of its first argument.
func atomOf(op Op) (class, predicate string) {
	switch op {
	case ClassAtom:
		return nsSWRL + "ClassAtom", nsSWRL + "classPredicate"
	case DataRangeAtom:
		return nsSWRL + "DataRangeAtom", nsSWRL + "dataRange"
	case ObjectPropertyAtom:
		return nsSWRL + "IndividualPropertyAtom", nsSWRL + "propertyPredicate"
	case DataPropertyAtom:
		return nsSWRL + "DatavaluedPropertyAtom", nsSWRL + "propertyPredicate"
	case BuiltInAtom:
		return nsSWRL + "BuiltinAtom", nsSWRL + "builtin"
	case SameIndividualAtom:
		return nsSWRL + "SameIndividualAtom", ""
	case DifferentIndividualsAtom:
		return nsSWRL + "DifferentIndividualsAtom", ""
	}
	return "", ""
}

// IsOWLDatatype reports whether iri is a datatype that every OWL 2 reader knows (Structural
// Specification, section 4, and rdfs:Literal).
func IsOWLDatatype(iri string) bool {
	if name, ok := strings.CutPrefix(iri, nsXSD); ok {
		return slices.Contains(strings.Fields("decimal integer nonNegativeInteger nonPositiveInteger positiveInteger negativeInteger long int short byte "+
			"unsignedLong unsignedInt unsignedShort unsignedByte double float string normalizedString token language Name NCName NMTOKEN "+
			"boolean hexBinary base64Binary anyURI dateTime dateTimeStamp"), name)
	}
	switch iri {
	case nsRDFS + "Literal", nsOWL + "real", nsOWL + "rational", nsRDF + "PlainLiteral", nsRDF + "XMLLiteral", nsRDF + "langString":
		return true
	}
	return false
}

// StandardPrefix returns the namespace of a predefined prefix (OWL 2 Structural
// Specification, table 2), or "".
func StandardPrefix(prefix string) string {
	return map[string]string{"rdf": nsRDF, "rdfs": nsRDFS, "xsd": nsXSD, "owl": nsOWL}[prefix]
}
