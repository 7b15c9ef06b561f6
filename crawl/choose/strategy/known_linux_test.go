package strategy

import (
	"cmp"
	"errors"
	"log/slog"
	"os"
	"path/filepath"
	"runtime"
	"runtime/pprof"
	"strconv"
	"testing"

	"github.com/ontocrawl/ontocrawl/crawl/choose/spill"
)

// BenchmarkKnown lets the default strategy hear of many URLs, without an engine, and tells
// what they cost:
//
//	live-B/URL, MB  the live heap for each URL known, after a collection; the most memory
//	                that was resident (VmHWM)
//	point-MB        the same after a checkpoint was written
//	anon-MB         the most of it that was not mapped files, looked at every 200 visits
//	start, end      microseconds of processor time for a visit in the first and the last tenth: all
//	                that the process takes but the thread that makes the pages of the web
//	beside          throughput of the first tenth, by another process, in turns with the last one: so both
//	                were measured on the same machine with the same other work; beside/end is the
//	                throughput of the end by throughput of the start
//	open-s, cpu     until the checkpoint is read and the first choice made, by the clock and
//	                of processor time; open-anon-MB what it left that is no file; the size of the checkpoint. BenchmarkOpen
//	                does that in a process of its own
//	disk-MB         the folder
//
// Run it alone: ONTOCRAWL_KNOWN=10000000 ONTOCRAWL_KNOWN_MEMORY=256 go test -v -run - -bench Known
// -benchtime 1x -timeout 2h ./crawl/choose/strategy. ONTOCRAWL_KNOWN_DIR is where it spills. A visit has 45
// links, 40 of them new. ONTOCRAWL_KNOWN_FILL=1 makes known as many as possible in little time: pages of 450
// links, 400 of them new, with short addresses and names; then nothing runs beside.
func BenchmarkKnown(b *testing.B) {
	if os.Getenv("ONTOCRAWL_KNOWN_BESIDE") != "" {
		newKnownWeb().runBeside(b)
		return
	}
	for b.Loop() {
		w := newKnownWeb()
		dir := cmp.Or(os.Getenv("ONTOCRAWL_KNOWN_DIR"), b.TempDir())
		store := spill.New(filepath.Join(dir, "links"), slog.New(slog.DiscardHandler))
		before := liveHeap()
		s := w.open(b, store)
		w.crawl(b, s, dir)
		live := liveHeap() - before
		b.ReportMetric(float64(live)/float64(w.known), "live-B/URL")
		b.ReportMetric(float64(w.known), "URLs")
		b.ReportMetric(resident("VmHWM:"), "MB")
		b.ReportMetric(w.anon, "anon-MB")
		w.profile(b)
		point, want := w.leave(b, s, dir)
		b.ReportMetric(resident("VmHWM:"), "point-MB")
		if err := store.Close(); err != nil {
			b.Fatal(err)
		}
		b.ReportMetric(size(dir)/1e6, "disk-MB")
		b.ReportMetric(float64(point)/1e6, "checkpoint-MB")
		s = nil
		w.reopen(b, dir, want)
	}
}

// crawl makes visits until enough is known.
func (w *knownWeb) crawl(b *testing.B, s *Tabu, dir string) {
	runtime.LockOSThread() // so that the time of the web is known
	defer runtime.UnlockOSThread()
	w.begin(s)
	pages := w.pages()
	tenth := max(pages/10, 1)
	var beside *beside
	w.profileCPU(b, "first")
	from := w.now()
	for n := 1; n <= pages; n++ {
		w.step(b, s, n)
		if n%max(pages/50, 1) == 0 { // it takes minutes, and may be stopped
			b.Logf("%d URLs: %.0f MB, at most %.0f, of it %.0f at most not of files; %v of processor time; %.0f MB on disk",
				w.known, resident("VmRSS:"), resident("VmHWM:"), w.anon, processorTime(), size(dir)/1e6)
		}
		switch n {
		case tenth:
			w.now().report(b, from, tenth, "start")
			pprof.StopCPUProfile()
		case pages - tenth:
			if !w.fill {
				beside = startBeside(b)
			}
			w.profileCPU(b, "last")
			from = w.now()
		}
		if beside != nil && n%besideTurn == 0 {
			beside.turn(b)
		}
	}
	pprof.StopCPUProfile()
	end := w.now().report(b, from, tenth, "end")
	if beside != nil {
		b.ReportMetric(beside.end(b)/end, "beside/end")
	}
	if err := s.Err(); err != nil {
		b.Fatal(err)
	}
}

// knownEnv is the number in a variable of the environment.
func knownEnv(name string, otherwise int) int {
	if n, err := strconv.Atoi(os.Getenv("ONTOCRAWL_KNOWN" + name)); err == nil {
		return n
	}
	return otherwise
}

// profileCPU begins a profile of processor time beside the heap's: of the first tenth, of the
// last, or of opening.
func (w *knownWeb) profileCPU(b *testing.B, of string) {
	name := os.Getenv("ONTOCRAWL_KNOWN_PROFILE")
	if name == "" {
		return
	}
	f, err := os.Create(name + "." + of)
	if err == nil {
		err = pprof.StartCPUProfile(f)
	}
	if err != nil {
		b.Fatal(err)
	}
}

// profile leaves a heap profile where ONTOCRAWL_KNOWN_PROFILE says.
func (w *knownWeb) profile(b *testing.B) {
	name := os.Getenv("ONTOCRAWL_KNOWN_PROFILE")
	if name == "" {
		return
	}
	f, err := os.Create(name)
	if err == nil {
		err = errors.Join(pprof.WriteHeapProfile(f), f.Close())
	}
	if err != nil {
		b.Fatal(err)
	}
}
