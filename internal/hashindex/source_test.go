package hashindex

import "testing"

// heap is a Source that has so many pages.
type heap struct{ left, given int }

func (h *heap) Page(bytes int) []byte {
	if h.given == h.left {
		return nil
	}
	h.given++
	return make([]byte, bytes)
}

// TestFrom: pages come from the Source as long as it has some, unless the collector would have
// to look there; what they hold is the same.
func TestFrom(t *testing.T) {
	s := &heap{left: 2}
	var a Array[struct {
		x float64
		y [3]int32
	}]
	a.From(s)
	for i := range 4 * page {
		a.Grow(i + 1)
		a.At(int32(i)).y[1] = int32(i)
	}
	for i := range int32(4 * page) {
		if at := a.At(i); at.y != [3]int32{0, i, 0} || at.x != 0 {
			t.Fatalf("thing %d is %v", i, at)
		}
	}
	if s.given != 2 {
		t.Errorf("%d pages of a Source that has 2", s.given)
	}
	if b := a.Emptied(); b.Len() != 0 || b.source != Source(s) {
		t.Error("an emptied array has things, or no Source")
	}

	s = &heap{left: 9}
	var texts Array[struct{ s string }]
	texts.From(s)
	texts.Grow(1)
	var uses Array[uintptr] // nobody says what it refers to
	uses.From(s)
	uses.Grow(1)
	if s.given != 0 {
		t.Error("things with pointers lie where the collector does not look")
	}
	var none Array[int32]
	none.From(nil)
	none.Add(1)
}
