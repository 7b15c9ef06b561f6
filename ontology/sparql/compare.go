package sparql

import (
	"cmp"
	"math"
	"strings"

	"github.com/tggo/goRDFlib/term"

	"github.com/ontocrawl/ontocrawl/internal/stats"
)

func xsd(name string) term.URIRef { return term.NewURIRefUnsafe(term.XSDNamespace + name) }

func typed(s string, dt term.URIRef) term.Term { return term.NewLiteral(s, term.WithDatatype(dt)) }

func plainText(s string) term.Term { return term.NewLiteral(s) }

func tagged(s, lang string) term.Term { return term.NewLiteral(s, term.WithLang(lang)) }

func boolean(b bool) term.Term { return term.NewLiteral(b) }

func integerTerm(n int) term.Term { return term.NewLiteral(n) }

// truth is the effective boolean value (section 17.2.2); false if it has none.
func truth(t term.Term) (value, ok bool) {
	l, is := t.(term.Literal)
	if !is {
		return false, false
	}
	switch {
	case l.Datatype() == term.XSDBoolean:
		return l.Lexical() == "true" || l.Lexical() == "1", true
	case l.Datatype() == term.XSDString || l.Language() != "":
		return l.Lexical() != "", true
	case numericOf(l.Datatype()) == notNumeric:
		return false, false
	}
	n, valid := numberOf(l)
	switch {
	case !valid:
		return false, true
	case n.kind < float:
		return n.exact.Sign() != 0, true
	}
	return n.f != 0 && !math.IsNaN(n.f), true
}

// booleanOf is the value of a boolean literal.
func booleanOf(t term.Term) (value, ok bool) {
	l, is := t.(term.Literal)
	if !is || l.Datatype() != term.XSDBoolean {
		return false, false
	}
	switch l.Lexical() {
	case "true", "1":
		return true, true
	case "false", "0":
		return false, true
	}
	return false, false
}

// The kinds of values, in the order of ORDER BY (section 15.1): no value, blank nodes, IRIs, literals. What kind of
// literal comes first no standard says; each kind has its place, so that the order is one.
const (
	noValue = iota
	blankValue
	iriValue
	numberValue
	booleanValue
	dateTimeValue
	dateValue
	timeValue
	textValue
	taggedValue
	otherValue
)

// A value is a term with what is compared of it.
type value struct {
	kind   int
	text   string // lexical form
	lang   string
	dt     string
	truth  bool
	number number
	moment moment
}

func valueOf(t term.Term) value {
	switch t := t.(type) {
	case term.BNode:
		return value{kind: blankValue, text: t.Value()}
	case term.URIRef:
		return value{kind: iriValue, text: t.Value()}
	case term.Literal:
		return literalValue(t)
	}
	return value{}
}

func literalValue(l term.Literal) value {
	v := value{kind: otherValue, text: l.Lexical(), lang: l.Language(), dt: l.Datatype().Value()}
	switch {
	case v.lang != "":
		v.kind = taggedValue
		return v
	case l.Datatype() == term.XSDString:
		v.kind = textValue
		return v
	}
	ok := false
	if v.number, ok = numberOf(l); ok {
		v.kind = numberValue
	} else if v.truth, ok = booleanOf(l); ok {
		v.kind = booleanValue
	} else if v.moment, ok = momentOf(l); ok {
		v.kind = map[term.URIRef]int{term.XSDDateTime: dateTimeValue, term.XSDDate: dateValue, term.XSDTime: timeValue}[v.moment.of]
	}
	return v
}

// order compares for ORDER BY, MIN and MAX. Values that are equal are 0.
func (v *value) order(o *value) int {
	if v.kind != o.kind {
		return cmp.Compare(v.kind, o.kind)
	}
	switch v.kind {
	case numberValue:
		if c, ok := v.number.compare(o.number); ok {
			return c
		}
		return cmp.Compare(v.number.as(double).f, o.number.as(double).f) // NaN comes first
	case booleanValue:
		return cmp.Compare(stats.Bit(v.truth), stats.Bit(o.truth))
	case dateTimeValue, dateValue, timeValue:
		return v.moment.at.Compare(o.moment.at)
	case blankValue:
		return 0
	}
	return cmp.Or(strings.Compare(v.text, o.text), strings.Compare(v.lang, o.lang), strings.Compare(v.dt, o.dt))
}

// equal is = (section 17.4.1.7); false if that is an error.
func equal(a, b term.Term) (same, ok bool) {
	if term.TermKey(a) == term.TermKey(b) {
		v, isNumber := numberOf(a)
		return !isNumber || v.kind < float || !math.IsNaN(v.f), true
	}
	v, w := valueOf(a), valueOf(b)
	switch {
	case v.kind < numberValue || w.kind < numberValue:
		return false, true
	case v.kind == otherValue && w.kind == taggedValue, v.kind == taggedValue && w.kind == otherValue:
		return false, true // a value with a language is of no other datatype
	case v.kind == otherValue || w.kind == otherValue:
		return false, false
	case v.kind != w.kind:
		return false, true
	}
	switch v.kind {
	case numberValue:
		c, comparable := v.number.compare(w.number)
		return comparable && c == 0, true
	case dateTimeValue, dateValue, timeValue:
		c, comparable := v.moment.compare(w.moment)
		return comparable && c == 0, comparable
	case booleanValue:
		return v.truth == w.truth, true
	case taggedValue:
		return v.text == w.text && strings.EqualFold(v.lang, w.lang), true
	}
	return v.text == w.text, true
}

// comparison is one of = != < > <= >= (section 17.3).
func comparison(op string) function {
	if op == "=" || op == "!=" {
		return func(_ *evaluator, args []term.Term) term.Term {
			same, ok := equal(args[0], args[1])
			if !ok {
				return nil
			}
			return boolean(same == (op == "="))
		}
	}
	return func(_ *evaluator, args []term.Term) term.Term {
		c, ordered, ok := relation(args[0], args[1])
		if !ok {
			return nil
		}
		switch op {
		case "<":
			return boolean(ordered && c < 0)
		case ">":
			return boolean(ordered && c > 0)
		case "<=":
			return boolean(ordered && c <= 0)
		}
		return boolean(ordered && c >= 0)
	}
}

// relation compares two values of one kind. NaN is not ordered; other kinds are an error.
func relation(a, b term.Term) (c int, ordered, ok bool) {
	v, w := valueOf(a), valueOf(b)
	if v.kind != w.kind {
		return 0, false, false
	}
	switch v.kind {
	case numberValue:
		c, ordered = v.number.compare(w.number)
		return c, ordered, true
	case dateTimeValue, dateValue, timeValue:
		c, ok = v.moment.compare(w.moment)
		return c, ok, ok
	case booleanValue, textValue:
		return v.order(&w), true, true
	}
	return 0, false, false
}
