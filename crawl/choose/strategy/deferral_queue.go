package strategy

import (
	"crypto/sha256"
	"encoding/binary"
	"slices"

	"github.com/klauspost/compress/s2"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/keep/binenc"
)

// deferredQueue holds records, the first that was deferred first.
type deferredQueue struct {
	records []deferredRecord
	first   int // those before are gone
}

// deferredRecord holds the links of a page with one prospect: a letter, packed.
type deferredRecord struct {
	data  []byte // nil: in the file or on disk,
	at    int64  // here in the file,
	size  int32
	run   uint32 // or in this run on disk; 0: it is not there,
	n     int32  // under this number
	links int32
}

func (q *deferredQueue) len() int { return len(q.records) - q.first }

// pop takes the first record out.
func (q *deferredQueue) pop() deferredRecord {
	r := q.records[q.first]
	q.records[q.first] = deferredRecord{}
	if q.first++; 2*q.first > len(q.records) {
		q.records, q.first = slices.Clone(q.records[q.first:]), 0
	}
	return r
}

// put defers links of the page of v. It was observed.
func (a *deferral) put(v *crawl.Visit, deferred *[prospects][]crawl.Link) {
	for p, links := range deferred {
		links = slices.DeleteFunc(links, func(l crawl.Link) bool { return !a.see(l.URL) })
		if len(links) == 0 {
			continue
		}
		l := a.in.Letter(v)
		l.Page, l.Host, l.Depth, l.Links = v.Choice.URL, v.Page.Host, v.Choice.Depth, links
		l.Source, l.Repeats = v.Source(), v.Repeats()
		data := s2.Encode(nil, binenc.AppendLetter(nil, &l))
		q := &a.queues[p]
		q.records = append(q.records, deferredRecord{data: slices.Clone(data), n: a.record, links: int32(len(links))})
		a.record++
		a.links, a.bytes = a.links+len(links), a.bytes+len(data)
	}
	if a.bytes > a.p.Memory && (a.p.File != nil || a.p.Records != nil) {
		a.store()
	}
}

// store moves half of the records out of memory, those first that come back last.
func (a *deferral) store() {
	a.tidyFile()
	for p := range a.queues {
		q := &a.queues[p]
		for i := len(q.records) - 1; i >= q.first && a.bytes > a.p.Memory/2; i-- {
			if r := &q.records[i]; r.data != nil && !a.file(r) && a.p.Records != nil {
				a.bytes -= len(r.data)
				r.run, r.data = a.p.Records.Put(r.n, r.data), nil
			}
		}
	}
	if a.p.Records != nil {
		a.p.Records.Flush()
	}
}

// file moves a record from memory into the file, if that has room.
func (a *deferral) file(r *deferredRecord) bool {
	if a.p.File == nil || a.filed+len(r.data) > a.p.Filed {
		return false
	}
	at, ok := a.p.File.Write(r.data)
	if ok {
		a.bytes, a.filed = a.bytes-len(r.data), a.filed+len(r.data)
		r.at, r.size, r.data = at, int32(len(r.data)), nil
	}
	return ok
}

// tidyFile begins the file anew when more than half of it is gone.
func (a *deferral) tidyFile() {
	if a.p.File == nil || a.p.File.Size() < int64(a.p.Filed+2*a.filed) {
		return
	}
	var all []*deferredRecord
	for p := range a.queues {
		q := &a.queues[p]
		for i := q.first; i < len(q.records); i++ {
			if r := &q.records[i]; r.isFiled() {
				r.data = slices.Clone(a.p.File.Read(r.at, int(r.size)))
				all = append(all, r)
			}
		}
	}
	a.p.File.Clear()
	a.bytes, a.filed = a.bytes+a.filed, 0
	for _, r := range all {
		a.file(r)
	}
}

func (r *deferredRecord) isFiled() bool { return r.data == nil && r.run == 0 }

