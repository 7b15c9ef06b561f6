package strategy

import (
	"math"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/linkrank"
)

// status of a URL: it moves only downwards, so it is offered at most once.
type status uint8

const (
	waiting  status = iota // may be chosen
	inFlight               // chosen, outcome unknown
	done                   // outcome known, or never to be offered
)

// item is a URL the strategy has heard of. Its index in frontier.items is its
// insertion number, by which all ties are broken. There is one for each URL ever
// heard of, so it holds no pointer, which the collector would have to follow.
type item struct {
	key    float64 // larger is chosen earlier
	host   int32
	parent int32 // page on which it was found first, -1: none
	depth  int32
	pos    int32 // in its host's heap, -1: not waiting
	status status
	seed   bool // seeds come before all others, in the order given
}

// site is a host and its waiting URLs.
type site struct {
	name   string
	heap   []int32 // its waiting items, best first
	pos    int32   // in frontier.top, -1: nothing waits here, or it rests
	rare   int32   // in frontier.rarest, likewise
	chosen int     // URLs of this host chosen so far
	open   bool    // a page of this host was fetched
	rests  bool    // its turn has not come: it stands in neither order
}

// frontier keeps every URL ever heard of and the order of those that wait.
// Each host has its own heap and the hosts stand in two more: by their best
// URL, and by how few URLs were chosen from them. So a choice that must avoid
// busy hosts costs no more than the number of busy hosts that stand before it.
// The order is total; the same calls give the same choices.
type frontier struct {
	urls    linkrank.URLs // of the items
	items   []item
	hosts   map[string]int32
	sites   []site
	top     []int32 // sites with waiting URLs, the best URL first
	rarest  []int32 // those of them that are open, the least chosen first
	waiting int
	flying  int
	scratch []int32
}

// byKey orders the items of one host.
type byKey struct{ f *frontier }

func (o byKey) before(a, b int32) bool {
	x, y := &o.f.items[a], &o.f.items[b]
	if x.seed != y.seed {
		return x.seed
	}
	if !x.seed && x.key != y.key {
		return x.key > y.key
	}
	return a < b
}
func (o byKey) moved(x, pos int32) { o.f.items[x].pos = pos }

// byBest orders hosts by their best items.
type byBest struct{ f *frontier }

func (o byBest) before(a, b int32) bool {
	return byKey(o).before(o.f.sites[a].heap[0], o.f.sites[b].heap[0])
}
func (o byBest) moved(x, pos int32) { o.f.sites[x].pos = pos }

// byRarity orders hosts by how few of their URLs were chosen; of two, the one
// heard of first.
type byRarity struct{ f *frontier }

func (o byRarity) before(a, b int32) bool {
	x, y := &o.f.sites[a], &o.f.sites[b]
	if x.chosen != y.chosen {
		return x.chosen < y.chosen
	}
	return a < b
}
func (o byRarity) moved(x, pos int32) { o.f.sites[x].rare = pos }

// id returns the number of url, if it was ever heard of.
func (f *frontier) id(url string) (int32, bool) {
	return f.urls.Number(url)
}

// add makes url known and lets it wait. fresh is false if it was known.
func (f *frontier) add(url string, it item, host string) (id int32, fresh bool) {
	if id, fresh = f.urls.Add(url); !fresh {
		return id, false
	}
	it.host, it.pos, it.key = f.site(host), -1, finite(it.key)
	f.items = append(f.items, it)
	if it.status == waiting {
		f.enter(id)
	}
	return id, true
}

func (f *frontier) site(host string) int32 {
	if h, ok := f.hosts[host]; ok {
		return h
	}
	if f.hosts == nil {
		f.hosts = make(map[string]int32)
	}
	h := int32(len(f.sites))
	f.hosts[host] = h
	f.sites = append(f.sites, site{name: host, pos: -1, rare: -1})
	return h
}

// enter puts a waiting item into the heaps.
func (f *frontier) enter(id int32) {
	h := f.items[id].host
	s := &f.sites[h]
	s.heap = push(s.heap, id, byKey{f})
	if s.pos < 0 {
		f.show(h)
	} else {
		fix(f.top, int(s.pos), byBest{f})
	}
	f.waiting++
}

// show puts a host into the orders of hosts, if something waits there and it
// does not rest.
func (f *frontier) show(h int32) {
	s := &f.sites[h]
	if s.rests || len(s.heap) == 0 {
		return
	}
	f.top = push(f.top, h, byBest{f})
	if s.open {
		f.rarest = push(f.rarest, h, byRarity{f})
	}
}

// hide takes a host out of the orders of hosts.
func (f *frontier) hide(h int32) {
	s := &f.sites[h]
	if s.pos >= 0 {
		f.top = removeAt(f.top, int(s.pos), byBest{f})
	}
	if s.rare >= 0 {
		f.rarest = removeAt(f.rarest, int(s.rare), byRarity{f})
	}
}

// Block implements [crawl.Blocker].
func (f *frontier) Block(host string) {
	if h, ok := f.hosts[host]; ok {
		f.sites[h].rests = true
		f.hide(h)
	}
}

// Unblock implements [crawl.Blocker].
func (f *frontier) Unblock(host string) {
	if h, ok := f.hosts[host]; ok && f.sites[h].rests {
		f.sites[h].rests = false
		f.show(h)
	}
}

