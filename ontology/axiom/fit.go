package axiom

import (
	"github.com/ontocrawl/ontocrawl/internal/english"
)

// ShapeError reports a construct with wrong arguments.
type ShapeError struct {
	Op  Op
	Arg int // index of the argument that is wrong; -1 if their number is
	Msg english.Phrase
}

func misshapen(op Op, arg int, format string, args ...any) *ShapeError {
	return &ShapeError{op, arg, english.Phrasef(format, args...)}
}

// Error returns the construct and the problem, in one line.
func (e *ShapeError) Error() string { return e.Message().String() }

// Message implements [english.Sentence].
func (e *ShapeError) Message() english.Phrase { return english.Phrasef("%v: %v", e.Op, e.Msg) }

// Takes reports whether a construct of sort have may stand where s is required.
func (s Sort) Takes(have Sort) bool {
	switch s {
	case have:
		return true
	case SortEntity:
		return have >= SortDatatype && have <= SortNamedIndividual
	case SortClass:
		return have == SortNamedClass || have == sortUnnamedClass
	case SortRange:
		return have == SortDatatype || have == SortUnnamedRange
	case SortObjectProperty:
		return have == SortNamedObjectProperty || have == SortInverse
	case SortSubObjectProperty:
		return have == SortNamedObjectProperty || have == SortInverse || have == sortChain
	case SortIndividual:
		return have == SortNamedIndividual || have == sortAnonymous
	case SortSubject:
		return have == SortIRI || have == sortAnonymous
	case SortValue:
		return have == SortIRI || have == sortAnonymous || have == SortLiteral
	case SortIndividualArg:
		return SortIndividual.Takes(have) || have == sortVariable
	case SortDataArg:
		return have == SortLiteral || have == sortVariable
	}
	return false
}

// named returns the kind of entity that a plain IRI becomes where s is required, or 0.
func (s Sort) named() Op {
	switch s {
	case SortIRI, SortSubject, SortValue:
		return IRI
	case SortClass, SortNamedClass:
		return Class
	case SortRange, SortDatatype:
		return Datatype
	case SortObjectProperty, SortSubObjectProperty, SortNamedObjectProperty:
		return ObjectProperty
	case SortDataProperty:
		return DataProperty
	case SortAnnotationProperty:
		return AnnotationProperty
	case SortIndividual, SortNamedIndividual, SortIndividualArg:
		return NamedIndividual
	}
	return 0
}

// Message implements [english.Sentence].
func (s Sort) Message() english.Phrase { return english.Phrasef("%s", english.Word(s.String())) }

// String describes the sort for messages.
func (s Sort) String() string {
	switch s {
	case SortIRI:
		return "an IRI"
	case sortAnonymous:
		return "an anonymous individual"
	case SortLiteral:
		return "a literal"
	case SortNumber:
		return "a number"
	case SortDatatype:
		return "a datatype"
	case SortNamedClass:
		return "a class"
	case SortNamedObjectProperty:
		return "an object property"
	case SortDataProperty:
		return "a data property"
	case SortAnnotationProperty:
		return "an annotation property"
	case SortNamedIndividual:
		return "a named individual"
	case sortVariable:
		return "a variable"
	case sortChain:
		return "a chain of object properties"
	case SortFacet:
		return "a facet"
	case sortAxiom:
		return "an axiom"
	case SortBody:
		return "the body of a rule"
	case SortHead:
		return "the head of a rule"
	case sortAtom:
		return "an atom of a rule"
	case SortEntity:
		return "an entity"
	case SortClass, sortUnnamedClass:
		return "a class expression"
	case SortRange, SortUnnamedRange:
		return "a data range"
	case SortObjectProperty, SortInverse:
		return "an object property expression"
	case SortSubObjectProperty:
		return "an object property expression or a chain of them"
	case SortIndividual:
		return "an individual"
	case SortSubject:
		return "an IRI or an anonymous individual"
	case SortValue:
		return "an IRI, an anonymous individual or a literal"
	case SortIndividualArg:
		return "an individual or a variable"
	case SortDataArg:
		return "a literal or a variable"
	}
	return "nothing"
}

