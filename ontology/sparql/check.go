package sparql

import (
	"errors"
	"strings"

	"github.com/tggo/goRDFlib/sparql"
)

var (
	errPattern    = errors.New("REGEX and REPLACE take a constant of at most 1000 bytes as their pattern: each different one is kept in memory; CONTAINS compares with a variable")
	errTripleTerm = errors.New("triple terms of RDF 1.2 are not supported")
	errGrowth     = errors.New("REPLACE takes a constant of at most 1000 bytes as its replacement, and no second REPLACE within its text: its result could fill the memory")
)

// checkQuery refuses what the grammar has and the evaluation has not.
func checkQuery(q *sparql.ParsedQuery) error {
	err := checkPattern(q.Where)
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
		return checkQuery(s.Query)
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
