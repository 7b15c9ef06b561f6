//go:build linux

package clustering

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime/debug"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/ontocrawl/ontocrawl/cmd/ontocrawl/internal/cli"
	"github.com/ontocrawl/ontocrawl/cmd/ontocrawl/internal/cmdtest"
	"github.com/ontocrawl/ontocrawl/crawl/watch/monitor"
	"github.com/ontocrawl/ontocrawl/internal/pacetest"
)

const (
	soakStories = 24 // that each of the sites of the jobs publishes
	soakToken   = "soaksoaksoaksoaksoaksoak"
)

// soakSize is how long the soak takes, and how often a process is killed in it: twenty seconds, with ONTOCRAWL_LONG=1 a
// minute. ONTOCRAWL_SOAK=20m makes it as long as .ci/long has it, with twenty kills.
func soakSize(t *testing.T) (length time.Duration, kills int) {
	t.Helper()
	if text := os.Getenv("ONTOCRAWL_SOAK"); text != "" {
		length, err := time.ParseDuration(text)
		if err != nil || length < 10*time.Second {
			t.Fatalf("ONTOCRAWL_SOAK is %q, want a time such as 20m", text)
		}
		return length, 20
	}
	if long() {
		return time.Minute, 8
	}
	return 20 * time.Second, 4
}

// soaked are the processes of a soak, and what was seen of them.
type soaked struct {
	t       *testing.T
	dir     string
	reports string // of the race detector

	mu    sync.Mutex
	procs map[string]*exec.Cmd
	log   cmdtest.Buffer
	count map[string]int // answers to the script, by path and status
	url   string         // of the page
	kills int
}

// soakBinary is the real program, with the race detector if this test has it.
func soakBinary(t *testing.T, name string) string {
	t.Helper()
	info, ok := debug.ReadBuildInfo()
	if !ok || !slices.Contains(info.Settings, debug.BuildSetting{Key: "-race", Value: "true"}) {
		return map[string]func(testing.TB) string{"ontocrawl": buildBinary, "ontocrawl-node": buildNode}[name](t)
	}
	path := filepath.Join(t.TempDir(), name)
	if out, err := exec.Command("go", "build", "-race", "-o", path, "github.com/ontocrawl/ontocrawl/cmd/"+name).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return path
}

// start starts a process under a name. It ends with the test.
func (s *soaked) start(name, bin string, args ...string) {
	cmd := exec.Command(bin, args...)
	cmd.Stderr = &s.log
	cmd.Env = append(cmdtest.Env(), "GORACE=log_path="+filepath.Join(s.reports, "race"))
	cmd.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
	if err := cmd.Start(); err != nil {
		s.t.Error(err)
		return
	}
	s.mu.Lock()
	s.procs[name] = cmd
	s.mu.Unlock()
}

// kill kills a process as kill -9 does.
func (s *soaked) kill(name string) {
	cmd := s.procs[name]
	cmd.Process.Kill() //nolint:errcheck // it may have ended
	cmd.Wait()         //nolint:errcheck // it was killed
	if how, ok := cmd.ProcessState.Sys().(syscall.WaitStatus); ok && !how.Signaled() {
		s.t.Errorf("%s ended by itself: %v", name, cmd.ProcessState)
	}
	s.kills++
}

// end lets a process end in order.
func (s *soaked) end(name string) {
	s.t.Helper()
	cmd := s.procs[name]
	if err := cmd.Process.Signal(syscall.SIGTERM); err != nil {
		s.t.Error(name, err)
	}
	if err := cmd.Wait(); err != nil {
		s.t.Errorf("%s: %v", name, err)
	}
}

// story is the text of a story of a site.
func story(i int) string {
	return cmdtest.Page(fmt.Sprintf("Typhoon number %d", i), strings.Repeat(fmt.Sprintf("A typhoon warning for place%d and harbour%d. The storm surge reached street%d and bridge%d. ", i*7, i*11, i*13, i*17), 4), "")
}

