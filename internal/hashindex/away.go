package hashindex

import (
	"io"
	"unsafe"
)

// File is where numbers may lie that are too many for memory. Nobody else writes to what it
// gives, and what that holds is worth nothing to another process. Several goroutines may use it.
type File interface {
	io.ReaderAt
	io.WriterAt
	// Take gives so many bytes, from a position on; ok is false if there is no room.
	Take(bytes int) (at int64, ok bool)
}

// SpillTo lets an empty Index have some most numbers in memory, and the others in a file.
//
// A number in the file takes some two bytes of memory: its part of a filter, which says of
// most hashes that they are not there, and of the numbers that wait to be written. If the
// file has no room, numbers stay in memory. After a fault of the file
// things may not be found: who gave the file must know of it. A nil File changes nothing, nor
// does a second one.
func (x *Index) SpillTo(f File, most int) {
	if f != nil && x.away == nil {
		x.away = &away{file: f, most: most, block: blockSlots}
	}
}

// Emptied is an empty Index that spills to where x does. x must not be used any more.
func (x *Index) Emptied() Index {
	if x.away == nil {
		return Index{}
	}
	a := &away{file: x.away.file, most: x.away.most, block: x.away.block, free: x.away.free}
	for i := range x.parts {
		if r := x.parts[i].run; r != nil {
			a.free = append(a.free, r.blocks...)
		}
	}
	return Index{away: a}
}

// away holds what the runs of an Index share.
type away struct {
	file    File
	most    int     // numbers in memory
	block   int     // slots of a block
	free    []int64 // blocks of no run
	lately  []slot  // that were found, each at its hash modulo their count
	sorted  []slot  // what is added to a run
	all     []slot  // memory of a run
	written []slot  // the run that was written last

	last []slot // the window that was read last,
	of   *run   // of this run,
	at   int    // from this place on
}

const (
	blockSlots  = 1 << 13
	windowSlots = 1 << 9 // a page of the system
	latelySlots = 1 << 16
	// runShare: a part of a run waits in memory before all of it is written again. So each
	// number is written about as often.
	runShare = 16
	slotSize = int(unsafe.Sizeof(slot{}))
)

// take returns a block.
func (a *away) take() (at int64, ok bool) {
	if n := len(a.free); n > 0 {
		at, a.free = a.free[n-1], a.free[:n-1]
		return at, true
	}
	return a.file.Take(a.block * slotSize)
}

// room returns slots to be filled, the same in every call. The first call makes room for all else,
// too: an Index that never spills needs none.
func (a *away) room(n int) []slot {
	if a.lately == nil {
		a.lately = make([]slot, latelySlots)
		a.last = make([]slot, 0, windowSlots)
	}
	if cap(a.all) < n {
		a.all = make([]slot, n+n/8)
	}
	a.of = nil // what is written changes what was read
	a.written = a.all[:n]
	return a.written
}

// each calls visit with each slot of a run.
func (a *away) each(r *run, visit func(s slot)) {
	for at := 0; at < r.n; at += a.block {
		to := a.room(min(a.block, r.n-at))
		a.read(r, at, to)
		for _, s := range to {
			if s.next != 0 {
				visit(s)
			}
		}
	}
}

// bytes are the memory of slots.
func bytes(s []slot) []byte {
	return unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(s))), len(s)*slotSize)
}
