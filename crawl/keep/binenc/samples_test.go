package binenc_test

import (
	"fmt"
	"runtime"
	"strings"
	"testing"

	"github.com/ontocrawl/ontocrawl/crawl"
)

// TestSamples: hosts without number do not fill the memory with samples of their pages. A host whose
// sample was dropped for them begins anew.
func TestSamples(t *testing.T) {
	if testing.Short() {
		t.Skip("measures memory, of which the race detector takes some: not with -short")
	}
	const others = 1500
	large := &crawl.Page{}
	for i := range 400 {
		large.Blocks = append(large.Blocks, block(fmt.Sprintf("paragraph %d says %s", i, strings.Repeat("something ", i%9)), crawl.GroupBody))
	}
	k := newPacker(t)
	for n := range 4 {
		pack(t, k, menued("a.example", n))
	}
	before := live()
	for n := range others {
		p := *large
		p.Host = fmt.Sprintf("h%d.example", n)
		pack(t, k, &p)
	}
	if more := live() - before; more > 10<<20 {
		t.Errorf("%d hosts with a page of 16 KB take %d MB", others, more>>20)
	}
	for n := range 10 {
		if text := pack(t, k, menued("a.example", n)); (text.Dictionary != nil) != (n >= 8) {
			t.Errorf("page %d after them: dictionary %v", n, text.Dictionary != nil)
		}
	}
}

func live() int64 {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int64(m.HeapAlloc)
}
