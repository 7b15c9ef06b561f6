package hashindex

import (
	"errors"
	"testing"

	"pgregory.net/rapid"
)

// memory is a File in memory that has so many blocks.
type memory struct {
	data   []byte
	blocks int
	reads  int
	broken bool
}

func (m *memory) Take(bytes int) (at int64, ok bool) {
	if m.blocks == 0 {
		return 0, false
	}
	m.blocks--
	at = int64(len(m.data))
	m.data = append(m.data, make([]byte, bytes)...)
	return at, true
}

func (m *memory) ReadAt(b []byte, at int64) (int, error) {
	if m.reads++; m.broken {
		return 0, errors.New("broken")
	}
	return copy(b, m.data[at:]), nil
}

func (m *memory) WriteAt(b []byte, at int64) (int, error) { return copy(m.data[at:], b), nil }

// TestSpilledIndex: an Index that spills does what a map would, also when its file is full, and when many things have
// one hash.
func TestSpilledIndex(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		f := &memory{blocks: rapid.SampledFrom([]int{0, 1, 7, 1 << 30}).Draw(t, "blocks")}
		var x Index
		x.SpillTo(f, rapid.SampledFrom([]int{0, 40 * manyParts}).Draw(t, "most"))
		x.away.block = rapid.SampledFrom([]int{1, 8, 700, blockSlots}).Draw(t, "slots of a block")
		x.Reserve(oneUpTo + 1)
		hashes := rapid.SampledFrom([]uint32{1, 5, 300, 1 << 22}).Draw(t, "hashes") // all in four parts
		hash := func(thing int) uint32 { return uint32(thing) * 0x9e3779b1 % hashes * (1 << 22 / hashes) * 4 }
		var list []int
		want := map[int]int32{}
		for range rapid.IntRange(0, 3000).Draw(t, "steps") {
			thing := len(list)
			if len(list)%3 == 2 {
				thing = rapid.IntRange(0, len(list)-1).Draw(t, "thing")
			}
			same := func(n int32) bool { return list[n] == thing }
			at, known := want[thing]
			if n, ok := x.Find(hash(thing), same); ok != known || ok && n != at {
				t.Fatalf("%d has number %d, %v; want %d, %v", thing, n, ok, at, known)
			}
			if !known {
				at = int32(len(list))
				want[thing], list = at, append(list, thing)
			} else {
				list = append(list, -1-len(list)) // so that the next one is another
			}
			if n, fresh := x.Add(hash(thing), int32(len(list)-1), same); n != at || fresh == known {
				t.Fatalf("adding %d gives %d, %v; want %d, %v", thing, n, fresh, at, !known)
			}
		}
		checkEach(t, &x, want, hash)
		y := x.Emptied()
		if y.Len() != 0 || y.away.file != File(f) {
			t.Fatal("an emptied Index is not empty, or has no file")
		}
		things := make([]int, 0, len(want))
		for thing := range want {
			things = append(things, thing)
		}
		y.Reserve(oneUpTo + 1)
		if !y.Fill(len(things), func(n int32) uint32 { return hash(things[n]) }, func(a, b int32) bool { return things[a] == things[b] }) {
			t.Fatal("not filled")
		}
		for n, thing := range things {
			want[thing] = int32(n)
		}
		checkEach(t, &y, want, hash)
	})
}

// checkEach: Each tells each number once, and all are found.
func checkEach(t *rapid.T, x *Index, want map[int]int32, hash func(int) uint32) {
	t.Helper()
	seen := map[int32]uint32{}
	x.Each(func(h uint32, n int32) { seen[n] = h })
	if len(seen) != len(want) || x.Len() != len(want) {
		t.Fatalf("%d of %d numbers, Len %d", len(seen), len(want), x.Len())
	}
	for thing, n := range want {
		if h, ok := seen[n]; !ok || h != hash(thing) {
			t.Fatalf("number %d of %d has hash %d, %v", n, thing, h, ok)
		}
		if m, ok := x.Find(hash(thing), func(m int32) bool { return m == n }); !ok || m != n {
			t.Fatalf("%d is found as %d, %v; want %d", thing, m, ok, n)
		}
	}
}

