package frontier

// turn holds the hosts that wait for one turn.
type turn struct {
	hosts  []int32 // those with waiting URLs, the best URL first
	proven []int32 // the proven ones of them, the best URL first
	theirs bool    // a proven host comes next
	open   bool    // it has come: its hosts are not blocked
}

// next returns the host that is freed next: by turns the host with the best URL, and the
// best proven host. Else a page that names thousands of hosts of a site, and promises much
// of each, would take all turns from the host of that site that has pages.
func (t *turn) next() int32 {
	if t.theirs = !t.theirs; !t.theirs && len(t.proven) > 0 {
		return t.proven[0]
	}
	return t.hosts[0]
}

// among returns the heap by best URLs in which h is or would be.
func (f *memory) among(h *host) *[]int32 {
	if h.blocked() {
		return &h.more.turn.hosts
	}
	return &f.best
}

// byScore orders the items of one host.
type byScore struct{ f *memory }

func (o byScore) before(a, b int32) bool { return o.f.key(a).before(o.f.key(b)) }
func (o byScore) moved(x, pos int32)     { o.f.items.At(x).pos = pos }

// byBest orders hosts by their best items.
type byBest struct{ f *memory }

func (o byBest) before(a, b int32) bool {
	return o.f.hosts.At(a).first().before(o.f.hosts.At(b).first())
}
func (o byBest) moved(x, pos int32) { o.f.hosts.At(x).best = pos }

// byProven is byBest of turn.proven.
type byProven struct{ f *memory }

func (o byProven) before(a, b int32) bool { return byBest(o).before(a, b) }
func (o byProven) moved(x, pos int32)     { o.f.hosts.At(x).more.least = pos }

// byVisits orders hosts by how often they were chosen.
type byVisits struct{ f *memory }

func (o byVisits) before(a, b int32) bool {
	x, y := o.f.hosts.At(a).more, o.f.hosts.At(b).more
	if x.chosen != y.chosen {
		return x.chosen < y.chosen
	}
	return a < b
}
func (o byVisits) moved(x, pos int32) { o.f.hosts.At(x).more.least = pos }

// memoryHosts are the hosts of a Memory.
type memoryHosts memory

// Hosts implements [Frontier].
func (f *memory) Hosts() Hosts { return (*memoryHosts)(f) }

func (h *memoryHosts) of() *memory { return (*memory)(h) }

// Add implements [Hosts].
func (h *memoryHosts) Add(name string) int32 { return h.of().host(name) }

// Number implements [Hosts].
func (h *memoryHosts) Number(name string) (n int32, ok bool) { return h.of().hostOf(name) }

// At implements [Hosts].
func (h *memoryHosts) At(n int32) Host {
	at := h.hosts.At(n)
	m := at.rest()
	return Host{Name: at.name, Choices: int(m.chosen), Proofs: int(m.proofs), Blocked: at.blocked()}
}

// Len implements [Hosts].
func (h *memoryHosts) Len() int { return h.hosts.Len() }

// Proven implements [Hosts].
func (h *memoryHosts) Proven() int {
	h.of().settle()
	return len(h.least)
}

// Count implements [Hosts].
func (h *memoryHosts) Count(name string, choices, proofs int) {
	f := h.of()
	n := f.host(name)
	f.hide(n)
	if m := f.hosts.At(n).rest(); choices > 0 || proofs > 0 || m != &nothing {
		m = f.hosts.At(n).grow()
		m.chosen = max(0, m.chosen+int32(choices))
		m.proofs = max(0, m.proofs+int32(proofs))
	}
	f.show(n)
}

// Block implements [Hosts].
func (h *memoryHosts) Block(host, of string) {
	n, ok := h.of().hostOf(host)
	if !ok {
		return
	}
	t := h.turns[of]
	if t == nil {
		if h.turns == nil {
			h.turns = make(map[string]*turn)
		}
		t = new(turn)
		h.turns[of] = t
	}
	h.of().pass(n, t)
}

// Unblock implements [Hosts].
func (h *memoryHosts) Unblock(of string) (more bool) {
	f := h.of()
	f.settle()
	t := f.turns[of]
	if t == nil {
		return false
	}
	if len(t.hosts) > 0 {
		f.pass(t.next(), nil)
	}
	if len(t.hosts) > 0 {
		return true
	}
	t.open = true
	delete(f.turns, of)
	return false
}

// pass lets a host wait for another turn, or for none.
func (f *memory) pass(n int32, t *turn) {
	if h := f.hosts.At(n); h.rest().turn != t {
		f.hide(n)
		h.grow().turn = t
		f.show(n)
	}
}

// show puts a host into the orders, if something waits there.
func (f *memory) show(n int32) {
	h := f.hosts.At(n)
	if h.top() == None {
		return
	}
	f.look(h)
	to := f.among(h)
	*to = push(*to, n, byBest{f})
	if h.rest().proofs > 0 {
		f.showProven(n)
	}
}

// showProven puts a proven host into the order of those.
func (f *memory) showProven(n int32) {
	if m := f.hosts.At(n).more; m.turn != nil && !m.turn.open {
		m.turn.proven = push(m.turn.proven, n, byProven{f})
	} else {
		f.least = push(f.least, n, byVisits{f})
	}
}

// hideProven takes a host out of that order, if it is in it.
func (f *memory) hideProven(n int32) {
	h := f.hosts.At(n)
	switch m := h.rest(); {
	case m.least < 0:
	case h.blocked():
		m.turn.proven = removeAt(m.turn.proven, int(m.least), byProven{f})
	default:
		f.least = removeAt(f.least, int(m.least), byVisits{f})
	}
}

// hide takes a host out of the orders.
func (f *memory) hide(n int32) {
	h := f.hosts.At(n)
	if h.best >= 0 {
		from := f.among(h)
		*from = removeAt(*from, int(h.best), byBest{f})
	}
	f.hideProven(n)
}

// moved restores the order of hosts after the items of one have changed.
func (f *memory) moved(h *host) {
	if h.top() == None {
		return
	}
	was := h.first()
	if f.look(h); h.best >= 0 && h.first() != was {
		fix(*f.among(h), int(h.best), byBest{f})
		if m := h.rest(); m.least >= 0 && h.blocked() {
			fix(m.turn.proven, int(m.least), byProven{f})
		}
	}
}

// Best implements [Frontier].
func (f *memory) Best(busy func(host string) bool) (id int32) {
	f.settle()
	var h int32
	if h, f.scratch = firstOf(f.best, f.free(busy), byBest{f}, f.scratch); h < 0 {
		return None
	}
	return f.hosts.At(h).top()
}

// Best implements [Hosts].
func (h *memoryHosts) Best(n int32) int32 {
	h.of().settle()
	return h.hosts.At(n).top()
}

// LeastVisited implements [Hosts].
func (h *memoryHosts) LeastVisited(busy func(host string) bool) (n int32) {
	f := h.of()
	f.settle()
	n, f.scratch = firstOf(f.least, f.free(busy), byVisits{f}, f.scratch)
	return n
}

func (f *memory) free(busy func(host string) bool) func(h int32) bool {
	if busy == nil {
		return nil
	}
	return func(h int32) bool { return !busy(f.hosts.At(h).name) }
}
