package sparql

// compiled is a triple of a pattern: at each place the slot of a variable, or -1 and a term.
type compiled struct {
	slot  [3]int
	id    triple
	path  path
	found float64 // about how many triples match its terms
}

// bgp joins rows with a basic graph pattern.
func (r *running) bgp(in []row, p *bgp, g *index) ([]row, error) {
	if len(p.triples) == 0 || len(in) == 0 {
		return in, nil
	}
	triples, err := r.plan(p.triples, in[0], g)
	if err != nil {
		return nil, err
	}
	var rows []row
	var walk func(from row, rest []compiled) error
	walk = func(from row, rest []compiled) error {
		if len(rest) == 0 {
			rows = append(rows, append(row(nil), from...))
			return r.room(rows, 1)
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
func (r *running) plan(triples []triplePattern, first row, g *index) ([]compiled, error) {
	rest := make([]compiled, len(triples))
	for i, t := range triples {
		rest[i] = r.compile(t, g)
	}
	bound := make([]bool, len(r.names))
	for i, id := range first {
		bound[i] = id != 0
	}
	for i := range rest {
		best := i
		for j := i + 1; j < len(rest); j++ {
			if rest[j].expected(bound) < rest[best].expected(bound) {
				best = j
			}
		}
		if err := r.spend(1 + (len(rest)-i)>>2); err != nil {
			return nil, err
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
	return rest, nil
}

// expected guesses how many triples match c. A bound variable leaves the square root of them: more than a
// constant, which is counted.
func (c *compiled) expected(bound []bool) float64 {
	n := c.found
	for _, at := range c.slot {
		if at >= 0 && bound[at] {
			n /= 1000
		}
	}
	return n
}

// matching is how many triples match the terms of c; of a path a guess.
func (c *compiled) matching(g *index) float64 {
	if c.path == nil {
		found, _ := g.find(c.id)
		return float64(len(found)) + 1
	}
	n := 4 * float64(len(g.spo)+1)
	for _, i := range []int{0, 2} {
		if c.slot[i] < 0 {
			n /= 1000
		}
	}
	return n
}

func (r *running) compile(t triplePattern, g *index) compiled {
	c := compiled{path: t.path}
	for i, n := range t.part {
		if c.slot[i] = n.slot; n.slot < 0 && (i != 1 || t.path == nil) {
			c.id[i] = r.id(n.term)
		}
	}
	if c.path != nil {
		c.slot[1] = -1
	}
	c.found = c.matching(g)
	return c
}
