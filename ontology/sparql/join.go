package sparql

import (
	"encoding/binary"

	"github.com/tggo/goRDFlib/sparql"
)

// merge returns a and b as one row, if they agree.
func merge(a, b row) (row, bool) {
	for i, x := range b {
		if x != 0 && a[i] != 0 && a[i] != x {
			return nil, false
		}
	}
	m := append(row(nil), a...)
	for i, x := range b {
		if x != 0 {
			m[i] = x
		}
	}
	return m, true
}

// join returns each pair that agrees, in the order of left. Pairs are found by the variables that
// every row of both has.
func (r *running) join(left, right []row) ([]row, error) {
	if len(left) == 0 || len(right) == 0 {
		return nil, nil
	}
	shared := both(always(left), always(right))
	buckets := make(map[string][]row)
	for _, b := range right {
		k := key(b, shared)
		buckets[k] = append(buckets[k], b)
	}
	var rows []row
	for _, a := range left {
		for _, b := range buckets[key(a, shared)] {
			if m, ok := merge(a, b); ok {
				rows = append(rows, m)
			}
			if err := r.room(rows); err != nil {
				return nil, err
			}
		}
		if err := r.tick(); err != nil {
			return nil, err
		}
	}
	return rows, nil
}

// always marks the places that are filled in every row.
func always(rows []row) []bool {
	in := make([]bool, len(rows[0]))
	for i := range in {
		in[i] = true
		for _, x := range rows {
			if x[i] == 0 {
				in[i] = false
				break
			}
		}
	}
	return in
}

func both(a, b []bool) (at []int) {
	for i := range a {
		if a[i] && b[i] {
			at = append(at, i)
		}
	}
	return at
}

func key(x row, at []int) string {
	b := make([]byte, 0, 4*len(at))
	for _, i := range at {
		b = binary.LittleEndian.AppendUint32(b, x[i])
	}
	return string(b)
}

// optional keeps each row of main, extended by the solutions of p if it has any. A filter of p sees main
// (section 18.2.2.6).
func (r *running) optional(main []row, p sparql.Pattern, g *index) ([]row, error) {
	extend := func(from row) ([]row, error) { return r.extend([]row{from}, p, g) }
	if inner, filters := unfiltered(p); !scopeless(inner) {
		right, err := r.extend([]row{make(row, len(r.names))}, inner, g)
		if err != nil {
			return nil, err
		}
		extend = func(from row) ([]row, error) {
			found, err := r.join([]row{from}, right)
			for i := len(filters) - 1; i >= 0 && err == nil; i-- {
				found, err = r.filter(found, filters[i], g)
			}
			return found, err
		}
	}
	var rows []row
	for _, from := range main {
		found, err := extend(from)
		if err != nil {
			return nil, err
		}
		if len(found) == 0 {
			found = []row{from}
		}
		rows = append(rows, found...)
		if err := r.room(rows); err != nil {
			return nil, err
		}
	}
	return rows, nil
}

// unfiltered takes the filters of a group off, the last first.
func unfiltered(p sparql.Pattern) (sparql.Pattern, []sparql.Expr) {
	var filters []sparql.Expr
	for {
		f, ok := p.(*sparql.FilterPattern)
		if !ok {
			return p, filters
		}
		filters = append(filters, f.Expr)
		p = f.Pattern
	}
}

// minus takes away the rows that agree with one of the right side and share a variable with it.
func (r *running) minus(in []row, p *sparql.MinusPattern, g *index) ([]row, error) {
	left, err := r.extend(in, p.Left, g)
	if err != nil || len(left) == 0 {
		return nil, err
	}
	right, err := r.extend([]row{make(row, len(r.names))}, p.Right, g)
	if err != nil || len(right) == 0 {
		return left, err
	}
	shared := both(always(left), always(right))
	buckets := make(map[string][]row)
	for _, b := range right {
		buckets[key(b, shared)] = append(buckets[key(b, shared)], b)
	}
	var rows []row
	for _, a := range left {
		gone := false
		for _, b := range buckets[key(a, shared)] {
			if gone = takesAway(a, b); gone {
				break
			}
			if err := r.tick(); err != nil {
				return nil, err
			}
		}
		if !gone {
			rows = append(rows, a)
		}
	}
	return rows, nil
}

func takesAway(a, b row) bool {
	shared := false
	for i, x := range b {
		if x == 0 || a[i] == 0 {
			continue
		}
		if a[i] != x {
			return false
		}
		shared = true
	}
	return shared
}