// Fit checks the number and the sorts of args, but not their own arguments. It changes
// plain IRIs (Op IRI) in args to entities of the kind that their place requires. If
// several places could take more arguments, the first one gets them. The error is a
// *ShapeError.
func Fit(op Op, args []Expr) error {
	if op == HasKey {
		return fitKey(args)
	}
	parts := op.Parts()
	least, most := 0, 0
	for _, p := range parts {
		least += p.Min
		if p.Max < 0 || most < 0 {
			most = -1
		} else {
			most += p.Max
		}
	}
	if len(args) < least || most >= 0 && len(args) > most {
		return misshapen(op, -1, "takes %s, not %d", howMany(least, most), len(args))
	}
	extra := len(args) - least
	i := 0
	for _, p := range parts {
		n := p.Min
		if more := extra; more > 0 && (p.Max < 0 || p.Max > p.Min) {
			if p.Max >= 0 {
				more = min(more, p.Max-p.Min)
			}
			n += more
			extra -= more
		}
		for range n {
			if err := fitOne(op, i, &args[i], p.Sort); err != nil {
				return err
			}
			i++
		}
	}
	return nil
}

func fitOne(op Op, i int, e *Expr, want Sort) error {
	if e.Op == IRI {
		if kind := want.named(); kind != 0 {
			e.Op = kind
			return nil
		}
	}
	if !want.Takes(e.Op.Sort()) {
		return misshapen(op, i, "argument %d must be %s, not %s", i+1, want, e.Op.Sort())
	}
	return nil
}

// fitKey fits HasKey. Only the kinds of the properties tell where its second place ends
// and its third begins.
func fitKey(args []Expr) error {
	if len(args) < 2 {
		return misshapen(HasKey, -1, "takes a class expression and at least one property")
	}
	if err := fitOne(HasKey, 0, &args[0], SortClass); err != nil {
		return err
	}
	want := SortObjectProperty
	for i := 1; i < len(args); i++ {
		if args[i].Op == DataProperty {
			want = SortDataProperty
		}
		if err := fitOne(HasKey, i, &args[i], want); err != nil {
			return err
		}
	}
	return nil
}

func howMany(least, most int) english.Phrase {
	switch {
	case most < 0:
		return english.Phrasef("at least %d arguments", least)
	case least != most:
		return english.Phrasef("%d to %d arguments", least, most)
	case least == 1:
		return english.Phrasef("1 argument")
	}
	return english.Phrasef("%d arguments", least)
}

// Check returns a *ShapeError if the axiom is not well-formed.
func (a Axiom) Check() error {
	if !a.Op.IsAxiom() {
		return misshapen(a.Op, -1, "is not an axiom")
	}
	if err := checkArgs(a.Op, a.Args); err != nil {
		return err
	}
	return checkNotes(a.Annotations)
}

func checkArgs(op Op, args []Expr) error {
	for i, e := range args {
		if e.Op == IRI && !takesIRI(op, i) {
			return misshapen(op, i, "argument %d is an IRI of unknown kind; see axiom.Fit", i+1)
		}
	}
	if err := Fit(op, args); err != nil { // changes nothing: no plain IRI is left that it could give a kind
		return err
	}
	for _, e := range args {
		if err := e.Check(); err != nil {
			return err
		}
	}
	return nil
}

// takesIRI reports whether a plain IRI may be the i-th argument of op.
func takesIRI(op Op, i int) bool {
	switch op {
	case AnnotationAssertion, AnnotationPropertyDomain, AnnotationPropertyRange:
		return i > 0
	case BuiltInAtom:
		return i == 0
	}
	return false
}

// Check returns a *ShapeError if the expression is not well-formed.
func (e Expr) Check() error {
	switch e.Op.Sort() {
	case 0, sortAxiom:
		return misshapen(e.Op, -1, "is not an expression")
	case SortLiteral:
		return nil
	case SortNumber:
		return checkNumber(e)
	}
	if e.Op.Parts() == nil || e.Op == Facet {
		if e.Text == "" {
			return misshapen(e.Op, -1, "has no name")
		}
	}
	if e.Op == ObjectInverseOf && len(e.Args) == 1 && e.Args[0].Op == ObjectInverseOf {
		return misshapen(e.Op, 0, "an inverse of an inverse is not OWL 2: name the property itself")
	}
	return checkArgs(e.Op, e.Args)
}

func checkNumber(e Expr) error {
	for i := range len(e.Text) {
		if e.Text[i] < '0' || e.Text[i] > '9' {
			return misshapen(e.Op, -1, "%.20q is not a non-negative integer", e.Text)
		}
	}
	if e.Text == "" {
		return misshapen(e.Op, -1, "has no digits")
	}
	return nil
}

func checkNotes(notes []Annotation) error {
	for _, n := range notes {
		if n.Property == "" {
			return misshapen(AnnotationProperty, -1, "has no name")
		}
		if !SortValue.Takes(n.Value.Op.Sort()) {
			return misshapen(AnnotationProperty, -1, "the value of an annotation must be %s, not %s", SortValue, n.Value.Op.Sort())
		}
		if err := n.Value.Check(); err != nil {
			return err
		}
		if err := checkNotes(n.Annotations); err != nil {
			return err
		}
	}
	return nil
}
