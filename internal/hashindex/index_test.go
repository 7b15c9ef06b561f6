package hashindex

import (
	"testing"

	"pgregory.net/rapid"
)

// TestIndex: an Index does what a map would, also of things with one hash.
func TestIndex(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var x Index
		var list []int
		want := map[int]int32{}
		hash := func(thing int) uint32 { return uint32(thing%40) * 0x9e3779b1 }
		x.Reserve(rapid.SampledFrom([]int{0, 1, 100, oneUpTo + 1}).Draw(t, "reserve"))
		for range rapid.IntRange(0, 200).Draw(t, "steps") {
			thing := rapid.IntRange(0, 100).Draw(t, "thing")
			same := func(n int32) bool { return list[n] == thing }
			at, known := want[thing]
			if n, ok := x.Find(hash(thing), same); ok != known || ok && n != at {
				t.Fatalf("%d has number %d, %v; want %d, %v", thing, n, ok, at, known)
			}
			if !known {
				at = int32(len(list))
				want[thing], list = at, append(list, thing)
			}
			if n, fresh := x.Add(hash(thing), int32(len(list)-1), same); n != at || fresh == known {
				t.Fatalf("adding %d gives %d, %v; want %d, %v", thing, n, fresh, at, !known)
			}
		}
		seen := map[int32]bool{}
		x.Each(func(h uint32, n int32) { seen[n] = hash(list[n]) == h })
		if len(seen) != len(list) || x.Len() != len(list) {
			t.Fatalf("%d of %d numbers, Len %d", len(seen), len(list), x.Len())
		}
	})
}

// TestLarge: nothing is lost when a table is cut into parts and grows, and a number takes
// what is promised.
func TestLarge(t *testing.T) {
	var x Index
	const n = 5 * oneUpTo
	hash := func(i int32) uint32 { return uint32((uint64(i) + 1) * 0x9e3779b97f4a7c15 >> 29) }
	for i := range int32(n) {
		if _, fresh := x.Add(hash(i), i, func(o int32) bool { return o == i }); !fresh {
			t.Fatalf("%d was there", i)
		}
	}
	slots := 0
	for i := range x.parts {
		slots += len(x.parts[i].slots)
	}
	if size := float64(8*slots) / n; size < 8.8 || size > 10.1 {
		t.Errorf("a number takes %.1f bytes", size)
	}
	for i := range int32(n) {
		if got, ok := x.Find(hash(i), func(o int32) bool { return o == i }); !ok || got != i {
			t.Fatalf("%d is found as %d, %v", i, got, ok)
		}
	}
}

// TestFill: an Index that was filled finds what one does to which all were added, in one part
// and in many, and a number that stands for two things is found out.
func TestFill(t *testing.T) {
	for _, n := range []int{0, 1, 100, oneUpTo, oneUpTo + 1, 2 * oneUpTo} {
		hash := func(i int32) uint32 { return uint32(i/3) * 2654435761 } // three share each
		same := func(a, b int32) bool { return a == b }
		var filled Index
		if !filled.Fill(n, hash, same) || filled.Len() != n {
			t.Fatalf("%d of %d", filled.Len(), n)
		}
		for i := range int32(n) {
			if got, ok := filled.Find(hash(i), func(m int32) bool { return m == i }); !ok || got != i {
				t.Fatalf("of %d, %d is found as %d, %v", n, i, got, ok)
			}
		}
		if _, ok := filled.Find(hash(int32(n)+3), func(int32) bool { return true }); ok {
			t.Errorf("of %d, one more is found", n)
		}
		if now, fresh := filled.Add(hash(int32(n)), int32(n), func(m int32) bool { return m == int32(n) }); !fresh || now != int32(n) {
			t.Errorf("of %d, the next one is %d, %v", n, now, fresh)
		}
	}
	var x Index
	if x.Fill(9, func(n int32) uint32 { return 7 }, func(a, b int32) bool { return a == 3 && b == 8 || a == 8 && b == 3 }) {
		t.Error("two numbers of one thing were not seen")
	}
}
