package sparql

import (
	"math"
	"math/big"
	"strconv"
	"strings"

	"github.com/tggo/goRDFlib/term"
)

// A numeric is a type of numbers, in the order in which one is promoted to another (section 17.1.2).
type numeric int

const (
	notNumeric numeric = iota
	integer
	decimal
	float
	double
)

// A number is the value of a numeric literal: exact of integers and decimals.
type number struct {
	kind  numeric
	exact *big.Rat
	f     float64
}

// longestNumber bounds exact numbers, in bits: products of products would grow without end. An overflow is an
// error (XPath and XQuery Functions, section 4.2).
const longestNumber = 4096

// numericOf is the type of numbers that a datatype is or is derived from.
func numericOf(dt term.URIRef) numeric {
	name, ok := strings.CutPrefix(dt.Value(), term.XSDNamespace)
	if !ok {
		return notNumeric
	}
	switch name {
	case "integer", "int", "long", "short", "byte", "nonNegativeInteger", "positiveInteger", "nonPositiveInteger", "negativeInteger",
		"unsignedInt", "unsignedLong", "unsignedShort", "unsignedByte":
		return integer
	case "decimal":
		return decimal
	case "float":
		return float
	case "double":
		return double
	}
	return notNumeric
}

// numberOf is the value of t; false if it is no number, or ill-typed.
func numberOf(t term.Term) (number, bool) {
	l, ok := t.(term.Literal)
	if !ok {
		return number{}, false
	}
	kind := numericOf(l.Datatype())
	if kind == notNumeric {
		return number{}, false
	}
	return parseNumber(l.Lexical(), kind)
}

func parseNumber(s string, kind numeric) (number, bool) {
	body := strings.TrimLeft(s, "+-")
	if len(s)-len(body) > 1 || len(s) > longestNumber/4 {
		return number{}, false
	}
	if kind <= decimal {
		whole := digits(body)
		rest := body[whole:]
		if kind == decimal && strings.HasPrefix(rest, ".") && whole+len(rest) > 1 {
			rest = rest[1+digits(rest[1:]):]
		} else if whole == 0 {
			return number{}, false
		}
		if rest != "" {
			return number{}, false
		}
		x, ok := new(big.Rat).SetString(s)
		return number{kind: kind, exact: x}, ok
	}
	switch s {
	case "INF", "+INF":
		return number{kind: kind, f: math.Inf(1)}, true
	case "-INF":
		return number{kind: kind, f: math.Inf(-1)}, true
	case "NaN":
		return number{kind: kind, f: math.NaN()}, true
	}
	if strings.Trim(s, "0123456789.eE+-") != "" {
		return number{}, false
	}
	bits := 64
	if kind == float {
		bits = 32
	}
	f, err := strconv.ParseFloat(s, bits)
	if err != nil && !math.IsInf(f, 0) {
		return number{}, false
	}
	return number{kind: kind, f: f}, true
}

// as promotes n to a type of at least its own.
func (n number) as(kind numeric) number {
	if n.kind < float && kind >= float {
		n.f, _ = n.exact.Float64()
	}
	if kind == float {
		n.f = float64(float32(n.f))
	}
	n.kind = kind
	return n
}

// term is the literal of n, in the form that XPath casts a number to text (section 19.1.2).
func (n number) term() term.Term {
	switch n.kind {
	case integer:
		return typed(n.exact.RatString(), term.XSDInteger)
	case decimal:
		return typed(n.text(), term.XSDDecimal)
	case float:
		return typed(n.text(), term.XSDFloat)
	}
	return typed(n.text(), term.XSDDouble)
}

func (n number) text() string {
	if n.kind <= decimal {
		return decimalText(n.exact)
	}
	bits := 64
	if n.kind == float {
		bits = 32
	}
	switch abs := math.Abs(n.f); {
	case math.IsInf(n.f, 0):
		return strings.TrimPrefix(strings.ToUpper(strconv.FormatFloat(n.f, 'g', -1, 64)), "+")
	case math.IsNaN(n.f):
		return "NaN"
	case abs == 0 || abs >= 1e-6 && abs < 1e6:
		return strconv.FormatFloat(n.f, 'f', -1, bits)
	}
	mantissa, exponent, _ := strings.Cut(strconv.FormatFloat(n.f, 'E', -1, bits), "E")
	if !strings.Contains(mantissa, ".") {
		mantissa += ".0"
	}
	power, _ := strconv.Atoi(exponent) //nolint:errcheck // digits with a sign
	return mantissa + "E" + strconv.Itoa(power)
}

