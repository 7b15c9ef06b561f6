package frontier

// host is a host and its waiting URLs.
type host struct {
	name    string
	heap    []int32 // its waiting items, the first to be chosen first
	best    int32   // place in Memory.best; None: nothing waits here, or it is blocked
	least   int32   // place in Memory.least, likewise
	chosen  int     // choices so far
	proofs  int     // that it has to do with the topic
	blocked bool
}

// byScore orders the items of one host.
type byScore struct{ f *Memory }

func (o byScore) before(a, b int32) bool {
	x, y := &o.f.items[a], &o.f.items[b]
	if x.Seed != y.Seed {
		return x.Seed
	}
	if !x.Seed && x.Score != y.Score {
		return x.Score > y.Score
	}
	return a < b
}
func (o byScore) moved(x, pos int32) { o.f.items[x].pos = pos }

// byBest orders hosts by their best items.
type byBest struct{ f *Memory }

func (o byBest) before(a, b int32) bool {
	return byScore(o).before(o.f.hosts[a].heap[0], o.f.hosts[b].heap[0])
}
func (o byBest) moved(x, pos int32) { o.f.hosts[x].best = pos }

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
func (f *Memory) Visits(host int32) int { return f.hosts[host].chosen }

// ProvenHosts implements [Frontier].
func (f *Memory) ProvenHosts() int { return len(f.least) }

// Proven implements [Frontier].
func (f *Memory) Proven(host int32) bool { return f.hosts[host].proofs > 0 }

// Blocked implements [Frontier].
func (f *Memory) Blocked(host int32) bool { return f.hosts[host].blocked }

// Prove implements [Frontier].
func (f *Memory) Prove(host string) {
	n := f.Host(host)
	h := &f.hosts[n]
	if h.proofs++; h.proofs == 1 && h.best >= 0 {
		f.least = push(f.least, n, byVisits{f})
	}
}

// Disprove implements [Frontier].
func (f *Memory) Disprove(host string) {
	n, ok := f.numbers[host]
	if !ok || f.hosts[n].proofs == 0 {
		return
	}
	h := &f.hosts[n]
	if h.proofs--; h.proofs == 0 && h.least >= 0 {
		f.least = removeAt(f.least, int(h.least), byVisits{f})
	}
}

// Block implements [Frontier].
func (f *Memory) Block(host string) {
	if h, ok := f.numbers[host]; ok {
		f.hosts[h].blocked = true
		f.hide(h)
	}
}

// Unblock implements [Frontier].
func (f *Memory) Unblock(host string) {
	if h, ok := f.numbers[host]; ok && f.hosts[h].blocked {
		f.hosts[h].blocked = false
		f.show(h)
	}
}

// show puts a host into the orders, if something waits there and it is not blocked.
func (f *Memory) show(n int32) {
	h := &f.hosts[n]
	if h.blocked || len(h.heap) == 0 {
		return
	}
	f.best = push(f.best, n, byBest{f})
	if h.proofs > 0 {
		f.least = push(f.least, n, byVisits{f})
	}
}

// hide takes a host out of the orders.
func (f *Memory) hide(n int32) {
	h := &f.hosts[n]
	if h.best >= 0 {
		f.best = removeAt(f.best, int(h.best), byBest{f})
	}
	if h.least >= 0 {
		f.least = removeAt(f.least, int(h.least), byVisits{f})
	}
}

// moved restores the order of hosts after the items of one have changed.
func (f *Memory) moved(h *host) {
	if h.best >= 0 {
		fix(f.best, int(h.best), byBest{f})
	}
}

// Best implements [Frontier].
func (f *Memory) Best(busy func(host string) bool) (id int32) {
	var h int32
	if h, f.scratch = first(f.best, f.free(busy), byBest{f}, f.scratch); h < 0 {
		return None
	}
	return f.hosts[h].heap[0]
}

// BestOf implements [Frontier].
func (f *Memory) BestOf(host int32) int32 {
	if heap := f.hosts[host].heap; len(heap) > 0 {
		return heap[0]
	}
	return None
}

// LeastVisited implements [Frontier].
func (f *Memory) LeastVisited(busy func(host string) bool) (h int32) {
	h, f.scratch = first(f.least, f.free(busy), byVisits{f}, f.scratch)
	return h
}

func (f *Memory) free(busy func(host string) bool) func(h int32) bool {
	if busy == nil {
		return nil
	}
	return func(h int32) bool { return !busy(f.hosts[h].name) }
}
