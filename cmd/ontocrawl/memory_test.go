package main

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"testing"

	"github.com/ontocrawl/ontocrawl/crawl/crawltest"
)

// A crawl of 1,000 pages, Chinese ones among them, with its database: the
// whole process under 300 MB with the segmenter's dictionary, under 100 MB
// without. Measured as the most the process ever had resident.
func TestMemory(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("ru_maxrss is in other units elsewhere")
	}
	if testing.Short() {
		t.Skip("builds and runs the program: not with -short")
	}
	web := crawltest.New(crawltest.Options{Seed: 5})
	server, err := web.Serve(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	defer server.Close()
	dir, bin := t.TempDir(), buildBinary(t)
	seeds := filepath.Join(dir, "seeds.txt")
	if err := os.WriteFile(seeds, []byte(strings.Join(web.Seeds(5), "\n")), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		segmenter string
		most      int64 // kB
	}{{"trie", 100_000}, {"hybrid", 300_000}, {"gse", 300_000}} {
		cmd := exec.Command(bin, "crawl", "--topic", "typhoon", "--seeds", seeds, "--out", filepath.Join(dir, tt.segmenter),
			"--max-pages", "1000", "--segmenter", tt.segmenter, "--proxy", "http://"+server.Addr, "--delay", "0s",
			"--contact", "https://tests.example/")
		cmd.Env = withoutGC(os.Environ())
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("%s: %v\n%s", tt.segmenter, err, out)
		}
		usage, ok := cmd.ProcessState.SysUsage().(*syscall.Rusage)
		if !ok {
			t.Fatal("no resource usage")
		}
		t.Logf("--segmenter %s: at most %d MB resident", tt.segmenter, usage.Maxrss/1000)
		if usage.Maxrss > tt.most {
			t.Errorf("--segmenter %s: %s resident, want at most %s", tt.segmenter, mb(usage.Maxrss), mb(tt.most))
		}
	}
}

func mb(kb int64) string { return fmt.Sprintf("%d MB", kb/1000) }

// withoutGC takes out what would set the collector otherwise than users have it.
func withoutGC(env []string) []string {
	var out []string
	for _, kv := range env {
		if !strings.HasPrefix(kv, "GOGC=") && !strings.HasPrefix(kv, "GOMEMLIMIT=") {
			out = append(out, kv)
		}
	}
	return out
}
