package strategy

import (
	"io"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/binenc"
	"github.com/ontocrawl/ontocrawl/message"
)

// asideVersion is the version of the checkpoint.
//
//	1
const asideVersion = 1

func (a *Aside) save(w *binenc.Writer) error {
	w.Uint(uint64(a.marks.Len()))
	for n := range int32(a.marks.Len()) {
		w.Byte(*a.marks.At(n))
	}
	w.Uint(uint64(a.record))
	w.Bool(a.p.Shelf != nil)
	if a.p.Shelf != nil {
		w.Bytes(a.shelved())
	}
	for p := range a.queues {
		a.saveQueue(w, &a.queues[p])
	}
	w.Bool(a.seen != nil)
	last := -1
	for i, h := range a.seen {
		if h != 0 {
			w.Spill()
			w.Uint(uint64(i - last))
			w.Fixed(h)
			last = i
		}
	}
	w.Uint(0)
	return a.Err()
}

// WriteTo implements io.WriterTo. The shelf saves once for each checkpoint, and the memory is
// written twice.
func (a *Aside) WriteTo(to io.Writer) (int64, error) {
	a.onShelf, a.twice = nil, true
	defer func() { a.onShelf, a.twice = nil, false }()
	return a.wrapper.WriteTo(to)
}

// shelved is what the shelf saves.
func (a *Aside) shelved() []byte {
	if a.onShelf != nil {
		return a.onShelf
	}
	var w binenc.Writer
	a.p.Shelf.Save(&w)
	if a.twice {
		a.onShelf = w.Data()
	}
	return w.Data()
}

func (a *Aside) saveQueue(w *binenc.Writer, q *asideQueue) {
	w.Uint(uint64(q.len()))
	for i := q.first; i < len(q.records); i++ {
		r := &q.records[i]
		w.Spill()
		w.Uint(uint64(r.n))
		w.Uint(uint64(r.links))
		if w.Uint(uint64(r.run)); r.run == 0 {
			a.packed(r, w.Bytes)
		}
	}
}

func (a *Aside) load(r *binenc.Reader) {
	a.began = true
	for n := r.Len(1); n > 0 && r.Err() == nil; n-- {
		m := r.Byte()
		if m >= 2*promises {
			r.Fail("a host with the mark %d", m)
			return
		}
		if a.marks.Add(m); m&markAsked == 0 {
			a.unasked[m]++
		}
	}
	a.record = int32(readCount(r, maxCount32))
	switch onShelf := r.Bool(); {
	case onShelf && a.p.Shelf == nil:
		r.Fail("links that are aside lie in a folder, which was not opened")
	case onShelf:
		in := binenc.NewReader(r.Bytes())
		if a.p.Shelf.Load(in); r.Err() == nil && in.Close() != nil {
			r.Fail("the shelf of links that are aside: %v", in.Err())
		}
	}
	for p := range a.queues {
		a.loadQueue(r, &a.queues[p])
	}
	a.loadSeen(r)
}

func (a *Aside) loadQueue(r *binenc.Reader, q *asideQueue) {
	for n := r.Len(3); n > 0 && r.Err() == nil; n-- {
		x := asideRecord{n: int32(readCount(r, maxCount32)), links: int32(readCount(r, maxCount32)), run: uint32(readCount(r, maxCount32))}
		if x.run == 0 {
			x.data = append([]byte{}, r.Bytes()...)
			if l := a.read(&x); r.Err() == nil && (l == nil || len(l.Links) != int(x.links)) {
				r.Fail("links that are aside cannot be read")
			}
		} else if a.p.Shelf == nil {
			r.Fail("links that are aside lie in a folder, which was not opened")
		}
		q.records = append(q.records, x)
		a.links, a.bytes = a.links+int(x.links), a.bytes+len(x.data)
		if a.bytes > a.p.Memory {
			a.file(&q.records[len(q.records)-1])
		}
	}
}

func (a *Aside) loadSeen(r *binenc.Reader) {
	if r.Bool() && r.Err() == nil {
		a.seen = make([]uint64, asideSeen)
	}
	for at := uint64(0); r.Err() == nil; {
		step := r.Uint()
		if step == 0 {
			return
		}
		if step > uint64(len(a.seen))-at {
			r.Fail("a URL outside of %d places", len(a.seen))
			return
		}
		at += step
		a.seen[at-1] = r.Fixed()
	}
}

// asideOf returns the links that are aside, of all hosts or of one.
func (a *Aside) asideOf(host string) (links []crawl.Choice) {
	a.eachAside(func(c crawl.Choice) bool {
		if host == "" || c.Host == host {
			links = append(links, c)
		}
		return true
	})
	return links
}

// explain says of a link that it is aside.
func (a *Aside) explain(link string) (e Explanation, ok bool) {
	if !a.isAside(link) {
		return e, false
	}
	a.eachAside(func(c crawl.Choice) bool {
		ok = c.URL == link
		return !ok
	})
	if ok {
		e.note(message.Phrasef("put aside: so many hosts that were never asked wait that this one comes after them"))
	}
	return e, ok
}
