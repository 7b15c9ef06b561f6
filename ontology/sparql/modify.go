package sparql

import (
	"context"
	"math/bits"
	"slices"
	"strings"

	"github.com/knakk/rdf"
	"github.com/tggo/goRDFlib/graph"
	"github.com/tggo/goRDFlib/sparql"
	"github.com/tggo/goRDFlib/term"

	"github.com/ontocrawl/ontocrawl/internal/english"
	"github.com/ontocrawl/ontocrawl/ontology/rdfio"
)

// modify groups, orders, projects and cuts the solutions of a query in graph g. Only groups and their
// aggregates are the library's work, which cannot be stopped, so it is measured before.
func (r *running) modify(q *sparql.ParsedQuery, rows []row, g *index) (*sparql.Result, error) {
	final := *q
	if q.Type == "SELECT" && final.Variables == nil {
		final.Variables = r.visible(q.Where)
	}
	if grouped(q) {
		if work(q, len(rows)) > mostWork {
			return nil, ErrWork
		}
		return r.finish(&final, rows)
	}
	for _, e := range q.ProjectExprs {
		var err error
		if rows, err = r.bind(rows, &sparql.BindPattern{Expr: e.Expr, Var: e.Var}, g); err != nil {
			return nil, err
		}
	}
	if len(q.OrderBy) > 0 {
		var err error
		if rows, err = r.order(rows, q.OrderBy, g); err != nil {
			return nil, err
		}
	}
	if q.Distinct && q.Type == "SELECT" {
		var err error
		if rows, err = r.distinct(rows, final.Variables); err != nil {
			return nil, err
		}
	}
	rows = cut(rows, q)
	final.ProjectExprs, final.OrderBy, final.Distinct, final.Offset, final.Limit = nil, nil, false, 0, -1
	return r.finish(&final, rows)
}

// grouped reports whether q makes groups of its solutions.
func grouped(q *sparql.ParsedQuery) bool {
	return len(q.GroupBy) > 0 || slices.ContainsFunc(q.ProjectExprs, func(e sparql.ProjectExpr) bool { return aggregates(e.Expr) })
}

func aggregates(e sparql.Expr) bool {
	if f, ok := e.(*sparql.FuncExpr); ok && slices.Contains(strings.Fields("COUNT SUM MIN MAX AVG SAMPLE GROUP_CONCAT"), strings.ToUpper(f.Name)) {
		return true
	}
	return slices.ContainsFunc(operands(e), aggregates)
}

// mostWork bounds what cannot be stopped, in evaluations of a part of an expression: some seconds.
const mostWork = 20_000_000

// work is how many evaluations the groups of so many rows cost, at most.
func work(q *sparql.ParsedQuery, rows int) int {
	each, keys := 1, 0
	for _, e := range expressions(q) {
		each += size(e)
	}
	for _, o := range q.OrderBy {
		keys += 2 * size(o.Expr)
	}
	return rows * (each + keys*bits.Len(uint(rows)))
}

// finish has the library do what is left to do.
func (r *running) finish(final *sparql.ParsedQuery, rows []row) (*sparql.Result, error) {
	q := *final
	vars := map[string]bool{}
	for _, name := range r.names {
		if !strings.HasPrefix(name, "_") || q.Type == "CONSTRUCT" {
			vars[name] = true
		}
	}
	if q.Type == "CONSTRUCT" && len(q.Construct) == 0 {
		q.Construct = short(q.Where)
	}
	q.Where = r.inline(rows, vars)
	return within(r.ctx, r.lim.Turns, func() (*sparql.Result, error) {
		return sparql.EvalQuery(graph.NewGraphFromStore(readOnly{}, nil), &q, nil)
	})
}

