package main

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/ontocrawl/ontocrawl/lab/crawltest"
)

// A crawl of 1,000 pages (300 in the short form), Chinese ones among them, with its
// database: the whole process needs less than 300 MB with the segmenter's dictionary,
// 200 MB without, and less than 100 MB with --memory 64MB. The greatest resident size counts. It runs beside no other test
// of this package: on a busy machine more answers are in flight.
func TestMemory(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("reads /proc")
	}
	if testing.Short() {
		t.Skip("builds and runs the program: not with -short")
	}
	pages := "300"
	if long() {
		pages = "1000"
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
	for i, tt := range []struct {
		segmenter, memory string
		most              int64 // kB
	}{{"trie", "64MB", 100_000}, {"trie", "", 200_000}, {"hybrid", "", 300_000}, {"gse", "", 300_000}} {
		cmd := exec.Command(bin, "crawl", "--topic", "typhoon", "--seeds", seeds, "--out", filepath.Join(dir, strconv.Itoa(i)),
			"--max-pages", pages, "--segmenter", tt.segmenter, "--memory", tt.memory, "--proxy", "http://"+server.Addr, "--delay", "0s",
			"--contact", "https://tests.example/")
		cmd.Env = withoutGC(os.Environ())
		most := peak(t, cmd)
		t.Logf("--segmenter %s --memory %q: at most %s resident", tt.segmenter, tt.memory, mb(most))
		if most == 0 || most > tt.most {
			t.Errorf("--segmenter %s --memory %q: %s resident, want at most %s", tt.segmenter, tt.memory, mb(most), mb(tt.most))
		}
	}
}

// peak runs cmd and returns the most it had resident, in kB, as its status says
// until it ends. Rusage would not do: its ru_maxrss begins with what the parent
// had when it forked.
func peak(t *testing.T, cmd *exec.Cmd) (kb int64) {
	t.Helper()
	var out bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &out
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	ended := make(chan error, 1)
	go func() { ended <- cmd.Wait() }()
	for {
		select {
		case err := <-ended:
			if err != nil {
				t.Fatalf("%v\n%s", err, out.String())
			}
			return kb
		case <-time.After(5 * time.Millisecond):
			kb = max(kb, highWater(cmd.Process.Pid))
		}
	}
}

// highWater is VmHWM of a process in kB, 0 if it has ended.
func highWater(pid int) int64 {
	status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	if err != nil {
		return 0
	}
	_, after, _ := strings.Cut(string(status), "VmHWM:")
	field, _, _ := strings.Cut(strings.TrimSpace(after), " ")
	kb, err := strconv.ParseInt(field, 10, 64)
	if err != nil {
		return 0
	}
	return kb
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
