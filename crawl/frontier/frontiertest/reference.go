package frontiertest

import (
	"cmp"
	"math"
	"slices"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/binenc"
	"github.com/ontocrawl/ontocrawl/crawl/frontier"
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
	it.Host, it.Score = f.Host(host), frontier.Finite(it.Score)
	f.urls, f.items = append(f.urls, url), append(f.items, it)
	return int32(len(f.urls)) - 1, true
}

func (f *reference) Number(url string) (id int32, ok bool) {
	id = int32(slices.Index(f.urls, url))
	return id, id >= 0
}

func (f *reference) URL(id int32) string         { return f.urls[id] }
func (f *reference) Item(id int32) frontier.Item { return f.items[id] }
func (f *reference) Len() int                    { return len(f.urls) }
func (f *reference) Waiting() int                { return f.count(frontier.Waiting) }
func (f *reference) InFlight() int               { return f.count(frontier.InFlight) }

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

func (f *reference) Host(name string) int32 {
	h := f.find(name)
	if h < 0 {
		h = int32(len(f.hosts))
		f.hosts = append(f.hosts, refHost{name: name})
	}
	return h
}

func (f *reference) HostName(h int32) string { return f.hosts[h].name }
func (f *reference) Hosts() int              { return len(f.hosts) }
func (f *reference) Visits(h int32) int      { return f.hosts[h].chosen }
func (f *reference) Prove(host string)       { f.hosts[f.Host(host)].proofs++ }
func (f *reference) Proven(h int32) bool     { return f.hosts[h].proofs > 0 }
func (f *reference) Blocked(h int32) bool    { return f.hosts[h].turn != "" }

func (f *reference) Disprove(host string) {
	if h := f.find(host); h >= 0 {
		f.hosts[h].proofs = max(0, f.hosts[h].proofs-1)
	}
}

func (f *reference) Block(host, turn string) {
	if h := f.find(host); h >= 0 {
		f.hosts[h].turn = turn
	}
}

func (f *reference) Unblock(turn string) (more bool) {
	waits := func(h int32) bool { return f.hosts[h].turn == turn }
	next := f.first(waits)
	if f.turns[turn]%2 == 1 {
		if id := f.first(func(h int32) bool { return waits(h) && f.Proven(h) }); id >= 0 {
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

// first returns the waiting item that comes first among those of the hosts.
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

func (f *reference) BestOf(host int32) int32 { return f.first(func(h int32) bool { return h == host }) }

// proven returns the hosts that LeastVisited chooses from.
func (f *reference) proven(busy func(string) bool) (hosts []int32) {
	for h := range int32(len(f.hosts)) {
		if f.hosts[h].proofs > 0 && f.free(h, busy) && f.BestOf(h) >= 0 {
			hosts = append(hosts, h)
		}
	}
	return hosts
}

func (f *reference) ProvenHosts() int { return len(f.proven(nil)) }

func (f *reference) LeastVisited(busy func(string) bool) int32 {
	proven := f.proven(busy)
	if len(proven) == 0 {
		return frontier.None
	}
	return slices.MinFunc(proven, func(a, b int32) int {
		return cmp.Or(cmp.Compare(f.hosts[a].chosen, f.hosts[b].chosen), cmp.Compare(a, b))
	})
}

func (f *reference) SetScore(id int32, score float64) { f.items[id].Score = frontier.Finite(score) }

func (f *reference) Rescore(score func(int32, float64) float64) {
	for i := range f.items {
		if f.items[i].State == frontier.Waiting {
			f.SetScore(int32(i), score(int32(i), f.items[i].Score))
		}
	}
}

func (f *reference) RescoreHost(host int32, score func(int32, float64) float64) {
	for i := range f.items {
		if f.items[i].State == frontier.Waiting && f.items[i].Host == host {
			f.SetScore(int32(i), score(int32(i), f.items[i].Score))
		}
	}
}

func (f *reference) Choose(id int32) crawl.Choice {
	it := &f.items[id]
	it.State = frontier.InFlight
	f.hosts[it.Host].chosen++
	c := crawl.Choice{URL: f.urls[id], Host: f.hosts[it.Host].name, Depth: int(it.Depth), Priority: it.Score}
	if it.Parent >= 0 {
		c.Parent = f.urls[it.Parent]
	}
	return c
}

func (f *reference) Finish(id int32) { f.items[id].State = frontier.Done }
func (f *reference) Clear()          { *f = reference{} }

// Save writes another form than frontier.Memory does: the form is the back end's.
func (f *reference) Save(w *binenc.Writer) {
	w.Header("reference", 1)
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

func (f *reference) Load(r *binenc.Reader) (finish func()) {
	f.Clear()
	r.Header("reference", 1)
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
	return func() {}
}
