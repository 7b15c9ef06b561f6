package hashindex

// In the end the lists of an honest site lead to known pages only; the lists of a
type part struct {
	slots []slot // in memory
	taken int    // of them
	run   *run   // nil: none
	full  int    // there was no room in the file for so many in memory by half
}

// home is the slot where a hash belongs. The bits that chose the part are left out.
func (p *part) home(hash uint32) int {
	return int(uint64(hash<<partBits) * uint64(len(p.slots)) >> 32)
}

// find returns the place of a thing in slots; ok is false if it is not there, and i is where it
// would stand. There is a free slot, if there are any.
func (p *part) find(hash uint32, same func(n int32) bool) (i int, ok bool) {
	if len(p.slots) == 0 {
		return 0, false
	}
	i = p.home(hash)
	for far := 0; ; far++ { // from home
		s := p.slots[i]
		if s.hash == hash && s.next != 0 && same(int32(s.next)-1) {
			return i, true
		}
		if s.next == 0 || s.hash != hash && p.far(i) < far {
			return i, false
		}
		if i++; i == len(p.slots) {
			i = 0
		}
	}
}

// far is how far the thing at place i is from where it belongs.
func (p *part) far(i int) int {
	if n := i - p.home(p.slots[i].hash); n >= 0 {
		return n
	}
	return i - p.home(p.slots[i].hash) + len(p.slots)
}

// insert puts a slot where find said, and moves those from there on by one.
func (p *part) insert(i int, s slot) {
	p.taken++
	for {
		s, p.slots[i] = p.slots[i], s
		if s.next == 0 {
			return
		}
		if i++; i == len(p.slots) {
			i = 0
		}
	}
}

// room makes room for n numbers in slots.
func (p *part) room(n int) {
	if 10*n <= 9*len(p.slots) {
		return
	}
	size := max(smallest, len(p.slots)+len(p.slots)/8)
	if 10*n > 9*size {
		size = n + n/8 + 1
	}
	old := p.slots
	p.slots, p.taken = make([]slot, size), 0
	for _, s := range old {
		if s.next != 0 {
			p.put(s)
		}
	}
}

// put adds a slot that is not there.
func (p *part) put(s slot) {
	i, _ := p.find(s.hash, func(int32) bool { return false })
	p.insert(i, s)
}
