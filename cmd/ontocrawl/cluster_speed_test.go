//go:build linux

package main

import (
	"encoding/json"
	"fmt"
	"os/exec"
	"path/filepath"
	"strconv"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/ontocrawl/ontocrawl/cmd/ontocrawl/internal/cli"
	"github.com/ontocrawl/ontocrawl/crawl/cluster/view"
)

// meter notes when a web was asked.
type meter struct {
	mu          sync.Mutex
	first, last time.Time
	longest     time.Duration // between two requests
}

func (m *meter) note(int) {
	m.mu.Lock()
	defer m.mu.Unlock()
	now := time.Now()
	if m.first.IsZero() {
		m.first, m.last = now, now
	}
	m.longest, m.last = max(m.longest, now.Sub(m.last)), now
}

func (m *meter) reset() {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.first, m.longest = time.Time{}, 0
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

// TestClusterSpeed measures a cluster of three processes on this machine against one process,
// without delay, in turn: pages a second, memory, bytes that nodes send; and then for how long
// nothing is fetched when each of the three, with its broker, is killed. docs/benchmarks.md has
// the figures.
func TestClusterSpeed(t *testing.T) {
	if !longCluster() {
		t.Skip("a measurement: with ONTOCRAWL_CLUSTER=1")
	}
	const pages = 2000
	w, m := serveLoopback(t, 40, pages/20), new(meter)
	w.hook = m.note
	settings := []string{"--topic", "typhoon", "--allow-private", "--sitemaps", "none", "--patience", "0", "--warc", "none",
		"--keep-text", "none", "--segmenter", "trie", "--log-level", "warn", "--workers", "24"}
	seeds := write(t, t.TempDir(), "seeds.txt", w.url(0, 0)+"\n"+w.url(3, 4)+"\n")
	fast := append([]string{"--delay", "0s"}, settings...)
	for round := range 2 {
		m.reset()
		args := append([]string{"crawl", "--out", filepath.Join(t.TempDir(), "one"), "--seeds", seeds, "--max-pages", strconv.Itoa(pages)}, fast...)
		one := exec.Command(buildBinary(t), args...)
		if out, err := one.CombinedOutput(); err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
		alone := m.perSecond(pages)
		c := newTrio(t, append(fast, "--parts", "8")...)
		m.reset()
		var v view.View
		if r := c.begin(strconv.Itoa(pages), seeds); r.code != cli.ExitOK || json.Unmarshal([]byte(r.out), &v) != nil || v.Sum.Pages != pages {
			t.Fatalf("%d pages of %d: %d\n%s", v.Sum.Pages, pages, r.code, r.err)
		}
		three := m.perSecond(pages)
		var sent view.Sent
		for _, n := range v.Nodes {
			sent.Letters, sent.LetterBytes, sent.OutcomeBytes = sent.Letters+n.Sent.Letters, sent.LetterBytes+n.Sent.LetterBytes, sent.OutcomeBytes+n.Sent.OutcomeBytes
		}
		c.end()
		memory := ""
		for _, p := range c.procs {
			memory += fmt.Sprintf(" %.0f", peakOf(p))
		}
		t.Logf("round %d: one process %.0f pages/s, %.0f MB; three %.0f pages/s, ratio %.2f,%s MB; a page sends %.1f letters, %.0f bytes of letters and %.0f of outcomes", round, alone, peakOf(one), three, three/alone,
			memory, float64(sent.Letters)/float64(pages), float64(sent.LetterBytes)/float64(pages), float64(sent.OutcomeBytes)/float64(pages))
	}
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
