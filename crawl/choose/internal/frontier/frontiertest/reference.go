package frontiertest

import (
	"cmp"
	"io"
	"math"
	"slices"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/choose/internal/frontier"
	"github.com/ontocrawl/ontocrawl/crawl/keep/binenc"
)

// Reference is the back end that other ones are compared with. It keeps no order:
// every question looks at every URL.
type Reference struct{}

// New implements [frontier.Backend].
func (Reference) New() frontier.Frontier { return &reference{} }

type reference struct {
	urls  []string
	items []frontier.Item
	hosts []refHost
	turns map[string]int // hosts freed, by turn
}

type refHost struct {
	name   string
	chosen int
	proofs int
	turn   string // that it is blocked for; "": it is not
}

var _ frontier.Frontier = (*reference)(nil)

func (f *reference) Add(url, host string, it frontier.Item) (id int32, fresh bool) {
	if id, ok := f.Number(url); ok {
		return id, false
	}
	it.Host, it.Score = f.Hosts().Add(host), frontier.Finite(it.Score)
	f.urls, f.items = append(f.urls, url), append(f.items, it)
	return int32(len(f.urls)) - 1, true
}

func (f *reference) Number(url string) (id int32, ok bool) {
	id = int32(slices.Index(f.urls, url))
	return id, id >= 0
}

func (f *reference) URL(id int32) string         { return f.urls[id] }
func (f *reference) Item(id int32) frontier.Item { return f.items[id] }
func (f *reference) Hosts() frontier.Hosts       { return (*refHosts)(f) }
func (f *reference) Counts() frontier.Counts {
	return frontier.Counts{URLs: len(f.urls), Waiting: f.count(frontier.Waiting), InFlight: f.count(frontier.InFlight)}
}

func (f *reference) count(s frontier.State) (n int) {
	for i := range f.items {
		if f.items[i].State == s {
			n++
		}
	}
	return n
}

func (f *reference) find(host string) int32 {
	return int32(slices.IndexFunc(f.hosts, func(h refHost) bool { return h.name == host }))
}

// refHosts are its hosts.
type refHosts reference

func (f *refHosts) Add(name string) int32 {
	h, ok := f.Number(name)
	if !ok {
		h = int32(len(f.hosts))
		f.hosts = append(f.hosts, refHost{name: name})
	}
	return h
}

func (f *refHosts) Number(name string) (int32, bool) {
	h := (*reference)(f).find(name)
	return h, h >= 0
}

func (f *refHosts) At(n int32) frontier.Host {
	h := f.hosts[n]
	return frontier.Host{Name: h.name, Choices: h.chosen, Proofs: h.proofs, Blocked: h.turn != ""}
}

func (f *refHosts) Len() int { return len(f.hosts) }

func (f *refHosts) Count(name string, choices, proofs int) {
	h := &f.hosts[f.Add(name)]
	h.chosen, h.proofs = max(0, h.chosen+choices), max(0, h.proofs+proofs)
}

func (f *refHosts) Block(host, turn string) {
	if h, ok := f.Number(host); ok {
		f.hosts[h].turn = turn
	}
}

func (f *refHosts) Unblock(turn string) (more bool) { return (*reference)(f).unblock(turn) }

func (f *refHosts) Best(n int32) int32 { return (*reference)(f).bestOf(n) }

func (f *refHosts) Proven() int { return len((*reference)(f).proven(nil)) }

func (f *refHosts) LeastVisited(busy func(string) bool) int32 {
	proven := (*reference)(f).proven(busy)
	if len(proven) == 0 {
		return frontier.None
	}
	return slices.MinFunc(proven, func(a, b int32) int {
		return cmp.Or(cmp.Compare(f.hosts[a].chosen, f.hosts[b].chosen), cmp.Compare(a, b))
	})
}

func (f *reference) unblock(turn string) (more bool) {
	waits := func(h int32) bool { return f.hosts[h].turn == turn }
	next := f.first(waits)
	if f.turns[turn]%2 == 1 {
		if id := f.first(func(h int32) bool { return waits(h) && f.hosts[h].proofs > 0 }); id >= 0 {
			next = id
		}
	}
	if next >= 0 {
		f.hosts[f.items[next].Host].turn = ""
		if f.turns == nil {
			f.turns = map[string]int{}
		}
		f.turns[turn]++
	}
	if f.first(waits) >= 0 {
		return true
	}
	delete(f.turns, turn)
	for h := range f.hosts {
		if waits(int32(h)) {
			f.hosts[h].turn = ""
		}
	}
	return false
}

