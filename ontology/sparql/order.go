package sparql

import (
	"cmp"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/tggo/goRDFlib/sparql"
	"github.com/tggo/goRDFlib/term"
)

// rank is where a term stands in ORDER BY (section 15.1): no term, blank nodes, IRIs, literals. Numbers
// and times are compared as such, other literals as N-Triples writes them.
type rank struct {
	kind   int
	text   string
	number float64 // NaN: none
	time   time.Time
}

func rankOf(t term.Term) rank {
	p := rank{number: math.NaN()}
	switch t := t.(type) {
	case nil:
		return p
	case term.BNode:
		p.kind = 1
	case term.URIRef:
		p.kind, p.text = 2, t.Value()
		return p
	case term.Literal:
		p.kind = 3
		switch t.Datatype() {
		case term.XSDInteger, term.XSDInt, term.XSDLong, term.XSDFloat, term.XSDDouble, term.XSDDecimal:
			if x, err := strconv.ParseFloat(t.Lexical(), 64); err == nil {
				p.number = x
			}
		case term.XSDDateTime:
			p.time = timeOf(t.Lexical(), "2006-01-02T15:04:05")
		case term.XSDDate:
			p.time = timeOf(t.Lexical(), "2006-01-02")
		case term.XSDTime:
			p.time = timeOf(t.Lexical(), "15:04:05")
		}
	default:
		p.kind = 4
	}
	p.text = t.N3()
	return p
}

// timeOf reads a time with or without a zone; zero if it is none.
func timeOf(s, form string) time.Time {
	for _, f := range []string{form + "Z07:00", form} { // a fraction of a second may stand in both
		if t, err := time.Parse(f, s); err == nil {
			return t
		}
	}
	return time.Time{}
}

func (p *rank) compare(o *rank) int {
	switch {
	case p.kind != o.kind:
		return cmp.Compare(p.kind, o.kind)
	case !math.IsNaN(p.number) && !math.IsNaN(o.number):
		return cmp.Compare(p.number, o.number)
	case !p.time.IsZero() && !o.time.IsZero():
		return p.time.Compare(o.time)
	}
	return strings.Compare(p.text, o.text)
}

// order sorts rows by the keys of a query; rows that are equal stay in their order.
func (r *running) order(rows []row, by []sparql.OrderExpr, g *index) ([]row, error) {
	keys := make([][]uint32, len(by))
	for k, o := range by {
		var err error
		if keys[k], err = r.evaluate(rows, o.Expr, g); err != nil {
			return nil, err
		}
	}
	ranks := map[uint32]*rank{}
	for _, key := range keys {
		for _, id := range key {
			if ranks[id] == nil {
				p := rankOf(r.term(id))
				ranks[id] = &p
			}
			if err := r.tick(); err != nil {
				return nil, err
			}
		}
	}
	at := make([]int, len(rows))
	for i := range at {
		at[i] = i
	}
	var stopped error
	slices.SortStableFunc(at, func(a, b int) int {
		for k, o := range by {
			if stopped = cmp.Or(stopped, r.tick()); stopped != nil {
				return 0 // the rest is over at once
			}
			if c := ranks[keys[k][a]].compare(ranks[keys[k][b]]); c != 0 && o.Desc {
				return -c
			} else if c != 0 {
				return c
			}
		}
		return 0
	})
	sorted := make([]row, len(rows))
	for i, from := range at {
		sorted[i] = rows[from]
	}
	return sorted, stopped
}

// distinct leaves out rows that have the same terms at these variables as an earlier one.
func (r *running) distinct(rows []row, vars []string) ([]row, error) {
	at := make([]int, len(vars))
	for i, v := range vars {
		at[i] = r.slot(v)
	}
	seen := make(map[string]bool, len(rows))
	kept := make([]row, 0, len(rows))
	for _, x := range rows {
		if k := key(x, at); !seen[k] {
			seen[k] = true
			kept = append(kept, x)
		}
		if err := r.tick(); err != nil {
			return nil, err
		}
	}
	return kept, nil
}

// cut takes the part of rows that OFFSET and LIMIT leave.
func cut(rows []row, q *sparql.ParsedQuery) []row {
	rows = rows[min(max(q.Offset, 0), len(rows)):]
	if q.Limit >= 0 {
		rows = rows[:min(q.Limit, len(rows))]
	}
	return rows
}
