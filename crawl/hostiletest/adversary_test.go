//go:build linux

package hostiletest

import (
	"bufio"
	"bytes"
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
	"sync"
	"syscall"
	"testing"
	"time"
)

// What a crawl beside a hostile site may take.
const (
	residentMB = 150              // of the crawling process, at most
	overtime   = 30 * time.Second // after its time limit, at most
)

// A form is how the sites are attacked.
type form struct {
	short  bool          // only the sites marked so
	limit  time.Duration // --max-time
	delay  time.Duration // --delay
	beside int           // crawls at a time
	args   []string      // flags beside those of every crawl
}

// The delay is less than a user's second, for the sake of time; the short form, which
// takes some of the sites, has a shorter --timeout too. All else is as users have it
// who set nothing.
func thisForm() form {
	if os.Getenv("ONTOCRAWL_LONG") == "1" {
		return form{limit: 40 * time.Second, delay: 250 * time.Millisecond, beside: 32}
	}
	return form{short: true, limit: 10 * time.Second, delay: 50 * time.Millisecond, beside: 16, args: []string{"--timeout", "5s"}}
}

const inside = "ONTOCRAWL_TEST_INSIDE" // the program, for the test inside the namespace

// TestAdversary is the standing adversary: each hostile site beside a healthy
// neighbour, crawled by the real program in its default mode. All 40 pages of the
// neighbour come, the process stays below 150 MB, ends within 30 seconds of its time
// limit with exit code 0, never asks an address that is not public, and leaves a
// run folder that opens again.
//
// The sites are in a network namespace of this test: it needs root or user
// namespaces. ONTOCRAWL_SITES is a regular expression of the sites to attack with.
func TestAdversary(t *testing.T) {
	if bin := os.Getenv(inside); bin != "" {
		attack(t, bin)
		return
	}
	if testing.Short() {
		t.Skip("builds and runs the program: not with -short")
	}
	if err := CanEnclose(); err != nil {
		t.Skipf("no network namespace of its own can be made here (needs root or user namespaces): %v", err)
	}
	bin := filepath.Join(t.TempDir(), "ontocrawl")
	if out, err := exec.Command("go", "build", "-o", bin, "../../cmd/ontocrawl").CombinedOutput(); err != nil {
		t.Fatalf("go build: %v\n%s", err, out)
	}
	cmd := exec.Command(os.Args[0], "-test.run=^TestAdversary$", "-test.v", "-test.timeout=25m")
	cmd.Env = append(os.Environ(), inside+"="+bin)
	Enclose(cmd)
	var out bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &out
	if testing.Verbose() { // it takes minutes: what is known is shown at once
		cmd.Stdout, cmd.Stderr = os.Stdout, os.Stderr
	}
	if err := cmd.Run(); err != nil {
		t.Errorf("inside the namespace: %v\n%s", err, out.String())
	}
}

// attack runs all crawls, inside the namespace.
func attack(t *testing.T, bin string) {
	if err := Enter(t.TempDir()); err != nil {
		t.Fatal(err)
	}
	f := thisForm()
	world, err := NewWorld(chosen(t, f))
	if err != nil {
		t.Fatal(err)
	}
	defer world.Close()
	ca := filepath.Join(t.TempDir(), "ca.pem")
	if err := os.WriteFile(ca, world.Authority.PEM(), 0o600); err != nil {
		t.Fatal(err)
	}
	free := make(chan struct{}, f.beside)
	var crawls sync.WaitGroup
	for _, h := range spread(world.Hosts()) {
		free <- struct{}{}
		crawls.Go(func() {
			verdict(t, h, crawl(t, bin, ca, f, h), f)
			<-free
		})
	}
	crawls.Wait()
}

// spread puts the sites in an order in which those of a group, which may all need the
// processor or all wait, are far from each other.
func spread(hosts []*Host) []*Host {
	const groups = 16
	var all []*Host
	for i := range groups {
		for k := i; k < len(hosts); k += groups {
			all = append(all, hosts[k])
		}
	}
	return all
}

// chosen are the sites of this form.
func chosen(t *testing.T, f form) []Site {
	only, err := regexp.Compile("^(" + os.Getenv("ONTOCRAWL_SITES") + ")$")
	if err != nil {
		t.Fatal(err)
	}
	all := os.Getenv("ONTOCRAWL_SITES") == ""
	return slices.DeleteFunc(Sites(), func(s Site) bool {
		return all && f.short && (!s.Short || s.Known != "") || !all && !only.MatchString(s.Name)
	})
}

