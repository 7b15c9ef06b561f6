package frontier

import (
	"slices"
	"testing"
)

// TestArrange: heaps made of copies are those that would be made in place, and each item knows its place.
func TestArrange(t *testing.T) {
	t.Run("copied", func(t *testing.T) { testArrange(t, 1000) })
	t.Run("in place", func(t *testing.T) { testArrange(t, mostCopied+1) })
}

func testArrange(t *testing.T, items int) {
	var f memory
	n := f.host("a.example")
	heap := make([]int32, 0, items)
	for i := range int32(items) {
		f.keep(Item{Host: n, Score: float64(i * 7919 % 101), Seed: i%97 == 0})
		heap = append(heap, i)
	}
	want := slices.Clone(heap)
	heapify(want, byScore{&f})
	var a arranging
	a.arrange(&f, heap)
	if !slices.Equal(heap, want) {
		t.Errorf("the heap is another: %v", heap[:10])
	}
	for i, id := range heap {
		if pos := f.items.At(id).pos; int(pos) != i {
			t.Fatalf("item %d stands at %d and knows %d", id, i, pos)
		}
		if i > 0 && f.key(id).before(f.key(heap[(i-1)/2])) {
			t.Fatalf("item %d stands below one that comes later", id)
		}
	}
	if it := f.items.At(heap[0]); !it.seed() || heap[0] != 0 {
		t.Errorf("item %d is the first, want the first seed", heap[0])
	}
}
