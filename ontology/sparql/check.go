package sparql

import (
	"errors"
	"slices"
	"strings"

	"github.com/tggo/goRDFlib/sparql"
)

// Bounds of a query: all values of a list of 20,000 are fewer parts.
const (
	mostParts  = 100_000
	mostKeys   = 32
	mostJoined = 100
)

var (
	errParts      = errors.New("the expressions of the query have more than 100,000 parts, each value of IN with its left side counted")
	errKeys       = errors.New("ORDER BY takes at most 32 keys")
	errJoined     = errors.New("CONCAT takes at most 100 variables, those of a CONCAT within it counted")
	errPattern    = errors.New("REGEX and REPLACE take a constant of at most 1000 bytes as their pattern: each different one is kept in memory; CONTAINS compares with a variable")
	errTripleTerm = errors.New("triple terms of RDF 1.2 are not supported")
	errGrowth     = errors.New("REPLACE takes a constant of at most 1000 bytes as its replacement, and no second REPLACE within its text: its result could fill the memory")
)

// checkQuery refuses what the grammar has and the evaluation has not, and what costs too much. Whoever
// walks over expressions comes after mayWalk: the list of IN has its left side once for each value, and
// nested lists have more parts than a query has characters, by powers.
func checkQuery(q *sparql.ParsedQuery) error {
	parts := mostParts
	if !mayWalk(q, &parts) {
		return errParts
	}
	return checkWalked(q)
}

// mayWalk reports whether the expressions of q have no more than left parts, which it counts down.
func mayWalk(q *sparql.ParsedQuery, left *int) bool {
	return fewIn(q.Where, left) && !slices.ContainsFunc(expressions(q), func(e sparql.Expr) bool { return !few(e, left) })
}

func fewIn(p sparql.Pattern, left *int) bool {
	if s, ok := p.(*sparql.SubqueryPattern); ok {
		return mayWalk(s.Query, left)
	}
	inner, e := parts(p)
	return few(e, left) && !slices.ContainsFunc(inner, func(p sparql.Pattern) bool { return !fewIn(p, left) })
}

func few(e sparql.Expr, left *int) bool {
	if *left--; *left < 0 {
		return false
	}
	if x, ok := e.(*sparql.ExistsExpr); ok {
		return fewIn(x.Pattern, left)
	}
	return !slices.ContainsFunc(operands(e), func(e sparql.Expr) bool { return !few(e, left) })
}

func checkWalked(q *sparql.ParsedQuery) error {
	err := checkPattern(q.Where)
	if len(q.OrderBy) > mostKeys {
		err = errors.Join(err, errKeys)
	}
	for _, e := range expressions(q) {
		err = errors.Join(err, checkExpr(e))
	}
	for _, t := range q.Construct {
		if strings.Contains(t.Subject+t.Object, "<<(") {
			return errTripleTerm
		}
	}
	return err
}

// expressions are all expressions of a query outside its pattern.
func expressions(q *sparql.ParsedQuery) []sparql.Expr {
	all := append([]sparql.Expr{q.Having}, q.GroupBy...)
	for _, p := range q.ProjectExprs {
		all = append(all, p.Expr)
	}
	for _, o := range q.OrderBy {
		all = append(all, o.Expr)
	}
	return all
}

func checkPattern(p sparql.Pattern) error {
	if b, ok := p.(*sparql.BGP); ok {
		for _, t := range b.Triples {
			if strings.HasPrefix(t.Subject, "<<(") || strings.HasPrefix(t.Object, "<<(") {
				return errTripleTerm
			}
		}
	}
	if s, ok := p.(*sparql.SubqueryPattern); ok {
		return checkWalked(s.Query)
	}
	inner, expr := parts(p)
	err := checkExpr(expr)
	for _, i := range inner {
		err = errors.Join(err, checkPattern(i))
	}
	return err
}

// parts are the patterns within p and its expression. A subquery has none.
func parts(p sparql.Pattern) ([]sparql.Pattern, sparql.Expr) {
	switch p := p.(type) {
	case *sparql.JoinPattern:
		return []sparql.Pattern{p.Left, p.Right}, nil
	case *sparql.OptionalPattern:
		return []sparql.Pattern{p.Main, p.Optional}, nil
	case *sparql.UnionPattern:
		return []sparql.Pattern{p.Left, p.Right}, nil
	case *sparql.MinusPattern:
		return []sparql.Pattern{p.Left, p.Right}, nil
	case *sparql.FilterPattern:
		return []sparql.Pattern{p.Pattern}, p.Expr
	case *sparql.BindPattern:
		return []sparql.Pattern{p.Pattern}, p.Expr
	case *sparql.GraphPattern:
		return []sparql.Pattern{p.Pattern}, nil
	}
	return nil, nil
}

// operands are the expressions within e.
func operands(e sparql.Expr) []sparql.Expr {
	switch e := e.(type) {
	case *sparql.BinaryExpr:
		return []sparql.Expr{e.Left, e.Right}
	case *sparql.UnaryExpr:
		return []sparql.Expr{e.Arg}
	case *sparql.FuncExpr:
		return e.Args
	}
	return nil
}

func checkExpr(e sparql.Expr) error {
	if x, ok := e.(*sparql.ExistsExpr); ok {
		return checkPattern(x.Pattern)
	}
	var err error
	f, ok := e.(*sparql.FuncExpr)
	if ok && strings.EqualFold(f.Name, "REPLACE") && len(f.Args) > 2 {
		by, constant := f.Args[2].(*sparql.LiteralExpr)
		if !constant || len(by.Value.String()) > 1000 || hasReplace(f.Args[0]) {
			err = errGrowth
		}
	}
	if ok && strings.EqualFold(f.Name, "CONCAT") && leaves(f) > mostJoined {
		err = errors.Join(err, errJoined)
	}
	if ok && (strings.EqualFold(f.Name, "REGEX") || strings.EqualFold(f.Name, "REPLACE")) && len(f.Args) > 1 {
		if by, constant := f.Args[1].(*sparql.LiteralExpr); !constant || len(by.Value.String()) > 1000 {
			err = errors.Join(err, errPattern)
		}
	}
	for _, o := range operands(e) {
		err = errors.Join(err, checkExpr(o))
	}
	return err
}

// leaves is the number of places of e where a variable stands.
func leaves(e sparql.Expr) (n int) {
	if _, ok := e.(*sparql.VarExpr); ok {
		return 1
	}
	for _, o := range operands(e) {
		n += leaves(o)
	}
	return n
}

func hasReplace(e sparql.Expr) bool {
	if f, ok := e.(*sparql.FuncExpr); ok && strings.EqualFold(f.Name, "REPLACE") {
		return true
	}
	for _, o := range operands(e) {
		if hasReplace(o) {
			return true
		}
	}
	return false
}