// TestSpilledLarge: an Index of which most lies in a file has the memory that is promised; what is not
// there is hardly ever looked for in the file, and what is takes one look.
func TestSpilledLarge(t *testing.T) {
	f := &memory{blocks: 1 << 30}
	var x Index
	const n, most = 1_000_000, 70_000
	x.SpillTo(f, most)
	hash := func(i int32) uint32 { return uint32((uint64(i) + 1) * 0x9e3779b97f4a7c15 >> 29) }
	for i := range int32(n) {
		if _, fresh := x.Add(hash(i), i, func(o int32) bool { return o == i }); !fresh {
			t.Fatalf("%d was there", i)
		}
	}
	memory := 0
	for _, p := range x.parts {
		memory += 8*len(p.slots) + 8*cap(p.run.filter) + 12*cap(p.run.blocks)
	}
	if each := float64(memory) / n; each > 2.6 {
		t.Errorf("a number takes %.2f bytes of memory", each)
	}
	f.reads = 0
	const tries = 50_000
	for i := range int32(tries) {
		if _, ok := x.Find(hash(i+n), func(int32) bool { return false }); ok {
			t.Fatalf("%d is there", i+n)
		}
	}
	if f.reads > tries/20 {
		t.Errorf("%d looks at the file for %d things that are not there", f.reads, tries)
	}
	f.reads = 0
	for i := int32(0); i < n; i += n / tries {
		if got, ok := x.Find(hash(i), func(o int32) bool { return o == i }); !ok || got != i {
			t.Fatalf("%d is found as %d, %v", i, got, ok)
		}
	}
	if f.reads > tries*11/10 {
		t.Errorf("%d looks at the file for %d things", f.reads, tries)
	}
}

// TestSpilledFill: many numbers are filled into a file in some goes, and a number that stands for two things is found out.
func TestSpilledFill(t *testing.T) {
	f := &memory{blocks: 1 << 30}
	var x Index
	const n = fillLeast*2 + 77
	x.SpillTo(f, oneUpTo)
	hash := func(i int32) uint32 { return uint32((uint64(i) + 1) * 0x9e3779b97f4a7c15 >> 29) }
	if !x.Fill(n, hash, func(a, b int32) bool { return a == b }) || x.Len() != n {
		t.Fatal("not filled")
	}
	for i := int32(0); i < n; i += 7 {
		if got, ok := x.Find(hash(i), func(o int32) bool { return o == i }); !ok || got != i {
			t.Fatalf("%d is found as %d, %v", i, got, ok)
		}
	}
	for _, twice := range []int32{5, n - 1} {
		var y Index
		y.SpillTo(f, oneUpTo)
		of := func(i int32) int32 {
			if i == twice {
				return 3
			}
			return i
		}
		if y.Fill(n, func(i int32) uint32 { return hash(of(i)) }, func(a, b int32) bool { return of(a) == of(b) }) {
			t.Errorf("number %d stands for what 3 does, and nobody saw it", twice)
		}
	}
}

// TestSpilledBroken: a file that cannot be read ends nothing.
func TestSpilledBroken(t *testing.T) {
	f := &memory{blocks: 1 << 30}
	var x Index
	x.SpillTo(f, 0)
	x.Reserve(oneUpTo + 1)
	for i := range int32(9000) {
		f.broken = i > 5000
		x.Add(uint32(i)*7919<<8, i, func(o int32) bool { return o == i })
	}
	x.Each(func(hash uint32, n int32) {
		if hash != uint32(n)*7919<<8 {
			t.Errorf("number %d has hash %d", n, hash)
		}
	})
}
