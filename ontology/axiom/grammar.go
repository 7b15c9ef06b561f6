package axiom

import (
	"strings"
)

// grammar is one of OWL 2 Profiles: for each nonterminal the constructs it has, with the nonterminals of their arguments.
type profileGrammar struct {
	places    map[string]map[Op][]string
	datatypes []string
	anonymous bool // individuals without a name
	noThing   bool // owl:Thing stands only where the grammar names it
}

// knows reports whether a construct has a place on some side.
func (g *profileGrammar) knows(op Op) bool {
	for _, ops := range g.places {
		if _, ok := ops[op]; ok {
			return true
		}
	}
	return false
}

// grammarOf returns a grammar. A line is a nonterminal and one of its constructs, with the nonterminals of the arguments, of which
// the last repeats; "-" takes any name. "any" are ranges, inverses and chains, which have one nonterminal each.
func grammarOf(p Profile) *profileGrammar {
	g := &profileGrammar{places: map[string]map[Op][]string{}}
	text := el
	g.datatypes = strings.Fields(elTypes)
	switch p {
	case QL:
		text = ql
	case RL:
		text, g.anonymous, g.noThing = rl, true, true
		g.datatypes = strings.Fields(rlTypes)
	}
	for line := range strings.SplitSeq(strings.TrimSpace(text), "\n") {
		f := strings.Fields(line)
		op, _ := OpByName(f[1])
		if g.places[f[0]] == nil {
			g.places[f[0]] = map[Op][]string{}
		}
		g.places[f[0]][op] = append(f[2:], "-")[:max(1, len(f)-2)]
	}
	return g
}

const elTypes = `PlainLiteral XMLLiteral Literal langString real rational decimal integer nonNegativeInteger string normalizedString token Name NCName NMTOKEN
	hexBinary base64Binary anyURI dateTime dateTimeStamp`

const rlTypes = `PlainLiteral XMLLiteral Literal langString decimal integer nonNegativeInteger nonPositiveInteger positiveInteger negativeInteger long int short byte
	unsignedLong unsignedInt unsignedShort unsignedByte float double string normalizedString token language Name NCName NMTOKEN boolean
	hexBinary base64Binary anyURI dateTime dateTimeStamp`

// Section 2.2.
const el = `
class ObjectIntersectionOf class
class ObjectOneOf one
class ObjectSomeValuesFrom - class
class ObjectHasValue
class ObjectHasSelf
class DataSomeValuesFrom - any
class DataHasValue
any DataIntersectionOf any
any DataOneOf one
any ObjectPropertyChain
axiom SubClassOf class
axiom EquivalentClasses class
axiom DisjointClasses class
axiom SubObjectPropertyOf any
axiom EquivalentObjectProperties
axiom ObjectPropertyDomain - class
axiom ObjectPropertyRange - class
axiom ReflexiveObjectProperty
axiom TransitiveObjectProperty
axiom SubDataPropertyOf
axiom EquivalentDataProperties
axiom DataPropertyDomain - class
axiom DataPropertyRange - any
axiom FunctionalDataProperty
axiom DatatypeDefinition - any
axiom HasKey class -
axiom SameIndividual
axiom DifferentIndividuals
axiom ClassAssertion class -
axiom ObjectPropertyAssertion
axiom NegativeObjectPropertyAssertion
axiom DataPropertyAssertion
axiom NegativeDataPropertyAssertion`

// Section 3.2.
const ql = `
sub ObjectSomeValuesFrom any thing
sub DataSomeValuesFrom - any
super ObjectIntersectionOf super
super ObjectComplementOf sub
super ObjectSomeValuesFrom any named
super DataSomeValuesFrom - any
any DataIntersectionOf any
any ObjectInverseOf
axiom SubClassOf sub super
axiom EquivalentClasses sub
axiom DisjointClasses sub
axiom SubObjectPropertyOf any
axiom EquivalentObjectProperties any
axiom DisjointObjectProperties any
axiom InverseObjectProperties any
axiom ObjectPropertyDomain any super
axiom ObjectPropertyRange any super
axiom ReflexiveObjectProperty any
axiom IrreflexiveObjectProperty any
axiom SymmetricObjectProperty any
axiom AsymmetricObjectProperty any
axiom SubDataPropertyOf
axiom EquivalentDataProperties
axiom DisjointDataProperties
axiom DataPropertyDomain - super
axiom DataPropertyRange - any
axiom DatatypeDefinition - any
axiom DifferentIndividuals
axiom ClassAssertion named -
axiom ObjectPropertyAssertion
axiom DataPropertyAssertion`

// Section 4.2.
const rl = `
sub ObjectIntersectionOf sub
sub ObjectUnionOf sub
sub ObjectOneOf
sub ObjectSomeValuesFrom any sub|thing
sub ObjectHasValue any
sub DataSomeValuesFrom - any
sub DataHasValue
super ObjectIntersectionOf super
super ObjectComplementOf sub
super ObjectAllValuesFrom any super
super ObjectHasValue any
super ObjectMaxCardinality 0|1 any sub|thing
super DataAllValuesFrom - any
super DataHasValue
super DataMaxCardinality 0|1 - any
equiv ObjectIntersectionOf equiv
equiv ObjectHasValue any
equiv DataHasValue
any DataIntersectionOf any
any ObjectInverseOf
any ObjectPropertyChain any
axiom SubClassOf sub super
axiom EquivalentClasses equiv
axiom DisjointClasses sub
axiom SubObjectPropertyOf any
axiom EquivalentObjectProperties any
axiom DisjointObjectProperties any
axiom InverseObjectProperties any
axiom ObjectPropertyDomain any super
axiom ObjectPropertyRange any super
axiom FunctionalObjectProperty any
axiom InverseFunctionalObjectProperty any
axiom IrreflexiveObjectProperty any
axiom SymmetricObjectProperty any
axiom AsymmetricObjectProperty any
axiom TransitiveObjectProperty any
axiom SubDataPropertyOf
axiom EquivalentDataProperties
axiom DisjointDataProperties
axiom DataPropertyDomain - super
axiom DataPropertyRange - any
axiom FunctionalDataProperty
axiom DatatypeDefinition - any
axiom HasKey sub any
axiom SameIndividual
axiom DifferentIndividuals
axiom ClassAssertion super -
axiom ObjectPropertyAssertion any -
axiom NegativeObjectPropertyAssertion any -
axiom DataPropertyAssertion
axiom NegativeDataPropertyAssertion`
