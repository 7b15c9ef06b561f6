package axiom

// Op is a construct of OWL 2.
type Op uint8

// The constructs, named as in the functional syntax. The zero Op is not a construct.
const (
	_ Op = iota

	// Expressions that only have Text.
	IRI       // of any kind
	Anonymous // individual
	Literal
	Number // of a cardinality
	Class
	Datatype
	ObjectProperty
	DataProperty
	AnnotationProperty
	NamedIndividual
	Variable // of a rule

	// Property expressions.
	ObjectInverseOf
	ObjectPropertyChain

	// Class expressions.
	ObjectIntersectionOf
	ObjectUnionOf
	ObjectComplementOf
	ObjectOneOf
	ObjectSomeValuesFrom
	ObjectAllValuesFrom
	ObjectHasValue
	ObjectHasSelf
	ObjectMinCardinality
	ObjectMaxCardinality
	ObjectExactCardinality
	DataSomeValuesFrom
	DataAllValuesFrom
	DataHasValue
	DataMinCardinality
	DataMaxCardinality
	DataExactCardinality

	// Data ranges.
	DataIntersectionOf
	DataUnionOf
	DataComplementOf
	DataOneOf
	DatatypeRestriction
	Facet // a restricting facet, its IRI in Text, with its value as the one argument

	// Axioms.
	Declaration
	SubClassOf
	EquivalentClasses
	DisjointClasses
	DisjointUnion
	SubObjectPropertyOf
	EquivalentObjectProperties
	DisjointObjectProperties
	InverseObjectProperties
	ObjectPropertyDomain
	ObjectPropertyRange
	FunctionalObjectProperty
	InverseFunctionalObjectProperty
	ReflexiveObjectProperty
	IrreflexiveObjectProperty
	SymmetricObjectProperty
	AsymmetricObjectProperty
	TransitiveObjectProperty
	SubDataPropertyOf
	EquivalentDataProperties
	DisjointDataProperties
	DataPropertyDomain
	DataPropertyRange
	FunctionalDataProperty
	DatatypeDefinition
	HasKey
	SameIndividual
	DifferentIndividuals
	ClassAssertion
	ObjectPropertyAssertion
	NegativeObjectPropertyAssertion
	DataPropertyAssertion
	NegativeDataPropertyAssertion
	AnnotationAssertion
	SubAnnotationPropertyOf
	AnnotationPropertyDomain
	AnnotationPropertyRange
	DLSafeRule // SWRL

	// Parts of rules.
	Body
	Head
	ClassAtom
	DataRangeAtom
	ObjectPropertyAtom
	DataPropertyAtom
	BuiltInAtom
	SameIndividualAtom
	DifferentIndividualsAtom

	opCount
)

// Sort is a syntactic category: of an Op, or of a place for arguments.
type Sort uint8

// The sorts. From SortEntity on, they are unions of other sorts and describe places only.
const (
	_                       Sort = iota
	SortIRI                      // IRI
	sortAnonymous                // _:x
	SortLiteral                  // "x"
	SortNumber                   // 3
	SortDatatype                 // datatype: a data range with a name
	SortNamedClass               // class: a class expression with a name
	SortNamedObjectProperty      // object property with a name
	SortDataProperty             // data property
	SortAnnotationProperty       // annotation property
	SortNamedIndividual          // individual with a name
	sortVariable                 // Variable(x)
	SortInverse                  // inverse of an object property
	sortChain                    // chain of object properties
	sortUnnamedClass             // class expression without name
	SortUnnamedRange             // data range without name
	SortFacet                    // facet with a value
	sortAxiom                    // axiom
	SortBody                     // body of a rule
	SortHead                     // head of a rule
	sortAtom                     // atom of a rule
	SortEntity                   // anything with a name and a kind
	SortClass                    // class expression
	SortRange                    // data range
	SortObjectProperty           // object property expression
	SortSubObjectProperty        // object property expression or chain
	SortIndividual               // individual
	SortSubject                  // the subject of an annotation: IRI or anonymous individual
	SortValue                    // the value of an annotation: IRI, anonymous individual or literal
	SortIndividualArg            // individual or variable
	SortDataArg                  // literal or variable
)

// Part describes one or several consecutive arguments of an Op.
type Part struct {
	Sort Sort
	Min  int
	Max  int // -1: any number
}

// String returns the name of the construct in the functional syntax, or a made-up name
// for messages where that syntax has no keyword.
func (op Op) String() string {
	if op >= opCount {
		return "unknown construct"
	}
	return optable()[op].name
}

// Sort returns the sort of the construct.
func (op Op) Sort() Sort {
	if op >= opCount {
		return 0
	}
	return optable()[op].sort
}

// Parts describes the arguments of the construct; nil if it has only Text. The caller
// must not change the result.
func (op Op) Parts() []Part {
	if op >= opCount {
		return nil
	}
	return optable()[op].parts
}

// IsAxiom reports whether op makes an Axiom rather than an Expr.
func (op Op) IsAxiom() bool { return op.Sort() == sortAxiom }

// IsEntity reports whether op is a kind of entity, which can be declared.
func (op Op) IsEntity() bool { return SortEntity.Takes(op.Sort()) }

// TakesTwo reports whether op takes two or more arguments of one kind and nothing else.
func (op Op) TakesTwo() bool {
	parts := op.Parts()
	return len(parts) == 1 && parts[0].Min == 2 && parts[0].Max < 0
}

// OpByName returns the construct with this keyword in the functional syntax.
func OpByName(name string) (Op, bool) {
	op, ok := keywords()[name]
	return op, ok
}
