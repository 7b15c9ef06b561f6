package sparql

import (
	"github.com/tggo/goRDFlib/term"

	"github.com/ontocrawl/ontocrawl/internal/english"
)

// extend returns the solutions of p in graph g that agree with a row of in, joined with it.
func (r *running) extend(in []row, p pattern, g *index) ([]row, error) {
	switch p := p.(type) {
	case nil:
		return in, nil
	case *bgp:
		return r.bgp(in, p, g)
	case *joined:
		left, err := r.extend(in, p.left, g)
		if err != nil {
			return nil, err
		}
		return r.joined(left, p.right, g)
	case *optional:
		main, err := r.extend(in, p.left, g)
		if err != nil {
			return nil, err
		}
		return r.optional(main, p.right, g)
	case *union:
		return r.union(in, p, g)
	case *filtered:
		rows, err := r.extend(in, p.of, g)
		if err != nil {
			return nil, err
		}
		return r.filter(rows, p.by, g)
	case *extended:
		return r.bind(in, p, g)
	case *minus:
		return r.minus(in, p, g)
	case *inline:
		return r.join(in, r.values(p))
	case *named:
		return r.graph(in, p)
	case *nested:
		return r.nested(in, p, g)
	}
	return nil, english.Errorf("patterns of the kind %T are not supported", p)
}

// alone evaluates p for itself.
func (r *running) alone(p pattern, g *index) ([]row, error) {
	stop := r.stop
	r.stop = 0
	defer func() { r.stop = stop }()
	return r.extend([]row{r.base}, p, g)
}

// joined joins with p. Only what has no scope of its own may see the rows: a filter in a group of its own
// knows the variables of that group (section 18.2).
func (r *running) joined(in []row, p pattern, g *index) ([]row, error) {
	if scopeless(p) {
		return r.extend(in, p, g)
	}
	right, err := r.alone(p, g)
	if err != nil {
		return nil, err
	}
	return r.join(in, right)
}

func scopeless(p pattern) bool {
	switch p := p.(type) {
	case nil, *bgp, *inline:
		return true
	case *joined:
		return scopeless(p.left) && scopeless(p.right)
	case *union:
		for _, o := range p.all {
			if !scopeless(o) {
				return false
			}
		}
		return true
	case *named:
		return scopeless(p.of)
	}
	return false
}

func (r *running) union(in []row, p *union, g *index) ([]row, error) {
	var rows []row
	for _, o := range p.all {
		found, err := r.extend(in, o, g)
		if err != nil {
			return nil, err
		}
		rows = append(rows, found...)
		if err := r.room(rows, 0); err != nil {
			return nil, err
		}
	}
	return rows, nil
}

// bind takes the assignments that follow one another together: they are of one solution.
func (r *running) bind(in []row, p *extended, g *index) ([]row, error) {
	all := []assignment{{p.slot, p.as}}
	of := p.of
	for {
		before, ok := of.(*extended)
		if !ok {
			break
		}
		all = append([]assignment{{before.slot, before.as}}, all...)
		of = before.of
	}
	rows, err := r.extend(in, of, g)
	if err != nil {
		return nil, err
	}
	return r.assign(rows, all, g)
}

func (r *running) values(p *inline) []row {
	rows := make([]row, len(p.rows))
	for i, values := range p.rows {
		rows[i] = make(row, len(r.names))
		for j, v := range values {
			rows[i][p.slots[j]] = r.id(v)
		}
	}
	return rows
}

// graph asks one named graph, or each by name.
func (r *running) graph(in []row, p *named) ([]row, error) {
	if p.graph.slot < 0 {
		name, _ := p.graph.term.(term.URIRef)
		if g := r.data.graphs[name.Value()]; g != nil {
			return r.extend(in, p.of, g)
		}
		return nil, nil
	}
	var rows []row
	at := p.graph.slot
	for _, name := range r.data.Graphs() {
		id := r.id(term.NewURIRefUnsafe(name))
		here := make([]row, 0, len(in))
		for _, from := range in {
			if from[at] == 0 || from[at] == id {
				here = append(here, with(from, at, id))
			}
		}
		if len(here) == 0 {
			continue
		}
		found, err := r.extend(here, p.of, r.data.graphs[name])
		if err != nil {
			return nil, err
		}
		rows = append(rows, found...)
		if err := r.room(rows, len(here)); err != nil {
			return nil, err
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

// nested joins with the answer of a question: of its variables only those that it projects are seen.
func (r *running) nested(in []row, p *nested, g *index) ([]row, error) {
	base, stop := r.base, r.stop
	r.base, r.stop = r.projected(base, p.ask), 0
	defer func() { r.base, r.stop = base, stop }()
	found, err := r.extend([]row{r.base}, p.ask.where, g)
	if err != nil {
		return nil, err
	}
	if found, err = r.modify(p.ask, found, g); err != nil {
		return nil, err
	}
	rows := make([]row, len(found))
	for i, x := range found {
		rows[i] = r.projected(x, p.ask)
		if err := r.room(rows, 1); err != nil {
			return nil, err
		}
	}
	return r.join(in, rows)
}

// projected leaves in a row what SELECT names.
func (r *running) projected(x row, q *question) row {
	to := make(row, len(x))
	for _, v := range q.project {
		to[v.slot] = x[v.slot]
	}
	return to
}
