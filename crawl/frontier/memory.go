package frontier

import (
	"math"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/binenc"
	"github.com/ontocrawl/ontocrawl/crawl/urltable"
	"github.com/ontocrawl/ontocrawl/internal/paged"
)

// Memory is the Frontier that holds everything in memory. Each host has a heap of
// its waiting URLs, and the hosts are in two more: by their best URL, and by how
// often they were chosen. So a choice that must avoid busy hosts costs no more than
// the number of busy hosts before it. The zero Memory is empty.
//
// With [Spilling] only the order and the fingerprints of URLs are in memory.
type Memory struct {
	spill    Spilling
	urls     urltable.Table // of the items
	items    paged.Array[item]
	numbers  map[string]int32 // of hosts, by name
	hosts    []host
	best     []int32 // hosts with waiting URLs that are not blocked, the best URL first
	least    []int32 // the proven ones of them, the least visited first
	turns    map[string]*turn
	waiting  int
	inFlight int
	scratch  []int32
}

var _ Frontier = (*Memory)(nil)

// item is a URL. Its index in Memory.items is its number.
type item struct {
	Item
	pos int32 // in its host's heap; None: does not wait
}

// Number implements [Frontier].
func (f *Memory) Number(url string) (id int32, ok bool) { return f.urls.Number(url) }

// URL implements [Frontier].
func (f *Memory) URL(id int32) string { return f.urls.At(id) }

// Item implements [Frontier].
func (f *Memory) Item(id int32) Item { return f.items.At(id).Item }

// Len implements [Frontier].
func (f *Memory) Len() int { return f.items.Len() }

// Waiting implements [Frontier].
func (f *Memory) Waiting() int { return f.waiting }

// InFlight implements [Frontier].
func (f *Memory) InFlight() int { return f.inFlight }

// Clear implements [Frontier].
func (f *Memory) Clear() {
	spill := f.spill
	*f = Memory{spill: spill}
	if spill.Shelf != nil {
		spill.Shelf.Clear()
		f.urls.SpillTo(spill.Shelf, spill.Most)
	}
}

// Add implements [Frontier].
func (f *Memory) Add(url, host string, it Item) (id int32, fresh bool) {
	if id, fresh = f.urls.Add(url); !fresh {
		return id, false
	}
	it.Host, it.Score = f.Host(host), Finite(it.Score)
	f.items.Add(item{it, None})
	switch it.State {
	case Waiting:
		f.enter(id)
	case InFlight:
		f.inFlight++
	}
	return id, true
}

// enter puts a waiting item into the heap of its host.
func (f *Memory) enter(id int32) {
	n := f.items.At(id).Host
	h := &f.hosts[n]
	h.heap = push(h.heap, id, byScore{f})
	if h.best < 0 {
		f.show(n)
	} else {
		f.moved(h)
	}
	f.waiting++
}

// leave takes an item that waited out of the heap of its host.
func (f *Memory) leave(id int32) {
	n := f.items.At(id).Host
	h := &f.hosts[n]
	if len(h.heap) == 1 {
		f.hide(n) // first, because hosts are compared by their heaps
		h.heap = removeAt(h.heap, 0, byScore{f})
	} else {
		h.heap = removeAt(h.heap, int(f.items.At(id).pos), byScore{f})
		f.moved(h)
	}
	f.waiting--
}

// SetScore implements [Frontier].
func (f *Memory) SetScore(id int32, score float64) {
	it := f.items.At(id)
	score = Finite(score)
	if it.Score == score {
		return
	}
	it.Score = score
	if it.State == Waiting {
		h := &f.hosts[it.Host]
		fix(h.heap, int(it.pos), byScore{f})
		f.moved(h)
	}
}

// Rescore implements [Frontier]. Hosts are compared only when all are in order
// within themselves: a place among them can be fixed only if no other is wrong.
func (f *Memory) Rescore(score func(id int32, now float64) float64) {
	for i := range int32(f.items.Len()) {
		if it := f.items.At(i); it.State == Waiting {
			it.Score = Finite(score(i, it.Score))
		}
	}
	for h := range f.hosts {
		heapify(f.hosts[h].heap, byScore{f})
	}
	heapify(f.best, byBest{f})
	for _, t := range f.turns {
		heapify(t.hosts, byBest{f})
	}
}

// RescoreHost implements [Frontier].
func (f *Memory) RescoreHost(host int32, score func(id int32, now float64) float64) {
	h := &f.hosts[host]
	for _, id := range h.heap {
		it := f.items.At(id)
		it.Score = Finite(score(id, it.Score))
	}
	heapify(h.heap, byScore{f})
	f.moved(h)
}

// Choose implements [Frontier].
func (f *Memory) Choose(id int32) crawl.Choice {
	f.leave(id)
	it := f.items.At(id)
	it.State = InFlight
	f.inFlight++
	h := &f.hosts[it.Host]
	h.chosen++
	if h.least >= 0 {
		fix(f.least, int(h.least), byVisits{f})
	}
	c := crawl.Choice{URL: f.urls.At(id), Host: h.name, Depth: int(it.Depth), Priority: it.Score}
	if it.Parent >= 0 {
		c.Parent = f.urls.At(it.Parent)
	}
	return c
}

// Finish implements [Frontier].
func (f *Memory) Finish(id int32) {
	switch it := f.items.At(id); it.State {
	case Waiting:
		f.leave(id)
	case InFlight:
		f.inFlight--
	}
	f.items.At(id).State = Done
}

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
	w.Uint(uint64(len(f.hosts)))
	for i := range f.hosts {
		w.Text(f.hosts[i].name)
		w.Uint(uint64(f.hosts[i].chosen))
		w.Uint(uint64(f.hosts[i].proofs))
	}
	w.Uint(uint64(f.items.Len()))
	last := int32(0) // parent: links of one page are neighbours
	for i := range int32(f.items.Len()) {
		it := f.items.At(i)
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
		if _, ok := f.numbers[name]; ok {
			r.Fail("host %.80q is stored twice", name)
		}
		h := &f.hosts[f.Host(name)]
		h.chosen, h.proofs = int(r.Uint()&math.MaxInt32), int(r.Uint()&math.MaxInt32)
	}
	n := r.Len(5)
	if away && n != f.urls.Len() {
		r.Fail("%d URLs with %d items", f.urls.Len(), n)
	}
	var urls []string
	if !away {
		urls = make([]string, 0, n)
	}
	last := 0
	for i := 0; i < n && r.Err() == nil; i++ {
		if !away {
			r.Pool(true)
			urls = append(urls, r.Text())
			r.Pool(false)
		}
		f.items.Add(f.readItem(r, n, &last))
	}
	if r.Err() != nil {
		return func() {}
	}
	f.urls.Append(urls)
	once := make(chan bool, 1)
	go func() {
		f.arrange()
		once <- away || f.urls.Index()
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
	for i := range int32(f.items.Len()) {
		if f.items.At(i).State == Waiting {
			count[f.items.At(i).Host]++
		}
	}
	for h := range f.hosts {
		if count[h] > 0 {
			f.hosts[h].heap = make([]int32, 0, count[h])
		}
	}
	for i := range int32(f.items.Len()) {
		switch it := f.items.At(i); it.State {
		case Waiting:
			h := &f.hosts[it.Host]
			it.pos = int32(len(h.heap))
			h.heap = append(h.heap, i)
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
