package linkrank

import "hash/maphash"

// URLs numbers URLs in the order in which they are added. It is a hash table
// without pointers beside the strings themselves: of a million URLs a Go map would
// take three times the room, all of which the collector would have to go through
// again and again. The zero URLs is empty.
type URLs struct {
	urls  []string
	seed  maphash.Seed // its own, so that nobody can make up URLs that collide
	slots []slot       // a power of two of them, probed one after the other
}

// slot holds the place of a URL. The low bits of its hash say where it should
// stand, all of them spare nearly every comparison with another.
type slot struct {
	hash uint32
	next uint32 // number plus 1; 0: free
}

// Len is how many there are.
func (u *URLs) Len() int { return len(u.urls) }

// At is the URL with the number id.
func (u *URLs) At(id int32) string { return u.urls[id] }

// Number returns the number of url.
func (u *URLs) Number(url string) (id int32, ok bool) {
	if len(u.slots) == 0 {
		return 0, false
	}
	s := u.find(url, u.hash(url))
	return int32(s.next) - 1, s.next != 0
}

// Add returns the number of url, a new one if it has none.
func (u *URLs) Add(url string) (id int32, fresh bool) {
	u.grow(len(u.urls) + 1)
	hash := u.hash(url)
	s := u.find(url, hash)
	if s.next != 0 {
		return int32(s.next) - 1, false
	}
	u.urls = append(u.urls, url)
	*s = slot{hash, uint32(len(u.urls))}
	return int32(len(u.urls)) - 1, true
}

// Append adds URLs none of which is known, as a checkpoint has them. It leaves to
// Index what makes them found: that reads nothing else, so it can be done beside
// other work. It may keep urls.
func (u *URLs) Append(urls []string) {
	if u.urls == nil {
		u.urls = urls
		return
	}
	u.urls = append(u.urls, urls...)
}

// Index makes found what Append has added; false if a URL stands twice.
func (u *URLs) Index() bool {
	u.slots = nil
	u.grow(len(u.urls))
	for i, url := range u.urls {
		hash := u.hash(url)
		s := u.find(url, hash)
		if s.next != 0 {
			return false
		}
		*s = slot{hash, uint32(i) + 1}
	}
	return true
}

func (u *URLs) hash(url string) uint32 { return uint32(maphash.String(u.seed, url)) }

// find returns the slot of url, or the free one where it belongs.
func (u *URLs) find(url string, hash uint32) *slot {
	mask := uint32(len(u.slots) - 1)
	for i := hash & mask; ; i = (i + 1) & mask {
		s := &u.slots[i]
		if s.next == 0 || s.hash == hash && u.urls[s.next-1] == url {
			return s
		}
	}
}

// grow makes room for n URLs: a third of the slots stays free.
func (u *URLs) grow(n int) {
	if 3*n <= 2*len(u.slots) {
		return
	}
	size := max(16, len(u.slots))
	for 3*n > 2*size {
		size *= 2
	}
	if u.slots == nil {
		u.seed = maphash.MakeSeed()
	}
	old, mask := u.slots, uint32(size-1)
	u.slots = make([]slot, size)
	for _, s := range old {
		if s.next == 0 {
			continue
		}
		i := s.hash & mask
		for u.slots[i].next != 0 {
			i = (i + 1) & mask
		}
		u.slots[i] = s
	}
}