// leave takes an item that waited out of the heaps.
func (f *frontier) leave(id int32) {
	h := f.items[id].host
	s := &f.sites[h]
	if len(s.heap) == 1 {
		// Out of the hosts' heaps first: they compare by heap[0].
		f.hide(h)
		s.heap = removeAt(s.heap, 0, byKey{f})
	} else {
		s.heap = removeAt(s.heap, int(f.items[id].pos), byKey{f})
		f.moved(s)
	}
	f.waiting--
}

// setKey changes the key of an item; seeds keep their place.
func (f *frontier) setKey(id int32, key float64) {
	it := &f.items[id]
	key = finite(key)
	if it.key == key {
		return
	}
	it.key = key
	if it.status != waiting {
		return
	}
	s := &f.sites[it.host]
	fix(s.heap, int(it.pos), byKey{f})
	f.moved(s)
}

// moved restores the order of hosts after the items of one have changed.
func (f *frontier) moved(s *site) {
	if s.pos >= 0 {
		fix(f.top, int(s.pos), byBest{f})
	}
}

// reorder restores the order of a host whose items' keys were changed.
func (f *frontier) reorder(h int32) {
	s := &f.sites[h]
	heapify(s.heap, byKey{f})
	f.moved(s)
}

// reorderAll does it for all hosts. Only then are they compared: a place among
// them can be mended when no other is wrong.
func (f *frontier) reorderAll() {
	for h := range f.sites {
		heapify(f.sites[h].heap, byKey{f})
	}
	heapify(f.top, byBest{f})
}

// finite keeps the order total whatever a ranker says.
func finite(key float64) float64 {
	if math.IsNaN(key) {
		return -math.MaxFloat64
	}
	return min(max(key, -math.MaxFloat64), math.MaxFloat64)
}

// best returns the first waiting item whose host is not busy, or -1.
func (f *frontier) best(busy func(string) bool) int32 {
	h := f.firstSite(f.top, busy, false)
	if h < 0 {
		return -1
	}
	return f.sites[h].heap[0]
}

// firstSite returns the first host of one of the two orders that is not busy.
func (f *frontier) firstSite(heap []int32, busy func(string) bool, rare bool) (h int32) {
	var ok func(int32) bool
	if busy != nil {
		ok = func(h int32) bool { return !busy(f.sites[h].name) }
	}
	if rare {
		h, f.scratch = first(heap, ok, byRarity{f}, f.scratch)
	} else {
		h, f.scratch = first(heap, ok, byBest{f}, f.scratch)
	}
	return h
}

// choose takes a waiting item out and counts it as in flight.
func (f *frontier) choose(id int32) crawl.Choice {
	f.leave(id)
	it := &f.items[id]
	it.status = inFlight
	f.flying++
	s := &f.sites[it.host]
	s.chosen++
	if s.rare >= 0 {
		fix(f.rarest, int(s.rare), byRarity{f})
	}
	c := crawl.Choice{URL: f.urls.At(id), Host: s.name, Depth: int(it.depth), Priority: it.key}
	if it.parent >= 0 {
		c.Parent = f.urls.At(it.parent)
	}
	return c
}

// land ends the flight of url and returns its number. A URL that was never
// chosen here becomes known, so that it is not offered later.
func (f *frontier) land(c crawl.Choice) int32 {
	id, fresh := f.add(c.URL, item{parent: -1, depth: int32(c.Depth), status: done}, c.Host)
	if !fresh {
		f.finish(id)
	}
	return id
}

// finish marks an item as never to be offered again.
func (f *frontier) finish(id int32) {
	switch it := &f.items[id]; it.status {
	case waiting:
		f.leave(id)
		it.status = done
	case inFlight:
		f.flying--
		it.status = done
	}
}

// entered marks a host as open: a page of it was fetched.
func (f *frontier) entered(host string) {
	h := f.site(host)
	if s := &f.sites[h]; !s.open {
		s.open = true
		if s.pos >= 0 {
			f.rarest = push(f.rarest, h, byRarity{f})
		}
	}
}

// seed makes seeds known, in order.
func (f *frontier) seed(links []crawl.Link) {
	for i := range links {
		l := &links[i]
		f.add(l.URL, item{parent: -1, seed: true}, l.Host)
	}
}

// waits returns the number of url if it waits.
func (f *frontier) waits(url string) (int32, bool) {
	id, ok := f.urls.Number(url)
	return id, ok && f.items[id].status == waiting
}

// observe lands the visit and makes the links of its page known. found is
// called for each link that waits, with its number, once for each time it
// stands on the page; fresh tells whether this page made it known.
func (f *frontier) observe(v *crawl.Visit, found func(id int32, l *crawl.Link, fresh bool)) int32 {
	from := f.land(v.Choice)
	if v.Page == nil {
		return from
	}
	if !v.Page.Source {
		f.entered(v.Page.Host)
	}
	if final := v.Page.Final; final != "" && final != v.Choice.URL {
		// Recorded under this visit; asking for it again would bring nothing.
		if id, ok := f.waits(final); ok {
			f.finish(id)
		} else if !ok {
			f.add(final, item{parent: from, depth: int32(v.Choice.Depth), status: done}, v.Page.Host)
		}
	}
	depth := int32(min(v.Choice.Depth, math.MaxInt32-1)) + 1
	for i := range v.Page.Links {
		l := &v.Page.Links[i]
		if l.Kind != crawl.LinkPage {
			continue // Sources takes care of those
		}
		id, fresh := f.add(l.URL, item{parent: from, depth: depth}, l.Host)
		if f.items[id].status == waiting {
			found(id, l, fresh)
		}
	}
	return from
}
