package frontier

// host is a host and its waiting URLs.
type host struct {
	name   string
	heap   []int32 // its waiting items, the first to be chosen first
	first  first   // of heap, if it is not empty: hosts are compared by it at every change of a score
	best   int32   // place in Memory.best, or among the hosts of its turn if it is blocked; None: nothing waits here
	least  int32   // place in Memory.least, or in turn.proven if it is blocked; None: nothing waits here, or it is not proven
	chosen int32   // choices so far
	proofs int32   // that it has to do with the topic
	turn   *turn   // that it was blocked for; nil: it was not
}

// first is what the order of an item depends on.
type first struct {
	score float64
	id    int32
	seed  bool
}

func (a first) before(b first) bool {
	if a.seed != b.seed {
		return a.seed
	}
	if !a.seed && a.score != b.score {
		return a.score > b.score
	}
	return a.id < b.id
}

// turn is what blocked hosts wait for.
type turn struct {
	hosts  []int32 // those with waiting URLs, the best URL first
	proven []int32 // the proven ones of them, the best URL first
	theirs bool    // a proven host comes next
	open   bool    // it has come: its hosts are not blocked
}

// next is the host that is freed next: by turns the one with the best URL, and that of the
// proven ones. Else a page that names thousands of hosts of a site, and promises much of
// each, would take all turns from the host of that site that has pages.
func (t *turn) next() int32 {
	if t.theirs = !t.theirs; !t.theirs && len(t.proven) > 0 {
		return t.proven[0]
	}
	return t.hosts[0]
}

func (h *host) blocked() bool { return h.turn != nil && !h.turn.open }

// among returns the heap by best URLs in which h is or would be.
func (f *Memory) among(h *host) *[]int32 {
	if h.blocked() {
		return &h.turn.hosts
	}
	return &f.best
}

// byScore orders the items of one host.
type byScore struct{ f *Memory }

func (o byScore) before(a, b int32) bool { return o.f.key(a).before(o.f.key(b)) }
func (o byScore) moved(x, pos int32)     { o.f.items.At(x).pos = pos }

func (f *Memory) key(id int32) first {
	it := f.items.At(id)
	return first{it.score, id, it.seed()}
}

// byBest orders hosts by their best items.
type byBest struct{ f *Memory }

func (o byBest) before(a, b int32) bool {
	return o.f.hosts[a].first.before(o.f.hosts[b].first)
}
func (o byBest) moved(x, pos int32) { o.f.hosts[x].best = pos }

// byProven is byBest of turn.proven.
type byProven struct{ f *Memory }

func (o byProven) before(a, b int32) bool { return byBest(o).before(a, b) }
func (o byProven) moved(x, pos int32)     { o.f.hosts[x].least = pos }

// byVisits orders hosts by how often they were chosen.
type byVisits struct{ f *Memory }

func (o byVisits) before(a, b int32) bool {
	x, y := &o.f.hosts[a], &o.f.hosts[b]
	if x.chosen != y.chosen {
		return x.chosen < y.chosen
	}
	return a < b
}
func (o byVisits) moved(x, pos int32) { o.f.hosts[x].least = pos }

// Host implements [Frontier].
func (f *Memory) Host(name string) int32 {
	if h, ok := f.numbers[name]; ok {
		return h
	}
	if f.numbers == nil {
		f.numbers = make(map[string]int32)
	}
	h := int32(len(f.hosts))
	f.numbers[name] = h
	f.hosts = append(f.hosts, host{name: name, best: None, least: None})
	return h
}

// HostName implements [Frontier].
func (f *Memory) HostName(host int32) string { return f.hosts[host].name }

// Hosts implements [Frontier].
func (f *Memory) Hosts() int { return len(f.hosts) }

// Visits implements [Frontier].
func (f *Memory) Visits(host int32) int { return int(f.hosts[host].chosen) }

// ProvenHosts implements [Frontier].
func (f *Memory) ProvenHosts() int {
	f.settle()
	return len(f.least)
}

// Proven implements [Frontier].
func (f *Memory) Proven(host int32) bool { return f.hosts[host].proofs > 0 }