// first returns the first waiting item of the hosts.
func (f *reference) first(host func(h int32) bool) int32 {
	best := frontier.None
	for i := range f.items {
		if f.items[i].State == frontier.Waiting && host(f.items[i].Host) && (best < 0 || f.before(int32(i), best)) {
			best = int32(i)
		}
	}
	return best
}

func (f *reference) before(a, b int32) bool {
	x, y := f.items[a], f.items[b]
	switch {
	case x.Seed != y.Seed:
		return x.Seed
	case !x.Seed && x.Score != y.Score:
		return x.Score > y.Score
	}
	return a < b
}

func (f *reference) free(h int32, busy func(string) bool) bool {
	return f.hosts[h].turn == "" && (busy == nil || !busy(f.hosts[h].name))
}

func (f *reference) Best(busy func(string) bool) int32 {
	return f.first(func(h int32) bool { return f.free(h, busy) })
}

func (f *reference) bestOf(host int32) int32 { return f.first(func(h int32) bool { return h == host }) }

// proven returns the hosts that LeastVisited chooses from.
func (f *reference) proven(busy func(string) bool) (hosts []int32) {
	for h := range int32(len(f.hosts)) {
		if f.hosts[h].proofs > 0 && f.free(h, busy) && f.bestOf(h) >= 0 {
			hosts = append(hosts, h)
		}
	}
	return hosts
}

func (f *reference) SetScore(id int32, score float64) { f.items[id].Score = frontier.Finite(score) }

func (f *reference) Rescore(host int32, score func(int32, float64) float64) {
	for i := range f.items {
		if f.items[i].State == frontier.Waiting && (host == frontier.None || f.items[i].Host == host) {
			f.SetScore(int32(i), score(int32(i), f.items[i].Score))
		}
	}
}

func (f *reference) SetState(id int32, to frontier.State) {
	it := &f.items[id]
	if it.State < frontier.InFlight && to == frontier.InFlight {
		f.hosts[it.Host].chosen++
	}
	it.State = max(it.State, to)
}

// form differs from frontier.Memory's form: it is the back end's.
func (f *reference) form() *binenc.Memory {
	return &binenc.Memory{Name: "reference", Version: 1, Write: f.write, Read: map[uint64]func(*binenc.Reader){1: f.read}, Reset: func() { *f = reference{} }}
}

func (f *reference) WriteTo(to io.Writer) (int64, error) { return f.form().WriteTo(to) }
func (f *reference) ReadFrom(p crawl.Part) error         { return f.form().ReadFrom(p) }

func (f *reference) write(w *binenc.Writer) {
	w.Uint(uint64(len(f.hosts)))
	for _, h := range f.hosts {
		w.Text(h.name)
		w.Uint(uint64(h.chosen))
		w.Uint(uint64(h.proofs))
	}
	w.Uint(uint64(len(f.urls)))
	for i, it := range f.items {
		w.Text(f.urls[i])
		w.Float(it.Score)
		for _, v := range []int32{it.Host, it.Parent, it.Depth, int32(it.State)} {
			w.Int(int64(v))
		}
		w.Bool(it.Seed)
	}
}

func (f *reference) read(r *binenc.Reader) {
	for n := r.Len(3); n > 0 && r.Err() == nil; n-- {
		h := refHost{name: r.Text(), chosen: int(r.Uint() & math.MaxInt32), proofs: int(r.Uint() & math.MaxInt32)}
		if f.find(h.name) >= 0 {
			r.Fail("host %.80q is stored twice", h.name)
		}
		f.hosts = append(f.hosts, h)
	}
	n := r.Len(14)
	for range n {
		if r.Err() != nil {
			break
		}
		url := r.Text()
		if _, ok := f.Number(url); ok {
			r.Fail("%.80q is stored twice", url)
		}
		f.urls = append(f.urls, url)
		f.items = append(f.items, frontier.Item{
			Score: frontier.Finite(r.Float()), Host: int32(r.IntIn(0, len(f.hosts)-1)), Parent: int32(r.IntIn(-1, n-1)),
			Depth: int32(r.IntIn(math.MinInt32, math.MaxInt32)), State: frontier.State(r.IntIn(0, int(frontier.Done))), Seed: r.Bool(),
		})
	}
}
