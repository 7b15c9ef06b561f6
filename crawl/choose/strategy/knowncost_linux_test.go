package strategy

import (
	"bufio"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"runtime/metrics"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/ontocrawl/ontocrawl/crawl/choose/spill"
)

// cost holds what was used so far.
type cost struct {
	user, sys time.Duration
	faults    int64 // of pages, without reading
}

func (c cost) all() time.Duration { return c.user + c.sys }

// now returns the cost of this process so far, without the web's own.
func (w *knownWeb) now() cost {
	c := rusage(syscall.RUSAGE_SELF)
	c.user -= w.spent
	return c
}

// report reports what so many visits took, and returns the microseconds of each.
func (c cost) report(b *testing.B, from cost, visits int, name string) float64 {
	per := func(d time.Duration) float64 { return float64(d.Microseconds()) / float64(visits) }
	b.ReportMetric(per(c.all()-from.all()), name+"-µs")
	b.ReportMetric(per(c.sys-from.sys), name+"-sys-µs")
	b.ReportMetric(float64(c.faults-from.faults)/float64(visits), name+"-faults")
	return per(c.all() - from.all())
}

func rusage(who int) (c cost) {
	var u syscall.Rusage
	if syscall.Getrusage(who, &u) != nil {
		return c
	}
	return cost{time.Duration(u.Utime.Nano()), time.Duration(u.Stime.Nano()), u.Minflt}
}

// processorTime returns the time that this process has used of all processors.
func processorTime() time.Duration { return rusage(syscall.RUSAGE_SELF).all() }

func liveHeap() int64 { runtime.GC(); runtime.GC(); return liveNow() }

// liveNow returns the bytes that the last collection found alive.
func liveNow() int64 {
	live := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
	metrics.Read(live)
	return int64(live[0].Value.Uint64())
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

// size returns the size of the files in a folder, in bytes of the disk.
func size(dir string) (bytes float64) {
	filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error { //nolint:errcheck // files come and go
		if err != nil {
			return nil
		}
		if info, err := d.Info(); err == nil && !d.IsDir() {
			bytes += 512 * float64(info.Sys().(*syscall.Stat_t).Blocks)
		}
		return nil
	})
	return bytes
}

// beside is another process that makes the first tenth of the visits, some each time it is told.
type beside struct {
	cmd  *exec.Cmd
	tell io.WriteCloser
	said *bufio.Scanner
	last float64
}

// besideTurn is how many visits each makes before the other: some tenths of a second.
const besideTurn = 250

func startBeside(b *testing.B) *beside {
	b.Helper()
	in, tell, err := os.Pipe()
	if err != nil {
		b.Fatal(err)
	}
	said, out, err := os.Pipe()
	if err != nil {
		b.Fatal(err)
	}
	cmd := exec.Command(os.Args[0], "-test.run=-", "-test.bench=^BenchmarkKnown$", "-test.benchtime=1x", "-test.timeout=2h")
	cmd.Env = append(os.Environ(), "ONTOCRAWL_KNOWN_BESIDE=1", "ONTOCRAWL_KNOWN_DIR=", "ONTOCRAWL_KNOWN_PROFILE=")
	cmd.ExtraFiles = []*os.File{in, out}
	if err := cmd.Start(); err != nil {
		b.Fatal(err)
	}
	in.Close()
	out.Close()
	return &beside{cmd: cmd, tell: tell, said: bufio.NewScanner(said)}
}

// turn lets it make some visits.
func (s *beside) turn(b *testing.B) {
	if _, err := s.tell.Write([]byte{1}); err != nil || !s.said.Scan() {
		b.Fatal("the process beside ended: ", err)
	}
	s.last, _ = strconv.ParseFloat(s.said.Text(), 64)
}

// end ends it and returns the microseconds of each of its visits.
func (s *beside) end(b *testing.B) float64 {
	s.tell.Close()
	if err := s.cmd.Wait(); err != nil {
		b.Fatal(err)
	}
	b.ReportMetric(s.last, "beside-µs")
	return s.last
}

// runBeside is that process.
func (w *knownWeb) runBeside(b *testing.B) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	told, out := os.NewFile(3, "told"), os.NewFile(4, "out")
	store := spill.New(filepath.Join(b.TempDir(), "links"), slog.New(slog.DiscardHandler))
	defer store.Close()
	s := w.open(b, store)
	w.begin(s)
	from, n := w.now(), 0
	for one := make([]byte, 1); ; {
		if _, err := told.Read(one); err != nil {
			return
		}
		for range besideTurn {
			n++
			w.step(b, s, n)
		}
		fmt.Fprintln(out, float64((w.now().all()-from.all()).Microseconds())/float64(n))
	}
}
