package reason

import (
	"slices"
	"sync"
)

// node holds what every instance of its root is (Kazakov, Krötzsch and Simančík 2014,
// section 5). One worker at a time applies rules to it; the others leave signals.
type node struct {
	root  int32   // the number of the context, which is its atom but of a context that begins otherwise
	parts []int32 // what it is to begin with, if that is not its root: an atom, and classes in order
	begun bool
	dead  bool // it holds owl:Nothing: no instance can be

	subs    idSet // atoms that it is a kind of
	taken   idSet // those that are both built and taken apart, if they have been taken apart
	props   []user
	back    []bundle // which contexts have a role to this one
	forth   []link   // to which contexts this one has a role that can end a chain
	members []member // of sets of disjoint classes

	lock   sync.Mutex
	in     []signal
	queued bool
}

// bundle is the contexts that have one role to this one.
type bundle struct {
	role int32
	from idSet
}

type link struct{ role, to int32 }

type member struct{ group, atom int32 }

// signal is a conclusion for a context.
type signal struct {
	what what
	role int32
	id   int32
}

type what uint8

const (
	begin    what = iota
	built         // it is id, which needs no taking apart: its parts are there
	told          // it is id
	pointed       // context id has role to it
	chained       // the same, by a chain
	pointing      // it has role to context id
)

// holds reports whether every instance is x too.
func (c *node) holds(x int32) bool { return c.dead || x == top || c.subs.has(x) }

// apply draws every conclusion from a signal, and those that it leads to in the same context.
func (w *worker) apply(c *node, m signal) {
	switch m.what {
	case begin:
		w.begin(c)
	case built, told:
		w.subsumer(c, m.id, m.what == told)
	case pointed, chained:
		w.pointed(c, m)
	case pointing:
		w.pointing(c, link{m.role, m.id})
	}
}

// begin: R0. Everything is itself and a thing.
func (w *worker) begin(c *node) {
	if !c.begun {
		c.begun = true
		w.tell(signal{told, 0, top})
		for _, x := range c.beginning() {
			w.tell(signal{told, 0, x})
		}
	}
}

// beginning lists what a context is by its making.
func (c *node) beginning() []int32 {
	if c.parts == nil {
		return []int32{c.root}
	}
	return c.parts
}

// subsumer takes in that c is an x. Of a context without instances nothing more is asked.
func (w *worker) subsumer(c *node, x int32, whole bool) {
	if c.dead {
		return
	}
	a := &w.ix.all[x]
	isNew := c.subs.add(x)
	if whole && a.pos && a.kind >= conj && (isNew || a.neg) && (!a.neg || c.taken.add(x)) {
		w.takeApart(c, a)
	}
	if !isNew {
		return
	}
	w.count()
	if x == bottom {
		w.die(c)
		return
	}
	w.follow(c, x)
}

// die: what has a role to nothing is nothing.
func (w *worker) die(c *node) {
	c.dead = true
	for i := range c.back {
		for _, from := range c.back[i].from.list {
			w.send(from, signal{told, 0, bottom})
		}
	}
}

// takeApart: R-and-minus and R-some-minus. The parts of a conjunction hold; an existential leads to the context
// of its filler.
func (w *worker) takeApart(c *node, a *atom) {
	switch a.kind {
	case conj:
		w.tell(signal{told, 0, a.a})
		w.tell(signal{told, 0, a.b})
	case exist:
		for _, x := range w.ix.roles.thing[a.role] {
			w.tell(signal{built, 0, x})
		}
		w.send(a.to, signal{pointed, a.role, c.root})
	case self:
		for _, x := range w.ix.roles.thing[a.role] {
			w.tell(signal{built, 0, x})
		}
		w.send(c.root, signal{pointed, a.role, c.root})
	}
}

// follow applies the rules of an atom that c holds.
func (w *worker) follow(c *node, x int32) {
	if a := &w.ix.all[x]; a.kind == self {
		for _, y := range w.ix.roles.selves[a.role] {
			w.tell(signal{built, 0, y})
		}
	}
	r := &w.ix.rules[x]
	for _, y := range r.told {
		w.tell(signal{told, 0, y})
	}
	for _, y := range r.ranged {
		w.tell(signal{told, 0, y})
	}
	w.pair(c, r.partners)
	for _, u := range r.users {
		w.propagate(c, u)
	}
	for _, g := range r.groups {
		w.exclude(c, g, x)
	}
}

// pair: R-and-plus, by the shorter of two lists.
func (w *worker) pair(c *node, partners []partner) {
	if len(partners) <= 4*len(c.subs.list) {
		for _, p := range partners {
			if c.subs.has(p.with) {
				w.tell(signal{built, 0, p.whole})
			}
		}
		return
	}
	for _, y := range c.subs.list {
		if i, ok := slices.BinarySearchFunc(partners, y, byWith); ok {
			w.tell(signal{built, 0, partners[i].whole})
		}
	}
}

// propagate: R-some-plus, from the filler back to what has a role to it.
func (w *worker) propagate(c *node, u user) {
	c.props = append(c.props, u)
	for i := range c.back {
		if b := &c.back[i]; w.ix.roles.isBelow(b.role, u.role) {
			for _, from := range b.from.list {
				w.send(from, signal{built, 0, u.whole})
			}
		}
	}
}

// exclude: of a set of disjoint classes nothing is two.
func (w *worker) exclude(c *node, group, x int32) {
	for _, m := range c.members {
		if m.group == group {
			if m.atom != x {
				w.tell(signal{told, 0, bottom})
			}
			return
		}
	}
	c.members = append(c.members, member{group, x})
}

// pointed takes in that another context has a role to this one.
func (w *worker) pointed(c *node, m signal) {
	w.begin(c)
	if !c.bundle(m.role).from.add(m.id) {
		return
	}
	w.count()
	roles := w.ix.roles
	if m.what == chained {
		for _, x := range roles.thing[m.role] {
			w.send(m.id, signal{built, 0, x})
		}
	}
	if c.dead {
		w.send(m.id, signal{told, 0, bottom})
		return
	}
	for _, u := range c.props {
		if roles.isBelow(m.role, u.role) {
			w.send(m.id, signal{built, 0, u.whole})
		}
	}
	if roles.second[m.role] {
		w.send(m.id, signal{pointing, m.role, c.root})
	}
	if roles.first[m.role] {
		for _, l := range c.forth {
			w.chain(m.id, m.role, l)
		}
	}
}

// bundle returns the bundle of a role.
func (c *node) bundle(role int32) *bundle {
	for i := range c.back {
		if c.back[i].role == role {
			return &c.back[i]
		}
	}
	c.back = append(c.back, bundle{role: role})
	return &c.back[len(c.back)-1]
}

// pointing takes in that this context has a role to another that can end a chain.
func (w *worker) pointing(c *node, l link) {
	c.forth = append(c.forth, l)
	for i := range c.back {
		if b := &c.back[i]; w.ix.roles.first[b.role] {
			for _, from := range b.from.list {
				w.chain(from, b.role, l)
			}
		}
	}
}

// chain: R-chain. What has a role to this context has another to the end of l, and the end is in
// the range of that.
func (w *worker) chain(from, role int32, l link) {
	for _, whole := range w.ix.roles.joins[joint(role, l.role)] {
		to := l.to
		if len(whole.ranged) > 0 {
			to = w.narrow(to, whole.ranged)
		}
		w.send(to, signal{chained, whole.role, from})
	}
}
