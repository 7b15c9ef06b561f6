// Package urltable numbers URLs.
package urltable

import "hash/maphash"

// Table numbers URLs in the order in which they are added. It is a hash table
// without pointers beside the strings: a Go map of a million URLs would take three
// times the room, and the collector would scan all of it again and again. The zero
// Table is empty.
type Table struct {
	urls  []string
	seed  maphash.Seed // its own, so that nobody can make up URLs that collide
	slots []slot       // a power of two of them, probed one after the other
}

// slot holds the place of a URL. The low bits of its hash say where it belongs;
// the whole hash saves nearly every comparison with another URL.
type slot struct {
	hash uint32
	next uint32 // number plus 1; 0: free
}

// Len is how many there are.
func (t *Table) Len() int { return len(t.urls) }

// At is the URL with the number id.
func (t *Table) At(id int32) string { return t.urls[id] }

// Number returns the number of url.
func (t *Table) Number(url string) (id int32, ok bool) {
	if len(t.slots) == 0 {
		return 0, false
	}
	s := t.find(url, t.hash(url))
	return int32(s.next) - 1, s.next != 0
}

// Add returns the number of url, a new one if it has none.
func (t *Table) Add(url string) (id int32, fresh bool) {
	t.grow(len(t.urls) + 1)
	hash := t.hash(url)
	s := t.find(url, hash)
	if s.next != 0 {
		return int32(s.next) - 1, false
	}
	t.urls = append(t.urls, url)
	*s = slot{hash, uint32(len(t.urls))}
	return int32(len(t.urls)) - 1, true
}

// Append adds unknown URLs, as a checkpoint holds them, and may keep the slice.
// They are found only after Index, which may run beside other work.
func (t *Table) Append(urls []string) {
	if t.urls == nil {
		t.urls = urls
		return
	}
	t.urls = append(t.urls, urls...)
}

// Index makes what Append added findable. It is false if a URL is there twice.
func (t *Table) Index() bool {
	t.slots = nil
	t.grow(len(t.urls))
	for i, url := range t.urls {
		hash := t.hash(url)
		s := t.find(url, hash)
		if s.next != 0 {
			return false
		}
		*s = slot{hash, uint32(i) + 1}
	}
	return true
}

func (t *Table) hash(url string) uint32 { return uint32(maphash.String(t.seed, url)) }

// find returns the slot of url, or the free one where it belongs.
func (t *Table) find(url string, hash uint32) *slot {
	mask := uint32(len(t.slots) - 1)
	for i := hash & mask; ; i = (i + 1) & mask {
		s := &t.slots[i]
		if s.next == 0 || s.hash == hash && t.urls[s.next-1] == url {
			return s
		}
	}
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
	old, mask := t.slots, uint32(size-1)
	t.slots = make([]slot, size)
	for _, s := range old {
		if s.next == 0 {
			continue
		}
		i := s.hash & mask
		for t.slots[i].next != 0 {
			i = (i + 1) & mask
		}
		t.slots[i] = s
	}
}
