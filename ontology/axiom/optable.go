package axiom

import (
	"fmt"
	"strings"
	"sync"
)

type opInfo struct {
	name  string
	sort  Sort
	parts []Part
}

// grammar is the functional-style syntax (OWL 2 Structural Specification, second edition,
// section 13) as a table: sort, name, and the places of the arguments. After a place,
// "?", "*" and "+" have their usual meaning, and "2" means two or more.
func grammar() [opCount]string {
	return [opCount]string{
		IRI:                "iri IRI",
		Anonymous:          "anonymous anonymous individual",
		Literal:            "literal literal",
		Number:             "number number",
		Class:              "Class Class",
		Datatype:           "Datatype Datatype",
		ObjectProperty:     "ObjectProperty ObjectProperty",
		DataProperty:       "DataProperty DataProperty",
		AnnotationProperty: "AnnotationProperty AnnotationProperty",
		NamedIndividual:    "NamedIndividual NamedIndividual",
		Variable:           "variable Variable",

		ObjectInverseOf:     "inverse ObjectInverseOf(ObjectProperty)",
		ObjectPropertyChain: "chain ObjectPropertyChain(objectProperty2)",

		ObjectIntersectionOf:   "class' ObjectIntersectionOf(class2)",
		ObjectUnionOf:          "class' ObjectUnionOf(class2)",
		ObjectComplementOf:     "class' ObjectComplementOf(class)",
		ObjectOneOf:            "class' ObjectOneOf(individual+)",
		ObjectSomeValuesFrom:   "class' ObjectSomeValuesFrom(objectProperty class)",
		ObjectAllValuesFrom:    "class' ObjectAllValuesFrom(objectProperty class)",
		ObjectHasValue:         "class' ObjectHasValue(objectProperty individual)",
		ObjectHasSelf:          "class' ObjectHasSelf(objectProperty)",
		ObjectMinCardinality:   "class' ObjectMinCardinality(number objectProperty class?)",
		ObjectMaxCardinality:   "class' ObjectMaxCardinality(number objectProperty class?)",
		ObjectExactCardinality: "class' ObjectExactCardinality(number objectProperty class?)",
		DataSomeValuesFrom:     "class' DataSomeValuesFrom(DataProperty+ range)",
		DataAllValuesFrom:      "class' DataAllValuesFrom(DataProperty+ range)",
		DataHasValue:           "class' DataHasValue(DataProperty literal)",
		DataMinCardinality:     "class' DataMinCardinality(number DataProperty range?)",
		DataMaxCardinality:     "class' DataMaxCardinality(number DataProperty range?)",
		DataExactCardinality:   "class' DataExactCardinality(number DataProperty range?)",

		DataIntersectionOf:  "range' DataIntersectionOf(range2)",
		DataUnionOf:         "range' DataUnionOf(range2)",
		DataComplementOf:    "range' DataComplementOf(range)",
		DataOneOf:           "range' DataOneOf(literal+)",
		DatatypeRestriction: "range' DatatypeRestriction(Datatype facet+)",
		Facet:               "facet facet(literal)",

		Declaration:                     "axiom Declaration(entity)",
		SubClassOf:                      "axiom SubClassOf(class class)",
		EquivalentClasses:               "axiom EquivalentClasses(class2)",
		DisjointClasses:                 "axiom DisjointClasses(class2)",
		DisjointUnion:                   "axiom DisjointUnion(Class class2)",
		SubObjectPropertyOf:             "axiom SubObjectPropertyOf(subObjectProperty objectProperty)",
		EquivalentObjectProperties:      "axiom EquivalentObjectProperties(objectProperty2)",
		DisjointObjectProperties:        "axiom DisjointObjectProperties(objectProperty2)",
		InverseObjectProperties:         "axiom InverseObjectProperties(objectProperty objectProperty)",
		ObjectPropertyDomain:            "axiom ObjectPropertyDomain(objectProperty class)",
		ObjectPropertyRange:             "axiom ObjectPropertyRange(objectProperty class)",
		FunctionalObjectProperty:        "axiom FunctionalObjectProperty(objectProperty)",
		InverseFunctionalObjectProperty: "axiom InverseFunctionalObjectProperty(objectProperty)",
		ReflexiveObjectProperty:         "axiom ReflexiveObjectProperty(objectProperty)",
		IrreflexiveObjectProperty:       "axiom IrreflexiveObjectProperty(objectProperty)",
		SymmetricObjectProperty:         "axiom SymmetricObjectProperty(objectProperty)",
		AsymmetricObjectProperty:        "axiom AsymmetricObjectProperty(objectProperty)",
		TransitiveObjectProperty:        "axiom TransitiveObjectProperty(objectProperty)",
		SubDataPropertyOf:               "axiom SubDataPropertyOf(DataProperty DataProperty)",
		EquivalentDataProperties:        "axiom EquivalentDataProperties(DataProperty2)",
		DisjointDataProperties:          "axiom DisjointDataProperties(DataProperty2)",
		DataPropertyDomain:              "axiom DataPropertyDomain(DataProperty class)",
		DataPropertyRange:               "axiom DataPropertyRange(DataProperty range)",
		FunctionalDataProperty:          "axiom FunctionalDataProperty(DataProperty)",
		DatatypeDefinition:              "axiom DatatypeDefinition(Datatype range)",
		HasKey:                          "axiom HasKey(class objectProperty* DataProperty*)",
		SameIndividual:                  "axiom SameIndividual(individual2)",
		DifferentIndividuals:            "axiom DifferentIndividuals(individual2)",
		ClassAssertion:                  "axiom ClassAssertion(class individual)",
		ObjectPropertyAssertion:         "axiom ObjectPropertyAssertion(objectProperty individual individual)",
		NegativeObjectPropertyAssertion: "axiom NegativeObjectPropertyAssertion(objectProperty individual individual)",
		DataPropertyAssertion:           "axiom DataPropertyAssertion(DataProperty individual literal)",
		NegativeDataPropertyAssertion:   "axiom NegativeDataPropertyAssertion(DataProperty individual literal)",
		AnnotationAssertion:             "axiom AnnotationAssertion(AnnotationProperty subject value)",
		SubAnnotationPropertyOf:         "axiom SubAnnotationPropertyOf(AnnotationProperty AnnotationProperty)",
		AnnotationPropertyDomain:        "axiom AnnotationPropertyDomain(AnnotationProperty iri)",
		AnnotationPropertyRange:         "axiom AnnotationPropertyRange(AnnotationProperty iri)",
		DLSafeRule:                      "axiom DLSafeRule(body head)",

		Body:                     "body Body(atom*)",
		Head:                     "head Head(atom*)",
		ClassAtom:                "atom ClassAtom(class individualArg)",
		DataRangeAtom:            "atom DataRangeAtom(range dataArg)",
		ObjectPropertyAtom:       "atom ObjectPropertyAtom(objectProperty individualArg individualArg)",
		DataPropertyAtom:         "atom DataPropertyAtom(DataProperty individualArg dataArg)",
		BuiltInAtom:              "atom BuiltInAtom(iri dataArg*)",
		SameIndividualAtom:       "atom SameIndividualAtom(individualArg individualArg)",
		DifferentIndividualsAtom: "atom DifferentIndividualsAtom(individualArg individualArg)",
	}
}