// within returns when f has or ctx ends. What is left of f then is bounded by mostWork, nobody hears
// of it, and it keeps its turn until it has ended: so no more run on than there are turns.
func within(ctx context.Context, turns chan struct{}, f func() (*sparql.Result, error)) (*sparql.Result, error) {
	type answer struct {
		res *sparql.Result
		err error
	}
	select {
	case turns <- struct{}{}:
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	done := make(chan answer, 1)
	go func() {
		defer func() { <-turns }()
		defer func() {
			if p := recover(); p != nil {
				done <- answer{err: english.Errorf("the query cannot be evaluated: %v", p)}
			}
		}()
		res, err := f()
		done <- answer{res, err}
	}()
	select {
	case a := <-done:
		return a.res, a.err
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// visible are the variables that SELECT * projects, in the order in which the pattern names them.
func (r *running) visible(p sparql.Pattern) []string {
	in := map[string]bool{}
	seen := running{slots: map[string]int{}}
	seen.inScope(p)
	for _, name := range seen.names {
		in[name] = true
	}
	names := []string{} // not nil: an answer without rows has variables, too
	for _, name := range r.names {
		if in[name] && !strings.HasPrefix(name, "_") {
			names = append(names, name)
		}
	}
	return names
}

// inScope declares the variables of p that can be seen outside it (section 18.2.1).
func (r *running) inScope(p sparql.Pattern) {
	switch p := p.(type) {
	case *sparql.SubqueryPattern:
		for _, v := range p.Query.Variables {
			r.slot(v)
		}
		for _, e := range p.Query.ProjectExprs {
			r.slot(e.Var)
		}
		if p.Query.Variables == nil && len(p.Query.ProjectExprs) == 0 {
			r.inScope(p.Query.Where)
		}
		return
	case *sparql.MinusPattern:
		r.inScope(p.Left)
		return
	case *sparql.FilterPattern:
		r.inScope(p.Pattern)
		return
	case *sparql.BindPattern:
		r.inScope(p.Pattern)
		r.slot(p.Var)
		return
	case *sparql.BGP, *sparql.ValuesPattern:
		r.declareIn(p)
		return
	case *sparql.GraphPattern:
		if v, ok := strings.CutPrefix(p.Name, "?"); ok {
			r.slot(v)
		}
	}
	inner, _ := parts(p)
	for _, i := range inner {
		r.inScope(i)
	}
}

// short is the template of CONSTRUCT WHERE.
func short(p sparql.Pattern) (all []sparql.TripleTemplate) {
	if b, ok := p.(*sparql.BGP); ok {
		for _, t := range b.Triples {
			all = append(all, sparql.TripleTemplate{Subject: t.Subject, Predicate: t.Predicate, Object: t.Object})
		}
	}
	inner, _ := parts(p)
	for _, i := range inner {
		all = append(all, short(i)...)
	}
	return all
}

// result turns the library's answer into ours.
func (r *running) result(q *sparql.ParsedQuery, out *sparql.Result) (*Result, error) {
	res := &Result{Kind: Kind(q.Type), Vars: out.Vars, True: out.AskResult}
	if len(out.Bindings) > r.lim.Rows {
		return nil, ErrRows
	}
	for _, b := range out.Bindings {
		terms := make([]rdf.Term, len(out.Vars))
		for i, v := range out.Vars {
			t, err := toRDF(b[v])
			if err != nil {
				return nil, err
			}
			terms[i] = t
		}
		res.Rows = append(res.Rows, terms)
	}
	if out.Graph == nil {
		return res, nil
	}
	var x index
	out.Graph.Triples(nil, nil, nil)(func(t term.Triple) bool {
		x.add(triple{r.id(t.Subject), r.id(t.Predicate), r.id(t.Object)})
		return len(x.spo) <= r.lim.Rows
	})
	if len(x.spo) > r.lim.Rows {
		return nil, ErrRows
	}
	x.sort()
	for _, t := range x.spo {
		if made, ok := r.triple(t); ok {
			res.Triples = append(res.Triples, made)
		}
	}
	return res, nil
}

// triple is t as the toolkit has it; false if it is none: a template may make anything.
func (r *running) triple(t triple) (rdf.Triple, bool) {
	var terms [3]rdf.Term
	for i, id := range t {
		var err error
		if terms[i], err = toRDF(r.term(id)); err != nil {
			return rdf.Triple{}, false
		}
	}
	s, ok := terms[0].(rdf.Subject)
	p, ok2 := terms[1].(rdf.Predicate)
	o, ok3 := terms[2].(rdf.Object)
	return rdf.Triple{Subj: s, Pred: p, Obj: o}, ok && ok2 && ok3
}

// toRDF returns the toolkit's form of a term; nil of none.
func toRDF(t term.Term) (rdf.Term, error) {
	switch t := t.(type) {
	case term.URIRef:
		return rdf.NewIRI(rdfio.EscapeIRI(t.Value()))
	case term.BNode:
		return rdf.NewBlank(t.Value())
	case term.Literal:
		if t.Language() != "" {
			return rdfio.NewLiteral(t.Lexical(), t.Language(), "")
		}
		return rdfio.NewLiteral(t.Lexical(), "", t.Datatype().Value())
	}
	return nil, nil
}
