package sparql

import (
	"fmt"
	"strconv"

	"github.com/tggo/goRDFlib/graph"
	"github.com/tggo/goRDFlib/sparql"
	"github.com/tggo/goRDFlib/term"
)

// The library evaluates an expression for so many rows between two looks at the context, fewer if the
// expression has many parts.
const (
	batch       = 512
	batchOfWork = 50_000
)

// Names of variables that no query can have.
const (
	rowName   = " row"
	valueName = " value"
)

// filter keeps the rows for which e holds.
func (r *running) filter(rows []row, e sparql.Expr, g *index) ([]row, error) {
	var kept []row
	err := r.batches(rows, e, g, func(part []row, from *sparql.ValuesPattern, e sparql.Expr) error {
		out, err := r.ask(&sparql.FilterPattern{Pattern: from, Expr: e}, rowName)
		for _, b := range out {
			i, _ := strconv.Atoi(b[rowName].String()) //nolint:errcheck // the number of numbered
			kept = append(kept, part[i])
		}
		return err
	})
	return kept, err
}

// bind gives each row the value of an expression; none if that is an error.
func (r *running) bind(rows []row, p *sparql.BindPattern, g *index) ([]row, error) {
	at := r.slots[p.Var]
	values, err := r.evaluate(rows, p.Expr, g)
	if err != nil {
		return nil, err
	}
	bound := make([]row, len(rows))
	for i, x := range rows {
		bound[i] = with(x, at, values[i])
	}
	return bound, nil
}

// evaluate returns the value of an expression for each row; 0 if that is an error.
func (r *running) evaluate(rows []row, e sparql.Expr, g *index) ([]uint32, error) {
	values := make([]uint32, 0, len(rows))
	err := r.batches(rows, e, g, func(part []row, from *sparql.ValuesPattern, e sparql.Expr) error {
		out, err := r.ask(&sparql.BindPattern{Pattern: from, Expr: e, Var: valueName}, valueName)
		for _, b := range out {
			made := len(r.made.terms)
			values = append(values, r.id(b[valueName]))
			if l, ok := b[valueName].(term.Literal); ok && len(r.made.terms) > made {
				if r.text += len(l.Lexical()); len(l.Lexical()) > longestText || r.text > mostText {
					return ErrText
				}
			}
		}
		return err
	})
	return values, err
}

// size is the number of parts of an expression.
func size(e sparql.Expr) int {
	n := 1
	for _, o := range operands(e) {
		n += size(o)
	}
	return n
}

// ask has the library evaluate a pattern that needs no graph.
func (r *running) ask(p sparql.Pattern, variable string) ([]map[string]term.Term, error) {
	q := *r.empty
	q.Type, q.Limit, q.Where, q.Variables = "SELECT", -1, p, []string{variable}
	out, err := sparql.EvalQuery(graph.NewGraphFromStore(readOnly{}, nil), &q, nil)
	if err != nil {
		return nil, err
	}
	return out.Bindings, nil
}

// batches hands rows on as inline data, with their number, and e without EXISTS.
func (r *running) batches(rows []row, e sparql.Expr, g *index, do func([]row, *sparql.ValuesPattern, sparql.Expr) error) error {
	var exists []*sparql.ExistsExpr
	e = strict(withoutExists(e, &exists))
	vars := map[string]bool{}
	variables(e, vars)
	for len(rows) > 0 {
		part := rows[:min(len(rows), batch, 1+batchOfWork/size(e))]
		rows = rows[len(part):]
		from := r.inline(part, vars)
		for i, x := range exists {
			if err := r.exists(part, from, existsName(i), x, g); err != nil {
				return err
			}
		}
		if err := do(part, from, e); err != nil {
			return err
		}
		if err := r.ctx.Err(); err != nil {
			return err
		}
	}
	return nil
}

// inline makes rows inline data (VALUES) of those variables.
func (r *running) inline(rows []row, vars map[string]bool) *sparql.ValuesPattern {
	p := &sparql.ValuesPattern{Vars: []string{rowName}}
	var slots []int
	for at, name := range r.names {
		if vars[name] {
			p.Vars = append(p.Vars, name)
			slots = append(slots, at)
		}
	}
	p.Values = make([][]term.Term, len(rows))
	for i, x := range rows {
		p.Values[i] = make([]term.Term, 0, len(p.Vars))
		p.Values[i] = append(p.Values[i], term.NewLiteral(i))
		for _, at := range slots {
			p.Values[i] = append(p.Values[i], r.term(x[at]))
		}
	}
	return p
}

func existsName(i int) string { return fmt.Sprintf(" exists %d", i) }

// exists adds to the data of each row whether x holds for it.
func (r *running) exists(rows []row, to *sparql.ValuesPattern, name string, x *sparql.ExistsExpr, g *index) error {
	to.Vars = append(to.Vars, name)
	for i, from := range rows {
		found, err := r.extend([]row{from}, x.Pattern, g)
		if err != nil {
			return err
		}
		to.Values[i] = append(to.Values[i], term.NewLiteral(len(found) > 0 != x.Not))
	}
	return nil
}

// withoutExists puts a variable for each EXISTS, which the library could only evaluate on a graph of its own.
func withoutExists(e sparql.Expr, found *[]*sparql.ExistsExpr) sparql.Expr {
	switch x := e.(type) {
	case *sparql.ExistsExpr:
		*found = append(*found, x)
		return &sparql.VarExpr{Name: existsName(len(*found) - 1)}
	case *sparql.BinaryExpr:
		return &sparql.BinaryExpr{Op: x.Op, Left: withoutExists(x.Left, found), Right: withoutExists(x.Right, found)}
	case *sparql.UnaryExpr:
		return &sparql.UnaryExpr{Op: x.Op, Arg: withoutExists(x.Arg, found)}
	case *sparql.FuncExpr:
		y := *x
		y.Args = make([]sparql.Expr, len(x.Args))
		for i, a := range x.Args {
			y.Args[i] = withoutExists(a, found)
		}
		return &y
	}
	return e
}

// strict makes a comparison with a variable that has no value an error, as section 17.2 has it. To the
// library it is not equal to anything.
func strict(e sparql.Expr) sparql.Expr {
	switch x := e.(type) {
	case *sparql.UnaryExpr:
		return &sparql.UnaryExpr{Op: x.Op, Arg: strict(x.Arg)}
	case *sparql.BinaryExpr:
		y := &sparql.BinaryExpr{Op: x.Op, Left: strict(x.Left), Right: strict(x.Right)}
		switch x.Op {
		case "=", "!=", "<", ">", "<=", ">=":
			var guarded sparql.Expr = y
			for _, side := range []sparql.Expr{x.Left, x.Right} {
				if v, ok := side.(*sparql.VarExpr); ok {
					guarded = &sparql.FuncExpr{Name: "IF", Args: []sparql.Expr{&sparql.FuncExpr{Name: "BOUND", Args: []sparql.Expr{v}}, guarded, v}}
				}
			}
			return guarded
		}
		return y
	}
	return e
}

// variables are the variables of e.
func variables(e sparql.Expr, into map[string]bool) {
	if v, ok := e.(*sparql.VarExpr); ok {
		into[v.Name] = true
	}
	for _, o := range operands(e) {
		variables(o, into)
	}
}
