//go:build linux

package clustering

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/ontocrawl/ontocrawl/cmd/ontocrawl/internal/cli"
	"github.com/ontocrawl/ontocrawl/crawl/cluster"
	"github.com/ontocrawl/ontocrawl/crawl/keep/rundir"
)

var speedRounds = flag.Int("speed-rounds", 2, "TestClusterSpeed: rounds")
var speedPages = flag.Int("speed-pages", 2000, "TestClusterSpeed: pages of each crawl")

// meter notes when a web was asked.
type meter struct {
	mu          sync.Mutex
	first, last time.Time
	longest     time.Duration // between two requests
	n           int
}

func (m *meter) note(int) {
	m.mu.Lock()
	defer m.mu.Unlock()
	now := time.Now()
	if m.first.IsZero() {
		m.first, m.last = now, now
	}
	m.longest, m.last = max(m.longest, now.Sub(m.last)), now
	m.n++
}

// seen is how many requests there were.
func (m *meter) seen() int {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.n
}

func (m *meter) reset() {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.first, m.longest, m.n = time.Time{}, 0, 0
}

// perSecond is how many of so many pages were fetched in a second, between the first and the
// last request: starting and ending are left out.
func (m *meter) perSecond(pages int) float64 {
	m.mu.Lock()
	defer m.mu.Unlock()
	return float64(pages) / m.last.Sub(m.first).Seconds()
}

// peakOf is the most memory that a process that has ended had resident, in MB.
func peakOf(c *exec.Cmd) float64 {
	return float64(c.ProcessState.SysUsage().(*syscall.Rusage).Maxrss) / 1024
}

// used is the processor time of a process so far, in user and kernel mode (proc_pid_stat(5)).
func used(pid int) time.Duration {
	stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		return 0 // it has ended
	}
	_, after, _ := strings.Cut(string(stat), ") ")
	fields := strings.Fields(after) // the third is the first of these
	var ticks time.Duration
	for _, f := range fields[11:13] {
		n, _ := strconv.Atoi(f)
		ticks += time.Duration(n)
	}
	return ticks * (time.Second / 100)
}

// gauge watches processes from the first request of a crawl to the last.
type gauge struct {
	cpu  time.Duration // of all processes
	done chan struct{}
	end  sync.WaitGroup
}

// watch looks at processes each 50 ms until stop.
func watch(m *meter, pids ...int) *gauge {
	g := &gauge{done: make(chan struct{})}
	all := func() (sum time.Duration) {
		for _, pid := range pids {
			sum += used(pid)
		}
		return sum
	}
	g.end.Go(func() {
		var from, last time.Duration
		for asked, n := false, 0; ; {
			select {
			case <-g.done:
				return
			case <-time.After(50 * time.Millisecond):
			}
			now, seen := all(), m.seen()
			if !asked {
				asked, from, last = seen > 0, now, now
				continue
			}
			if seen > n && now >= last { // one that has ended has used nothing any more
				g.cpu = now - from
			}
			n, last = seen, now
		}
	})
	return g
}

func (g *gauge) stop() time.Duration {
	close(g.done)
	g.end.Wait()
	return g.cpu
}

// speed is one crawl without delay.
type speed struct {
	perSecond float64
	cpu       time.Duration // a page
	memory    []float64     // of each process, MB
	sent      cluster.Sent
}

func (s speed) String() string {
	return fmt.Sprintf("%.0f pages/s, %v of processor time a page, %.0f MB", s.perSecond, s.cpu.Round(10*time.Microsecond), s.memory)
}

// speedTrial holds what the crawls of TestClusterSpeed have in common.
type speedTrial struct {
	pages    int
	web      *loopbackWeb
	m        *meter
	settings []string
	seeds    string
}

// one crawls by one process, in so many parts; 0: not divided.
func (s *speedTrial) one(t *testing.T, parts int) (got speed) {
	t.Helper()
	s.m.reset()
	dir := filepath.Join(t.TempDir(), "one")
	if parts > 0 {
		if _, _, err := rundir.Divide(dir, parts); err != nil {
			t.Fatal(err)
		}
	}
	args := append([]string{"crawl", "--out", dir, "--seeds", s.seeds, "--max-pages", strconv.Itoa(s.pages)}, s.settings...)
	one := exec.Command(buildBinary(t), args...)
	var out bytes.Buffer
	one.Stdout, one.Stderr = &out, &out
	if err := one.Start(); err != nil {
		t.Fatal(err)
	}
	g := watch(s.m, one.Process.Pid)
	if err := one.Wait(); err != nil {
		t.Fatalf("%v\n%s", err, out.String())
	}
	return speed{perSecond: s.m.perSecond(s.pages), cpu: g.stop() / time.Duration(s.pages), memory: []float64{peakOf(one)}}
}

