package sparql

import "encoding/binary"

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

// hashed finds the rows that may agree with another: by the variables that every row of both sides has.
type hashed struct {
	at      []int
	buckets map[string][]row
}

func (r *running) hash(left, right []row) (hashed, error) {
	h := hashed{both(always(left), always(right)), make(map[string][]row)}
	for _, x := range right {
		k := key(x, h.at)
		h.buckets[k] = append(h.buckets[k], x)
		if err := r.spend(1 + len(x)>>4); err != nil {
			return h, err
		}
	}
	return h, nil
}

// like are the rows that may agree with x.
func (h *hashed) like(x row) []row { return h.buckets[key(x, h.at)] }

// join returns each pair that agrees, in the order of left.
func (r *running) join(left, right []row) ([]row, error) {
	if len(left) == 0 || len(right) == 0 {
		return nil, nil
	}
	h, err := r.hash(left, right)
	if err != nil {
		return nil, err
	}
	var rows []row
	for _, a := range left {
		if rows, err = r.pairs(rows, a, h.like(a)); err != nil {
			return nil, err
		}
	}
	return rows, nil
}

// pairs adds to rows each row that a and one of the others make.
func (r *running) pairs(rows []row, a row, others []row) ([]row, error) {
	for _, b := range others {
		added := 0
		if m, ok := merge(a, b); ok {
			rows = append(rows, m)
			added = 1
		}
		if err := r.room(rows, added); err != nil {
			return nil, err
		}
	}
	return rows, r.tick()
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
func (r *running) optional(main []row, p pattern, g *index) ([]row, error) {
	inner, filters := unfiltered(p)
	extend := func(from row) ([]row, error) { return r.extend([]row{from}, inner, g) }
	if !scopeless(inner) && len(main) > 0 {
		right, err := r.alone(inner, g)
		if err != nil || len(right) == 0 {
			return main, err
		}
		h, err := r.hash(main, right)
		if err != nil {
			return nil, err
		}
		extend = func(from row) ([]row, error) { return r.pairs(nil, from, h.like(from)) }
	}
	var rows []row
	for _, from := range main {
		found, err := extend(from)
		for i := len(filters) - 1; i >= 0 && err == nil && len(found) > 0; i-- {
			found, err = r.filter(found, filters[i], g)
		}
		if err != nil {
			return nil, err
		}
		if len(found) == 0 {
			found = []row{from}
		}
		rows = append(rows, found...)
		if err := r.room(rows, 0); err != nil {
			return nil, err
		}
	}
	return rows, nil
}

// unfiltered takes the filters of a group off, the last first.
func unfiltered(p pattern) (pattern, []expr) {
	var filters []expr
	for {
		f, ok := p.(*filtered)
		if !ok {
			return p, filters
		}
		filters = append(filters, f.by)
		p = f.of
	}
}

// minus takes away the rows that agree with one of the right side and share a variable with it.
func (r *running) minus(in []row, p *minus, g *index) ([]row, error) {
	left, err := r.extend(in, p.left, g)
	if err != nil || len(left) == 0 {
		return nil, err
	}
	right, err := r.alone(p.right, g)
	if err != nil || len(right) == 0 {
		return left, err
	}
	h, err := r.hash(left, right)
	if err != nil {
		return nil, err
	}
	var rows []row
	for _, a := range left {
		gone := false
		for _, b := range h.like(a) {
			if gone = r.takesAway(a, b); gone {
				break
			}
			if err := r.tick(); err != nil {
				return nil, err
			}
		}
		if !gone {
			rows = append(rows, a)
		}
		if err := r.tick(); err != nil {
			return nil, err
		}
	}
	return rows, nil
}

// takesAway reports whether a and b agree and share a variable. One that EXISTS has put a value for is none.
func (r *running) takesAway(a, b row) bool {
	shared := false
	for i, x := range b {
		if x == 0 || a[i] == 0 {
			continue
		}
		if a[i] != x {
			return false
		}
		shared = shared || r.base[i] == 0
	}
	return shared
}
