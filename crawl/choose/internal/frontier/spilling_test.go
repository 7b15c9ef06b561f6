package frontier_test

import (
	"fmt"
	"log/slog"
	"testing"

	"github.com/ontocrawl/ontocrawl/crawl/choose/internal/frontier"
	"github.com/ontocrawl/ontocrawl/crawl/choose/internal/frontier/frontiertest"
	"github.com/ontocrawl/ontocrawl/crawl/choose/spill"
	"github.com/ontocrawl/ontocrawl/crawl/keep/binenc"
)

// spillingBackend opens frontiers with a folder each.
type spillingBackend struct{ t *testing.T }

func (b spillingBackend) New() frontier.Frontier {
	store := spill.New(b.t.TempDir(), slog.New(slog.DiscardHandler))
	b.t.Cleanup(func() { store.Close() })
	return frontier.Spilling{Records: store.Records('u'), Most: 128}.New()
}

// TestSpilling holds a frontier that may spill to the suite, which is too small to make
// it spill.
func TestSpilling(t *testing.T) { frontiertest.Test(t, spillingBackend{t}) }

// TestSpilledTexts: a frontier answers as one in memory does when nine of ten texts are
// on disk, also after a checkpoint was read, which holds none of those texts.
func TestSpilledTexts(t *testing.T) {
	store := spill.New(t.TempDir(), slog.New(slog.DiscardHandler))
	defer store.Close()
	backend := frontier.Spilling{Records: store.Records('u'), Most: 128}
	got, want := backend.New(), frontier.InMemory{}.New()
	const n = 2000
	url := func(i int) string { return fmt.Sprintf("http://h%d.example/page/%d", i%7, i) }
	compare := func(when string) {
		t.Helper()
		for i := range n + 10 {
			g, ok := got.Number(url(i))
			w, known := want.Number(url(i))
			if g != w && known || ok != known {
				t.Fatalf("%s: %s has number %d, %v; want %d, %v", when, url(i), g, ok, w, known)
			}
			if known && (got.URL(g) != url(i) || got.Item(g) != want.Item(w)) {
				t.Fatalf("%s: number %d is %s, %+v", when, g, got.URL(g), got.Item(g))
			}
		}
	}
	for i := range n {
		for _, f := range []frontier.Frontier{got, want} {
			f.Add(url(i), fmt.Sprintf("h%d.example", i%7), frontier.Item{Parent: int32(i) - 1, Score: float64(i * 7919 % 1000)})
			if i%3 == 2 {
				frontier.Choose(f, f.Best(nil))
			}
		}
	}
	compare("before")
	var w binenc.Writer
	w.Next(got)
	t.Logf("%d bytes of checkpoint for %d URLs", len(w.Data()), n)
	r := binenc.NewReader(w.Data())
	r.Next(got)
	if err := r.Close(); err != nil {
		t.Fatal(err)
	}
	compareSaved(t, got, w.Data())
	for range 300 {
		if g, w := frontier.Choose(got, got.Best(nil)), frontier.Choose(want, want.Best(nil)); g.URL != w.URL || g.Parent != w.Parent {
			t.Fatalf("%s is chosen, want %s", g.URL, w.URL)
		}
	}
	if id, fresh := got.Add(url(5), "h5.example", frontier.Item{}); fresh || id != 5 {
		t.Errorf("a spilled URL was taken for a new one: %d", id)
	}
	if r := binenc.NewReader(w.Data()); true {
		f := frontier.InMemory{}.New()
		if r.Next(f); r.Close() == nil {
			t.Error("a checkpoint with spilled texts was read without their folder")
		}
	}
	if err := store.Err(); err != nil {
		t.Error(err)
	}
}

func compareSaved(t *testing.T, f frontier.Frontier, want []byte) {
	t.Helper()
	var w binenc.Writer
	if w.Next(f); string(w.Data()) != string(want) {
		t.Error("a checkpoint changed by being read")
	}
}
