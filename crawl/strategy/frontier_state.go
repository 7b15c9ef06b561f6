package strategy

import (
	"math"

	"github.com/ontocrawl/ontocrawl/crawl/binenc"
)

const frontierVersion = 2 // 1 wrote the parent as it is and the key of what is done

// write stores what the order is made of; the heaps follow from it, because
// the order is total.
func (f *frontier) write(w *binenc.Writer) {
	w.Header("frontier", frontierVersion)
	w.Uint(uint64(len(f.sites)))
	for i := range f.sites {
		w.Text(f.sites[i].name)
		w.Uint(uint64(f.sites[i].chosen))
		w.Bool(f.sites[i].open)
	}
	w.Uint(uint64(len(f.items)))
	last := int32(0) // parent: links of one page stand together
	for i := range f.items {
		it := &f.items[i]
		w.Spill()
		w.Text(f.urls.At(int32(i)))
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

// read restores what write stored into an empty frontier. The order and what makes
// URLs found are made beside the reading of other things: they are there, and a
// fault in them is r's, when finish has returned.
func (f *frontier) read(r *binenc.Reader) (finish func()) {
	*f = frontier{hosts: make(map[string]int32)}
	r.Header("frontier", frontierVersion)
	for n := r.Len(3); n > 0 && r.Err() == nil; n-- {
		name := r.Text()
		if _, ok := f.hosts[name]; ok {
			r.Fail("host %.80q stands twice", name)
		}
		s := &f.sites[f.site(name)]
		s.chosen, s.open = int(r.Uint()&math.MaxInt32), r.Bool()
	}
	n := r.Len(6)
	urls := make([]string, 0, n)
	f.items = make([]item, 0, n)
	last := 0
	for i := 0; i < n && r.Err() == nil; i++ {
		r.Pool(true)
		urls = append(urls, r.Text())
		r.Pool(false)
		f.items = append(f.items, f.readItem(r, n, &last))
	}
	if r.Err() != nil {
		return func() {}
	}
	f.urls.Append(urls)
	once := make(chan bool, 1)
	go func() {
		f.arrange()
		once <- f.urls.Index()
	}()
	return func() {
		if !<-once {
			r.Fail("a URL stands twice")
		}
	}
}

// arrange makes the order of items that stand nowhere yet.
func (f *frontier) arrange() {
	count := make([]int32, len(f.sites))
	for i := range f.items {
		if f.items[i].status == waiting {
			count[f.items[i].host]++
		}
	}
	for h := range f.sites {
		if count[h] > 0 {
			f.sites[h].heap = make([]int32, 0, count[h])
		}
	}
	for i := range f.items {
		switch it := &f.items[i]; it.status {
		case waiting:
			s := &f.sites[it.host]
			it.pos = int32(len(s.heap))
			s.heap = append(s.heap, int32(i))
			f.waiting++
		case inFlight:
			f.flying++
		}
	}
	for h := range f.sites {
		f.reorder(int32(h))
		f.show(int32(h))
	}
}

func (f *frontier) readItem(r *binenc.Reader, items int, last *int) (it item) {
	it.pos = -1
	it.host = int32(r.IntIn(0, len(f.sites)-1))
	*last += r.IntIn(-1-*last, items-1-*last)
	it.parent = int32(*last)
	it.depth = int32(r.IntIn(math.MinInt32, math.MaxInt32))
	it.status = status(min(r.Uint(), math.MaxUint8))
	it.seed = r.Bool()
	if it.status == waiting {
		it.key = finite(r.Float())
	}
	if it.status > done {
		r.Fail("a URL has status %d", it.status)
	}
	return it
}
