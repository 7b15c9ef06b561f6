package reason

import (
	"strings"

	"github.com/ontocrawl/ontocrawl/ontology/axiom"
)

// none reports whether a class expression surely has no instance.
func (s *signature) none(e *axiom.Expr) bool {
	switch e.Op {
	case axiom.Class:
		return e.Text == moduleNS+"Nothing" || !s.top && !s.names[e.Text] && e.Text != moduleNS+"Thing"
	case axiom.ObjectIntersectionOf:
		return s.any(e.Args, s.none)
	case axiom.ObjectUnionOf:
		return s.each(e.Args, s.none)
	case axiom.ObjectComplementOf:
		return s.all(&e.Args[0])
	case axiom.ObjectSomeValuesFrom:
		return s.empty(&e.Args[0]) || s.none(&e.Args[1])
	case axiom.ObjectAllValuesFrom:
		return s.full(&e.Args[0]) && s.none(&e.Args[1])
	case axiom.ObjectHasValue, axiom.ObjectHasSelf, axiom.DataSomeValuesFrom, axiom.DataHasValue:
		return s.empty(&e.Args[0])
	case axiom.ObjectMinCardinality, axiom.ObjectExactCardinality, axiom.DataMinCardinality, axiom.DataExactCardinality:
		return !isZero(&e.Args[0]) && (s.empty(&e.Args[1]) || s.ofNone(e))
	}
	return false
}

// all reports whether everything is surely an instance of a class expression.
func (s *signature) all(e *axiom.Expr) bool {
	switch e.Op {
	case axiom.Class:
		return e.Text == moduleNS+"Thing" || s.top && !s.names[e.Text] && e.Text != moduleNS+"Nothing"
	case axiom.ObjectIntersectionOf:
		return s.each(e.Args, s.all)
	case axiom.ObjectUnionOf:
		return s.any(e.Args, s.all)
	case axiom.ObjectComplementOf:
		return s.none(&e.Args[0])
	case axiom.ObjectSomeValuesFrom:
		return s.full(&e.Args[0]) && s.all(&e.Args[1])
	case axiom.ObjectAllValuesFrom:
		return s.empty(&e.Args[0]) || s.all(&e.Args[1])
	case axiom.DataAllValuesFrom:
		return s.empty(&e.Args[0])
	case axiom.ObjectHasValue, axiom.ObjectHasSelf, axiom.DataHasValue:
		return s.full(&e.Args[0])
	case axiom.ObjectMaxCardinality, axiom.DataMaxCardinality:
		return s.empty(&e.Args[1]) || s.ofNone(e)
	case axiom.ObjectMinCardinality:
		return isZero(&e.Args[0]) || e.Args[0].Text == "1" && s.full(&e.Args[1]) && (len(e.Args) < 3 || s.all(&e.Args[2]))
	case axiom.DataMinCardinality:
		return isZero(&e.Args[0])
	case axiom.ObjectExactCardinality, axiom.DataExactCardinality:
		return isZero(&e.Args[0]) && (s.empty(&e.Args[1]) || s.ofNone(e))
	}
	return false
}

// ofNone reports whether what a cardinality counts has no instance.
func (s *signature) ofNone(e *axiom.Expr) bool {
	return len(e.Args) > 2 && axiom.SortClass.Takes(e.Args[2].Op.Sort()) && s.none(&e.Args[2])
}

func isZero(n *axiom.Expr) bool { return strings.Trim(n.Text, "0") == "" }
