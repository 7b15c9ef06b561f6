package hostiletest

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// watch waits for a process and returns the most that it had resident, in MB. It
// is killed after a time.
func watch(cmd *exec.Cmd, patience time.Duration) (mb int64, err error) {
	ended := make(chan error, 1)
	go func() { ended <- cmd.Wait() }()
	late := time.NewTimer(patience)
	defer late.Stop()
	for {
		select {
		case err := <-ended:
			return mb, err
		case <-late.C:
			cmd.Process.Signal(syscall.SIGQUIT) //nolint:errcheck // it may have ended by now
			select {
			case err := <-ended: // with a dump of what it did
				return mb, fmt.Errorf("killed: %w", err)
			case <-time.After(5 * time.Second):
			}
			cmd.Process.Kill() //nolint:errcheck // it may have ended by now
			return mb, fmt.Errorf("killed: %w", <-ended)
		case <-time.After(50 * time.Millisecond):
			mb = max(mb, highWater(cmd.Process.Pid))
		}
	}
}

// highWater is VmHWM of a process in MB. Rusage would not do: its ru_maxrss begins
// with what the parent had when it forked.
func highWater(pid int) int64 {
	status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	if err != nil {
		return 0
	}
	_, after, _ := strings.Cut(string(status), "VmHWM:")
	field, _, _ := strings.Cut(strings.TrimSpace(after), " ")
	kb, _ := strconv.ParseInt(field, 10, 64) //nolint:errcheck // 0 of a process that has ended
	return kb / 1000
}

// count reads pages.jsonl: the neighbour's pages, each once, and all.
func count(run, neighbour string) (pages, all int) {
	f, err := os.Open(filepath.Join(run, "pages.jsonl"))
	if err != nil {
		return 0, 0
	}
	defer f.Close()
	seen := map[string]bool{}
	for r := bufio.NewReader(f); ; {
		line, err := r.ReadBytes('\n')
		if err != nil {
			return len(seen), all
		}
		all++
		var page struct {
			URL string `json:"url"`
		}
		if json.Unmarshal(line, &page) != nil {
			continue
		}
		if u, err := url.Parse(page.URL); err == nil && u.Host == neighbour && u.RawQuery == "" && (u.Path == "/" || strings.HasPrefix(u.Path, "/typhoon/")) {
			seen[u.Path] = true
		}
	}
}

// failures are some lines of errors.jsonl about the neighbour.
func failures(run, neighbour string) string {
	data, err := os.ReadFile(filepath.Join(run, "errors.jsonl"))
	if err != nil {
		return ""
	}
	var lines []string
	for line := range strings.Lines(string(data)) {
		if strings.Contains(line, neighbour) && len(lines) < 3 {
			lines = append(lines, fmt.Sprintf("%.300s", strings.TrimSpace(line)))
		}
	}
	return ": " + strings.Join(lines, " ")
}

// size returns the size of a folder on the disk, in MB.
func size(dir string) (mb int64) {
	filepath.WalkDir(dir, func(_ string, d fs.DirEntry, err error) error { //nolint:errcheck // what is unreadable has no size
		if err == nil && d.Type().IsRegular() {
			if info, err := d.Info(); err == nil {
				mb += blocks(info)
			}
		}
		return nil
	})
	return mb * 512 / 1_000_000
}

var frame = regexp.MustCompile(`(?m)^(?:github\.com/ontocrawl/ontocrawl/crawl|net/http|github\.com/klauspost|github\.com/andybalholm)\S*?\(({?0x|\.\.\.|\))`)

// doing are some of the functions that a process was in when it was killed.
func doing(dump string) string {
	_, dump, _ = strings.Cut(dump, "SIGQUIT")
	var names []string
	for _, m := range frame.FindAllString(dump, -1) {
		name := strings.TrimPrefix(m[:strings.LastIndex(m, "(")], "github.com/ontocrawl/ontocrawl/")
		if !slices.Contains(names, name) && len(names) < 30 {
			names = append(names, name)
		}
	}
	return strings.Join(names, " < ")
}

// blocks is how many blocks of 512 bytes a file takes: a database has files that
// are longer than what is in them.
func blocks(info fs.FileInfo) int64 {
	if s, ok := info.Sys().(*syscall.Stat_t); ok {
		return s.Blocks
	}
	return info.Size() / 512
}
