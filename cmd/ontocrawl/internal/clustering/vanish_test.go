//go:build linux

package clustering

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/ontocrawl/ontocrawl/cmd/ontocrawl/internal/cli"
)

// The folder of a node is deleted while it crawls: the node ends within a minute, with one line that says so.
func TestNodeFolderVanishes(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("it waits a quarter of a minute")
	}
	w := serveLoopback(t, 6, 1<<20)
	at := freeAddresses(t, 2)
	dir := filepath.Join(t.TempDir(), "node")
	settings := []string{"--topic", "typhoon", "--allow-private", "--delay", "20ms", "--sitemaps", "none", "--patience", "0", "--segmenter", "trie", "--log-level", "error"}
	cmd := exec.Command(buildNode(t), append([]string{"run", "--data", dir, "--join", at[0], "--listen", at[0], "--client", at[1], "--cluster-nodes", "1"}, settings...)...)
	var said bytes.Buffer
	cmd.Stderr = &said
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	defer cmd.Process.Kill() //nolint:errcheck // it has ended
	ended := make(chan struct{})
	go func() { defer close(ended); cmd.Wait() }() //nolint:errcheck // its code is looked at
	seeds := write(t, t.TempDir(), "seeds.txt", w.url(0, 0)+"\n"+w.url(3, 4)+"\n")
	go func() {
		for range 100 {
			r := ontocrawlFor(t.Context(), "", append([]string{"crawl", "--cluster", at[1], "--seeds", seeds, "--max-pages", "0", "--json"}, settings...)...)
			if r.code == cli.ExitOK || t.Context().Err() != nil {
				return
			}
			time.Sleep(200 * time.Millisecond)
		}
	}()
	for begun := time.Now(); ; time.Sleep(100 * time.Millisecond) {
		w.mu.Lock()
		n := w.n
		w.mu.Unlock()
		if n >= 50 {
			break
		}
		if time.Since(begun) > 2*time.Minute {
			t.Fatalf("%d requests", n)
		}
	}
	if err := os.Rename(dir, dir+"-away"); err != nil {
		t.Fatal(err)
	}
	moved := time.Now()
	select {
	case <-ended:
	case <-time.After(time.Minute):
		t.Fatal("the node goes on without its folder")
	}
	t.Logf("ended after %v", time.Since(moved).Round(time.Second))
	if code := cmd.ProcessState.ExitCode(); code != cli.ExitFailure || strings.Count(said.String(), "ontocrawl: ") != 1 {
		t.Errorf("code %d:\n%s", code, fmt.Sprintf("%.3000s", said.String()))
	}
}
