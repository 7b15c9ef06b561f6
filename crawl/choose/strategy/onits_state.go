package strategy

import (
	"github.com/ontocrawl/ontocrawl/crawl/choose/internal/frontier"
	"github.com/ontocrawl/ontocrawl/crawl/keep/binenc"
)

func (o *OnITS) save(w *binenc.Writer) {
	w.Next(o.f)
	w.Part(o.rank)
	w.Uint(uint64(len(o.nodes)))
	for i := range o.nodes {
		w.Bool(o.nodes[i].got)
		writeIDs(w, o.nodes[i].out)
		writeIDs(w, o.nodes[i].left)
	}
	writeIDs(w, o.queue)
	writeIDs(w, o.lot)
	w.Uint(uint64(len(o.walkers)))
	for _, k := range o.walkers {
		w.Int(int64(k.cur))
		w.Int(int64(k.tries))
		w.Int(int64(k.want))
		w.Uint(uint64(k.why))
		w.Bool(k.inFlight)
	}
	writeSearch(w, o.sel)
}

func (o *OnITS) load(r *binenc.Reader) {
	r.Next(o.f)
	r.Wait()
	r.Part(o.rank)
	o.readNodes(r)
	o.queue = readIDs(r, o.f.Counts().URLs)
	o.lot = readIDs(r, o.f.Counts().URLs)
	o.readWalkers(r)
	if r.Err() == nil {
		o.check(r)
	}
	readSearch(r, o.sel)
}

func (o *OnITS) readNodes(r *binenc.Reader) {
	n := r.Len(3)
	if r.Err() == nil && n != o.f.Counts().URLs {
		r.Fail("%d nodes of %d URLs", n, o.f.Counts().URLs)
	}
	for ; n > 0 && r.Err() == nil; n-- {
		k := node{got: r.Bool()}
		k.out = readIDs(r, o.f.Counts().URLs)
		k.left = readIDs(r, o.f.Counts().URLs)
		o.nodes = append(o.nodes, k)
	}
}

func (o *OnITS) readWalkers(r *binenc.Reader) {
	last := o.f.Counts().URLs - 1
	for n := r.Len(5); n > 0 && r.Err() == nil; n-- {
		k := walker{cur: int32(r.IntIn(-1, last)), tries: r.IntIn(0, 1<<30), want: int32(r.IntIn(-1, last))}
		k.why = reason(min(r.Uint(), uint64(promoted)))
		k.inFlight = r.Bool()
		o.walkers = append(o.walkers, k)
	}
}

// check refuses what the loop relies on and a damaged checkpoint may break.
func (o *OnITS) check(r *binenc.Reader) {
	fetched := func(id int32) bool { return o.nodes[id].got }
	for _, id := range o.queue {
		if !fetched(id) {
			r.Fail("item %d is queued and was not fetched", id)
			return
		}
	}
	for _, w := range o.walkers {
		switch {
		case w.cur >= 0 && !fetched(w.cur):
			r.Fail("a walker stands on item %d, which was not fetched", w.cur)
		case w.want >= 0 && w.inFlight != (o.f.Item(w.want).State == frontier.InFlight):
			r.Fail("a walker wants item %d, which is elsewhere", w.want)
		}
	}
}

func writeIDs(w *binenc.Writer, ids []int32) {
	w.Uint(uint64(len(ids)))
	for _, id := range ids {
		w.Uint(uint64(id))
	}
}

func readIDs(r *binenc.Reader, items int) []int32 {
	n := r.Len(1)
	if n == 0 {
		return nil
	}
	ids := make([]int32, 0, n)
	for range n {
		id := r.Uint()
		if r.Err() == nil && id >= uint64(items) {
			r.Fail("item %d of %d", id, items)
		}
		if r.Err() != nil {
			return nil
		}
		ids = append(ids, int32(id))
	}
	return ids
}
