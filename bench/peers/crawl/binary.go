package main

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"time"
)

// crawlCommand measures the released command from start to end: it reads the
// ontology and the dictionary, limits its memory and prints a summary. It reaches
// the server as a proxy. It crawls the second web only, because it can be limited to
// a site but not to a host, and the site of the first web has hosts that nobody
// serves.
func crawlCommand(o *options, j job) (r result, err error) {
	dir, err := os.MkdirTemp("", "bench-command-")
	if err != nil {
		return r, err
	}
	defer os.RemoveAll(dir)
	bin := filepath.Join(dir, "ontocrawl")
	root, err := exec.Command("go", "list", "-m", "-f", "{{.Dir}}", "github.com/ontocrawl/ontocrawl").Output()
	if err != nil {
		return r, fmt.Errorf("the module is looked for from bench/peers: %w", err)
	}
	build := exec.Command("go", "build", "-C", strings.TrimSpace(string(root)), "-o", bin, "./cmd/ontocrawl")
	build.Stderr = os.Stderr
	if err := build.Run(); err != nil {
		return r, fmt.Errorf("build: %w", err)
	}
	seeds := filepath.Join(dir, "seeds.txt")
	own := slices.DeleteFunc(slices.Clone(j.Seeds), func(s string) bool { return !strings.Contains(s, "//schools-wikipedia.org/") })
	if err := os.WriteFile(seeds, []byte(strings.Join(own, "\n")+"\n"), 0o600); err != nil {
		return r, err
	}
	cmd := exec.Command(bin, "crawl", "--topic", "typhoon", "--seeds", seeds, "--out", filepath.Join(dir, "run"),
		"--same-site", "--max-pages", "1000000", "--patience", "0", "--workers", fmt.Sprint(j.Workers),
		"--delay", "0", "--per-host", fmt.Sprint(j.Workers),
		"--proxy", "http://"+j.Addr, "--log-level", "error", "--json")
	cmd.Stderr = os.Stderr
	from := time.Now()
	out, err := cmd.Output()
	if err != nil {
		return r, err
	}
	r.Wall = time.Since(from).Microseconds()
	var sum struct{ Pages int }
	if err := json.Unmarshal(out, &sum); err != nil {
		return r, err
	}
	ru := cmd.ProcessState.SysUsage().(*syscall.Rusage)
	r.Pages, r.CPU = sum.Pages, micros(ru.Utime)+micros(ru.Stime)
	return r, nil
}
