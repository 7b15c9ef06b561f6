package hostiletest

import (
	"bytes"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"
)

// What a crawl beside a hostile site may take.
const (
	residentMB = 150              // of the crawling process, at most
	overtime   = 30 * time.Second // after its time limit, at most
)

const inside = "ONTOCRAWL_TEST_INSIDE" // the program, for the test inside the namespace

// TestAdversary is the standing adversary: each hostile site beside a healthy
// neighbour, crawled by the real program in its default mode. All 40 pages of the
// neighbour come, the process stays below 150 MB, ends within 30 seconds of its time
// limit with exit code 0, never asks an address that is not public, and leaves a
// run folder that opens again.
//
// The sites are in a network namespace of this test: it needs root or user
// namespaces. ONTOCRAWL_ADVERSARY=1 attacks with 112 of the sites, ONTOCRAWL_LONG=1
// with all but the rare. ONTOCRAWL_SITES is a regular expression of the sites to attack with, those
// in rare.go too.
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
	if out, err := exec.Command("go", "build", "-ldflags=-s -w", "-o", bin, "../../cmd/ontocrawl").CombinedOutput(); err != nil {
		t.Fatalf("go build: %v\n%s", err, out)
	}
	cmd := exec.Command(os.Args[0], "-test.run=^TestAdversary$", "-test.v", "-test.timeout=55m")
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

// attack attacks with all sites, inside the namespace, in two rounds. In the first many
// crawls run beside each other, which saves time. What fails there for want of time or
// memory is attacked a second time with few beside it and more time, and that counts.
func attack(t *testing.T, bin string) {
	if err := Enter(t.TempDir()); err != nil {
		t.Fatal(err)
	}
	f := thisForm()
	again := round(t, bin, f, chosen(t, f), true)
	if len(again) == 0 {
		return
	}
	f.beside, f.mostPace = max(1, runtime.NumCPU()/2), 6
	round(t, bin, f, again, false)
}

// round attacks with sites in a world of its own and returns those that are to be attacked
// again, if any may be.
func round(t *testing.T, bin string, f form, sites []Site, retries bool) (again []Site) {
	world, err := newWorld(append(slices.Clone(sites), control))
	if err != nil {
		t.Fatal(err)
	}
	defer world.Close()
	ca := filepath.Join(t.TempDir(), "ca.pem")
	if err := os.WriteFile(ca, world.Authority.pem(), 0o600); err != nil {
		t.Fatal(err)
	}
	if retries {
		proveCanary(t, world)
	}
	hosts := world.Hosts()
	pace, stop := keepPace(t, bin, ca, f, hosts[len(sites)])
	defer stop()
	var mu sync.Mutex
	free := make(chan struct{}, f.beside)
	var crawls sync.WaitGroup
	for _, h := range spread(hosts[:len(sites)]) {
		free <- struct{}{}
		crawls.Go(func() {
			if !verdict(t, h, crawl(t, bin, ca, f, h, append(h.urls(), "http://"+h.Neighbour+"/"), pace()), f, retries) {
				mu.Lock()
				again = append(again, *h.Site)
				mu.Unlock()
			}
			<-free
		})
	}
	crawls.Wait()
	return again
}

// proveCanary asks what no crawler may ask, to see that it would be seen.
func proveCanary(t *testing.T, world *World) {
	h := world.Hosts()[0]
	for _, address := range []string{"127.0.0.1", "10.9.9.9", "169.254.169.254", "192.168.1.1", "[::1]"} {
		before := h.Forbidden.Load()
		response, err := http.Get("http://" + address + "/secret/" + h.Name)
		if err != nil {
			t.Fatal(err)
		}
		response.Body.Close() //nolint:errcheck // nothing is read of it
		if h.Forbidden.Load() != before+1 {
			t.Fatalf("a request to %s was not seen", address)
		}
	}
	h.Forbidden.Store(0)
}

