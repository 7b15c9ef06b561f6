//go:build linux

package clustering

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/ontocrawl/ontocrawl/cmd/ontocrawl/internal/cli"
	"github.com/ontocrawl/ontocrawl/crawl/cluster"
	"github.com/ontocrawl/ontocrawl/crawl/fetch/polite"
)

// firstAfter waits for the first request to a site of some parts, and returns how long it took.
func (w *loopbackWeb) firstAfter(t *testing.T, parts int, of []int) time.Duration {
	t.Helper()
	began := time.Now()
	division := cluster.Division{Parts: parts, Site: polite.Site}
	for until := began.Add(5 * time.Minute); time.Now().Before(until); time.Sleep(5 * time.Millisecond) {
		w.mu.Lock()
		for host, at := range w.asked {
			if at.After(began) && slices.Contains(of, division.Of(host)) {
				w.mu.Unlock()
				return at.Sub(began)
			}
		}
		w.mu.Unlock()
	}
	t.Fatal("nobody asks sites of the parts any more")
	return 0
}

// homes are the parts of a node of the cluster, and whether it is there.
func (c *trio) homes(at int, node string) (homes []int, alive bool) {
	c.t.Helper()
	r := ontocrawl(c.t, "status", "--cluster", c.client[at], "--json")
	var v struct {
		Nodes []struct {
			Node  string
			Alive bool
			Homes []int
		}
	}
	if err := json.Unmarshal([]byte(r.out), &v); err != nil {
		return nil, false // the broker has lost one of its servers just now
	}
	for _, n := range v.Nodes {
		if strings.HasPrefix(n.Node, node+".") {
			return n.Homes, n.Alive
		}
	}
	return nil, false
}

// TestClusterMoves, with ONTOCRAWL_CLUSTER=1: with cluster-durable: cluster a part is moved to
// another node; a node leaves, and comes back; one is killed, and its disk is lost. The crawl
// ends with the pages of a crawl on one machine, each once, and no site is asked before its delay
// is over.
func TestClusterMoves(t *testing.T) {
	if !longCluster() {
		t.Skip("takes two minutes: only with ONTOCRAWL_CLUSTER=1")
	}
	const delay = 500 * time.Millisecond
	w := serveLoopback(t, 12, 120)
	settings := []string{"--topic", "typhoon", "--allow-private", "--sitemaps", "none", "--patience", "0", "--warc", "all", "--segmenter", "trie", "--log-level", "info"}
	seeds := write(t, t.TempDir(), "seeds.txt", w.url(0, 0)+"\n"+w.url(3, 4)+"\n")
	whole := filepath.Join(t.TempDir(), "whole")
	if r := ontocrawl(t, append([]string{"crawl", "--out", whole, "--seeds", seeds, "--max-pages", "0", "--delay", "1ms"}, settings...)...); r.code != cli.ExitOK {
		t.Fatalf("one machine: %d\n%s", r.code, r.err)
	}
	want := pages(t, whole)
	w.reset()
	c := newTrio(t, append(settings, "--delay", delay.String(), "--parts", "6", "--cluster-durable", "cluster")...)
	crawled := make(chan result, 1)
	go func() { crawled <- c.begin("0", seeds) }()
	asked := func(n int) {
		for now := 0; now < n; time.Sleep(20 * time.Millisecond) {
			w.mu.Lock()
			now = w.n
			w.mu.Unlock()
		}
	}
	asked(100)
	held := make(chan struct{}) // until all is done the sites are slow, or the crawl would be over
	release := sync.OnceFunc(func() { close(held) })
	defer release()
	w.mu.Lock()
	w.hook = func(int) {
		select {
		case <-held:
		case <-time.After(3 * time.Second):
		}
	}
	w.mu.Unlock()
	part := cluster.Division{Parts: 6, Site: polite.Site}.Of(strings.TrimPrefix(strings.TrimSuffix(w.url(0, 0), "/p0"), "http://"))
	if homes, _ := c.homes(0, "n1"); slices.Contains(homes, part) { // then it is moved away first, and back
		if r := ontocrawl(t, "cluster", "move", fmt.Sprint(part), "n0", "--cluster", c.client[0]); r.code != cli.ExitOK {
			t.Errorf("move: %d %s", r.code, r.err)
		}
	}
	if r := ontocrawl(t, "cluster", "move", fmt.Sprint(part), "n1", "--cluster", c.client[0]); r.code != cli.ExitOK {
		t.Errorf("move: %d %s", r.code, r.err)
	}
	t.Logf("first request of a part that was moved: %v after the command ended", w.firstAfter(t, 6, []int{part}))

	homes, _ := c.homes(0, "n1")
	if err := c.procs[1].Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	t.Logf("first request of a part of %v after SIGTERM of its node: %v", homes, w.firstAfter(t, 6, homes))
	if err := c.procs[1].Wait(); err != nil {
		t.Errorf("SIGTERM: %v", err)
	}
	c.start(1)
	until := time.Now().Add(5 * time.Minute)
	for back := []int(nil); len(back) == 0 && time.Now().Before(until); {
		back, _ = c.homes(0, "n1")
	}

	if r := ontocrawl(t, "cluster", "move", fmt.Sprint(part), "n2", "--cluster", c.client[0]); r.code != cli.ExitOK { // so that it has one with sites
		t.Logf("move to n2: %d %s", r.code, r.err) // it has it
	}
	homes, _ = c.homes(0, "n2")
	c.procs[2].Process.Kill() //nolint:errcheck // it runs
	t.Logf("first request of a part of %v after SIGKILL of its node: %v", homes, w.firstAfter(t, 6, homes))
	c.procs[2].Wait() //nolint:errcheck // it was killed
	release()
	if err := os.RemoveAll(c.dirs[2]); err != nil {
		t.Fatal(err)
	}
	if o := (<-crawled).over(t); o.Over != "exhausted" {
		t.Errorf("over: %+v", o)
	}
	for i := range 2 {
		if err := c.procs[i].Process.Signal(syscall.SIGTERM); err != nil {
			t.Error(err)
		}
	}
	for i := range 2 {
		if err := c.procs[i].Wait(); err != nil {
			t.Errorf("node %d: %v", i, err)
		}
	}
	merged := filepath.Join(t.TempDir(), "merged")
	r := ontocrawl(t, "cluster", "merge", "--out", merged, c.dirs[0], c.dirs[1])
	if r.code != cli.ExitOK || strings.Contains(r.err, "missing") {
		t.Fatalf("merge: %d\n%s", r.code, r.err)
	}
	t.Logf("merge: %s%s", r.out, r.err)
	if d := cmp.Diff(want, pages(t, merged)); d != "" {
		t.Errorf("%d pages (-one machine +cluster):\n%s", len(want), d)
	}
	if w.gap < delay {
		t.Errorf("a site was asked after %v, and the delay is %v", w.gap, delay)
	}
}