// A quotient that does not end is cut after so many digits (XPath and XQuery Functions, section 4.2, leaves it open).
const places = 18

// decimalText is x without needless digits.
func decimalText(x *big.Rat) string {
	n, ends := x.FloatPrec()
	if !ends || n > longestNumber {
		n = places
		power := new(big.Int).Exp(big.NewInt(10), big.NewInt(places), nil)
		cut := new(big.Int).Mul(x.Num(), power)
		x = new(big.Rat).SetFrac(cut.Quo(cut, x.Denom()), power)
	}
	s := x.FloatString(n)
	if strings.Contains(s, ".") {
		s = strings.TrimRight(strings.TrimRight(s, "0"), ".")
	}
	if s == "-0" {
		return "0"
	}
	return s
}

// arithmetic is one of + - * / (section 17.3).
func arithmetic(op string) function {
	return func(_ *evaluator, args []term.Term) term.Term {
		a, ok := numberOf(args[0])
		b, ok2 := numberOf(args[1])
		if !ok || !ok2 {
			return nil
		}
		n, ok := a.with(op, b)
		if !ok {
			return nil
		}
		return n.term()
	}
}

func (n number) with(op string, o number) (number, bool) {
	kind := max(n.kind, o.kind)
	if kind >= float {
		return floating(op, n.as(kind), o.as(kind)), true
	}
	x := new(big.Rat)
	switch op {
	case "+":
		x.Add(n.exact, o.exact)
	case "-":
		x.Sub(n.exact, o.exact)
	case "*":
		x.Mul(n.exact, o.exact)
	default:
		if o.exact.Sign() == 0 {
			return number{}, false
		}
		kind = decimal // op:numeric-divide of two integers
		x.Quo(n.exact, o.exact)
	}
	return number{kind: kind, exact: x}, x.Num().BitLen() <= longestNumber && x.Denom().BitLen() <= longestNumber
}

func floating(op string, a, b number) number {
	f := 0.0
	switch op {
	case "+":
		f = a.f + b.f
	case "-":
		f = a.f - b.f
	case "*":
		f = a.f * b.f
	default:
		f = a.f / b.f
	}
	return number{kind: a.kind, f: f}.as(a.kind)
}

func signed(op string) function {
	return func(_ *evaluator, args []term.Term) term.Term {
		n, ok := numberOf(args[0])
		if !ok {
			return nil
		}
		if op == "-" && n.kind >= float {
			n.f = -n.f
		} else if op == "-" {
			n.exact = new(big.Rat).Neg(n.exact)
		}
		return n.term()
	}
}

// rounded is ABS, CEIL, FLOOR or ROUND: the type stays.
func rounded(exact func(*big.Rat) *big.Rat, f func(float64) float64) function {
	return func(_ *evaluator, args []term.Term) term.Term {
		n, ok := numberOf(args[0])
		if !ok {
			return nil
		}
		if n.kind >= float {
			n.f = f(n.f)
		} else {
			n.exact = exact(n.exact)
		}
		return n.term()
	}
}

func floor(x *big.Rat) *big.Rat {
	down := new(big.Int).Div(x.Num(), x.Denom()) // Euclidean: the denominator is positive
	return new(big.Rat).SetInt(down)
}

func ceil(x *big.Rat) *big.Rat {
	up := floor(new(big.Rat).Neg(x))
	return up.Neg(up)
}

// round takes a half upwards (XPath and XQuery Functions, section 4.4.4).
func round(x *big.Rat) *big.Rat { return floor(new(big.Rat).Add(x, big.NewRat(1, 2))) }

func abs(x *big.Rat) *big.Rat { return new(big.Rat).Abs(x) }

func roundFloat(f float64) float64 {
	if down := math.Floor(f); f-down < .5 {
		return down
	}
	return math.Ceil(f)
}

// compare is -1, 0 or 1; false where one is no number.
func (n number) compare(o number) (int, bool) {
	if kind := max(n.kind, o.kind); kind < float {
		return n.exact.Cmp(o.exact), true
	} else {
		n, o = n.as(kind), o.as(kind)
	}
	switch {
	case n.f < o.f:
		return -1, true
	case n.f > o.f:
		return 1, true
	}
	return 0, n.f == o.f
}
