package strategy

import (
	"math"

	"github.com/ontocrawl/ontocrawl/crawl/snapshot"
)

const frontierVersion = 1

// write stores what the order is made of; the heaps follow from it, because
// the order is total.
func (f *frontier) write(w *snapshot.Writer) {
	w.Header("frontier", frontierVersion)
	w.Uint(uint64(len(f.sites)))
	for i := range f.sites {
		w.String(f.sites[i].name)
		w.Uint(uint64(f.sites[i].chosen))
		w.Bool(f.sites[i].open)
	}
	w.Uint(uint64(len(f.items)))
	for i := range f.items {
		it := &f.items[i]
		w.String(it.url)
		w.Int(int64(it.host))
		w.Int(int64(it.parent))
		w.Int(int64(it.depth))
		w.Uint(uint64(it.status))
		w.Bool(it.seed)
		w.Float(it.key)
	}
}

// read restores what write stored into an empty frontier.
func (f *frontier) read(r *snapshot.Reader) {
	*f = frontier{ids: make(map[string]int32), hosts: make(map[string]int32)}
	r.Header("frontier", frontierVersion)
	for n := r.Len(3); n > 0 && r.Err() == nil; n-- {
		name := r.String()
		if _, ok := f.hosts[name]; ok {
			r.Fail("host %.80q stands twice", name)
		}
		s := &f.sites[f.site(name)]
		s.chosen, s.open = int(r.Uint()&math.MaxInt32), r.Bool()
	}
	n := r.Len(14)
	for i := 0; i < n && r.Err() == nil; i++ {
		f.readItem(r, n)
	}
}

func (f *frontier) readItem(r *snapshot.Reader, items int) {
	it := item{url: r.String()}
	host := r.IntIn(0, len(f.sites)-1)
	it.parent = int32(r.IntIn(-1, items-1))
	it.depth = int32(r.IntIn(math.MinInt32, math.MaxInt32))
	status := status(min(r.Uint(), math.MaxUint8))
	it.status, it.seed, it.key = status, r.Bool(), r.Float()
	if status > done {
		r.Fail("status %d of %.80q", status, it.url)
	}
	if r.Err() != nil {
		return
	}
	if _, fresh := f.add(it, f.sites[host].name); !fresh {
		r.Fail("URL %.80q stands twice", it.url)
	}
	if status == inFlight {
		f.flying++
	}
}
