package strategy

import (
	"math"

	"github.com/ontocrawl/ontocrawl/crawl/snapshot"
)

const frontierVersion = 2 // 1 wrote the parent as it is and the key of what is done

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
	last := int32(0) // parent: links of one page stand together
	for i := range f.items {
		it := &f.items[i]
		w.Spill()
		w.String(it.url)
		w.Int(int64(it.host))
		w.Int(int64(it.parent - last))
		w.Int(int64(it.depth))
		w.Uint(uint64(it.status))
		w.Bool(it.seed)
		if it.status == waiting {
			w.Float(it.key)
		}
		last = it.parent
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
	n := r.Len(6)
	f.ids, f.items = make(map[string]int32, n), make([]item, 0, n)
	last := 0
	for i := 0; i < n && r.Err() == nil; i++ {
		f.readItem(r, n, &last)
	}
}

func (f *frontier) readItem(r *snapshot.Reader, items int, last *int) {
	it := item{url: r.String()}
	host := r.IntIn(0, len(f.sites)-1)
	*last += r.IntIn(-1-*last, items-1-*last)
	it.parent = int32(*last)
	it.depth = int32(r.IntIn(math.MinInt32, math.MaxInt32))
	status := status(min(r.Uint(), math.MaxUint8))
	it.status, it.seed = status, r.Bool()
	if status == waiting {
		it.key = r.Float()
	}
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
