package manchester

import (
	"strings"

	"github.com/ontocrawl/ontocrawl/ontology/axiom"
)

// name returns the name of an entity. The IRIs of words that the syntax reserves are written
// in full, for prefixes are never left out.
func (e *encoder) name(iri string) string { return string(e.short(nil, iri)) }

// notes returns annotations in front of what they annotate, or "".
func (e *encoder) notes(notes []axiom.Annotation) string {
	if len(notes) == 0 {
		return ""
	}
	words := make([]string, len(notes))
	for i, n := range notes {
		words[i] = e.annotation(n)
	}
	return "Annotations: " + strings.Join(words, ", ") + " "
}

func (e *encoder) annotation(n axiom.Annotation) string {
	return e.notes(n.Annotations) + e.name(n.Property) + " " + e.expr(n.Value)
}

// expr returns an expression, without brackets around it.
func (e *encoder) expr(x axiom.Expr) string {
	switch x.Op {
	case axiom.IRI: // the OWL API reads an IRI without a kind only in full
		return string(e.full(nil, x.Text))
	case axiom.Anonymous:
		return "_:" + x.Text
	case axiom.Literal:
		return string(x.Append(nil, e.short))
	case axiom.Variable:
		return e.variable(x.Text)
	case axiom.Facet:
		return facetWord(x.Text) + " " + e.expr(x.Args[0])
	case axiom.ObjectInverseOf:
		return "inverse (" + e.expr(x.Args[0]) + ")"
	case axiom.ObjectPropertyChain:
		return e.list(x.Args, " o ", e.expr)
	case axiom.ObjectIntersectionOf, axiom.DataIntersectionOf:
		return e.list(x.Args, " and ", e.operand)
	case axiom.ObjectUnionOf, axiom.DataUnionOf:
		return e.list(x.Args, " or ", e.operand)
	case axiom.ObjectComplementOf, axiom.DataComplementOf:
		return "not " + e.operand(x.Args[0])
	case axiom.ObjectOneOf, axiom.DataOneOf:
		return "{" + e.list(x.Args, " , ", e.expr) + "}"
	case axiom.DatatypeRestriction:
		return e.expr(x.Args[0]) + "[" + e.list(x.Args[1:], " , ", e.expr) + "]"
	}
	if word, counted := restrictionWord(x.Op); counted {
		s := e.expr(x.Args[1]) + " " + word + " " + x.Args[0].Text
		if len(x.Args) == 3 {
			s += " " + e.operand(x.Args[2])
		}
		return s
	} else if word == "Self" {
		return e.expr(x.Args[0]) + " Self"
	} else if word != "" {
		return e.expr(x.Args[0]) + " " + word + " " + e.operand(x.Args[1])
	}
	return e.name(x.Text)
}

// operand returns an expression that is part of another, in brackets unless it is one word.
func (e *encoder) operand(x axiom.Expr) string {
	switch {
	case x.Op.IsEntity(), x.Op == axiom.Anonymous, x.Op == axiom.Literal, x.Op == axiom.IRI:
		return e.expr(x)
	}
	return "(" + e.expr(x) + ")"
}

// restrictionWord returns the word of a restriction, and whether a number follows it.
func restrictionWord(op axiom.Op) (word string, counted bool) {
	switch op {
	case axiom.ObjectSomeValuesFrom, axiom.DataSomeValuesFrom:
		return "some", false
	case axiom.ObjectAllValuesFrom, axiom.DataAllValuesFrom:
		return "only", false
	case axiom.ObjectHasValue, axiom.DataHasValue:
		return "value", false
	case axiom.ObjectHasSelf:
		return "Self", false
	case axiom.ObjectMinCardinality, axiom.DataMinCardinality:
		return "min", true
	case axiom.ObjectMaxCardinality, axiom.DataMaxCardinality:
		return "max", true
	case axiom.ObjectExactCardinality, axiom.DataExactCardinality:
		return "exactly", true
	}
	return "", false
}

// facetWord returns the word of a facet, or "".
func facetWord(iri string) string {
	for _, word := range []string{">=", ">", "<=", "<", "langRange", "length", "minLength", "maxLength", "pattern", "totalDigits", "fractionDigits"} {
		if facetIRI(word) == iri {
			return word
		}
	}
	return ""
}

// variable returns ?x in the namespace of the OWL API, else ?<iri>.
func (e *encoder) variable(iri string) string {
	if local, ok := strings.CutPrefix(iri, varNS); ok && wordLen(local) == len(local) && local != "" && !strings.ContainsAny(local, ":\\") {
		return "?" + local
	}
	return "?" + string(e.full(nil, iri))
}

// atom returns an atom of a rule. The OWL API reads built-ins only by their full IRI.
func (e *encoder) atom(x axiom.Expr) string {
	predicate, args := "", x.Args
	switch x.Op {
	case axiom.SameIndividualAtom:
		predicate = "SameAs"
	case axiom.DifferentIndividualsAtom:
		predicate = "DifferentFrom"
	case axiom.BuiltInAtom:
		predicate, args = string(e.full(nil, args[0].Text)), args[1:]
	default:
		predicate, args = e.operand(args[0]), args[1:]
	}
	return predicate + "(" + e.list(args, ", ", e.expr) + ")"
}

// sayable reports whether the syntax has words for an expression, apart from its parts.
func (e *encoder) sayable(x axiom.Expr) bool {
	switch x.Op {
	case axiom.Facet:
		return facetWord(x.Text) != ""
	case axiom.DataSomeValuesFrom, axiom.DataAllValuesFrom: // of one property
		return len(x.Args) == 2
	case axiom.ObjectPropertyAtom:
		return x.Args[0].Op != axiom.ObjectInverseOf && !builtin(x.Args[0].Text)
	case axiom.DataPropertyAtom:
		return !builtin(x.Args[0].Text)
	case axiom.BuiltInAtom:
		return strings.HasPrefix(x.Args[0].Text, swrlbNS)
	case axiom.Body, axiom.Head:
		return len(x.Args) > 0
	case axiom.DataProperty, axiom.Datatype, axiom.Class, axiom.ObjectProperty:
		return e.distinct(x)
	}
	return true
}

// distinct reports whether the one kind of a name is told by its frames. Of a name that is a
// class and a datatype, or an object and a data property, which OWL 2 DL forbids, the reader
// could not tell which is meant.
func (e *encoder) distinct(x axiom.Expr) bool {
	r := e.roles[x.Text]
	return r&(isClass|isDatatype) != isClass|isDatatype && r&(isObjectProperty|isDataProperty) != isObjectProperty|isDataProperty
}
