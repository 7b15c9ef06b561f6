package hashindex

// Index holds numbers by hash. The zero Index is empty.
//
// It is an open hash table, probed one slot after the other. Slots that follow each other are
// in the order in which they belong (Amble and Knuth 1974), so a search for what is not there
// ends where it would stand. A large one is cut into
// parts by the first bits of the hash, and each part grows by an eighth when nine tenths of
// it are taken. So a number takes 8.9 to 10 bytes whatever their count, growing is
// never a pause, and never needs the table twice. With SpillTo most numbers lie in a file.
type Index struct {
	parts []part // one, or manyParts
	n     int
	away  *away // nil: all are in memory
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

// Find returns the number of a thing; same tells whether a number belongs to the thing.
func (x *Index) Find(hash uint32, same func(n int32) bool) (n int32, ok bool) {
	if x.n == 0 {
		return 0, false
	}
	return x.find(x.part(hash), hash, same)
}

// find finds a thing in its part.
func (x *Index) find(p *part, hash uint32, same func(n int32) bool) (n int32, ok bool) {
	if i, ok := p.find(hash, same); ok {
		return int32(p.slots[i].next) - 1, true
	}
	if p.run != nil {
		return x.away.find(p.run, hash, same)
	}
	return 0, false
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
	if p.run != nil {
		if m, ok := x.away.find(p.run, hash, same); ok {
			return m, false
		}
	}
	p.insert(i, slot{hash, uint32(n) + 1})
	x.n++
	x.spill(p)
	return n, true
}

// spill lets a part write what it has in memory, if it has much.
func (x *Index) spill(p *part) {
	if x.away != nil && len(x.parts) == manyParts {
		x.away.spill(p)
	}
}

// Each calls visit with each hash and number, in no order.
func (x *Index) Each(visit func(hash uint32, n int32)) {
	for i := range x.parts {
		for _, s := range x.parts[i].slots {
			if s.next != 0 {
				visit(s.hash, int32(s.next)-1)
			}
		}
		if r := x.parts[i].run; r != nil {
			x.away.each(r, func(s slot) { visit(s.hash, int32(s.next)-1) })
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
		each := n / manyParts
		if x.away != nil {
			each = min(each, x.away.limit(&part{}))
		}
		for i := range x.parts {
			x.parts[i].room(each)
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
