package hashindex

import (
	"cmp"
	"slices"
)

// run are numbers of a part that lie in the file, in the order of their hashes.
type run struct {
	n      int
	blocks []int64  // where they lie
	first  []uint32 // hash of each block
	filter filter
}

// limit is how many numbers of a part may be in memory.
func (a *away) limit(p *part) int {
	whole := max(a.most/manyParts, smallest)
	if p.run == nil {
		return whole
	}
	return max(whole/runShare, p.run.n/runShare, smallest)
}

// spill writes the numbers of a part that are in memory if they are many.
func (a *away) spill(p *part) {
	if p.taken > max(a.limit(p), p.full) && !a.move(p, nil) {
		p.full = 2 * p.taken // not tried at each number that follows
	}
}

// move writes the slots of a part that are in memory, and more, into its run. It is false if the file has no
// room; then nothing has changed.
func (a *away) move(p *part, more []slot) bool {
	a.sorted = append(a.sorted[:0], more...)
	for _, s := range p.slots {
		if s.next != 0 {
			a.sorted = append(a.sorted, s)
		}
	}
	slices.SortFunc(a.sorted, func(s, t slot) int { return cmp.Compare(s.hash, t.hash) })
	r := p.run
	if r == nil {
		r = &run{}
	}
	if !a.reserve(r, r.n+len(a.sorted)) {
		return false
	}
	p.run = r
	a.merge(r, a.sorted)
	p.full, p.taken = 0, 0
	if room := a.limit(p)*10/9 + 1; len(p.slots) > 2*room {
		p.slots = make([]slot, room)
	}
	clear(p.slots)
	return true
}

// reserve takes blocks for n slots of a run.
func (a *away) reserve(r *run, n int) bool {
	for len(r.blocks)*a.block < n {
		at, ok := a.take()
		if !ok {
			return false
		}
		r.blocks = append(r.blocks, at)
	}
	return true
}

// merge adds sorted slots to a run that has room.
func (a *away) merge(r *run, more []slot) {
	all := a.room(r.n + len(more))
	old := all[len(more):] // each is read before its place is written
	a.read(r, 0, old)
	for i := range all {
		if len(old) == 0 || len(more) > 0 && more[0].hash <= old[0].hash {
			all[i], more = more[0], more[1:]
		} else {
			all[i], old = old[0], old[1:]
		}
	}
	a.write(r, all)
}

// write makes a run one of these slots.
func (a *away) write(r *run, all []slot) {
	r.n, r.first = len(all), r.first[:0]
	r.filter = r.filter.sized(len(all))
	for _, s := range all {
		r.filter.add(s.hash)
	}
	i := 0
	for block := range slices.Chunk(all, a.block) {
		r.first = append(r.first, block[0].hash)
		a.file.WriteAt(bytes(block), r.blocks[i]) //nolint:errcheck // who gave the file knows
		i++
	}
}

// find finds a thing in the run of a part.
func (a *away) find(r *run, hash uint32, same func(n int32) bool) (n int32, ok bool) {
	l := &a.lately[hash%latelySlots]
	if l.hash == hash && l.next != 0 && same(int32(l.next)-1) {
		return int32(l.next) - 1, true
	}
	if !r.filter.has(hash) {
		return 0, false
	}
	for at := a.lowest(r, hash); at < r.n; at += windowSlots {
		for _, s := range a.window(r, at) {
			switch {
			case s.hash > hash:
				return 0, false
			case s.hash == hash && s.next != 0 && same(int32(s.next)-1):
				*l = s
				return int32(s.next) - 1, true
			}
		}
	}
	return 0, false
}

// lowest returns where to begin to read for a hash. Hashes are spread evenly, so the place of one is
// known but for some dozens of slots.
func (a *away) lowest(r *run, hash uint32) int {
	b, _ := slices.BinarySearch(r.first, hash)
	b = max(b-1, 0)
	end := uint64(hash|(1<<(32-partBits)-1)) + 1 // of the part
	if b+1 < len(r.first) {
		end = uint64(r.first[b+1])
	}
	at, count := b*a.block, uint64(min(a.block, r.n-b*a.block))
	if from := uint64(r.first[b]); uint64(hash) > from {
		at += int((uint64(hash) - from) * count / max(end-from, 1))
	}
	for at = min(max(at-windowSlots/2, 0), r.n-1); at > 0; at = max(at-windowSlots, 0) {
		if w := a.window(r, at); len(w) == 0 || w[0].hash < hash {
			break
		}
	}
	return at
}

// window reads some slots from a place on. They are valid until the next call.
func (a *away) window(r *run, at int) []slot {
	n := min(windowSlots, r.n-at)
	if a.of != r || a.at != at || len(a.last) != n {
		a.last = a.last[:n]
		a.read(r, at, a.last)
		a.of, a.at = r, at
	}
	return a.last
}

// read fills slots with the slots of a run from a place on. Those that cannot be read are free.
func (a *away) read(r *run, at int, to []slot) {
	for len(to) > 0 {
		n := min(a.block-at%a.block, len(to))
		if _, err := a.file.ReadAt(bytes(to[:n]), r.blocks[at/a.block]+int64(at%a.block*slotSize)); err != nil {
			clear(to[:n])
		}
		at, to = at+n, to[n:]
	}
}
