package owl

// The vocabulary with a built-in meaning. A store numbers these IRIs first, in this
// order.
const (
	vType node = iota
	vFirst
	vRest
	vNil
	vProperty
	vLabel
	vComment
	vSubClassOf
	vSubPropertyOf
	vDomain
	vRange
	vRDFSClass
	vDatatype
	vClass
	vDeprecatedClass
	vNamedIndividual
	vObjectProperty
	vDatatypeProperty
	vAnnotationProperty
	vOntology
	vImports
	vVersionIRI
	vVersionInfo
	vDeprecated
	vEquivalentClass
	vEquivalentProperty
	vInverseOf
	vSameAs
	vOnProperty
	vSomeValuesFrom
	vAllValuesFrom
	vHasValue
	vMinCardinality
	vCardinality
	vMinQualified
	vQualified
	vOnClass
	vIntersectionOf
	vUnionOf
	vDisjointUnionOf
	vDisjointWith
	vComplementOf
	vHasKey
	vAllDisjointClasses
	vMembers
	vOneOf
	vAxiom
	vAnnotatedSource
	vAnnotatedProperty
	vAnnotatedTarget
	vSKOSConcept
	vPrefLabel
	vAltLabel
	vHiddenLabel
	vDefinition
	vBroader
	vBroaderTransitive
	vBroadMatch
	vNarrower
	vNarrowerTransitive
	vNarrowMatch
	vExactMatch
	vXLPrefLabel
	vXLAltLabel
	vXLHiddenLabel
	vXLLiteralForm
	vExactSynonym
	vNarrowSynonym
	vBroadSynonym
	vRelatedSynonym
	vEditorTerm
	vAlternativeTerm
	vOBODefinition
	vDCDescription
	vDCTDescription
	vPartOf
	vHasPart
	vClassPredicate
	vocabularySize
)

const (
	nsRDF    = "http://www.w3.org/1999/02/22-rdf-syntax-ns#"
	nsRDFS   = "http://www.w3.org/2000/01/rdf-schema#"
	nsOWL    = "http://www.w3.org/2002/07/owl#"
	nsXSD    = "http://www.w3.org/2001/XMLSchema#"
	nsSKOS   = "http://www.w3.org/2004/02/skos/core#"
	nsSKOSXL = "http://www.w3.org/2008/05/skos-xl#"
	nsInOwl  = "http://www.geneontology.org/formats/oboInOwl#"
	nsOBO    = "http://purl.obolibrary.org/obo/"
	nsSWRL   = "http://www.w3.org/2003/11/swrl#"
)

func vocabulary() *[vocabularySize]string {
	return &[vocabularySize]string{
		vType: nsRDF + "type", vFirst: nsRDF + "first", vRest: nsRDF + "rest",
		vNil: nsRDF + "nil", vProperty: nsRDF + "Property",

		vLabel: nsRDFS + "label", vComment: nsRDFS + "comment",
		vSubClassOf: nsRDFS + "subClassOf", vSubPropertyOf: nsRDFS + "subPropertyOf",
		vDomain: nsRDFS + "domain", vRange: nsRDFS + "range",
		vRDFSClass: nsRDFS + "Class", vDatatype: nsRDFS + "Datatype",

		vClass: nsOWL + "Class", vDeprecatedClass: nsOWL + "DeprecatedClass",
		vNamedIndividual:    nsOWL + "NamedIndividual",
		vObjectProperty:     nsOWL + "ObjectProperty",
		vDatatypeProperty:   nsOWL + "DatatypeProperty",
		vAnnotationProperty: nsOWL + "AnnotationProperty",
		vOntology:           nsOWL + "Ontology", vImports: nsOWL + "imports",
		vVersionIRI: nsOWL + "versionIRI", vVersionInfo: nsOWL + "versionInfo",
		vDeprecated:         nsOWL + "deprecated",
		vEquivalentClass:    nsOWL + "equivalentClass",
		vEquivalentProperty: nsOWL + "equivalentProperty",
		vInverseOf:          nsOWL + "inverseOf", vSameAs: nsOWL + "sameAs",
		vOnProperty: nsOWL + "onProperty", vSomeValuesFrom: nsOWL + "someValuesFrom",
		vAllValuesFrom: nsOWL + "allValuesFrom", vHasValue: nsOWL + "hasValue",
		vMinCardinality: nsOWL + "minCardinality", vCardinality: nsOWL + "cardinality",
		vMinQualified: nsOWL + "minQualifiedCardinality",
		vQualified:    nsOWL + "qualifiedCardinality", vOnClass: nsOWL + "onClass",
		vIntersectionOf: nsOWL + "intersectionOf", vUnionOf: nsOWL + "unionOf",
		vDisjointUnionOf: nsOWL + "disjointUnionOf", vOneOf: nsOWL + "oneOf",
		vDisjointWith: nsOWL + "disjointWith", vComplementOf: nsOWL + "complementOf",
		vHasKey: nsOWL + "hasKey", vAllDisjointClasses: nsOWL + "AllDisjointClasses",
		vMembers: nsOWL + "members",
		vAxiom:   nsOWL + "Axiom", vAnnotatedSource: nsOWL + "annotatedSource",
		vAnnotatedProperty: nsOWL + "annotatedProperty",
		vAnnotatedTarget:   nsOWL + "annotatedTarget",

		vSKOSConcept: nsSKOS + "Concept", vPrefLabel: nsSKOS + "prefLabel",
		vAltLabel: nsSKOS + "altLabel", vHiddenLabel: nsSKOS + "hiddenLabel",
		vDefinition: nsSKOS + "definition", vBroader: nsSKOS + "broader",
		vBroaderTransitive: nsSKOS + "broaderTransitive", vBroadMatch: nsSKOS + "broadMatch",
		vNarrower: nsSKOS + "narrower", vNarrowerTransitive: nsSKOS + "narrowerTransitive",
		vNarrowMatch: nsSKOS + "narrowMatch", vExactMatch: nsSKOS + "exactMatch",
		vXLPrefLabel: nsSKOSXL + "prefLabel", vXLAltLabel: nsSKOSXL + "altLabel",
		vXLHiddenLabel: nsSKOSXL + "hiddenLabel", vXLLiteralForm: nsSKOSXL + "literalForm",

		vExactSynonym: nsInOwl + "hasExactSynonym", vNarrowSynonym: nsInOwl + "hasNarrowSynonym",
		vBroadSynonym: nsInOwl + "hasBroadSynonym", vRelatedSynonym: nsInOwl + "hasRelatedSynonym",
		vEditorTerm:      nsOBO + "IAO_0000111",
		vAlternativeTerm: nsOBO + "IAO_0000118",
		vOBODefinition:   nsOBO + "IAO_0000115",
		vDCDescription:   "http://purl.org/dc/elements/1.1/description",
		vDCTDescription:  "http://purl.org/dc/terms/description",
		vPartOf:          nsOBO + "BFO_0000050",
		vHasPart:         nsOBO + "BFO_0000051",
		vClassPredicate:  nsSWRL + "classPredicate",
	}
}
