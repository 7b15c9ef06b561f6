package frontier

import (
	"io"
	"math"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/keep/binenc"
)

// form is the memory in its versions:
//
//	1  wrote the parent as it is and the score of what is done; it is not read
//	2  had no proofs, but whether a page of the host was fetched, which counts as one
//	3
//	4  the texts of some URLs are on disk; it is written only then
//
// The heaps follow from what is stored, because the order is total.
func (f *memory) form() *binenc.Memory {
	m := &binenc.Memory{Name: "frontier", Version: 3, Write: f.write, Read: map[uint64]func(*binenc.Reader){2: f.readTexts, 3: f.readTexts, 4: f.readAway}}
	if f.urls.Away() {
		m.Version = 4
	}
	return m
}

// WriteTo implements [crawl.Checkpointer].
func (f *memory) WriteTo(to io.Writer) (int64, error) { return f.form().WriteTo(to) }

// ReadFrom implements [crawl.Checkpointer]. It arranges the order and indexes the URLs beside what
// the Reader reads next.
func (f *memory) ReadFrom(p crawl.Part) error {
	f.clear()
	err := f.form().ReadFrom(p)
	if err != nil && f.hosts.Len()+f.items.Len() > 0 {
		f.clear()
	}
	return err
}

func (f *memory) write(w *binenc.Writer) {
	away := f.urls.Away()
	if away {
		f.urls.Save(w)
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

func (f *memory) readTexts(r *binenc.Reader) {
	f.readHosts(r)
	n := r.Len(5)
	urls := make([]string, 0, n)
	waiting := f.readItems(r, n, func() {
		r.Pool(true)
		urls = append(urls, r.Text())
		r.Pool(false)
	})
	if r.Err() == nil {
		f.urls.Append(urls)
	}
	f.order(r, waiting)
}

func (f *memory) readAway(r *binenc.Reader) {
	f.urls.Load(r)
	f.readHosts(r)
	n := r.Len(5)
	if n != f.urls.Len() {
		r.Fail("%d URLs with %d items", f.urls.Len(), n)
	}
	f.order(r, f.readItems(r, n, func() {}))
}

// order arranges the order, of so many waiting items of each host, and indexes the URLs.
func (f *memory) order(r *binenc.Reader, waiting []int32) {
	r.Beside("a URL is stored twice", func() bool {
		f.arrange(waiting)
		return f.urls.Index()
	})
}

func (f *memory) readHosts(r *binenc.Reader) {
	for n := r.Len(3); n > 0 && r.Err() == nil; n-- {
		name := r.Text()
		if _, ok := f.hostOf(name); ok {
			r.Fail("host %.80q is stored twice", name)
		}
		n := f.host(name)
		if chosen, proofs := int32(r.Uint()&math.MaxInt32), int32(r.Uint()&math.MaxInt32); chosen > 0 || proofs > 0 {
			m := f.hosts.At(n).grow()
			m.chosen, m.proofs = chosen, proofs
		}
	}
}

// readItems reads n items, each after its URL, if that stands with it, and counts them: who reads on
// while they are arranged may ask for the counts. It returns how many wait, by host.
func (f *memory) readItems(r *binenc.Reader, n int, url func()) (waiting []int32) {
	last := 0
	waiting = make([]int32, f.hosts.Len())
	for i := 0; i < n && r.Err() == nil; i++ {
		url()
		it := f.readItem(r, n, &last)
		if f.keep(it); r.Err() != nil {
			break
		}
		switch it.State {
		case Waiting:
			waiting[it.Host]++
			f.waiting++
		case InFlight:
			f.inFlight++
		}
	}
	return waiting
}

func (f *memory) readItem(r *binenc.Reader, items int, last *int) Item {
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
