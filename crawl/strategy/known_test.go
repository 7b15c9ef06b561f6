package strategy

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"runtime/pprof"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/spill"
)

// BenchmarkKnown lets the default strategy hear of many URLs, without an engine, and tells
// what they cost:
//
//	live-B/URL, MB  the live heap for each URL known, after a collection; the most memory
//	                that was resident (VmHWM)
//	anon-MB         the most of it that was not mapped files, looked at every 200 visits
//	start, end      microseconds of processor time for a visit of 45 links, 40 of them new,
//	                in the first and the last tenth, without what the web itself takes
//	open-s, cpu     until the checkpoint is read and the first choice made, by the clock and
//	                of processor time; the size of the checkpoint
//
// Run it alone: ONTOCRAWL_KNOWN=10000000 ONTOCRAWL_KNOWN_MEMORY=256 go test -run - -bench Known
// -benchtime 1x -timeout 2h ./crawl/strategy. ONTOCRAWL_KNOWN_DIR is where it spills.
func BenchmarkKnown(b *testing.B) {
	w := knownWeb{rng: rand.New(rand.NewPCG(1, 1)), urls: cmp.Or(knownEnv("", 100_000), 1)}
	for b.Loop() {
		dir := cmp.Or(os.Getenv("ONTOCRAWL_KNOWN_DIR"), b.TempDir())
		store := spill.New(filepath.Join(dir, "links"), slog.New(slog.DiscardHandler))
		before := liveHeap()
		s := w.open(b, store)
		start, end := w.crawl(b, s)
		live := liveHeap() - before
		b.ReportMetric(float64(live)/float64(w.known), "live-B/URL")
		b.ReportMetric(float64(w.known), "URLs")
		b.ReportMetric(start, "start-µs")
		b.ReportMetric(end, "end-µs")
		b.ReportMetric(start/end, "start/end")
		b.ReportMetric(resident("VmHWM:"), "MB")
		b.ReportMetric(w.anon, "anon-MB")
		w.profile(b)
		var point bytes.Buffer
		if _, err := s.WriteTo(&point); err != nil {
			b.Fatal(err)
		}
		want, _ := s.Next(nil)
		if err := store.Close(); err != nil {
			b.Fatal(err)
		}
		s = nil
		runtime.GC()
		debug.SetGCPercent(400) // as the program does while it reads a checkpoint
		debug.SetMemoryLimit(max(768<<20, int64(3*point.Len())))
		w.profileCPU(b, "open")
		begun, cpu := time.Now(), processorTime()
		store = spill.New(filepath.Join(dir, "links"), slog.New(slog.DiscardHandler))
		again := w.open(b, store)
		if err := again.UnmarshalBinary(point.Bytes()); err != nil {
			b.Fatal(err)
		}
		if c, ok := again.Next(nil); !ok || c.URL != want.URL {
			b.Fatalf("opened again, %v is chosen; want %v", c, want)
		}
		b.ReportMetric(time.Since(begun).Seconds(), "open-s")
		b.ReportMetric((processorTime() - cpu).Seconds(), "open-cpu-s")
		pprof.StopCPUProfile()
		debug.SetGCPercent(100)
		b.ReportMetric(float64(point.Len())/1e6, "checkpoint-MB")
		store.Close()
	}
}

// knownEnv is the number in a variable of the environment.
func knownEnv(name string, otherwise int) int {
	if n, err := strconv.Atoi(os.Getenv("ONTOCRAWL_KNOWN" + name)); err == nil {
		return n
	}
	return otherwise
}

// knownWeb is a web that never ends, of a thousand URLs a host.
type knownWeb struct {
	rng   *rand.Rand
	urls  int // to be known
	known int
	anon  float64 // MB
}

func (w *knownWeb) open(b *testing.B, store *spill.Store) *Tabu {
	p := Defaults()
	if mb := knownEnv("_MEMORY", 16); mb > 0 {
		p.SpillInto(store.Shelf('e'), store.Shelf('u'), int64(mb)<<20, store.Err)
	}
	return newTabu(b, p)
}

