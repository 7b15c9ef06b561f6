//go:build linux

package clustering

import (
	"context"
	"encoding/json"
	"fmt"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/ontocrawl/ontocrawl/cmd/ontocrawl/internal/cli"
)

// loopbackWeb serves sites 127.0.1.1, 127.0.1.2, ... on one port, and notes when it was asked.
type loopbackWeb struct {
	port         string
	sites, pages int

	mu    sync.Mutex
	last  map[string]time.Time // by site: when it answered last
	asked map[string]time.Time // by site: when it was asked last
	gap   time.Duration        // the least between an answer and the next request of a site
	n     int
	hook  func(n int)
}

func serveLoopback(t *testing.T, sites, pages int) *loopbackWeb {
	t.Helper()
	w := &loopbackWeb{sites: sites, pages: pages, last: map[string]time.Time{}, asked: map[string]time.Time{}, gap: time.Hour, hook: func(int) {}}
	for i := range sites {
		l, err := net.Listen("tcp", fmt.Sprintf("127.0.1.%d:%s", i+1, w.port))
		if err != nil {
			t.Skipf("this machine has no address 127.0.1.%d with a free port: %v", i+1, err)
		}
		_, w.port, _ = net.SplitHostPort(l.Addr().String())
		s := &http.Server{Handler: w}
		go s.Serve(l) //nolint:errcheck // closed at the end
		t.Cleanup(func() { s.Close() })
	}
	return w
}

func (w *loopbackWeb) url(site, page int) string {
	return fmt.Sprintf("http://127.0.1.%d:%s/p%d", site%w.sites+1, w.port, page)
}

func (w *loopbackWeb) ServeHTTP(rw http.ResponseWriter, r *http.Request) {
	now := time.Now()
	var site, page int
	_, err := fmt.Sscanf(r.Host+r.URL.Path, "127.0.1.%d:"+w.port+"/p%d", &site, &page)
	w.mu.Lock()
	if last, ok := w.last[r.Host]; ok {
		w.gap = min(w.gap, now.Sub(last))
	}
	w.n++
	w.asked[r.Host] = now
	n, hook := w.n, w.hook
	w.mu.Unlock()
	defer func() {
		w.mu.Lock()
		defer w.mu.Unlock()
		answered := time.Now()
		if r.Context().Err() != nil { // nobody waits for it any more, since some time after it was asked
			answered = now
		}
		if answered.After(w.last[r.Host]) {
			w.last[r.Host] = answered
		}
	}()
	hook(n)
	if err != nil || page >= w.pages {
		http.NotFound(rw, r)
		return
	}
	site--
	if page%9 == 4 {
		http.Redirect(rw, r, w.url(site+5, page+1), http.StatusFound)
		return
	}
	rw.Header().Set("Content-Type", "text/html")
	fmt.Fprintf(rw, "<title>Typhoon report %d of site %d</title><p>Report %d-%d about the typhoon number %d.", page, site, site, page, site*w.pages+page)
	for _, to := range [][2]int{{site, page + 1}, {site, 2*page + 1}, {site + 1, page}, {site*3 + page, page + 2}} {
		fmt.Fprintf(rw, `<p><a href="%s">typhoon %d</a>`, w.url(to[0], to[1]), to[1])
	}
}

func (w *loopbackWeb) reset() {
	w.mu.Lock()
	defer w.mu.Unlock()
	clear(w.last)
	w.n, w.gap = 0, time.Hour
}

// trio is a cluster of three processes on this machine.
type trio struct {
	t        *testing.T
	bin      string
	settings []string
	join     string
	engine   []string // URL of the broker for each node; nil: they have one of their own
	listen   [3]string
	client   [3]string
	dirs     []string

	mu    sync.Mutex // of those that kill and start
	procs [3]*exec.Cmd
}

// freeAddresses returns addresses that were free a moment ago and that nobody else takes while a killed node is away:
// all of 127.0.0.0/8 is this machine, so a process can have a number of its own there.
func freeAddresses(t *testing.T, n int) (addresses []string) {
	t.Helper()
	pid := os.Getpid()
	ip := fmt.Sprintf("127.%d.%d.%d", 164+pid>>16&0x3f, pid>>8&0xff, max(pid&0xff, 1))
	for range n {
		l, err := net.Listen("tcp", ip+":0")
		if err != nil {
			t.Fatal(err)
		}
		defer l.Close()
		addresses = append(addresses, l.Addr().String())
	}
	return addresses
}

func newTrio(t *testing.T, settings ...string) *trio {
	return newTrioOf(t, buildNode(t), nil, settings...)
}