// A result says what one crawl did.
type result struct {
	limit    time.Duration // its time limit, and what it may take beyond it
	overtime time.Duration
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

// crawl runs the program from seeds. pace is how many times longer things take now than
// on a machine that does nothing else.
func crawl(t *testing.T, bin, ca string, f form, h *Host, urls []string, pace float64) (r result) {
	r.limit, r.overtime = time.Duration(pace*float64(f.limit)).Round(time.Second), time.Duration(pace*float64(overtime))
	dir := t.TempDir()
	seeds, out := filepath.Join(dir, "seeds.txt"), filepath.Join(dir, "run")
	if r.err = os.WriteFile(seeds, []byte(strings.Join(urls, "\n")+"\n"), 0o600); r.err != nil {
		return r
	}
	cmd := exec.Command(bin, append([]string{"crawl", "--topic", "typhoon", "--seeds", seeds, "--out", out, "--max-time", r.limit.String(), "--delay", f.delay.String(),
		"--contact", "https://tests.example/"}, f.args...)...)
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	cmd.Env = environment(ca)
	began := time.Now()
	if r.err = cmd.Start(); r.err != nil {
		return r
	}
	r.resident, r.err = watch(cmd, r.limit+r.overtime+15*time.Second)
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

// environment returns the environment of a user who sets nothing but the sites' authority.
func environment(ca string) []string {
	env := slices.DeleteFunc(os.Environ(), func(kv string) bool {
		return strings.HasPrefix(kv, "GOGC=") || strings.HasPrefix(kv, "GOMEMLIMIT=") || strings.HasPrefix(kv, "ONTOCRAWL_")
	})
	return append(env, "SSL_CERT_FILE="+ca, "SSL_CERT_DIR="+filepath.Dir(ca)+"/none")
}

var dump = regexp.MustCompile(`(?m)^(panic:|fatal error:|goroutine \d+|SIGSEGV|WARNING: DATA RACE).*`)

// verdict compares a result with what is asked. If retries, it is false for one that a
// crowded machine may explain: too few of the neighbour's pages, too late, too large.
func verdict(t *testing.T, h *Host, r result, f form, retries bool) (judged bool) {
	var faults []string
	fault := func(format string, args ...any) { faults = append(faults, fmt.Sprintf(format, args...)) }
	crowded := 0 // faults that a crowd may explain
	switch {
	case r.err != nil && r.took > r.limit+r.overtime:
		fault("%v in %s", r.err, doing(r.errors))
		crowded++
	case r.err != nil:
		fault("%v: %.500s", r.err, tail(r.errors))
	}
	if r.pages != neighbourPages {
		fault("%d of the neighbour's %d pages%s", r.pages, neighbourPages, r.failures)
		crowded++
	}
	if r.resident > residentMB || r.resident == 0 {
		fault("%d MB resident, at most %d", r.resident, residentMB)
		crowded++
	}
	if r.took > r.limit+r.overtime {
		fault("ended %s after its limit, at most %s", (r.took - r.limit).Round(time.Second), r.overtime.Round(time.Second))
		crowded++
	}
	if n := h.Forbidden.Load(); n > 0 {
		fault("%d requests at addresses that are not public", n)
	}
	if n, most := h.busiest(), int(r.took/f.delay)+5; n > most {
		fault("%d requests to one domain, at most %d in this time", n, most)
	}
	if len(r.errors) > 1_000_000 && r.took <= r.limit+r.overtime {
		fault("%d bytes on standard error", len(r.errors))
	}
	if d := dump.FindString(r.errors); d != "" && r.took <= r.limit+r.overtime {
		fault("%s", d)
	}
	if r.status != nil {
		fault("status: %v", r.status)
	}
	t.Logf("%-22s %5.1fs (%5.1fs of the processor) %4d MB %3d of the neighbour's pages, %5d pages in all, %6d requests to it, %3d MB on disk", h.Name, r.took.Seconds(), r.cpu.Seconds(), r.resident, r.pages, r.all, h.Requests.Load(), r.disk)
	switch {
	case len(faults) > 0 && h.Known == "" && retries && crowded == len(faults):
		t.Logf("%s: to be attacked again, with few beside it: %s", h.Name, strings.Join(faults, "; "))
		return false
	case len(faults) > 0 && h.Known != "":
		t.Logf("%s: known to fail (%s): %s", h.Name, h.Known, strings.Join(faults, "; "))
	case len(faults) > 0:
		t.Errorf("%s (%s): %s", h.Name, h.What, strings.Join(faults, "; "))
	case h.Known != "":
		t.Logf("%s: passes; its mark can go (%s)", h.Name, h.Known)
	}
	return true
}

// tail is the end of a text.
func tail(s string) string { return s[max(0, len(s)-500):] }