// publish serves a site that publishes its stories one by one, the last after three quarters of the length.
func publish(t *testing.T, length time.Duration) *httptest.Server {
	begun := time.Now()
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		there := min(soakStories, 1+int(4*soakStories*time.Since(begun)/(3*length)))
		var i int
		switch n, _ := fmt.Sscanf(r.URL.Path, "/story/%d", &i); {
		case r.URL.Path == "/":
			links := ""
			for i := range there {
				links += fmt.Sprintf(`<a href="/story/%d">Typhoon %d</a> `, i, i)
			}
			w.Header().Set("Content-Type", "text/html")
			io.WriteString(w, cmdtest.Page("Weather daemon", "All the news of the weather.", links)) //nolint:errcheck // the client is gone
		case n == 1 && i < there:
			w.Header().Set("Content-Type", "text/html")
			io.WriteString(w, story(i)) //nolint:errcheck // the client is gone
		default:
			http.NotFound(w, r)
		}
	}))
	t.Cleanup(s.Close)
	return s
}

// jobs writes a file of three jobs, and who may what.
func (s *soaked) jobs(sites []*httptest.Server) (file string) {
	text := `receivers: [{name: lines, kind: jsonl, path: alerts.jsonl}]
defaults: {zone: Asia/Shanghai, allow-private: true, delay: 1ms, retries: 0, patience: 0, contact: "https://tests.example/", segmenter: trie, refresh-min: 0s, refresh-max: 0s}
jobs:
`
	for i, site := range sites {
		text += fmt.Sprintf(`  - name: job%d
    topic: typhoon
    seeds: [%s/]
    schedule: "@every 10s"
    budget: {pages: 500, time: 5m}
    sitemaps: none
    alerts: [{name: all, to: [lines], kinds: [new]}]
`, i, site.URL)
	}
	write(s.t, s.dir, "admin.token", soakToken+"\n")
	write(s.t, s.dir, "access.yaml", "tokens:\n  - {name: admin, role: admin, secret-file: admin.token}\n")
	return write(s.t, s.dir, "jobs.yaml", text)
}

