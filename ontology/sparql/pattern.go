package sparql

import (
	"strings"

	"github.com/tggo/goRDFlib/sparql"
	"github.com/tggo/goRDFlib/term"

	"github.com/ontocrawl/ontocrawl/internal/english"
)

// declare gives each variable of q a place in the rows.
func (r *running) declare(q *sparql.ParsedQuery) {
	r.declareIn(q.Where)
	for _, v := range q.Variables {
		r.slot(v)
	}
	for _, p := range q.ProjectExprs {
		r.slot(p.Var)
	}
	for _, e := range expressions(q) {
		r.declareExpr(e)
	}
	for _, v := range q.GroupByAliases {
		if v != "" {
			r.slot(v)
		}
	}
}

func (r *running) declareIn(p sparql.Pattern) {
	switch p := p.(type) {
	case *sparql.BGP:
		for _, t := range p.Triples {
			for _, s := range []string{t.Subject, t.Predicate, t.Object} {
				if v, ok := strings.CutPrefix(s, "?"); ok {
					r.slot(v)
				}
			}
		}
	case *sparql.GraphPattern:
		if v, ok := strings.CutPrefix(p.Name, "?"); ok {
			r.slot(v)
		}
	case *sparql.BindPattern:
		defer r.slot(p.Var) // after the variables of its pattern
	case *sparql.ValuesPattern:
		for _, v := range p.Vars {
			r.slot(v)
		}
	case *sparql.SubqueryPattern:
		r.declare(p.Query)
	}
	inner, e := parts(p)
	for _, i := range inner {
		r.declareIn(i)
	}
	r.declareExpr(e)
}

func (r *running) declareExpr(e sparql.Expr) {
	switch e := e.(type) {
	case *sparql.VarExpr:
		r.slot(e.Name)
	case *sparql.ExistsExpr:
		r.declareIn(e.Pattern)
	}
	for _, o := range operands(e) {
		r.declareExpr(o)
	}
}

func (r *running) slot(v string) int {
	at, ok := r.slots[v]
	if !ok {
		at = len(r.names)
		r.slots[v] = at
		r.names = append(r.names, v)
	}
	return at
}

// extend returns the solutions of p in graph g that agree with a row of in, joined with it.
func (r *running) extend(in []row, p sparql.Pattern, g *index) ([]row, error) {
	switch p := p.(type) {
	case nil:
		return in, nil
	case *sparql.BGP:
		return r.bgp(in, p, g)
	case *sparql.JoinPattern:
		left, err := r.extend(in, p.Left, g)
		if err != nil {
			return nil, err
		}
		return r.joined(left, p.Right, g)
	case *sparql.OptionalPattern:
		main, err := r.extend(in, p.Main, g)
		if err != nil {
			return nil, err
		}
		return r.optional(main, p.Optional, g)
	case *sparql.UnionPattern:
		return r.union(in, p, g)
	case *sparql.FilterPattern:
		rows, err := r.extend(in, p.Pattern, g)
		if err != nil {
			return nil, err
		}
		return r.filter(rows, p.Expr, g)
	case *sparql.BindPattern:
		rows, err := r.extend(in, p.Pattern, g)
		if err != nil {
			return nil, err
		}
		return r.bind(rows, p, g)
	case *sparql.MinusPattern:
		return r.minus(in, p, g)
	case *sparql.ValuesPattern:
		return r.join(in, r.values(p))
	case *sparql.GraphPattern:
		return r.graph(in, p)
	case *sparql.SubqueryPattern:
		return r.subquery(in, p, g)
	}
	return nil, english.Errorf("patterns of the kind %T are not supported", p)
}

// joined joins with p. Only what has no scope of its own may see the rows: a filter in a group of its own
// knows the variables of that group (section 18.2).
func (r *running) joined(in []row, p sparql.Pattern, g *index) ([]row, error) {
	if scopeless(p) {
		return r.extend(in, p, g)
	}
	right, err := r.extend([]row{make(row, len(r.names))}, p, g)
	if err != nil {
		return nil, err
	}
	return r.join(in, right)
}

func scopeless(p sparql.Pattern) bool {
	switch p := p.(type) {
	case *sparql.BGP, *sparql.ValuesPattern:
		return true
	case *sparql.JoinPattern:
		return scopeless(p.Left) && scopeless(p.Right)
	case *sparql.UnionPattern:
		return scopeless(p.Left) && scopeless(p.Right)
	case *sparql.GraphPattern:
		return scopeless(p.Pattern)
	}
	return false
}

func (r *running) union(in []row, p *sparql.UnionPattern, g *index) ([]row, error) {
	left, err := r.extend(in, p.Left, g)
	if err != nil {
		return nil, err
	}
	right, err := r.extend(in, p.Right, g)
	if err != nil {
		return nil, err
	}
	rows := append(left[:len(left):len(left)], right...)
	return rows, r.room(rows)
}

func (r *running) values(p *sparql.ValuesPattern) []row {
	rows := make([]row, len(p.Values))
	for i, values := range p.Values {
		rows[i] = make(row, len(r.names))
		for j, v := range values {
			rows[i][r.slots[p.Vars[j]]] = r.id(v)
		}
	}
	return rows
}

// graph asks one named graph, or each by name.
func (r *running) graph(in []row, p *sparql.GraphPattern) ([]row, error) {
	v, isVar := strings.CutPrefix(p.Name, "?")
	if !isVar {
		name, _ := r.resolve(p.Name).(term.URIRef)
		if g := r.data.graphs[name.Value()]; g != nil {
			return r.extend(in, p.Pattern, g)
		}
		return nil, nil
	}
	var rows []row
	at := r.slots[v]
	for _, name := range r.data.Graphs() {
		id := r.id(term.NewURIRefUnsafe(name))
		here := make([]row, 0, len(in))
		for _, from := range in {
			if from[at] == 0 || from[at] == id {
				here = append(here, with(from, at, id))
			}
		}
		found, err := r.extend(here, p.Pattern, r.data.graphs[name])
		if err != nil {
			return nil, err
		}
		if rows = append(rows, found...); len(rows) > r.lim.Solutions {
			return nil, ErrSolutions
		}
	}
	return rows, nil
}

// with is a copy of from with another term at one place.
func with(from row, at int, id uint32) row {
	to := append(row(nil), from...)
	to[at] = id
	return to
}

func (r *running) subquery(in []row, p *sparql.SubqueryPattern, g *index) ([]row, error) {
	stop := r.stop
	r.stop = 0
	defer func() { r.stop = stop }()
	inner, err := r.extend([]row{make(row, len(r.names))}, p.Query.Where, g)
	if err != nil {
		return nil, err
	}
	out, err := r.modify(p.Query, inner, g)
	if err != nil {
		return nil, err
	}
	rows := make([]row, len(out.Bindings))
	for i, b := range out.Bindings {
		rows[i] = make(row, len(r.names))
		for v, t := range b {
			rows[i][r.slot(v)] = r.id(t)
		}
	}
	return r.join(in, rows)
}
