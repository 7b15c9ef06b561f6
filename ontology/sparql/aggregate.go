package sparql

import (
	"math/big"
	"strings"

	"github.com/tggo/goRDFlib/term"
)

// groups makes a row of each group of rows: its keys, and its aggregates in their slots (section 18.5.1). Without GROUP
// BY all rows are one group, even if there are none.
func (r *running) groups(q *question, rows []row, g *index) ([]row, error) {
	members, err := r.members(q, rows, g)
	if err != nil {
		return nil, err
	}
	out := make([]row, 0, len(members))
	for _, m := range members {
		x := m.key
		for _, a := range q.sums {
			t, err := r.aggregate(a, m.rows, g, q)
			if err != nil {
				return nil, err
			}
			if x[a.slot], err = r.keep(t); err != nil {
				return nil, err
			}
		}
		out = append(out, x)
		if err := r.room(out, 1); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// members of a group are the rows for which the keys have the same values.
type members struct {
	key  row
	rows []row
}

func (r *running) members(q *question, rows []row, g *index) ([]*members, error) {
	if len(q.group) == 0 {
		return []*members{{r.empty(), rows}}, nil
	}
	found := map[string]*members{}
	var all []*members
	values := make(row, len(q.group))
	at := make([]int, len(q.group))
	for i := range at {
		at[i] = i
	}
	err := r.over(rows, g, func(e *evaluator, i int) {
		for j, k := range q.group {
			id, err := r.keep(e.eval(k.by))
			e.check(err)
			values[j] = id
		}
		k := key(values, at)
		m := found[k]
		if m == nil {
			m = &members{key: r.empty()}
			for j, k := range q.group {
				if k.slot >= 0 {
					m.key[k.slot] = values[j]
				}
			}
			found[k] = m
			all = append(all, m)
			e.check(r.room(nil, 1))
		}
		m.rows = append(m.rows, rows[i])
	})
	return all, err
}

// empty is a row that begins a group: what EXISTS has put values for has them.
func (r *running) empty() row { return append(row(nil), r.base...) }

// aggregate is the value of a for a group; nil if it has none.
func (r *running) aggregate(a *aggregate, rows []row, g *index, q *question) (term.Term, error) {
	if a.of == nil {
		return r.count(a, rows, q)
	}
	c := collector{op: a.op, separator: a.separator, seen: map[uint32]bool{}, sum: number{kind: integer, exact: new(big.Rat)}}
	err := r.over(rows, g, func(e *evaluator, _ int) {
		t := e.eval(a.of)
		if t == nil {
			c.wrong = true
			return
		}
		if a.distinct {
			id, err := r.keep(t)
			e.check(err)
			if c.seen[id] {
				return
			}
			c.seen[id] = true
			e.check(r.room(nil, 1))
		}
		c.add(e, t)
	})
	return c.value(), err
}

// count is COUNT(*).
func (r *running) count(a *aggregate, rows []row, q *question) (term.Term, error) {
	if a.distinct {
		d := new(question)
		inScope(q.where, func(at int) { d.project = append(d.project, projection{slot: at}) })
		var err error
		if rows, err = r.distinct(rows, d); err != nil {
			return nil, err
		}
	}
	return integerTerm(len(rows)), nil
}

// A collector is an aggregate while it takes its values.
type collector struct {
	op, separator string
	seen          map[uint32]bool
	n             int
	wrong         bool // an operand had an error: only COUNT and SAMPLE have a value then
	sum           number
	best          term.Term
	bestValue     value
	text          strings.Builder
}

func (c *collector) add(e *evaluator, t term.Term) {
	c.n++
	switch c.op {
	case "SUM", "AVG":
		c.plus(t)
	case "MIN", "MAX":
		v := valueOf(t)
		if o := v.order(&c.bestValue); c.best == nil || c.op == "MIN" && o < 0 || c.op == "MAX" && o > 0 {
			c.best, c.bestValue = t, v
		}
	case "SAMPLE":
		if c.best == nil {
			c.best = t
		}
	case "GROUP_CONCAT":
		s, ok := textOf(t).(term.Literal)
		if !ok {
			c.wrong = true
			return
		}
		if c.n > 1 {
			c.text.WriteString(c.separator)
		}
		if c.text.WriteString(s.Lexical()); !e.room(c.text.Len()) {
			c.text.Reset()
		}
	}
}

func (c *collector) plus(t term.Term) {
	n, ok := numberOf(t)
	if ok && !c.wrong {
		c.sum, ok = c.sum.with("+", n)
	}
	c.wrong = c.wrong || !ok
}

func (c *collector) value() term.Term {
	switch {
	case c.op == "COUNT":
		return integerTerm(c.n)
	case c.op == "SAMPLE":
		return c.best
	case c.wrong:
		return nil
	case c.op == "SUM", c.op == "AVG" && c.n == 0:
		return c.sum.term()
	case c.op == "AVG":
		if mean, ok := c.sum.with("/", number{kind: integer, exact: big.NewRat(int64(c.n), 1)}); ok {
			return mean.term()
		}
		return nil
	case c.op == "GROUP_CONCAT":
		return plainText(c.text.String())
	}
	return c.best
}