func (w *knownWeb) crawl(b *testing.B, s *Tabu) (start, end float64) {
	w.known = 1
	s.Seed([]crawl.Link{w.link(0)})
	pages, last := (w.urls+39)/40, time.Duration(0)
	tenth := max(pages/10, 1)
	w.profileCPU(b, "first")
	for n := 1; n <= pages; n++ {
		begun := processorTime()
		c, ok := s.Next(nil)
		if !ok {
			b.Fatal("nothing to choose")
		}
		last += processorTime() - begun
		v := w.visit(n, c)
		begun = processorTime()
		s.Observe(v)
		last += processorTime() - begun
		if n%200 == 1 {
			live := liveNow()
			debug.SetMemoryLimit(max(56<<20, live+min(live/2, 192<<20))) // as the program does
			w.anon = max(w.anon, resident("RssAnon:"))
		}
		if n%max(pages/50, 1) == 0 { // it takes minutes, and may be stopped
			b.Logf("%d URLs: %.0f MB, at most %.0f, of it %.0f at most not of files; %v of processor time", w.known, resident("VmRSS:"), resident("VmHWM:"), w.anon, processorTime())
		}
		switch n {
		case tenth:
			start = float64(last.Microseconds()) / float64(tenth)
			pprof.StopCPUProfile()
		case pages - tenth:
			last = 0
			w.profileCPU(b, "last")
		case pages:
			pprof.StopCPUProfile()
			end = float64(last.Microseconds()) / float64(tenth)
		}
	}
	if err := s.Err(); err != nil {
		b.Fatal(err)
	}
	return start, end
}

func (w *knownWeb) link(n int) crawl.Link {
	h := n % max(w.urls/1000, 50)
	l := crawl.Link{
		URL:  fmt.Sprintf("https://www.host-%d.example/section-%d/topic-%d/an-article-about-things-%d", h, n%7, n%13, n),
		Host: fmt.Sprintf("www.host-%d.example", h), Text: fmt.Sprintf("About things of number %d", n),
		Path: "div.main ul.list li.item p.text a.link",
	}
	if n%17 == 0 {
		l.Terms.AnchorCore, l.Terms.Relevance = 1, .5
	}
	return l
}

func (w *knownWeb) visit(seq int, c crawl.Choice) *crawl.Visit {
	p := &crawl.Page{URL: c.URL, Final: c.URL, Host: c.Host, Links: make([]crawl.Link, 0, 45)}
	for i := range 45 {
		n := w.known
		if i%9 == 8 {
			n = w.rng.IntN(w.known)
		} else {
			w.known++
		}
		l := w.link(n)
		l.List, l.Region = uint32(i/10), crawl.Region(i%3)
		p.Links = append(p.Links, l)
	}
	v := &crawl.Visit{Seq: seq, Choice: c, Page: p, Status: 200}
	r := w.rng.Float64()
	v.Score = crawl.Score{Relevance: r * r, Relevant: r > .84}
	return v
}

// profileCPU begins a profile of processor time beside that of the heap: of the first tenth, of
// the last, or of opening.
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

func liveHeap() int64 { runtime.GC(); runtime.GC(); return liveNow() }

// liveNow is what the last collection found alive.
func liveNow() int64 {
	live := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
	metrics.Read(live)
	return int64(live[0].Value.Uint64())
}

// processorTime is what this process has used of all processors.
func processorTime() time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// resident is a line of the system's account of this process, in MB.
func resident(of string) float64 {
	text, _ := os.ReadFile("/proc/self/status")
	for line := range strings.Lines(string(text)) {
		if rest, ok := strings.CutPrefix(line, of); ok {
			kb, _ := strconv.ParseFloat(strings.TrimSuffix(strings.TrimSpace(rest), " kB"), 64)
			return kb / 1024
		}
	}
	return 0
}
