package sparql

import (
	"strings"

	"github.com/tggo/goRDFlib/graph"
	"github.com/tggo/goRDFlib/paths"
	"github.com/tggo/goRDFlib/sparql"
	"github.com/tggo/goRDFlib/term"
)

// unlikely is the number of a term that no graph has.
const unlikely = ^uint32(0)

// compiled is a triple of a pattern: at each place the slot of a variable, or -1 and a term.
type compiled struct {
	slot [3]int
	id   triple
	path paths.Path
}

// bgp joins rows with a basic graph pattern.
func (r *running) bgp(in []row, p *sparql.BGP, g *index) ([]row, error) {
	if len(p.Triples) == 0 || len(in) == 0 {
		return in, nil
	}
	triples := r.plan(p.Triples, in[0], g)
	var rows []row
	var walk func(from row, rest []compiled) error
	walk = func(from row, rest []compiled) error {
		if len(rest) == 0 {
			rows = append(rows, append(row(nil), from...))
			return r.room(rows)
		}
		next := func(x triple) error {
			bound, ok := take(from, &rest[0], x)
			if !ok || r.stop > 0 && len(rows) >= r.stop {
				return r.tick()
			}
			return walk(bound, rest[1:])
		}
		if rest[0].path != nil {
			w := want(from, &rest[0])
			return r.path(rest[0].path, g, w[0], w[2], func(s, o uint32) error { return next(triple{s, 0, o}) })
		}
		found, o := g.find(want(from, &rest[0]))
		for _, t := range found {
			if err := next(o.back(t)); err != nil {
				return err
			}
			if r.stop > 0 && len(rows) >= r.stop {
				break
			}
		}
		return r.tick()
	}
	for _, from := range in {
		if err := walk(from, triples); err != nil {
			return nil, err
		}
	}
	return rows, nil
}

// want returns what is known of a triple.
func want(from row, c *compiled) triple {
	w := c.id
	for i, at := range c.slot {
		if at >= 0 {
			w[i] = from[at]
		}
	}
	return w
}

// take binds the variables of c to the terms of x. It fails if a variable has another term
// already, as the second in ?x ?p ?x may.
func take(from row, c *compiled, x triple) (row, bool) {
	to := from
	for i, at := range c.slot {
		switch {
		case at < 0 || i == 1 && c.path != nil || to[at] == x[i]:
		case to[at] != 0:
			return nil, false
		default:
			to = with(to, at, x[i])
		}
	}
	return to, true
}

// plan orders the triples: next comes always the one of which the fewest are expected, given the variables that
// those before it bind.
func (r *running) plan(triples []sparql.Triple, first row, g *index) []compiled {
	rest := make([]compiled, len(triples))
	for i, t := range triples {
		rest[i] = r.compile(t)
	}
	bound := make([]bool, len(r.names))
	for i, id := range first {
		bound[i] = id != 0
	}
	for i := range rest {
		best := i
		for j := i + 1; j < len(rest); j++ {
			if expected(&rest[j], bound, g) < expected(&rest[best], bound, g) {
				best = j
			}
		}
		c := rest[best]
		copy(rest[i+1:best+1], rest[i:best])
		rest[i] = c
		for _, at := range c.slot {
			if at >= 0 {
				bound[at] = true
			}
		}
	}
	return rest
}

// expected guesses how many triples match c. A bound variable leaves the square root of them: more than a
// constant, which is counted.
func expected(c *compiled, bound []bool, g *index) float64 {
	found, _ := g.find(c.id)
	n := float64(len(found)) + 1
	if c.path != nil {
		n = 4 * float64(len(g.spo)+1)
		for _, i := range []int{0, 2} {
			if c.slot[i] < 0 {
				n /= 1000
			}
		}
	}
	for _, i := range []int{0, 1, 2} {
		if at := c.slot[i]; at >= 0 && bound[at] {
			n /= 1000
		}
	}
	return n
}

func (r *running) compile(t sparql.Triple) compiled {
	c := compiled{path: t.PredicatePath}
	for i, s := range []string{t.Subject, t.Predicate, t.Object} {
		c.slot[i] = -1
		if v, ok := strings.CutPrefix(s, "?"); ok {
			c.slot[i] = r.slots[v]
		} else if i != 1 || c.path == nil {
			if c.id[i] = r.id(r.resolve(s)); c.id[i] == 0 {
				c.id[i] = unlikely
			}
		}
	}
	if c.path != nil {
		c.slot[1] = -1
	}
	return c
}

// resolve is the term that a text of the parser means; nil if it means none. The library's own rule for
// it is not exported: a capturing store hears it.
func (r *running) resolve(s string) term.Term {
	heard := new(capture)
	q := *r.empty
	q.Type, q.Limit, q.Where = "CONSTRUCT", -1, &sparql.BGP{Triples: []sparql.Triple{{Subject: "?s", Predicate: "?p", Object: s}}}
	if _, err := sparql.EvalQuery(graph.NewGraphFromStore(heard, nil), &q, nil); err != nil {
		return nil
	}
	return heard.object
}
