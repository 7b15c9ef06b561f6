package hashindex

// Index holds numbers by hash. The zero Index is empty.
//
// It is an open hash table, probed one slot after the other. Slots that follow each other are
// in the order in which they belong (Amble and Knuth 1974), so a search for what is not there
// ends where it would stand. A large one is cut into
// parts by the first bits of the hash, and each part grows by an eighth when nine tenths of
// it are taken. So a number takes 8.9 to 10 bytes whatever their count, growing is
// never a pause, and never needs the table twice.
type Index struct {
	parts []part // one, or manyParts
	n     int
}

type part struct {
	slots []slot
	taken int
}

// slot is a number and its hash, which saves nearly every look at another thing.
type slot struct{ hash, next uint32 } // next: number plus 1; 0: free

const (
	partBits  = 10
	manyParts = 1 << partBits
	oneUpTo   = 1 << 16 // numbers in a single part
	smallest  = 16      // slots of a part
)

// Len is how many numbers there are.
func (x *Index) Len() int { return x.n }

// Find returns the number of a thing; same tells whether a number is that of the thing.
func (x *Index) Find(hash uint32, same func(n int32) bool) (n int32, ok bool) {
	if x.n == 0 {
		return 0, false
	}
	p := x.part(hash)
	i, ok := p.find(hash, same)
	if !ok {
		return 0, false
	}
	return int32(p.slots[i].next) - 1, true
}

// Add returns the number of a thing. A thing that has none gets n, and fresh is true.
func (x *Index) Add(hash uint32, n int32, same func(n int32) bool) (now int32, fresh bool) {
	x.Reserve(x.n + 1)
	p := x.part(hash)
	p.room(p.taken + 1)
	i, ok := p.find(hash, same)
	if ok {
		return int32(p.slots[i].next) - 1, false
	}
	p.insert(i, slot{hash, uint32(n) + 1})
	x.n++
	return n, true
}

// Fill makes the empty Index one of the numbers below n, as Add would. same tells whether two
// numbers are those of one thing; Fill is false if any are.
//
// Numbers that follow each other belong into parts that do not. So they are sorted by part
// first, some at a time, and go into a part that is in the processor's cache: Add waits for
// memory at each number.
func (x *Index) Fill(n int, hash func(n int32) uint32, same func(a, b int32) bool) bool {
	x.Reserve(n)
	sorted := make([]slot, min(n, fillAtOnce))
	for from := 0; from < n; from += fillAtOnce {
		to := min(from+fillAtOnce, n)
		var ends [manyParts + 1]int // of the slots of each part
		for i := from; i < to; i++ {
			ends[x.partOf(hash(int32(i)))+1]++
		}
		for p := range x.parts {
			ends[p+1] += ends[p]
		}
		for i := from; i < to; i++ {
			h := hash(int32(i))
			p := x.partOf(h)
			sorted[ends[p]] = slot{h, uint32(i) + 1}
			ends[p]++
		}
		if !x.fill(sorted[:to-from], same) {
			return false
		}
	}
	return true
}

// fillAtOnce numbers are sorted at a time: 8 MB of memory.
const fillAtOnce = 1 << 20

// fill adds slots in the order of their parts.
func (x *Index) fill(sorted []slot, same func(a, b int32) bool) bool {
	for _, s := range sorted {
		p := x.part(s.hash)
		p.room(p.taken + 1)
		i, ok := p.find(s.hash, func(n int32) bool { return same(n, int32(s.next)-1) })
		if ok {
			return false
		}
		p.insert(i, s)
		x.n++
	}
	return true
}

// Each calls visit with each hash and number, in no order.
func (x *Index) Each(visit func(hash uint32, n int32)) {
	for i := range x.parts {
		for _, s := range x.parts[i].slots {
			if s.next != 0 {
				visit(s.hash, int32(s.next)-1)
			}
		}
	}
}

// Reserve makes room for n numbers, so that adding them moves none.
func (x *Index) Reserve(n int) {
	switch {
	case len(x.parts) == 0 && n <= oneUpTo:
		x.parts = make([]part, 1)
	case n > oneUpTo && len(x.parts) < manyParts:
		old := x.parts
		x.parts = make([]part, manyParts)
		for i := range x.parts {
			x.parts[i].room(n / manyParts)
		}
		for _, p := range old {
			for _, s := range p.slots {
				if s.next != 0 {
					to := x.part(s.hash)
					to.room(to.taken + 1)
					to.put(s)
				}
			}
		}
	}
}

func (x *Index) part(hash uint32) *part { return &x.parts[x.partOf(hash)] }

func (x *Index) partOf(hash uint32) int {
	if len(x.parts) == 1 {
		return 0
	}
	return int(hash >> (32 - partBits))
}

// home is the slot where a hash belongs. The bits that chose the part are left out.
func (p *part) home(hash uint32) int {
	return int(uint64(hash<<partBits) * uint64(len(p.slots)) >> 32)
}

// find returns the place of a thing; ok is false if it is not there, and i is where it
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

// room makes room for n numbers.
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