// sortNames are the names of sorts in grammar. A name with ' stands for the unnamed part
// of a union.
var sortNames = map[string]Sort{
	"iri": SortIRI, "anonymous": sortAnonymous, "literal": SortLiteral, "number": SortNumber,
	"Class": SortNamedClass, "Datatype": SortDatatype, "ObjectProperty": SortNamedObjectProperty,
	"DataProperty": SortDataProperty, "AnnotationProperty": SortAnnotationProperty,
	"NamedIndividual": SortNamedIndividual, "variable": sortVariable, "inverse": SortInverse,
	"chain": sortChain, "class'": sortUnnamedClass, "range'": SortUnnamedRange, "facet": SortFacet,
	"axiom": sortAxiom, "body": SortBody, "head": SortHead, "atom": sortAtom, "entity": SortEntity,
	"class": SortClass, "range": SortRange, "objectProperty": SortObjectProperty,
	"subObjectProperty": SortSubObjectProperty, "individual": SortIndividual, "subject": SortSubject,
	"value": SortValue, "individualArg": SortIndividualArg, "dataArg": SortDataArg,
}

// optable is the parsed grammar.
var optable = sync.OnceValue(func() *[opCount]opInfo {
	var t [opCount]opInfo
	for op, rule := range grammar() {
		if op == 0 {
			t[op].name = "no construct"
			continue
		}
		sort, form, _ := strings.Cut(rule, " ")
		name, places, _ := strings.Cut(strings.TrimSuffix(form, ")"), "(")
		t[op] = opInfo{name: name, sort: sortNames[sort]}
		for place := range strings.FieldsSeq(places) {
			t[op].parts = append(t[op].parts, parsePart(place))
		}
		if t[op].sort == 0 || t[op].name == "" {
			panic(fmt.Sprintf("axiom: bad rule %q", rule)) // not translated: for whoever edits the table
		}
	}
	return &t
})

func parsePart(place string) Part {
	last := len(place) - 1
	p := Part{Min: 1, Max: 1}
	switch place[last] {
	case '?':
		p.Min = 0
	case '*':
		p.Min, p.Max = 0, -1
	case '+':
		p.Max = -1
	case '2':
		p.Min, p.Max = 2, -1
	default:
		last++
	}
	p.Sort = sortNames[place[:last]]
	if p.Sort == 0 {
		panic(fmt.Sprintf("axiom: bad place %q", place)) // not translated: for whoever edits the table
	}
	return p
}

// keywords maps the keywords of the functional syntax to constructs.
var keywords = sync.OnceValue(func() map[string]Op {
	m := make(map[string]Op, opCount)
	for op := range opCount {
		switch op {
		case 0, IRI, Anonymous, Literal, Number, Facet:
		default:
			m[op.String()] = op
		}
	}
	return m
})
