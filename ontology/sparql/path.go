package sparql

import (
	"slices"

	"github.com/tggo/goRDFlib/term"

	"github.com/ontocrawl/ontocrawl/internal/english"
)

// path yields the pairs that a property path joins (section 18.4); s and o are 0 where any will do.
// The library's own evaluation recurses over chains, so a long one would end the program.
func (r *running) path(p path, g *index, s, o uint32, yield func(s, o uint32) error) error {
	switch p := p.(type) {
	case step:
		id := r.data.known(p.iri)
		if id == 0 {
			return nil
		}
		return r.edges(g, triple{s, id, o}, func(t triple) error { return yield(t[0], t[2]) })
	case *inverse:
		return r.path(p.of, g, o, s, func(a, b uint32) error { return yield(b, a) })
	case *sequence:
		return r.sequence(p.all, g, s, o, yield)
	case *choice:
		for _, a := range p.all {
			if err := r.path(a, g, s, o, yield); err != nil {
				return err
			}
		}
		return nil
	case *negated:
		return r.negated(p, g, s, o, yield)
	case *repeat:
		return r.repeated(p, g, s, o, yield)
	}
	return english.Errorf("property paths of the kind %T are not supported", p)
}

// negated yields what other properties join, in the directions that are asked.
func (r *running) negated(p *negated, g *index, s, o uint32, yield func(s, o uint32) error) error {
	other := func(of []term.URIRef, t triple, s, o uint32) error {
		if slices.ContainsFunc(of, func(u term.URIRef) bool { return r.data.known(u) == t[1] }) {
			return nil
		}
		return yield(s, o)
	}
	if p.forward != nil {
		if err := r.edges(g, triple{s, 0, o}, func(t triple) error { return other(p.forward, t, t[0], t[2]) }); err != nil {
			return err
		}
	}
	if p.back == nil {
		return nil
	}
	return r.edges(g, triple{o, 0, s}, func(t triple) error { return other(p.back, t, t[2], t[0]) })
}

func (r *running) edges(g *index, w triple, yield func(triple) error) error {
	found, o := g.find(w)
	for _, t := range found {
		if err := r.tick(); err != nil {
			return err
		}
		if err := yield(o.back(t)); err != nil {
			return err
		}
	}
	return nil
}

// sequence goes from the end that is known.
func (r *running) sequence(args []path, g *index, s, o uint32, yield func(s, o uint32) error) error {
	n := len(args)
	switch {
	case n == 0:
		return nil
	case n == 1:
		return r.path(args[0], g, s, o, yield)
	case s == 0 && o != 0:
		return r.path(args[n-1], g, 0, o, func(mid, b uint32) error {
			return r.sequence(args[:n-1], g, 0, mid, func(a, _ uint32) error { return yield(a, b) })
		})
	}
	return r.path(args[0], g, s, 0, func(a, mid uint32) error {
		return r.sequence(args[1:], g, mid, o, func(_, b uint32) error { return yield(a, b) })
	})
}

// repeated is p*, p+ or p?: each pair once.
func (r *running) repeated(p *repeat, g *index, s, o uint32, yield func(s, o uint32) error) error {
	if s == 0 && o != 0 {
		back := &repeat{&inverse{p.of}, p.zero, p.more}
		return r.reach(back, g, o, 0, func(b, a uint32) error { return yield(a, b) })
	}
	if s != 0 {
		return r.reach(p, g, s, o, yield)
	}
	for _, n := range g.nodes() {
		if err := r.reach(p, g, n, 0, yield); err != nil {
			return err
		}
	}
	return nil
}

// cellsOfNode counts a node that a path has reached, in places of a row.
const cellsOfNode = 32

// reach yields what can be reached from s: only o, unless that is 0.
func (r *running) reach(p *repeat, g *index, s, o uint32, yield func(s, o uint32) error) error {
	seen := map[uint32]bool{}
	defer func() { r.cells -= cellsOfNode * len(seen) }()
	found := func(x uint32) error {
		if seen[x] {
			return nil
		}
		seen[x] = true
		if r.cells += cellsOfNode; r.cells > mostCells {
			return ErrSolutions
		}
		if o != 0 && x != o {
			return nil
		}
		return yield(s, x)
	}
	if p.zero {
		if err := found(s); err != nil {
			return err
		}
	}
	walked := map[uint32]bool{s: true}
	for queue := []uint32{s}; len(queue) > 0; queue = queue[1:] {
		err := r.path(p.of, g, queue[0], 0, func(_, x uint32) error {
			if p.more && !walked[x] {
				walked[x] = true
				queue = append(queue, x)
			}
			return found(x)
		})
		if err != nil {
			return err
		}
		if err := r.tick(); err != nil {
			return err
		}
	}
	return nil
}

// nodes are the subjects and objects of a graph.
func (x *index) nodes() []uint32 {
	var all []uint32
	for _, t := range x.spo {
		all = append(all, t[0], t[2])
	}
	slices.Sort(all)
	return slices.Compact(all)
}