// ask asks the page, and counts the answer; no answer is no fault, as the daemon may have been killed.
func (s *soaked) ask(method, path, body string) (status int, text []byte) {
	req, err := http.NewRequestWithContext(s.t.Context(), method, s.url+path, strings.NewReader(body))
	if err != nil {
		s.t.Error(err)
		return 0, nil
	}
	req.Header.Set("Authorization", "Bearer "+soakToken)
	if body != "" {
		req.Header.Set("Content-Type", "application/json")
	}
	resp, err := (&http.Client{Timeout: 2 * time.Minute}).Do(req)
	if err != nil {
		return 0, nil
	}
	defer resp.Body.Close()
	text, err = io.ReadAll(resp.Body)
	if err != nil {
		return 0, nil
	}
	if resp.StatusCode == http.StatusTooManyRequests {
		time.Sleep(time.Second) // as the answer asks
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.count[resp.Status]++
	if resp.StatusCode == http.StatusBadRequest || resp.StatusCode == http.StatusNotFound {
		s.count[method+" "+req.URL.Path+" "+resp.Status]++
	}
	if resp.StatusCode >= 500 {
		s.t.Errorf("%s %s: %s: %.300s", method, path, resp.Status, text)
	}
	return resp.StatusCode, text
}

// use uses the page as a person does with a script, until stop is closed: it looks at everything, marks what it finds, and
// gives orders.
func (s *soaked) use(stop <-chan struct{}) {
	paths := []string{"/", "/api/v1/daemon", "/api/v1/finds?limit=50", "/api/v1/stories", "/api/v1/runs", "/api/v1/notifications", "/api/v1/search?q=typhoon", "/api/v1/index"}
	for n := 0; ; n++ {
		job := fmt.Sprintf("/api/v1/jobs/job%d", n%3)
		for _, path := range append(slices.Clone(paths), job+"/runs", job+"/live", job+"/counts", job+"/graph", job+"/ontology", job+"/sources", job+"/mentions") {
			select {
			case <-stop:
				return
			default:
			}
			s.ask("GET", path, "")
		}
		var page struct{ Finds []struct{ URL string } }
		if _, text := s.ask("GET", job+"/finds?limit=20", ""); json.Unmarshal(text, &page) == nil && len(page.Finds) > 0 {
			at := page.Finds[n%len(page.Finds)].URL
			s.ask("PUT", job+"/marks", fmt.Sprintf(`{"marks": [{"url": %q, "verdict": "right", "read": true}]}`, at))
			s.ask("GET", job+"/document?url="+url.QueryEscape(at), "")
		}
		if n%5 == 4 {
			s.ask("POST", job+"/runs", "{}")
		}
	}
}

// told is how often each page was told.
func (s *soaked) told() map[string]int {
	told := map[string]int{}
	text, err := os.ReadFile(filepath.Join(s.dir, "monitor", "alerts.jsonl"))
	if err != nil {
		return told
	}
	for line := range bytes.Lines(text) {
		var l struct{ Find monitor.Event }
		if line[len(line)-1] == '\n' && json.Unmarshal(line, &l) == nil {
			told[l.Find.URL]++
		}
	}
	return told
}

// crawl begins the crawl of the cluster, and waits until it is over, whoever is killed meanwhile.
func (s *soaked) crawl(client, seeds string, settings []string, length time.Duration) {
	args := append([]string{"crawl", "--cluster", client, "--seeds", seeds, "--max-pages", "0", "--json"}, settings...)
	for until := time.Now().Add(2*length + pacetest.Times(2*time.Minute)); ; time.Sleep(200 * time.Millisecond) {
		r := ontocrawlFor(s.t.Context(), "", args...)
		if r.code == cli.ExitOK {
			return
		}
		if time.Now().After(until) || s.t.Context().Err() != nil {
			s.t.Errorf("the crawl of the cluster does not end: %d\n%s%s", r.code, r.out, r.err)
			return
		}
	}
}

// TestSoak: a daemon with three jobs, its page in use by a script, and a node of a cluster beside it, while one or the other is
// killed again and again. Nobody gets a 500, every story of the jobs is told, and once; the node finds the pages that one
// machine finds, each once; and all folders are sound. Tested with -race, the programs have the race detector, which reports
// nothing.
func TestSoak(t *testing.T) {
	if testing.Short() {
		t.Skip("takes twenty seconds and more: not with -short")
	}
	t.Parallel() // it waits more than it works
	length, kills := soakSize(t)
	s := &soaked{t: t, dir: t.TempDir(), reports: t.TempDir(), procs: map[string]*exec.Cmd{}, count: map[string]int{}}
	t.Cleanup(func() {
		for _, p := range s.procs {
			p.Process.Kill() //nolint:errcheck // it may have ended
			p.Wait()         //nolint:errcheck // likewise
		}
		if t.Failed() {
			text := s.log.String()
			t.Logf("what the processes said, the end:\n%s", text[max(0, len(text)-20_000):])
		}
	})
	bin, nodeBin := soakBinary(t, "ontocrawl"), soakBinary(t, "ontocrawl-node")
	free := freeAddresses(t, 3)
	s.url = "http://" + free[2]

	w := serveLoopback(t, 4, 24)
	settings := []string{"--topic", "typhoon", "--allow-private", "--sitemaps", "none", "--patience", "0", "--warc", "none", "--keep-text", "none", "--segmenter", "trie", "--log-level", "warn"}
	seeds := write(t, t.TempDir(), "seeds.txt", w.url(0, 0)+"\n"+w.url(3, 4)+"\n")
	whole := filepath.Join(t.TempDir(), "whole")
	if r := ontocrawl(t, append([]string{"crawl", "--out", whole, "--seeds", seeds, "--max-pages", "0", "--delay", "0s"}, settings...)...); r.code != cli.ExitOK {
		t.Fatalf("one machine: %d\n%s", r.code, r.err)
	}
	settings = append(settings, "--delay", (length / 60).String(), "--parts", "2", "--cluster-nodes", "1")
	data := filepath.Join(t.TempDir(), "n0")
	startNode := func() {
		s.start("node", nodeBin, append([]string{"run", "--data", data, "--name", "n0", "--join", free[0], "--listen", free[0], "--client", free[1]}, settings...)...)
	}
	startNode()

	var sites []*httptest.Server
	for range 3 {
		sites = append(sites, publish(t, length))
	}
	file := s.jobs(sites)
	startDaemon := func() {
		s.start("daemon", bin, "watch", file, "--listen", free[2], "--metrics", "127.0.0.1:0", "--access", filepath.Join(s.dir, "access.yaml"))
	}
	startDaemon()

	var busy sync.WaitGroup
	stop := make(chan struct{})
	for range 2 {
		busy.Go(func() { s.use(stop) })
	}
	busy.Go(func() { s.crawl(free[1], seeds, settings, length) })
	for i := range kills {
		time.Sleep(length / time.Duration(kills+1)) // the length of the soak, no synchronisation
		if i%2 == 0 {
			s.kill("daemon")
			startDaemon()
		} else {
			s.kill("node")
			startNode()
		}
	}
	var want []string
	for _, site := range sites {
		for i := range soakStories {
			want = append(want, fmt.Sprintf("%s/story/%d", site.URL, i))
		}
	}
	for until := time.Now().Add(pacetest.Times(2 * time.Minute)); len(s.told()) < len(want) && time.Now().Before(until); {
		time.Sleep(100 * time.Millisecond)
	}
	close(stop)
	busy.Wait()
	s.end("daemon")
	s.end("node")
	s.check(want, whole, data)
}

// check looks at what is left: what was told, what was found, and the folders.
func (s *soaked) check(want []string, whole, data string) {
	t := s.t
	t.Helper()
	told := s.told()
	slices.Sort(want)
	if d := cmp.Diff(want, slices.Sorted(maps.Keys(told))); d != "" {
		t.Errorf("what was told:\n%.2000s", d)
	}
	for at, n := range told {
		if n != 1 {
			t.Errorf("%s was told %d times", at, n)
		}
	}
	merged := filepath.Join(t.TempDir(), "merged")
	if r := ontocrawl(t, "cluster", "merge", "--out", merged, data); r.code != cli.ExitOK {
		t.Fatalf("merge: %d\n%s", r.code, r.err)
	}
	if d := cmp.Diff(pages(t, whole), pages(t, merged)); d != "" {
		t.Errorf("the pages of the cluster are not those of one machine:\n%.2000s", d)
	}
	for _, folder := range []string{filepath.Join(s.dir, "monitor"), data, merged} {
		if r := ontocrawl(t, "verify", folder); r.code != cli.ExitOK {
			t.Errorf("verify %s: %d\n%s%s", folder, r.code, r.out, r.err)
		}
	}
	reports, err := filepath.Glob(filepath.Join(s.reports, "*"))
	for _, name := range reports {
		text, _ := os.ReadFile(name)
		t.Errorf("the race detector reports:\n%.5000s", text)
	}
	if log := s.log.String(); err != nil || strings.Contains(log, "DATA RACE") || regexp.MustCompile(`(?m)^panic: `).MatchString(log) {
		t.Error("a process crashed or raced", err)
	}
	if s.count["200 OK"] < 100 || s.count["202 Accepted"] == 0 {
		t.Errorf("the script has hardly used the page: %v", s.count)
	}
	t.Logf("%d kills, answers by status %v, %d pages told, %d pages of the cluster", s.kills, s.count, len(told), len(pages(t, merged)))
}
