package strategy

import (
	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/keep/binenc"
	"github.com/ontocrawl/ontocrawl/internal/english"
)

func (a *deferral) save(w *binenc.Writer) {
	w.Uint(uint64(a.marks.Len()))
	for n := range int32(a.marks.Len()) {
		w.Byte(*a.marks.At(n))
	}
	w.Uint(uint64(a.record))
	w.Bool(a.p.Records != nil)
	if a.p.Records != nil {
		w.Bytes(a.savedRecords())
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
}

// forgetSaved lets the records be saved again: it saves once for a checkpoint, in which the memory is
// written twice.
func (a *deferral) forgetSaved() { a.onDisk = nil }

// savedRecords returns the state that finds the records on disk again.
func (a *deferral) savedRecords() []byte {
	if a.onDisk == nil {
		var w binenc.Writer
		a.p.Records.Save(&w)
		a.onDisk = w.Data()
	}
	return a.onDisk
}

func (a *deferral) saveQueue(w *binenc.Writer, q *deferredQueue) {
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

func (a *deferral) load(r *binenc.Reader) {
	a.began = true
	for n := r.Len(1); n > 0 && r.Err() == nil; n-- {
		m := r.Byte()
		if m >= 2*prospects {
			r.Fail("a host with the mark %d", m)
			return
		}
		if a.marks.Add(m); m&markAsked == 0 {
			a.unasked[m]++
		}
	}
	a.record = int32(readCount(r, maxCount32))
	switch onDisk := r.Bool(); {
	case onDisk && a.p.Records == nil:
		r.Fail("deferred links lie in a folder, which was not opened")
	case onDisk:
		in := binenc.NewReader(r.Bytes())
		if a.p.Records.Load(in); r.Err() == nil && in.Close() != nil {
			r.Fail("the records of deferred links: %v", in.Err())
		}
	}
	for p := range a.queues {
		a.loadQueue(r, &a.queues[p])
	}
	a.loadSeen(r)
}

func (a *deferral) loadQueue(r *binenc.Reader, q *deferredQueue) {
	for n := r.Len(3); n > 0 && r.Err() == nil; n-- {
		x := deferredRecord{n: int32(readCount(r, maxCount32)), links: int32(readCount(r, maxCount32)), run: uint32(readCount(r, maxCount32))}
		if x.run == 0 {
			x.data = append([]byte{}, r.Bytes()...)
			if l := a.read(&x); r.Err() == nil && (l == nil || len(l.Links) != int(x.links)) {
				r.Fail("deferred links cannot be read")
			}
		} else if a.p.Records == nil {
			r.Fail("deferred links lie in a folder, which was not opened")
		}
		q.records = append(q.records, x)
		a.links, a.bytes = a.links+int(x.links), a.bytes+len(x.data)
		if a.bytes > a.p.Memory {
			a.file(&q.records[len(q.records)-1])
		}
	}
}

func (a *deferral) loadSeen(r *binenc.Reader) {
	if r.Bool() && r.Err() == nil {
		a.seen = make([]uint64, deferredSeen)
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

// waiting implements [Level.Waiting]: deferred links come after the others.
func (a *deferral) waiting(host string, n int) (links []crawl.Choice, total int) {
	links, total = a.in.Waiting(host, n)
	return andThen(links, total, a.deferredOf(host), n)
}

// deferredOf returns the links that are deferred, of all hosts or of one.
func (a *deferral) deferredOf(host string) (links []crawl.Choice) {
	a.eachDeferred(func(c crawl.Choice) bool {
		if host == "" || c.Host == host {
			links = append(links, c)
		}
		return true
	})
	return links
}

// explain implements [Level.Explain]: it says of a link that it is deferred.
func (a *deferral) explain(link string) (e Explanation, ok bool) {
	if a.in.Explain != nil {
		if e, ok = a.in.Explain(link); ok {
			return e, true
		}
	}
	if !a.isDeferred(link) {
		return e, false
	}
	a.eachDeferred(func(c crawl.Choice) bool {
		ok = c.URL == link
		return !ok
	})
	if ok {
		e.note(english.Phrasef("deferred: so many hosts that were never asked wait that this one comes after them"))
	}
	return e, ok
}