// A result is what one crawl did.
type result struct {
	err      error
	took     time.Duration
	cpu      time.Duration
	resident int64 // MB, the most
	pages    int   // of the neighbour
	all      int   // pages recorded
	disk     int64 // MB
	errors   string
	failures string // the neighbour's in errors.jsonl
	status   error
}

// crawl runs one site and its neighbour.
func crawl(t *testing.T, bin, ca string, f form, h *Host) (r result) {
	dir := t.TempDir()
	seeds, out := filepath.Join(dir, "seeds.txt"), filepath.Join(dir, "run")
	urls := append(h.URLs(), "http://"+h.Neighbour+"/")
	if r.err = os.WriteFile(seeds, []byte(strings.Join(urls, "\n")+"\n"), 0o600); r.err != nil {
		return r
	}
	cmd := exec.Command(bin, append([]string{"crawl", "--topic", "typhoon", "--seeds", seeds, "--out", out, "--max-time", f.limit.String(), "--delay", f.delay.String(),
		"--contact", "https://tests.example/"}, f.args...)...)
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	cmd.Env = environment(ca)
	began := time.Now()
	if r.err = cmd.Start(); r.err != nil {
		return r
	}
	r.resident, r.err = watch(cmd, f.limit+overtime+15*time.Second)
	r.took, r.errors = time.Since(began), stderr.String()
	r.cpu = cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()
	r.pages, r.all = count(out, h.Neighbour)
	r.disk = size(out)
	r.failures = failures(out, h.Neighbour)
	status, err := exec.Command(bin, "status", out).CombinedOutput()
	if err != nil {
		r.status = fmt.Errorf("%w: %.300s", err, status)
	}
	os.RemoveAll(dir) //nolint:errcheck // a temporary folder
	return r
}

// environment is that of a user who sets nothing but the sites' authority.
func environment(ca string) []string {
	env := slices.DeleteFunc(os.Environ(), func(kv string) bool {
		return strings.HasPrefix(kv, "GOGC=") || strings.HasPrefix(kv, "GOMEMLIMIT=") || strings.HasPrefix(kv, "ONTOCRAWL_")
	})
	return append(env, "SSL_CERT_FILE="+ca, "SSL_CERT_DIR="+filepath.Dir(ca)+"/none")
}

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

var dump = regexp.MustCompile(`(?m)^(panic:|fatal error:|goroutine \d+|SIGSEGV|WARNING: DATA RACE).*`)

// verdict compares a result with what is asked.
func verdict(t *testing.T, h *Host, r result, f form) {
	var faults []string
	fault := func(format string, args ...any) { faults = append(faults, fmt.Sprintf(format, args...)) }
	switch {
	case r.err != nil && r.took > f.limit+overtime:
		fault("%v in %s", r.err, doing(r.errors))
	case r.err != nil:
		fault("%v: %.500s", r.err, tail(r.errors))
	}
	if r.pages != NeighbourPages {
		fault("%d of the neighbour's %d pages%s", r.pages, NeighbourPages, r.failures)
	}
	if r.resident > residentMB || r.resident == 0 {
		fault("%d MB resident, at most %d", r.resident, residentMB)
	}
	if r.took > f.limit+overtime {
		fault("ended %s after its limit, at most %s", (r.took - f.limit).Round(time.Second), overtime)
	}
	if n := h.Forbidden.Load(); n > 0 {
		fault("%d requests at addresses that are not public", n)
	}
	if n, most := h.Busiest(), int(r.took/f.delay)+5; n > most {
		fault("%d requests to one domain, at most %d in this time", n, most)
	}
	if d := dump.FindString(r.errors); d != "" && r.took <= f.limit+overtime {
		fault("%s", d)
	}
	if r.status != nil {
		fault("status: %v", r.status)
	}
	t.Logf("%-22s %5.1fs (%5.1fs of the processor) %4d MB %3d of the neighbour's pages, %5d pages in all, %6d requests to it, %3d MB on disk", h.Name, r.took.Seconds(), r.cpu.Seconds(), r.resident, r.pages, r.all, h.Requests.Load(), r.disk)
	switch {
	case len(faults) > 0 && h.Known != "":
		t.Logf("%s: known to fail (%s): %s", h.Name, h.Known, strings.Join(faults, "; "))
	case len(faults) > 0:
		t.Errorf("%s (%s): %s", h.Name, h.What, strings.Join(faults, "; "))
	case h.Known != "":
		t.Logf("%s: passes; its mark can go (%s)", h.Name, h.Known)
	}
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

// tail is the end of a text.
func tail(s string) string { return s[max(0, len(s)-500):] }
