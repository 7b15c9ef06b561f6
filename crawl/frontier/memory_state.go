package frontier

import (
	"math"

	"github.com/ontocrawl/ontocrawl/crawl/binenc"
)

// Versions of the checkpoint: 1 wrote the parent as it is and the score of what is
// done; 2 had no proofs, but whether a page of the host was fetched, which counts as one.
// 2 to 4 are read. 4, in which the texts of some URLs are on a shelf, is written only then.
const (
	memoryVersion  = 3
	spilledVersion = 4
	oldestVersion  = 2
)

// Save implements [Frontier]. The heaps follow from what it stores, because the
// order is total.
func (f *Memory) Save(w *binenc.Writer) {
	away := f.urls.Away()
	if away {
		w.Header("frontier", spilledVersion)
		f.urls.Save(w)
	} else {
		w.Header("frontier", memoryVersion)
	}
	w.Uint(uint64(f.hosts.Len()))
	for n := range int32(f.hosts.Len()) {
		h := f.hosts.At(n)
		w.Spill()
		w.Text(h.name)
		w.Uint(uint64(h.rest().chosen))
		w.Uint(uint64(h.rest().proofs))
	}
	w.Uint(uint64(f.items.Len()))
	last := int32(0) // parent: links of one page are neighbours
	for i := range int32(f.items.Len()) {
		it := f.Item(i)
		w.Spill()
		if !away {
			w.Text(f.urls.At(i))
		}
		w.Int(int64(it.Host))
		w.Int(int64(it.Parent - last))
		w.Int(int64(it.Depth))
		w.Uint(uint64(it.State))
		w.Bool(it.Seed)
		if it.State == Waiting {
			w.Float(it.Score)
		}
		last = it.Parent
	}
}

// Load implements [Frontier]. It arranges the order and indexes the URLs beside
// what the caller reads next.
func (f *Memory) Load(r *binenc.Reader) (finish func()) {
	f.Clear()
	away := r.HeaderOf("frontier", oldestVersion, spilledVersion) >= spilledVersion
	if away {
		f.urls.Load(r)
	}
	for n := r.Len(3); n > 0 && r.Err() == nil; n-- {
		name := r.Text()
		if _, ok := f.hostOf(name); ok {
			r.Fail("host %.80q is stored twice", name)
		}
		n := f.Host(name)
		if chosen, proofs := int32(r.Uint()&math.MaxInt32), int32(r.Uint()&math.MaxInt32); chosen > 0 || proofs > 0 {
			m := f.hosts.At(n).grow()
			m.chosen, m.proofs = chosen, proofs
		}
	}
	n := r.Len(5)
	if away && n != f.urls.Len() {
		r.Fail("%d URLs with %d items", f.urls.Len(), n)
	}
	var urls []string
	if !away {
		urls = make([]string, 0, n)
	}
	last, waiting := 0, make([]int32, f.hosts.Len()) // by host
	for i := 0; i < n && r.Err() == nil; i++ {
		if !away {
			r.Pool(true)
			urls = append(urls, r.Text())
			r.Pool(false)
		}
		it := f.readItem(r, n, &last)
		if f.keep(it); r.Err() == nil && it.State == Waiting {
			waiting[it.Host]++
		}
	}
	if r.Err() != nil {
		return func() {}
	}
	f.urls.Append(urls)
	once := make(chan bool, 1)
	go func() {
		f.arrange(waiting)
		once <- f.urls.Index()
	}()
	return func() {
		if !<-once {
			r.Fail("a URL is stored twice")
		}
	}
}

func (f *Memory) readItem(r *binenc.Reader, items int, last *int) Item {
	it := Item{Host: int32(r.IntIn(0, f.hosts.Len()-1))}
	*last += r.IntIn(-1-*last, items-1-*last)
	it.Parent = int32(*last)
	it.Depth = int32(r.IntIn(math.MinInt32, math.MaxInt32))
	it.State = State(min(r.Uint(), math.MaxUint8))
	it.Seed = r.Bool()
	if it.State == Waiting {
		it.Score = Finite(r.Float())
	}
	if it.State > Done {
		r.Fail("a URL has state %d", it.State)
	}
	return it
}
