package strategy

import (
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"runtime/pprof"
	"testing"
	"time"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/choose/spill"
	"github.com/ontocrawl/ontocrawl/crawl/keep/state"
)

// BenchmarkOpen opens what BenchmarkKnown left in ONTOCRAWL_KNOWN_DIR, in a process that did nothing before, as the
// program does: from the file of the checkpoint to the first choice.
//
//	open-s, cpu         by the clock, and of processor time
//	MB, anon-MB, RSS    the most memory that was resident until the first choice; that was not mapped files; and what
//	                    is not mapped files then
//	file-MB             the checkpoint on disk
//
// ONTOCRAWL_KNOWN_DIR=/tmp/known ONTOCRAWL_KNOWN=2500000 ONTOCRAWL_KNOWN_FILL=1 go test -run - -bench Known -benchtime 1x
// ./crawl/choose/strategy, then the same with -bench Open.
func BenchmarkOpen(b *testing.B) {
	dir := os.Getenv("ONTOCRAWL_KNOWN_DIR")
	want, err := os.ReadFile(filepath.Join(dir, "chosen"))
	if dir == "" || err != nil {
		b.Skip("ONTOCRAWL_KNOWN_DIR names no folder that BenchmarkKnown left")
	}
	for b.Loop() {
		newKnownWeb().reopen(b, dir, string(want))
		b.ReportMetric(resident("VmHWM:"), "MB")
	}
}

// leave stores a checkpoint as the program does, and the next choice beside it. It returns the bytes of it.
func (w *knownWeb) leave(b *testing.B, s *Tabu, dir string) (size int64, chosen string) {
	store := w.journal(b, dir)
	defer store.Close() //nolint:errcheck // the checkpoint is durable
	counted := &countedPart{of: s}
	if err := store.Checkpoint(0, map[string]io.WriterTo{"strategy": counted}); err != nil {
		b.Fatal(err)
	}
	want, _ := s.Next(nil)
	if err := os.WriteFile(filepath.Join(dir, "chosen"), []byte(want.URL), 0o600); err != nil {
		b.Fatal(err)
	}
	return counted.n, want.URL
}

type countedPart struct {
	of io.WriterTo
	n  int64
}

func (c *countedPart) WriteTo(w io.Writer) (n int64, err error) {
	c.n, err = c.of.WriteTo(w)
	return c.n, err
}

func (w *knownWeb) journal(b *testing.B, dir string) *state.Store {
	store, err := state.Open(filepath.Join(dir, "state"), state.Options{Logger: slog.New(slog.DiscardHandler)})
	if err != nil {
		b.Fatal(err)
	}
	return store
}

// reopen reads the checkpoint and makes the next choice.
func (w *knownWeb) reopen(b *testing.B, dir, want string) {
	runtime.GC()
	journal := w.journal(b, dir)
	defer journal.Close()   //nolint:errcheck // nothing was recorded
	debug.SetGCPercent(400) // as the program does while it reads a checkpoint
	w.profileCPU(b, "open")
	peak := watchAnon()
	begun, cpu := time.Now(), processorTime()
	store := spill.New(filepath.Join(dir, "links"), slog.New(slog.DiscardHandler))
	defer store.Close()
	again := w.open(b, store)
	if err := journal.Resume(func(_ int, parts map[string]crawl.Part) error {
		return again.ReadFrom(parts["strategy"])
	}, func(*crawl.Visit) error { return nil }); err != nil {
		b.Fatal(err)
	}
	if c, ok := again.Next(nil); !ok || c.URL != want {
		b.Fatalf("opened again, %v is chosen; want %v", c, want)
	}
	b.ReportMetric(time.Since(begun).Seconds(), "open-s")
	b.ReportMetric((processorTime() - cpu).Seconds(), "open-cpu-s")
	pprof.StopCPUProfile()
	b.ReportMetric(peak(), "open-peak-anon-MB")
	b.ReportMetric(resident("RssAnon:"), "open-anon-MB")
	b.ReportMetric(float64(journal.CheckpointSize())/1e6, "file-MB")
	debug.SetGCPercent(100)
	runtime.KeepAlive(again)
}

// watchAnon looks at the memory that is no file until peak is called, which is the most of it, and
// sets the limit of memory by what is live, as the program does.
func watchAnon() (peak func() float64) {
	end, most := make(chan bool), make(chan float64)
	go func() {
		at := 0.
		for tick := time.Tick(20 * time.Millisecond); ; {
			at = max(at, resident("RssAnon:"))
			debug.SetMemoryLimit(max(768<<20, liveNow()*3/2))
			select {
			case <-tick:
			case <-end:
				most <- at
				return
			}
		}
	}()
	return func() float64 { close(end); return <-most }
}
