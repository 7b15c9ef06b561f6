package strategy

import (
	"crypto/sha256"
	"encoding/binary"
	"slices"

	"github.com/klauspost/compress/s2"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/cluster/wire"
)

// asideQueue holds records, the first that was put aside first.
type asideQueue struct {
	records []asideRecord
	first   int // those before are gone
}

// asideRecord is the links of a page that promise the same: a letter, packed.
type asideRecord struct {
	data  []byte // nil: in the file or on the shelf,
	at    int64  // here in the file,
	size  int32
	run   uint32 // or in this run on the shelf; 0: it is not there,
	n     int32  // under this number
	links int32
}

func (q *asideQueue) len() int { return len(q.records) - q.first }

// pop takes the first record out.
func (q *asideQueue) pop() asideRecord {
	r := q.records[q.first]
	q.records[q.first] = asideRecord{}
	if q.first++; 2*q.first > len(q.records) {
		q.records, q.first = slices.Clone(q.records[q.first:]), 0
	}
	return r
}

// put puts links of the page of v aside. It was observed.
func (a *Aside) put(v *crawl.Visit, aside *[promises][]crawl.Link) {
	for p, links := range aside {
		links = slices.DeleteFunc(links, func(l crawl.Link) bool { return !a.see(l.URL) })
		if len(links) == 0 {
			continue
		}
		l := a.in.letter(v)
		l.Page, l.Host, l.Depth, l.Links = v.Choice.URL, v.Page.Host, v.Choice.Depth, links
		l.Source, l.Repeats = v.Source(), v.Repeats()
		data := s2.Encode(nil, wire.AppendLetter(nil, &l))
		q := &a.queues[p]
		q.records = append(q.records, asideRecord{data: slices.Clone(data), n: a.record, links: int32(len(links))})
		a.record++
		a.links, a.bytes = a.links+len(links), a.bytes+len(data)
	}
	if a.bytes > a.p.Memory && (a.p.File != nil || a.p.Shelf != nil) {
		a.store()
	}
}

// store moves half of the records out of memory, those first that come back last.
func (a *Aside) store() {
	a.tidyFile()
	for p := range a.queues {
		q := &a.queues[p]
		for i := len(q.records) - 1; i >= q.first && a.bytes > a.p.Memory/2; i-- {
			if r := &q.records[i]; r.data != nil && !a.file(r) && a.p.Shelf != nil {
				a.bytes -= len(r.data)
				r.run, r.data = a.p.Shelf.Put(r.n, r.data), nil
			}
		}
	}
	if a.p.Shelf != nil {
		a.p.Shelf.Flush()
	}
}

// file moves a record from memory into the file, if that has room.
func (a *Aside) file(r *asideRecord) bool {
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
func (a *Aside) tidyFile() {
	if a.p.File == nil || a.p.File.Size() < int64(a.p.Filed+2*a.filed) {
		return
	}
	var all []*asideRecord
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

func (r *asideRecord) isFiled() bool { return r.data == nil && r.run == 0 }

// packed calls use with a record as it was written.
func (a *Aside) packed(r *asideRecord, use func(data []byte)) {
	switch {
	case r.data != nil:
		use(r.data)
	case r.run != 0 && a.p.Shelf != nil:
		a.p.Shelf.Get(r.n, r.run, use)
	case r.isFiled() && a.p.File != nil:
		use(a.p.File.Read(r.at, int(r.size)))
	}
}

// read unpacks a record; nil after a fault, which ends the crawl.
func (a *Aside) read(r *asideRecord) (l *crawl.Letter) {
	unpack := func(data []byte) {
		if data, err := s2.Decode(nil, data); err == nil {
			l, _ = wire.DecodeLetter(data) //nolint:errcheck // it was written here, and has a checksum on the shelf
		}
	}
	a.packed(r, unpack)
	return l
}

// hearMore lets the inner strategy hear of the next record, if too few hosts wait.
func (a *Aside) hearMore() bool {
	for p := promises - 1; p >= 0; p-- {
		if a.queues[p].len() > 0 {
			return a.waiting(p) < a.p.Hosts && a.hearNext(p)
		}
	}
	return false
}

// hearNext lets the inner strategy hear of the next record of those that promise so much or more; it is false if there is
// none.
func (a *Aside) hearNext(least int) bool {
	for p := promises - 1; p >= least; p-- {
		if q := &a.queues[p]; q.len() > 0 {
			a.hear(p, q.pop())
			return true
		}
	}
	return false
}

func (a *Aside) hear(promise int, r asideRecord) {
	a.links -= int(r.links)
	a.bytes, a.filed = a.bytes-len(r.data), a.filed-int(r.size)
	l := a.read(&r)
	if r.run != 0 && a.p.Shelf != nil {
		a.p.Shelf.Replaced(r.n, r.run)
	}
	if l == nil {
		return
	}
	a.in.Hear(l)
	a.meet(promise)
}

// hearAll brings everything back.
func (a *Aside) hearAll() {
	for a.hearNext(0) {
	}
}

// find brings back what is aside up to a URL, if that is among it.
func (a *Aside) find(url string) (found bool) {
	if !a.isAside(url) {
		return false
	}
	for p := range a.queues {
		q := &a.queues[p]
		for i := q.first; i < len(q.records); i++ {
			if l := a.read(&q.records[i]); l == nil || !slices.ContainsFunc(l.Links, func(k crawl.Link) bool { return k.URL == url }) {
				continue
			}
			for n := i - q.first; n >= 0; n-- {
				a.hear(p, q.pop())
			}
			return true
		}
	}
	return false
}

// eachAside calls visit with the links that are aside, in the order in which they come back, until it is false.
func (a *Aside) eachAside(visit func(c crawl.Choice) bool) {
	for p := promises - 1; p >= 0; p-- {
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

// asideSeen is how many URLs that are aside are known as such: a menu names the same hosts on
// each page. Of one that was forgotten another link is put aside, too.
const asideSeen = 1 << 16

// urlHash is a hash of a URL that nobody can find another URL for. It is never 0.
func urlHash(url string) uint64 {
	sum := sha256.Sum256([]byte(url))
	return binary.LittleEndian.Uint64(sum[:]) | 1
}

// see reports whether a URL is not known to be aside, and remembers it.
func (a *Aside) see(url string) (fresh bool) {
	if a.seen == nil {
		a.seen = make([]uint64, asideSeen)
	}
	h := urlHash(url)
	at := &a.seen[h>>1%asideSeen]
	fresh = *at != h
	*at = h
	return fresh
}

// isAside reports whether a URL was put aside lately. It may have come back since.
func (a *Aside) isAside(url string) bool {
	if a.seen == nil || a.links == 0 {
		return false
	}
	h := urlHash(url)
	return a.seen[h>>1%asideSeen] == h
}
