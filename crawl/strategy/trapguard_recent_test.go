package strategy

import (
	"slices"
	"testing"

	"github.com/ontocrawl/ontocrawl/crawl/binenc"
)

// TestRecent: however many hashes are remembered, what is saved is read back and goes on
// alike.
func TestRecent(t *testing.T) {
	m, sizes := new(recent), map[int]bool{}
	for i := range 3 * mostRecent {
		m.add([]uint32{uint32(i+1) * 2654435761})
		if sizes[len(m.places)] && i%5000 != 0 {
			continue
		}
		sizes[len(m.places)] = true
		var w binenc.Writer
		m.save(&w)
		r, back := binenc.NewReader(w.Data()), new(recent)
		back.load(r)
		if err := r.Err(); err != nil || back.n != m.n || !slices.Equal(back.places, m.places) {
			t.Fatalf("after %d hashes in %d places: %d in %d, %v", i+1, len(m.places), back.n, len(back.places), err)
		}
	}
	if len(m.places) != mostRecent || len(sizes) != 5 {
		t.Errorf("%d places at the end, of sizes %v; want %d", len(m.places), sizes, mostRecent)
	}
}
