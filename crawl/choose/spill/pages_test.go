package spill

import (
	"log/slog"
	"os"
	"runtime"
	"strings"
	"testing"

	"github.com/ontocrawl/ontocrawl/internal/hashindex"
)

// TestPages: an array lies in the heap until something is spilled, then in plain memory as far as there may be some, and
// in a mapped file of which the folder shows nothing; giving its pages back loses nothing, and closing the store
// does not either.
func TestPages(t *testing.T) {
	t.Run("file", func(t *testing.T) { testPages(t, 0, 300_000) })
	t.Run("memory and file", func(t *testing.T) { testPages(t, pagesChunk, 1_000_000) })
}

func testPages(t *testing.T, plain int, n int) {
	dir := t.TempDir()
	s := New(dir+"/links", slog.New(slog.DiscardHandler))
	s.pages.most = plain
	h := s.Records('e')
	var a hashindex.Array[uint64]
	a.From(h.Pages())
	for i := range uint64(5000) {
		a.Add(i * i)
	}
	if s.pages.size() != 0 || len(names(t, dir)) != 0 {
		t.Fatalf("%d bytes of pages, %v, before anything was spilled", s.pages.size(), names(t, dir))
	}
	h.Put(1, []byte("evidence"))
	h.Flush()
	for i := uint64(5000); i < uint64(n); i++ {
		a.Add(i * i)
	}
	if got := s.pages.size(); runtime.GOOS == "linux" && got < 8*(n-6000)-plain || plain > 0 && got > 8*n-plain/2 {
		t.Errorf("%d bytes of the file for %d, %d of them plain", got, 8*n, plain)
	}
	for _, name := range names(t, dir+"/links") {
		if strings.HasPrefix(name, "pages") {
			t.Errorf("the folder shows %s", name)
		}
	}
	check := func(when string) {
		t.Helper()
		for i := range uint64(n) {
			if *a.At(int32(i)) != i*i {
				t.Fatalf("%s: number %d is %d", when, i, *a.At(int32(i)))
			}
		}
	}
	check("written")
	s.pages.giveBack()
	check("given back")
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	check("closed")
	a.Grow(n + 5000) // in the heap again
	check("grown")
}

// TestNoPages: where no file can be made, arrays lie in the heap.
func TestNoPages(t *testing.T) {
	p := &pages{dir: t.TempDir() + "/missing"}
	p.begin()
	if p.Page(8) != nil || p.size() != 0 {
		t.Error("a page of no file")
	}
	p.end()
}

func names(t *testing.T, dir string) (names []string) {
	t.Helper()
	list, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range list {
		names = append(names, e.Name())
	}
	return names
}
