package repeated

import (
	"slices"
	"testing"

	"github.com/ontocrawl/ontocrawl/crawl/keep/binenc"
)

// TestOnce: a host of one page has no map, and its counts, its checkpoint and the counts of its
// next pages are as if it had.
func TestOnce(t *testing.T) {
	counted := func(h *Host) map[uint64]count {
		m := map[uint64]count{}
		h.each(func(key uint64, c count) { m[key] = c })
		return m
	}
	saved := func(h *Host) []byte {
		var w binenc.Writer
		(&Texts{hosts: map[string]*Host{"a.example": h}}).Write(&w)
		return slices.Clone(w.Data())
	}
	h, mapped := new(Host), &Host{counts: map[uint64]count{}}
	for page, keys := range [][]uint64{{3, 8, 9}, {8, 12}, {}, {3, 8}} {
		h.learn(keys)
		mapped.learn(keys)
		if page == 0 && h.counts != nil {
			t.Error("a host of one page has a map")
		}
		if h.pages != page+1 || !slices.Equal(saved(h), saved(mapped)) {
			t.Errorf("after %d pages: %+v, want %+v", page+1, h, mapped)
		}
		r := binenc.NewReader(saved(h))
		h = func() *Host { x := Read(r); return x.Of("a.example") }()
		if err := r.Close(); err != nil {
			t.Fatal(err)
		}
		if page == 0 { // and on without a checkpoint between
			h = &Host{pages: 1, once: keys}
		}
	}
	if got := counted(h); len(got) != 4 || got[8].n != 3 || got[3].n != 2 || got[9].n != 1 || got[12].n != 1 {
		t.Errorf("counts %v", got)
	}
}

// A large host's memory stays small, and still knows what is repeated.
func TestMemoryIsBounded(t *testing.T) {
	h := &Host{counts: map[uint64]count{}}
	for i := range uint64(20_000) {
		keys := []uint64{1, 2 + i%6, 100 + i*3, 101 + i*3, 102 + i*3}
		h.learn(keys)
		if len(h.counts) > 60*window {
			t.Fatalf("%d texts kept after %d pages", len(h.counts), i+1)
		}
	}
	for key, want := range map[uint64]bool{1: true, 2: true, 7: true, 100: false} {
		if h.Boilerplate(key) != want {
			t.Errorf("text %d: boilerplate %v, counted %d of %d", key, !want, h.counts[key].n, h.pages)
		}
	}
}
