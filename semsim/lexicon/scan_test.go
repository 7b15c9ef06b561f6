package lexicon

import (
	"runtime"
	"strings"
	"testing"
	"unsafe"
)

// A long text that is nothing but labels costs the memory of its matches, and little for shorter lists on the way there.
func TestFindGrowsOnce(t *testing.T) {
	l, err := New([]Term{{"台风", "zh", 0}}, Options{})
	if err != nil {
		t.Fatal(err)
	}
	text := strings.Repeat("台风", 300_000)
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	found := l.Find(text, nil)
	runtime.ReadMemStats(&after)
	list := uint64(len(found)) * uint64(unsafe.Sizeof(Match{}))
	if used := after.TotalAlloc - before.TotalAlloc; len(found) != 300_000 || used > 6*list {
		t.Errorf("%d matches of %d bytes took %d", len(found), list, used)
	}
}
