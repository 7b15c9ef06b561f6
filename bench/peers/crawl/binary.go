package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// crawlCommand measures the released command from start to end: it reads the
// ontology and the dictionary, limits its memory and prints a summary. It reaches
// the server as a proxy.
func crawlCommand(o *options, j job, args []string) (r result, err error) {
	dir, err := os.MkdirTemp("", "bench-command-")
	if err != nil {
		return r, err
	}
	defer os.RemoveAll(dir)
	if err := o.build(); err != nil {
		return r, err
	}
	seeds, run := filepath.Join(dir, "seeds.txt"), filepath.Join(dir, "run")
	if err := os.WriteFile(seeds, []byte(strings.Join(j.Seeds, "\n")+"\n"), 0o600); err != nil {
		return r, err
	}
	cmd := exec.Command(o.bin, append([]string{"crawl", "--topic", "typhoon", "--seeds", seeds, "--out", run,
		"--include", "^http://" + regexp.QuoteMeta(j.Host) + "/", "--max-pages", "1000000", "--patience", "0", "--workers", fmt.Sprint(j.Workers),
		"--delay", "0", "--per-host", fmt.Sprint(j.Workers),
		"--proxy", "http://" + j.Addr, "--log-level", "error", "--json"}, args...)...)
	var out bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, os.Stderr
	from := time.Now()
	if err := cmd.Start(); err != nil {
		return r, err
	}
	ended := make(chan error, 1)
	go func() { ended <- cmd.Wait() }()
	for waiting := true; waiting; {
		select {
		case err = <-ended:
			waiting = false
		case <-time.After(20 * time.Millisecond):
			r.PeakKB = max(r.PeakKB, peakOf(strconv.Itoa(cmd.Process.Pid)))
		}
	}
	if err != nil {
		return r, err
	}
	r.Wall = time.Since(from).Microseconds()
	var sum struct{ Pages int }
	if err := json.Unmarshal(out.Bytes(), &sum); err != nil {
		return r, err
	}
	r.FolderKB = size(run) >> 10
	ru := cmd.ProcessState.SysUsage().(*syscall.Rusage)
	r.Pages, r.CPU = sum.Pages, micros(ru.Utime)+micros(ru.Stime)
	return r, nil
}

// build builds the command, once.
func (o *options) build() error {
	if o.bin != "" {
		return nil
	}
	root, err := exec.Command("go", "list", "-m", "-f", "{{.Dir}}", "github.com/ontocrawl/ontocrawl").Output()
	if err != nil {
		return fmt.Errorf("the module is looked for from bench/peers: %w", err)
	}
	bin := filepath.Join(o.dir, "ontocrawl")
	build := exec.Command("go", "build", "-C", strings.TrimSpace(string(root)), "-o", bin, "./cmd/ontocrawl")
	build.Stderr = os.Stderr
	if err := build.Run(); err != nil {
		return fmt.Errorf("build: %w", err)
	}
	o.bin = bin
	return nil
}

// size returns the size of what the files of a folder take on the disk, as du(1) says.
func size(dir string) (bytes int64) {
	filepath.WalkDir(dir, func(_ string, d os.DirEntry, err error) error { //nolint:errcheck // the function returns no error
		if err != nil || d.IsDir() {
			return nil
		}
		if info, err := d.Info(); err == nil {
			if s, ok := info.Sys().(*syscall.Stat_t); ok {
				bytes += s.Blocks * 512
			}
		}
		return nil
	})
	return bytes
}
