package urltable

import (
	"hash/maphash"

	"github.com/ontocrawl/ontocrawl/internal/paged"
)

// Table numbers URLs in the order in which they are added. It is a hash table
// without pointers beside the strings: a Go map of a million URLs would take three
// times the room, and the collector would scan all of it again and again. The zero
// Table is empty and holds all texts in memory.
type Table struct {
	texts []*block     // by number; nil: on the shelf, or forgotten
	n     int          // URLs
	seed  maphash.Seed // its own, so that nobody can make up URLs that collide
	slots []slot       // a power of two of them, probed one after the other
	away  away         // texts that are not in memory
}

// block holds the texts of neighbours.
type block [blockLen]string

const blockLen = 64

// slot holds the place of a URL. The low bits of its hash say where it belongs;
// the whole hash saves nearly every comparison with another URL.
type slot struct {
	hash uint32
	next uint32 // number plus 1; 0: free
}

// print is the hash of a URL: what a slot holds, and what tells URLs apart whose texts
// are not in memory.
type print struct{ hash, check uint32 }

// Len is how many there are.
func (t *Table) Len() int { return t.n }

// At is the URL with the number id, "" if its text was forgotten.
func (t *Table) At(id int32) string {
	if b := t.texts[id/blockLen]; b != nil {
		return b[id%blockLen]
	}
	return t.read(id)
}

// Number returns the number of url.
func (t *Table) Number(url string) (id int32, ok bool) {
	if len(t.slots) == 0 {
		return 0, false
	}
	s := t.find(url, t.print(url))
	return int32(s.next) - 1, s.next != 0
}

// Add returns the number of url, a new one if it has none.
func (t *Table) Add(url string) (id int32, fresh bool) {
	t.grow(t.n + 1)
	p := t.print(url)
	s := t.find(url, p)
	if s.next != 0 {
		return int32(s.next) - 1, false
	}
	t.append(url)
	*s = slot{p.hash, uint32(t.n)}
	if t.away.key != nil {
		t.away.checks.Add(p.check)
	}
	t.spill()
	return int32(t.n) - 1, true
}

// append adds the text of an unknown URL.
func (t *Table) append(url string) {
	if t.n == len(t.texts)*blockLen {
		t.texts = append(t.texts, new(block))
	}
	if b := t.texts[t.n/blockLen]; b != nil && !t.away.bare {
		b[t.n%blockLen] = url
	}
	if t.n++; t.away.bare {
		t.texts[len(t.texts)-1] = nil
	}
}

// Append adds unknown URLs, as a checkpoint holds them. They are found only after Index,
// which may run beside other work.
func (t *Table) Append(urls []string) {
	for _, url := range urls {
		t.append(url)
	}
}

// Index makes what Append added findable. It is false if a URL is there twice.
func (t *Table) Index() bool {
	t.slots, t.away.checks = nil, paged.Array[uint32]{}
	t.grow(t.n)
	for i := range t.n {
		url := t.At(int32(i))
		p := t.print(url)
		if t.away.key != nil {
			t.away.checks.Add(p.check)
		}
		s := t.find(url, p)
		if s.next != 0 {
			return false
		}
		*s = slot{p.hash, uint32(i) + 1}
	}
	return true
}

func (t *Table) print(url string) print {
	if t.away.key != nil {
		return t.away.print(url)
	}
	return print{hash: uint32(maphash.String(t.seed, url))}
}

// find returns the slot of url, or the free one where it belongs.
func (t *Table) find(url string, p print) *slot {
	mask := uint32(len(t.slots) - 1)
	for i := p.hash & mask; ; i = (i + 1) & mask {
		s := &t.slots[i]
		if s.next == 0 || s.hash == p.hash && t.is(int32(s.next)-1, url, p) {
			return s
		}
	}
}

// is reports whether url has that number.
func (t *Table) is(id int32, url string, p print) bool {
	if b := t.texts[id/blockLen]; b != nil {
		return b[id%blockLen] == url
	}
	return *t.away.checks.At(id) == p.check
}

// grow makes room for n URLs: a third of the slots stays free.
func (t *Table) grow(n int) {
	if 3*n <= 2*len(t.slots) {
		return
	}
	size := max(16, len(t.slots))
	for 3*n > 2*size {
		size *= 2
	}
	if t.slots == nil {
		t.seed = maphash.MakeSeed()
	}
	old := t.slots
	t.slots = make([]slot, size)
	for _, s := range old {
		if s.next != 0 {
			t.put(s)
		}
	}
}

// put puts a slot where it belongs.
func (t *Table) put(s slot) {
	mask := uint32(len(t.slots) - 1)
	i := s.hash & mask
	for t.slots[i].next != 0 {
		i = (i + 1) & mask
	}
	t.slots[i] = s
}
