package twins

import "math/bits"

const (
	quarters = MaxDistance + 1
	width    = 64 / quarters
	fan      = 1 << width
)

// Prints are fingerprints of texts, found by any that is near. The zero Prints is
// ready. One goroutine uses it. It takes a megabyte and 32 bytes for each.
type Prints struct {
	prints []printed
	heads  [quarters][]int32 // by a quarter: index into prints of the last one, plus 1
}

type printed struct {
	print uint64
	id    int32
	next  [quarters]int32 // the one before with the same quarter, plus 1
}

// Near returns the id of the fingerprint that differs least from print, in at most
// [MaxDistance] bits; of equally near ones the first that was added.
func (x *Prints) Near(print uint64) (id int32, distance int, ok bool) {
	best, found := int32(-1), MaxDistance+1
	for q, heads := range x.heads {
		if heads == nil {
			break
		}
		for i := heads[quarter(print, q)]; i != 0; i = x.prints[i-1].next[q] {
			d := bits.OnesCount64(x.prints[i-1].print ^ print)
			if d < found || d == found && i-1 < best {
				best, found = i-1, d
			}
		}
	}
	if best < 0 {
		return 0, 0, false
	}
	return x.prints[best].id, found, true
}

// Add makes print known under id.
func (x *Prints) Add(print uint64, id int32) {
	e := printed{print: print, id: id}
	n := int32(len(x.prints)) + 1
	for q := range x.heads {
		if x.heads[q] == nil {
			x.heads[q] = make([]int32, fan)
		}
		h := &x.heads[q][quarter(print, q)]
		e.next[q], *h = *h, n
	}
	x.prints = append(x.prints, e)
}

func quarter(print uint64, q int) uint64 { return print >> (q * width) & (fan - 1) }