// packed calls use with a record as it was written.
func (a *deferral) packed(r *deferredRecord, use func(data []byte)) {
	switch {
	case r.data != nil:
		use(r.data)
	case r.run != 0 && a.p.Records != nil:
		a.p.Records.Get(r.n, r.run, use)
	case r.isFiled() && a.p.File != nil:
		use(a.p.File.Read(r.at, int(r.size)))
	}
}

// read unpacks a record; nil after a fault, which ends the crawl.
func (a *deferral) read(r *deferredRecord) (l *crawl.Letter) {
	unpack := func(data []byte) {
		if data, err := s2.Decode(nil, data); err == nil {
			l, _ = binenc.DecodeLetter(data) //nolint:errcheck // it was written here, and has a checksum on disk
		}
	}
	a.packed(r, unpack)
	return l
}

// receiveMore gives the inner strategy the next record, if too few hosts wait.
func (a *deferral) receiveMore() bool {
	for p := prospects - 1; p >= 0; p-- {
		if a.queues[p].len() > 0 {
			return a.unaskedFrom(p) < a.p.Hosts && a.receiveNext(p)
		}
	}
	return false
}

// receiveNext gives the inner strategy the next record with such a prospect or a better one; it is
// false if there is none.
func (a *deferral) receiveNext(least int) bool {
	for p := prospects - 1; p >= least; p-- {
		if q := &a.queues[p]; q.len() > 0 {
			a.receive(p, q.pop())
			return true
		}
	}
	return false
}

func (a *deferral) receive(prospect int, r deferredRecord) {
	a.links -= int(r.links)
	a.bytes, a.filed = a.bytes-len(r.data), a.filed-int(r.size)
	l := a.read(&r)
	if r.run != 0 && a.p.Records != nil {
		a.p.Records.Replaced(r.n, r.run)
	}
	if l == nil {
		return
	}
	a.in.Hear(l)
	a.meet(prospect)
}

// receiveAll brings everything back.
func (a *deferral) receiveAll() {
	for a.receiveNext(0) {
	}
}

// find brings back what is deferred up to a URL, if that is among it.
func (a *deferral) find(url string) (found bool) {
	if !a.isDeferred(url) {
		return false
	}
	for p := range a.queues {
		q := &a.queues[p]
		for i := q.first; i < len(q.records); i++ {
			if l := a.read(&q.records[i]); l == nil || !slices.ContainsFunc(l.Links, func(k crawl.Link) bool { return k.URL == url }) {
				continue
			}
			for n := i - q.first; n >= 0; n-- {
				a.receive(p, q.pop())
			}
			return true
		}
	}
	return false
}

// eachDeferred calls visit with the links that are deferred, in the order in which they come back, until it is false.
func (a *deferral) eachDeferred(visit func(c crawl.Choice) bool) {
	for p := prospects - 1; p >= 0; p-- {
		q := &a.queues[p]
		for i := q.first; i < len(q.records); i++ {
			l := a.read(&q.records[i])
			if l == nil {
				continue
			}
			for _, k := range l.Links {
				if !visit(crawl.Choice{URL: k.URL, Host: k.Host, Parent: l.Page, Depth: l.Depth + 1}) {
					return
				}
			}
		}
	}
}

// deferredSeen is how many deferred URLs are known as such: a menu names the same hosts on
// each page. Of one that was forgotten another link is deferred, too.
const deferredSeen = 1 << 16

// urlHash is a hash of a URL that nobody can find another URL for. It is never 0.
func urlHash(url string) uint64 {
	sum := sha256.Sum256([]byte(url))
	return binary.LittleEndian.Uint64(sum[:]) | 1
}

// see reports whether a URL is not known to be deferred, and remembers it.
func (a *deferral) see(url string) (fresh bool) {
	if a.seen == nil {
		a.seen = make([]uint64, deferredSeen)
	}
	h := urlHash(url)
	at := &a.seen[h>>1%deferredSeen]
	fresh = *at != h
	*at = h
	return fresh
}

// isDeferred reports whether a URL was deferred lately. It may have come back since.
func (a *deferral) isDeferred(url string) bool {
	if a.seen == nil || a.links == 0 {
		return false
	}
	h := urlHash(url)
	return a.seen[h>>1%deferredSeen] == h
}
