package hashindex

// Fill makes the empty Index one of the numbers below n, as Add would. same tells whether two
// numbers belong to one thing; Fill is false if any do.
//
// Numbers that follow each other belong into parts that do not. So they are sorted by part
// first, some at a time, and go into a part that is in the processor's cache: Add waits for
// memory at each number.
func (x *Index) Fill(n int, hash func(n int32) uint32, same func(a, b int32) bool) bool {
	x.Reserve(n)
	atOnce := x.fillAtOnce(n)
	sorted := make([]slot, min(n, atOnce))
	for from := 0; from < n; from += atOnce {
		to := min(from+atOnce, n)
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
		begin := 0 // ends[p] is the end now
		for p := range x.parts {
			if !x.fill(&x.parts[p], sorted[begin:ends[p]], same) {
				return false
			}
			begin = ends[p]
		}
	}
	return true
}

const (
	fillLeast = 1 << 20 // 8 MB of memory
	fillMost  = 1 << 24
	// fillTimes: a run is written again each time some of its numbers come.
	fillTimes = 8
)

// fillAtOnce is how many of n numbers are sorted at a time.
func (x *Index) fillAtOnce(n int) int {
	if x.away == nil || n <= x.away.most {
		return fillLeast
	}
	return min(max(n/fillTimes, fillLeast), fillMost)
}

// fill adds slots to their part. It is false if a thing is there twice.
func (x *Index) fill(p *part, more []slot, same func(a, b int32) bool) bool {
	if x.away != nil && len(x.parts) == manyParts && x.away.fill(p, more) {
		x.n += len(more)
		return x.away.unique(same)
	}
	for _, s := range more {
		is := func(n int32) bool { return same(n, int32(s.next)-1) }
		if _, ok := x.find(p, s.hash, is); ok {
			return false
		}
		p.room(p.taken + 1)
		i, _ := p.find(s.hash, is)
		p.insert(i, s)
		x.n++
	}
	return true
}

// fill writes slots into the run of a part, and those that are in memory with them. It is false if
// they are few enough to be in memory, or the file has no room.
func (a *away) fill(p *part, more []slot) bool {
	if len(more) == 0 || p.run == nil && p.taken+len(more) <= a.limit(p) {
		return false
	}
	return a.move(p, more)
}

// unique reports whether what was written last has nothing twice.
func (a *away) unique(same func(a, b int32) bool) bool {
	for i, s := range a.written {
		for _, t := range a.written[i+1:] {
			if s.hash != t.hash {
				break
			}
			if s.next != 0 && t.next != 0 && same(int32(s.next)-1, int32(t.next)-1) {
				return false
			}
		}
	}
	return true
}
