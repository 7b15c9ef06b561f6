package frontier

import (
	"math"

	"github.com/ontocrawl/ontocrawl/crawl/binenc"
)

const memoryVersion = 2 // 1 wrote the parent as it is and the score of what is done

// Save implements [Frontier]. The heaps follow from what it stores, because the
// order is total.
func (f *Memory) Save(w *binenc.Writer) {
	w.Header("frontier", memoryVersion)
	w.Uint(uint64(len(f.hosts)))
	for i := range f.hosts {
		w.Text(f.hosts[i].name)
		w.Uint(uint64(f.hosts[i].chosen))
		w.Bool(f.hosts[i].open)
	}
	w.Uint(uint64(len(f.items)))
	last := int32(0) // parent: links of one page are neighbours
	for i := range f.items {
		it := &f.items[i]
		w.Spill()
		w.Text(f.urls.At(int32(i)))
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
	*f = Memory{}
	r.Header("frontier", memoryVersion)
	for n := r.Len(3); n > 0 && r.Err() == nil; n-- {
		name := r.Text()
		if _, ok := f.numbers[name]; ok {
			r.Fail("host %.80q is stored twice", name)
		}
		h := &f.hosts[f.Host(name)]
		h.chosen, h.open = int(r.Uint()&math.MaxInt32), r.Bool()
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
			r.Fail("a URL is stored twice")
		}
	}
}

func (f *Memory) readItem(r *binenc.Reader, items int, last *int) item {
	it := Item{Host: int32(r.IntIn(0, len(f.hosts)-1))}
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
	return item{it, None}
}

// arrange puts items that are in no heap yet into order.
func (f *Memory) arrange() {
	count := make([]int32, len(f.hosts))
	for i := range f.items {
		if f.items[i].State == Waiting {
			count[f.items[i].Host]++
		}
	}
	for h := range f.hosts {
		if count[h] > 0 {
			f.hosts[h].heap = make([]int32, 0, count[h])
		}
	}
	for i := range f.items {
		switch it := &f.items[i]; it.State {
		case Waiting:
			h := &f.hosts[it.Host]
			it.pos = int32(len(h.heap))
			h.heap = append(h.heap, int32(i))
			f.waiting++
		case InFlight:
			f.inFlight++
		}
	}
	for h := range f.hosts {
		heapify(f.hosts[h].heap, byScore{f})
		f.show(int32(h))
	}
}
