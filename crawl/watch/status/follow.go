package status

import (
	"cmp"
	"maps"
	"slices"
	"sync"

	"github.com/cespare/xxhash/v2"

	"github.com/ontocrawl/ontocrawl/crawl/keep/rundir"
	"github.com/ontocrawl/ontocrawl/crawl/watch/api"
	"github.com/ontocrawl/ontocrawl/internal/sorts"
)

// follower keeps totals over the pages of a run folder, each in its latest version, as
// they are added. The zero value has read nothing.
type follower struct {
	dir       string
	each      func(*rundir.Page)   // called for each page; may be nil
	changed   func(*rundir.Change) // called for each later version of a page; may be nil
	restarted func()               // called before the pages are read again

	mu    sync.Mutex
	files rundir.Follower
	pages int
	found int // relevant pages
	known map[uint64]*known
	early map[uint64]rundir.Change // changes of pages that are not read yet
	hosts map[string]*api.HostCount
	curve []api.Point
	every int // pages between two points of the curve
}

// known is a page in its latest version.
type known struct {
	seq      int
	relevant bool
	host     *api.HostCount
}

// mostPoints is how many points a curve has at least. With twice as many, every second
// one is dropped.
const mostPoints = 200

// update reads what was added. A folder without pages has none.
func (f *follower) update() error {
	if f.files.Dir == "" {
		f.files = rundir.Follower{Dir: f.dir, Page: f.add, Change: f.change, Restarted: f.begin}
	}
	return f.files.Update()
}

// begin forgets everything: it is read again.
func (f *follower) begin() {
	f.pages, f.found, f.curve, f.every, f.hosts = 0, 0, nil, 1, map[string]*api.HostCount{}
	f.known, f.early = map[uint64]*known{}, map[uint64]rundir.Change{}
	if f.restarted != nil {
		f.restarted()
	}
}

func (f *follower) add(p *rundir.Page) {
	f.pages++
	name := hostOf(p.URL)
	host := f.hosts[name]
	if host == nil {
		host = &api.HostCount{Host: name}
		f.hosts[name] = host
	}
	host.Pages++
	key := xxhash.Sum64String(p.URL)
	k := &known{seq: p.Seq, host: host}
	f.known[key] = k
	f.turn(k, p.Relevant && !p.Exact)
	if f.pages%f.every == 0 {
		f.curve = append(f.curve, api.Point{Pages: f.pages, Relevant: f.found})
	}
	if len(f.curve) >= 2*mostPoints { // every second point goes
		f.every *= 2
		f.curve = slices.DeleteFunc(f.curve, func(p api.Point) bool { return p.Pages%f.every != 0 })
	}
	if f.each != nil {
		f.each(p)
	}
	if c, ok := f.early[key]; ok {
		delete(f.early, key)
		f.change(&c)
	}
}

// turn sets whether a page is relevant.
func (f *follower) turn(k *known, relevant bool) {
	if k.relevant == relevant {
		return
	}
	n := 1
	if k.relevant {
		n = -1
	}
	f.found, k.host.Relevant, k.relevant = f.found+n, k.host.Relevant+n, relevant
}

// change takes a later version of a page.
func (f *follower) change(c *rundir.Change) {
	key := xxhash.Sum64String(c.URL)
	k := f.known[key]
	if k == nil {
		f.early[key] = *c
		return
	}
	if c.Seq <= k.seq { // the page itself, found by a refresh
		return
	}
	k.seq = c.Seq
	f.turn(k, c.Relevant && !c.Exact && c.Change != rundir.ChangeGone)
	if f.changed != nil {
		f.changed(c)
	}
}

// points returns the curve, which ends at the present point. Its other points are as they
// were when the pages were fetched.
func (f *follower) points() []api.Point {
	c := slices.Clone(f.curve)
	if n := len(c); n > 0 && c[n-1].Pages == f.pages {
		c = c[:n-1]
	}
	if f.pages > 0 {
		c = append(c, api.Point{Pages: f.pages, Relevant: f.found})
	}
	return c
}

// topHosts returns the n hosts with the most relevant pages.
func (f *follower) topHosts(n int) []api.HostCount {
	all := make([]api.HostCount, 0, len(f.hosts))
	for _, name := range slices.Sorted(maps.Keys(f.hosts)) {
		all = append(all, *f.hosts[name])
	}
	sorts.Stable(all, func(a, b api.HostCount) int {
		return cmp.Or(cmp.Compare(b.Relevant, a.Relevant), cmp.Compare(b.Pages, a.Pages))
	})
	return all[:min(n, len(all))]
}
