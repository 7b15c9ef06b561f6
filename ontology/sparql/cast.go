package sparql

import (
	"math"
	"math/big"
	"strconv"
	"strings"

	"github.com/tggo/goRDFlib/term"

	"github.com/ontocrawl/ontocrawl/internal/stats"
)

// castTo is the function that casts to a datatype (section 17.5; dates and times beside it); nil if there is none.
func castTo(dt term.URIRef) function {
	name, _ := strings.CutPrefix(dt.Value(), term.XSDNamespace)
	switch name {
	case "string":
		return func(_ *evaluator, args []term.Term) term.Term { return castText(args[0]) }
	case "boolean":
		return func(_ *evaluator, args []term.Term) term.Term { return castBoolean(args[0]) }
	case "integer", "decimal", "float", "double":
		return func(_ *evaluator, args []term.Term) term.Term { return castNumber(args[0], dt) }
	case "dateTime", "date", "time":
		return func(_ *evaluator, args []term.Term) term.Term { return castMoment(args[0], dt) }
	}
	return nil
}

func castText(t term.Term) term.Term {
	switch t := t.(type) {
	case term.URIRef:
		return plainText(t.Value())
	case term.Literal:
		if n, ok := numberOf(t); ok {
			return plainText(n.text())
		}
		if b, ok := booleanOf(t); ok {
			return plainText(strconv.FormatBool(b))
		}
		return plainText(t.Lexical())
	}
	return nil
}

func castBoolean(t term.Term) term.Term {
	l, ok := t.(term.Literal)
	if !ok {
		return nil
	}
	if n, ok := numberOf(l); ok {
		return boolean(n.kind < float && n.exact.Sign() != 0 || n.kind >= float && n.f != 0 && !math.IsNaN(n.f))
	}
	if l.Datatype() != term.XSDBoolean && l.Datatype() != term.XSDString {
		return nil
	}
	b, ok := booleanOf(typed(strings.TrimSpace(l.Lexical()), term.XSDBoolean))
	if !ok {
		return nil
	}
	return boolean(b)
}

func castNumber(t term.Term, dt term.URIRef) term.Term {
	l, ok := t.(term.Literal)
	if !ok {
		return nil
	}
	to := numericOf(dt)
	n, ok := numberOf(l)
	if b, is := booleanOf(l); is {
		n, ok = number{kind: integer, exact: big.NewRat(int64(stats.Bit(b)), 1)}, true
	} else if l.Datatype() == term.XSDString {
		n, ok = parseNumber(strings.TrimSpace(l.Lexical()), to)
	}
	if !ok {
		return nil
	}
	if n.kind >= float && to <= decimal {
		if n.exact = new(big.Rat).SetFloat64(n.f); n.exact == nil {
			return nil // INF or NaN
		}
		if to == decimal { // the digits that are written, not those of the binary fraction
			n.exact, _ = new(big.Rat).SetString(n.text())
		}
	}
	if to == integer {
		n.exact = truncated(n.exact)
	}
	if to >= float && n.kind < float {
		n = n.as(to)
	}
	n.kind = to
	return n.as(to).term()
}

func truncated(x *big.Rat) *big.Rat {
	if x.Sign() < 0 {
		return ceil(x)
	}
	return floor(x)
}

func castMoment(t term.Term, dt term.URIRef) term.Term {
	l, ok := t.(term.Literal)
	if !ok {
		return nil
	}
	m, ok := momentOf(l)
	switch {
	case l.Datatype() == term.XSDString:
		if s := strings.TrimSpace(l.Lexical()); ok || validMoment(s, dt) {
			return typed(s, dt)
		}
	case !ok:
	case m.of == dt:
		return l
	case m.of == term.XSDDateTime && dt == term.XSDDate:
		return typed(m.local.Format("2006-01-02")+m.zone, dt)
	case m.of == term.XSDDateTime && dt == term.XSDTime:
		return typed(m.local.Format("15:04:05.999999999")+m.zone, dt)
	case m.of == term.XSDDate && dt == term.XSDDateTime:
		return typed(m.local.Format("2006-01-02")+"T00:00:00"+m.zone, dt)
	}
	return nil
}

func validMoment(s string, dt term.URIRef) bool {
	_, ok := parseMoment(s, dt)
	return ok
}