func newTrioOf(t *testing.T, bin string, engine []string, settings ...string) *trio {
	c := &trio{t: t, bin: bin, engine: engine, settings: settings}
	free := freeAddresses(t, 6)
	copy(c.listen[:], free[:3])
	copy(c.client[:], free[3:])
	c.join = strings.Join(free[:3], ",")
	for i := range c.procs {
		c.dirs = append(c.dirs, filepath.Join(t.TempDir(), fmt.Sprint("n", i)))
		c.start(i)
	}
	t.Cleanup(func() {
		for i := range c.procs {
			c.procs[i].Process.Kill() //nolint:errcheck // it may have ended
			c.procs[i].Wait()         //nolint:errcheck // it was killed
			if t.Failed() {
				t.Logf("node %d:\n%s", i, c.log(i))
			}
		}
	})
	return c
}

// args returns the arguments of node i.
func (c *trio) args(i int, more ...string) []string {
	args := []string{"run", "--data", c.dirs[i], "--name", fmt.Sprint("n", i)}
	if c.engine != nil {
		args = append(args, "--engine", c.engine[i])
	} else {
		args = append(args, "--join", c.join, "--listen", c.listen[i], "--client", c.client[i])
	}
	return append(append(args, c.settings...), more...)
}

func (c *trio) start(i int) {
	c.t.Helper()
	cmd := exec.Command(c.bin, c.args(i)...)
	log, err := os.OpenFile(c.dirs[i]+".log", os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
	if err != nil {
		c.t.Fatal(err)
	}
	defer log.Close()
	cmd.Stderr = log
	cmd.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
	if err := cmd.Start(); err != nil {
		c.t.Fatal(err)
	}
	c.procs[i] = cmd
}

// log returns what all processes of node i have said.
func (c *trio) log(i int) string {
	text, err := os.ReadFile(c.dirs[i] + ".log")
	if err != nil {
		c.t.Error(err)
	}
	return string(text)
}

// beginFor is how long a crawl of begin may take: some ten times as long as on a busy machine.
const beginFor = 10 * time.Minute

// begin begins a crawl as soon as the cluster takes it, and waits until it is over. If it does not end, the log of
// the test says how the nodes stand.
func (c *trio) begin(maxPages string, seeds string) result {
	c.t.Helper()
	ctx, cancel := context.WithCancel(c.t.Context())
	defer cancel()
	late := time.AfterFunc(beginFor, func() {
		c.tell()
		cancel()
	})
	defer late.Stop()
	args := append([]string{"crawl", "--cluster", c.client[0], "--seeds", seeds, "--max-pages", maxPages, "--json"}, c.settings...)
	for until := time.Now().Add(5 * time.Minute); ; time.Sleep(200 * time.Millisecond) {
		r := ontocrawlFor(ctx, "", args...)
		if r.code == cli.ExitOK || time.Now().After(until) || ctx.Err() != nil {
			return r
		}
	}
}

// tell says how the cluster stands as each node sees it, and lets the nodes write what they are doing into their logs,
// which ends them.
func (c *trio) tell() {
	for _, at := range c.client {
		r := ontocrawlFor(context.Background(), "", "status", "--cluster", at, "--json")
		c.t.Logf("the crawl does not end; by the broker at %s: %d\n%s%s", at, r.code, r.out, r.err)
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	for i, p := range c.procs {
		if err := p.Process.Signal(syscall.SIGQUIT); err != nil {
			c.t.Errorf("node %d: %v", i, err)
		}
	}
	time.Sleep(time.Second)
}

// over is the output of status --json at the end.
type over struct {
	Over string
	Sum  struct{ Pages, Relevant int }
}

func (r result) over(t *testing.T) (o over) {
	t.Helper()
	if err := json.Unmarshal([]byte(r.out), &o); err != nil {
		t.Fatalf("%d: %v\n%s%s", r.code, err, r.out, r.err)
	}
	return o
}

// end lets all nodes leave.
func (c *trio) end() {
	c.t.Helper()
	for i, p := range c.procs {
		if err := p.Process.Signal(syscall.SIGTERM); err != nil {
			c.t.Error(err)
		}
		if err := p.Wait(); err != nil {
			c.t.Errorf("node %d: %v", i, err)
		}
	}
}

// TestCluster: three processes, each with its broker, crawl together. With a budget they
// record exactly so many pages; without they find the pages of one machine, each once; no
// site is asked before its delay is over; merge makes one run of their folders. With
// ONTOCRAWL_LONG=1 nodes are killed and come back in the middle.
func TestCluster(t *testing.T) {
	if testing.Short() {
		t.Skip("starts three processes: not with -short")
	}
	t.Parallel()
	const delay = 20 * time.Millisecond
	sites, perSite, budget := 6, 6, 15
	if long() {
		sites, perSite, budget = 30, 16, 100
	}
	w := serveLoopback(t, sites, perSite)
	settings := []string{"--topic", "typhoon", "--allow-private", "--delay", delay.String(), "--sitemaps", "none", "--patience", "0", "--warc", "none",
		"--keep-text", "none", "--segmenter", "trie", "--log-level", "warn"}
	seeds := write(t, t.TempDir(), "seeds.txt", w.url(0, 0)+"\n"+w.url(3, 4)+"\n")
	whole := filepath.Join(t.TempDir(), "whole")
	if r := ontocrawl(t, append([]string{"crawl", "--out", whole, "--seeds", seeds, "--max-pages", "0"}, settings...)...); r.code != cli.ExitOK {
		t.Fatalf("one machine: %d\n%s", r.code, r.err)
	}
	want := pages(t, whole)
	w.reset()
	c := newTrio(t, append(settings, "--parts", "6", "--cluster-lost-after", "0s")...)
	if o := c.begin(fmt.Sprint(budget), seeds).over(t); o.Over != "budget" || o.Sum.Pages != budget {
		t.Errorf("budget of %d: %+v", budget, o)
	}
	revived := func() {}
	if long() {
		w.mu.Lock()
		w.hook = func(n int) {
			if n%60 == 0 {
				c.mu.Lock()
				defer c.mu.Unlock()
				c.procs[n/60%3].Process.Kill() //nolint:errcheck // it is started again
			}
		}
		w.mu.Unlock()
		revived = c.revive()
	}
	if o := c.begin("0", seeds).over(t); o.Over != "exhausted" {
		t.Errorf("without budget: %+v", o)
	}
	w.mu.Lock()
	w.hook = func(int) {}
	w.mu.Unlock()
	revived()
	st := ontocrawl(t, "status", "--cluster", c.client[1])
	if st.code != cli.ExitOK || !strings.Contains(st.out, "over: no link is left") || !strings.Contains(st.out, "n2.") {
		t.Errorf("status: %d\n%s%s", st.code, st.out, st.err)
	}
	if r := ontocrawl(t, "cluster", "stop", "--cluster", c.client[1]); r.code != cli.ExitUsage {
		t.Errorf("stop of a crawl that is over: %d %s", r.code, r.err)
	}
	c.replicated()
	c.refuses(seeds)
	c.end()
	merged := filepath.Join(t.TempDir(), "merged")
	if r := ontocrawl(t, append([]string{"cluster", "merge", "--out", merged}, c.dirs...)...); r.code != cli.ExitOK || strings.Contains(r.err, "missing") {
		t.Fatalf("merge: %d\n%s", r.code, r.err)
	}
	if d := cmp.Diff(want, pages(t, merged)); d != "" {
		t.Errorf("%d pages (-one machine +cluster):\n%s", len(want), d)
	}
	if w.gap < delay {
		t.Errorf("a site was asked after %v, and the delay is %v", w.gap, delay)
	}
}

// revive starts killed nodes again, until the function that it returns is called.
func (c *trio) revive() (stop func()) {
	done, ended := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(ended)
		for {
			select {
			case <-done:
				return
			case <-time.After(200 * time.Millisecond):
			}
			c.mu.Lock()
			for i, p := range c.procs {
				var status syscall.WaitStatus
				if pid, _ := syscall.Wait4(p.Process.Pid, &status, syscall.WNOHANG, nil); pid == p.Process.Pid {
					c.start(i)
				}
			}
			c.mu.Unlock()
		}
	}()
	return func() { close(done); <-ended }
}

// replicated: all three brokers keep what nodes and commands have written.
func (c *trio) replicated() {
	c.t.Helper()
	nc, err := nats.Connect("nats://" + c.client[1])
	if err != nil {
		c.t.Fatal(err)
	}
	defer nc.Close()
	js, err := jetstream.New(nc)
	if err != nil {
		c.t.Fatal(err)
	}
	all, n := js.ListStreams(c.t.Context()), 0
	for s := range all.Info() {
		if n++; s.Config.Replicas != len(c.procs) {
			c.t.Errorf("%s is kept by %d of three brokers", s.Config.Name, s.Config.Replicas)
		}
	}
	if err := all.Err(); err != nil || n < 3 {
		c.t.Errorf("%d streams, %v", n, err)
	}
}

// refuses: a node or command with other settings is refused, and told which.
func (c *trio) refuses(seeds string) {
	c.t.Helper()
	for want, more := range map[string][]string{
		"has 6 parts, not 7":           {"--parts", "7"},
		"segmenter":                    {"--segmenter", "hybrid"},
		"no node has joined":           {"--cluster-name", "other"},
		"without certificates":         {"--cluster", "192.0.2.1:4222"},
		"cluster-cert and cluster-key": {"--cluster-ca", seeds},
	} {
		args := append([]string{"crawl", "--cluster", c.client[0], "--seeds", seeds, "--max-pages", "0"}, c.settings...)
		if r := ontocrawl(c.t, append(args, more...)...); r.code != cli.ExitUsage || !strings.Contains(r.err, want) {
			c.t.Errorf("%q: %d %s", more, r.code, r.err)
		}
	}
	args := []string{"run", "--data", c.t.TempDir(), "--engine", "nats://" + c.client[2]}
	args = append(append(args, c.settings...), "--judge", "density")
	if r := node(c.t, args...); r.code != cli.ExitUsage || !strings.Contains(r.err, "has other settings") || !strings.Contains(r.err, "judge") {
		c.t.Errorf("a node of another judge: %d %s", r.code, r.err)
	}
}
