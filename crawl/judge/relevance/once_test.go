package relevance

import (
	"slices"
	"testing"

	"github.com/ontocrawl/ontocrawl/crawl/keep/binenc"
)

// TestOnce: a host of one page has no map, and its counts, its checkpoint and the counts of its
// next pages are as if it had.
func TestOnce(t *testing.T) {
	counted := func(h *host) map[uint64]count {
		m := map[uint64]count{}
		h.each(func(key uint64, c count) { m[key] = c })
		return m
	}
	saved := func(h *host) []byte {
		var w binenc.Writer
		repeats{"a.example": h}.write(&w)
		return slices.Clone(w.Data())
	}
	h, mapped := new(host), &host{counts: map[uint64]count{}}
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
		h = readRepeats(r)["a.example"]
		if err := r.Close(); err != nil {
			t.Fatal(err)
		}
		if page == 0 { // and on without a checkpoint between
			h = &host{pages: 1, once: keys}
		}
	}
	if got := counted(h); len(got) != 4 || got[8].n != 3 || got[3].n != 2 || got[9].n != 1 || got[12].n != 1 {
		t.Errorf("counts %v", got)
	}
}
