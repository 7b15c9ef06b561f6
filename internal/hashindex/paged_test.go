package hashindex

import "testing"

// TestArray: an Array does what a slice would, and its things do not move.
func TestArray(t *testing.T) {
	var a Array[int]
	a.Add(7)
	first := a.At(0)
	for i := 1; i < 5*page; i++ {
		a.Add(i * 3)
	}
	if a.Len() != 5*page || first != a.At(0) || *first != 7 || *a.At(4 * page) != 12*page {
		t.Errorf("%d things, the first is %d", a.Len(), *a.At(0))
	}
	a.Grow(5*page + 9)
	a.Grow(3)
	if a.Len() != 5*page+9 || *a.At(5*page + 8) != 0 {
		t.Errorf("%d things after growing", a.Len())
	}
	var b Array[int]
	if b.Grow(page); b.Len() != page || *b.At(page - 1) != 0 {
		t.Errorf("%d things", b.Len())
	}
}
