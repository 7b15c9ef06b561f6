package sparql

import "slices"

// order sorts rows by the keys of a query; rows that are equal stay in their order.
func (r *running) order(rows []row, by []orderKey, g *index) ([]row, error) {
	keys := make([][]uint32, len(rows))
	values := map[uint32]*value{}
	err := r.over(rows, g, func(e *evaluator, i int) {
		keys[i] = make([]uint32, len(by))
		r.cells += len(by)
		e.check(r.room(nil, 0))
		for k, o := range by {
			id, err := r.keep(e.eval(o.by))
			e.check(err)
			if keys[i][k] = id; values[id] == nil {
				v := valueOf(r.term(id))
				values[id] = &v
				r.cells += termSize
			}
		}
	})
	if err != nil {
		return nil, err
	}
	at := make([]int, len(rows))
	for i := range at {
		at[i] = i
	}
	var stopped error
	slices.SortStableFunc(at, func(a, b int) int {
		for k, o := range by {
			if stopped == nil {
				stopped = r.tick()
			}
			if stopped != nil {
				return 0 // the rest is over at once
			}
			if c := values[keys[a][k]].order(values[keys[b][k]]); c != 0 && o.desc {
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