// Blocked implements [Frontier].
func (f *Memory) Blocked(host int32) bool { return f.hosts[host].blocked() }

// Prove implements [Frontier].
func (f *Memory) Prove(host string) {
	n := f.Host(host)
	h := &f.hosts[n]
	if h.proofs++; h.proofs == 1 && h.best >= 0 {
		f.showProven(n)
	}
}

// Disprove implements [Frontier].
func (f *Memory) Disprove(host string) {
	n, ok := f.numbers[host]
	if !ok || f.hosts[n].proofs == 0 {
		return
	}
	h := &f.hosts[n]
	if h.proofs--; h.proofs == 0 {
		f.hideProven(n)
	}
}

// Block implements [Frontier].
func (f *Memory) Block(host, of string) {
	n, ok := f.numbers[host]
	if !ok {
		return
	}
	t := f.turns[of]
	if t == nil {
		if f.turns == nil {
			f.turns = make(map[string]*turn)
		}
		t = new(turn)
		f.turns[of] = t
	}
	f.pass(n, t)
}

// Unblock implements [Frontier].
func (f *Memory) Unblock(of string) (more bool) {
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
func (f *Memory) pass(n int32, t *turn) {
	if f.hosts[n].turn != t {
		f.hide(n)
		f.hosts[n].turn = t
		f.show(n)
	}
}

// show puts a host into the orders, if something waits there.
func (f *Memory) show(n int32) {
	h := &f.hosts[n]
	if len(h.heap) == 0 {
		return
	}
	h.first = f.key(h.heap[0])
	to := f.among(h)
	*to = push(*to, n, byBest{f})
	if h.proofs > 0 {
		f.showProven(n)
	}
}

// showProven puts a proven host into the order of those.
func (f *Memory) showProven(n int32) {
	if h := &f.hosts[n]; h.blocked() {
		h.turn.proven = push(h.turn.proven, n, byProven{f})
	} else {
		f.least = push(f.least, n, byVisits{f})
	}
}

// hideProven takes a host out of that order, if it is in it.
func (f *Memory) hideProven(n int32) {
	switch h := &f.hosts[n]; {
	case h.least < 0:
	case h.blocked():
		h.turn.proven = removeAt(h.turn.proven, int(h.least), byProven{f})
	default:
		f.least = removeAt(f.least, int(h.least), byVisits{f})
	}
}

// hide takes a host out of the orders.
func (f *Memory) hide(n int32) {
	h := &f.hosts[n]
	if h.best >= 0 {
		from := f.among(h)
		*from = removeAt(*from, int(h.best), byBest{f})
	}
	f.hideProven(n)
}

// moved restores the order of hosts after the items of one have changed.
func (f *Memory) moved(h *host) {
	if len(h.heap) == 0 {
		return
	}
	was := h.first
	if h.first = f.key(h.heap[0]); h.best >= 0 && h.first != was {
		fix(*f.among(h), int(h.best), byBest{f})
		if h.least >= 0 && h.blocked() {
			fix(h.turn.proven, int(h.least), byProven{f})
		}
	}
}

// Best implements [Frontier].
func (f *Memory) Best(busy func(host string) bool) (id int32) {
	f.settle()
	var h int32
	if h, f.scratch = firstOf(f.best, f.free(busy), byBest{f}, f.scratch); h < 0 {
		return None
	}
	return f.hosts[h].heap[0]
}

// BestOf implements [Frontier].
func (f *Memory) BestOf(host int32) int32 {
	f.settle()
	if heap := f.hosts[host].heap; len(heap) > 0 {
		return heap[0]
	}
	return None
}

// LeastVisited implements [Frontier].
func (f *Memory) LeastVisited(busy func(host string) bool) (h int32) {
	f.settle()
	h, f.scratch = firstOf(f.least, f.free(busy), byVisits{f}, f.scratch)
	return h
}

func (f *Memory) free(busy func(host string) bool) func(h int32) bool {
	if busy == nil {
		return nil
	}
	return func(h int32) bool { return !busy(f.hosts[h].name) }
}