// three crawls by three processes with their brokers.
func (s *speedTrial) three(t *testing.T, more ...string) (got speed) {
	t.Helper()
	c := newTrio(t, append(slices.Clone(s.settings), more...)...)
	s.m.reset()
	g := watch(s.m, c.procs[0].Process.Pid, c.procs[1].Process.Pid, c.procs[2].Process.Pid)
	var v cluster.View
	if r := c.begin(strconv.Itoa(s.pages), s.seeds); r.code != cli.ExitOK || json.Unmarshal([]byte(r.out), &v) != nil || v.Sum.Pages != s.pages {
		t.Fatalf("%d pages of %d: %d\n%s", v.Sum.Pages, s.pages, r.code, r.err)
	}
	got = speed{perSecond: s.m.perSecond(s.pages), cpu: g.stop() / time.Duration(s.pages)}
	for _, n := range v.Nodes {
		got.sent.Letters, got.sent.LetterBytes, got.sent.OutcomeBytes = got.sent.Letters+n.Sent.Letters, got.sent.LetterBytes+n.Sent.LetterBytes, got.sent.OutcomeBytes+n.Sent.OutcomeBytes
		got.sent.Entries += n.Sent.Entries
	}
	c.end()
	for _, p := range c.procs {
		got.memory = append(got.memory, peakOf(p))
	}
	return got
}

// TestClusterSpeed measures a cluster of three processes on this machine against one process,
// without delay, in turn: pages a second, processor time, memory, what the exchange costs; and then for how long
// nothing is fetched when each of the three, with its broker, is killed. docs/benchmarks.md has
// the figures.
func TestClusterSpeed(t *testing.T) {
	if !longCluster() {
		t.Skip("a measurement: with ONTOCRAWL_CLUSTER=1")
	}
	s := speedTrial{pages: *speedPages, web: serveLoopback(t, 40, *speedPages/20), m: new(meter)}
	s.web.hook = s.m.note
	settings := []string{"--topic", "typhoon", "--allow-private", "--sitemaps", "none", "--patience", "0", "--warc", "none",
		"--keep-text", "none", "--segmenter", "trie", "--log-level", "warn", "--workers", "24"}
	s.seeds = write(t, t.TempDir(), "seeds.txt", s.web.url(0, 0)+"\n"+s.web.url(3, 4)+"\n")
	s.settings = append([]string{"--delay", "0s"}, settings...)
	t.Run("speed", s.speed)
	t.Run("killed", func(t *testing.T) { s.killed(t, settings) })
}

func (s *speedTrial) speed(t *testing.T) {
	for round := range *speedRounds {
		one := s.one(t, 0)
		parts := s.one(t, 8)
		three := s.three(t, "--parts", "8")
		t.Logf("round %d, %d pages:\none process:   %v\nin 8 parts:    %v\nthree nodes:   %v", round, s.pages, one, parts, three)
		n := float64(s.pages)
		t.Logf("three nodes have %.2f of the pages a second of one process; beside one process in 8 parts they use %v of processor time a page more; "+
			"a page sends %.2f letters in %.2f entries, %.0f bytes of letters and %.0f of outcomes", three.perSecond/one.perSecond, (three.cpu - parts.cpu).Round(time.Microsecond),
			float64(three.sent.Letters)/n, float64(three.sent.Entries)/n, float64(three.sent.LetterBytes)/n, float64(three.sent.OutcomeBytes)/n)
	}
}

// killed measures for how long nothing is fetched when a node is killed, each in turn.
func (s *speedTrial) killed(t *testing.T, settings []string) {
	w, m, seeds := s.web, s.m, s.seeds
	c := newTrio(t, append([]string{"--delay", "250ms", "--parts", "8", "--cluster-lost-after", "0s"}, settings...)...)
	done := make(chan struct{})
	go func() { defer close(done); c.begin("0", seeds) }()
	for i := range c.procs {
		w.until(w.requests() + 150)
		m.reset()
		if err := c.procs[i].Process.Kill(); err != nil {
			t.Fatal(err)
		}
		c.procs[i].Wait() //nolint:errcheck // it was killed
		died := w.requests()
		time.Sleep(12 * time.Second)
		m.mu.Lock()
		t.Logf("node %d killed: %d requests in 12 s, none for %v at the longest", i, w.requests()-died, m.longest.Round(100*time.Millisecond))
		m.mu.Unlock()
		c.start(i)
	}
	if r := ontocrawl(t, "cluster", "stop", "--cluster", c.client[1]); r.code != cli.ExitOK {
		t.Logf("stop: %d %s", r.code, r.err) // the crawl may be over
	}
	<-done
	c.end()
}

// requests is how many requests there were.
func (w *loopbackWeb) requests() int {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.n
}

// until waits for so many requests, or two minutes.
func (w *loopbackWeb) until(n int) {
	for end := time.Now().Add(2 * time.Minute); w.requests() < n && time.Now().Before(end); {
		time.Sleep(20 * time.Millisecond)
	}
}
