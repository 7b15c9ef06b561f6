package frontier

import (
	"testing"
	"unsafe"

	"pgregory.net/rapid"
)

// TestItemSize: what is held for each URL, waiting or not.
func TestItemSize(t *testing.T) {
	if n := unsafe.Sizeof(item{}); n != 16 {
		t.Errorf("an item takes %d bytes", n)
	}
}

// TestOrigins: every item has the parent and depth that it was added with.
func TestOrigins(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var o origins
		var want []origin
		for range rapid.IntRange(0, 60).Draw(t, "pages") {
			parent, depth := rapid.Int32Range(-1, 3).Draw(t, "parent"), rapid.Int32Range(0, 2).Draw(t, "depth")
			for range rapid.IntRange(1, 70).Draw(t, "links") {
				o.add(parent, depth)
				want = append(want, origin{parent: parent, depth: depth})
			}
		}
		for id, w := range want {
			if got := o.at(int32(id)); got.parent != w.parent || got.depth != w.depth {
				t.Fatalf("item %d has the origin %+v, want %+v", id, *got, w)
			}
		}
	})
}
