package sparql

// modify groups, orders, projects and cuts the solutions of a query in graph g (section 18.2.4 and 18.2.5).
func (r *running) modify(q *question, rows []row, g *index) ([]row, error) {
	var err error
	if q.grouped() {
		if rows, err = r.groups(q, rows, g); err != nil {
			return nil, err
		}
	}
	for _, e := range q.having {
		if rows, err = r.filter(rows, e, g); err != nil {
			return nil, err
		}
	}
	if q.tail != nil {
		if rows, err = r.join(rows, r.values(q.tail)); err != nil {
			return nil, err
		}
	}
	var all []assignment
	for _, p := range q.project {
		if p.as != nil {
			all = append(all, assignment{p.slot, p.as})
		}
	}
	if len(all) > 0 {
		if rows, err = r.assign(rows, all, g); err != nil {
			return nil, err
		}
	}
	if len(q.order) > 0 {
		if rows, err = r.order(rows, q.order, g); err != nil {
			return nil, err
		}
	}
	if q.distinct {
		if rows, err = r.distinct(rows, q); err != nil {
			return nil, err
		}
	}
	rows = rows[min(q.offset, len(rows)):]
	if q.limit >= 0 {
		rows = rows[:min(q.limit, len(rows))]
	}
	return rows, nil
}

// distinct leaves out rows that have the same terms at the variables of SELECT as an earlier one.
func (r *running) distinct(rows []row, q *question) ([]row, error) {
	at := make([]int, len(q.project))
	for i, v := range q.project {
		at[i] = v.slot
	}
	seen := make(map[string]bool)
	kept := make([]row, 0, len(rows))
	for _, x := range rows {
		if k := key(x, at); !seen[k] {
			seen[k] = true
			kept = append(kept, x)
		}
		if err := r.room(kept, 1); err != nil {
			return nil, err
		}
	}
	return kept, nil
}
