//go:build linux

package clustering

import (
	"bytes"
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"math/rand/v2"
	"net"
	"net/http"
	"net/netip"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/ontocrawl/ontocrawl/cmd/ontocrawl/internal/cli"
	"github.com/ontocrawl/ontocrawl/crawl/cluster"
	"github.com/ontocrawl/ontocrawl/crawl/cluster/clustertest"
	"github.com/ontocrawl/ontocrawl/crawl/fetch/polite"
	"github.com/ontocrawl/ontocrawl/crawl/keep/rundir"
	"github.com/ontocrawl/ontocrawl/lab/hostiletest"
)

var clusterSeeds = flag.String("cluster-seeds", "1", "TestClusterEqual and TestClusterCut: seeds of who is killed or cut, between commas")

// enclosed is the variable that names the program, for a test inside a network namespace.
const enclosed = "TEST_CLUSTER_PROGRAM"

// enclose runs a test of this package once more in a network namespace of its own, where the
// sites of web have their names and addresses that are not loopback, so that a node takes
// turns at an address. inside is true in there.
func enclose(t *testing.T, web *clustertest.Web) (bin string, inside bool) {
	t.Helper()
	if bin = os.Getenv(enclosed); bin != "" {
		serveEnclosed(t, web)
		return bin, true
	}
	if !longCluster() {
		t.Skip("takes minutes: with ONTOCRAWL_CLUSTER=1; TestCluster is the short form")
	}
	if err := hostiletest.CanEnclose(); err != nil {
		t.Skipf("no network namespace of its own can be made here (needs root or user namespaces): %v", err)
	}
	cmd := exec.Command(os.Args[0], "-test.run=^"+t.Name()+"$", "-test.v", "-test.timeout=100m", "-cluster-seeds="+*clusterSeeds)
	cmd.Env = append(os.Environ(), enclosed+"="+buildNode(t))
	hostiletest.Enclose(cmd)
	var out bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &out
	if testing.Verbose() { // it takes minutes: what is known is shown at once
		cmd.Stdout, cmd.Stderr = os.Stdout, os.Stderr
	}
	if err := cmd.Run(); err != nil {
		t.Errorf("inside the namespace: %v\n%s", err, out.String())
	}
	return "", false
}

// serveEnclosed serves the web inside the namespace.
func serveEnclosed(t *testing.T, web *clustertest.Web) {
	t.Helper()
	dir := t.TempDir()
	if err := hostiletest.Enter(dir); err != nil {
		t.Fatal(err)
	}
	var hosts strings.Builder
	hosts.WriteString("127.0.0.1 localhost\n")
	for site := range web.Sites {
		fmt.Fprintf(&hosts, "%v s%d.example\n", netip.AddrFrom4([4]byte{11, 0, 1, byte(1 + web.AddressOf(site))}), site)
	}
	if err := syscall.Mount(write(t, dir, "hosts", hosts.String()), "/etc/hosts", "", syscall.MS_BIND, ""); err != nil {
		t.Fatal(err)
	}
	l, err := net.Listen("tcp", ":80")
	if err != nil {
		t.Fatal(err)
	}
	s := &http.Server{Handler: web}
	go s.Serve(l) //nolint:errcheck // closed at the end
	t.Cleanup(func() { s.Close() })
}

// equal is a trial of a cluster against one machine.
type equal struct {
	*trio
	web      *clustertest.Web
	delay    time.Duration
	want     map[string]int // pages of one machine
	seeds    string
	parts    int
	random   *rand.Rand
	killed   [3][]time.Time // or cut off, or stopped
	brokers  string         // where commands find the cluster
	moves    bool           // parts may be begun anew by another node
	settings []string
}

// oneMachine crawls the web by one process, and forgets its requests.
func (e *equal) oneMachine(t *testing.T) {
	t.Helper()
	out := filepath.Join(t.TempDir(), "whole")
	began := time.Now()
	if r := ontocrawl(t, append([]string{"crawl", "--out", out, "--seeds", e.seeds, "--max-pages", "0"}, e.settings...)...); r.code != cli.ExitOK {
		t.Fatalf("one machine: %d\n%s", r.code, r.err)
	}
	e.want = pages(t, out)
	t.Logf("one machine: %d pages by %d requests in %v", len(e.want), e.web.Seen().Requests, time.Since(began).Round(time.Second))
	e.web.Reset()
}

func newEqual(t *testing.T, web *clustertest.Web, delay time.Duration, parts int) *equal {
	t.Helper()
	return &equal{web: web, delay: delay, parts: parts, seeds: write(t, t.TempDir(), "seeds.txt", web.URL(0, 0)+"\n"+web.URL(3, 4)+"\n"),
		settings: []string{"--topic", "typhoon", "--delay", delay.String(), "--sitemaps", "none", "--patience", "0", "--warc", "none",
			"--keep-text", "none", "--segmenter", "trie", "--log-level", "warn", "--workers", "64"}}
}

// crawl begins the crawl, or looks on, until it is over; brokers are killed meanwhile.
func (e *equal) crawl(t *testing.T, maxPages int) over {
	t.Helper()
	args := append([]string{"crawl", "--cluster", e.brokers, "--seeds", e.seeds, "--max-pages", fmt.Sprint(maxPages), "--json", "--parts", fmt.Sprint(e.parts)}, e.settings...)
	last := result{}
	for until := time.Now().Add(40 * time.Minute); time.Now().Before(until); time.Sleep(500 * time.Millisecond) {
		if last = ontocrawl(t, args...); last.code == cli.ExitOK {
			return last.over(t)
		}
	}
	t.Fatalf("the crawl does not end: %d %s", last.code, last.err)
	return over{}
}

// leader is the node whose broker leads the table; -1: nobody says.
func (e *equal) leader() int {
	nc, err := nats.Connect("nats://"+strings.Join(e.client[:], ",nats://"), nats.Timeout(300*time.Millisecond))
	if err != nil {
		return -1
	}
	defer nc.Close()
	js, err := jetstream.New(nc)
	if err != nil {
		return -1
	}
	ctx, cancel := context.WithTimeout(context.Background(), 500*time.Millisecond)
	defer cancel()
	s, err := js.Stream(ctx, "oc-ontocrawl-table")
	if err != nil || s.CachedInfo().Cluster == nil {
		return -1
	}
	return slices.Index(e.listen[:], s.CachedInfo().Cluster.Leader)
}

// underWay is how long a busy server takes to read a request whose process has died. A process that
// comes back takes longer to ask.
const underWay = 200 * time.Millisecond

// storm kills a node or the leader of the engine by turns, rounds times.
func (e *equal) storm(t *testing.T, rounds int, every time.Duration, done <-chan struct{}) (kills int) {
	for round := range rounds {
		select {
		case <-done:
			return kills
		case <-time.After(every):
		}
		who := "node"
		i := e.random.IntN(3)
		if l := e.leader(); round%2 == 1 && l >= 0 {
			i, who = l, "leader"
		}
		e.mu.Lock()
		err := e.procs[i].Process.Kill()
		if err == nil {
			kills++
			time.Sleep(underWay) // then the server has read what the process had sent
			e.killed[i] = append(e.killed[i], time.Now())
			t.Logf("%s %d killed after %d requests", who, i, e.web.Seen().Requests)
		}
		e.mu.Unlock()
	}
	return kills
}

// stopped are the times at which the parts of a node were stopped: it was killed, or its
// log says so.
func (e *equal) stopped(t *testing.T, i int) []time.Time {
	t.Helper()
	all := slices.Clone(e.killed[i])
	for line := range strings.Lines(e.log(i)) {
		if !strings.Contains(line, "has stopped its parts") && !strings.Contains(line, "a part has stopped") {
			continue
		}
		stamp, _, _ := strings.Cut(strings.TrimPrefix(line, "time="), " ")
		at, err := time.Parse(time.RFC3339Nano, stamp)
		if err != nil {
			t.Fatalf("%q: %v", line, err)
		}
		all = append(all, at)
	}
	return all
}

// check compares what the nodes have recorded and asked with the one machine.
func (e *equal) check(t *testing.T, kills int) {
	t.Helper()
	seen := e.web.Seen()
	merged := filepath.Join(t.TempDir(), "merged")
	if r := ontocrawl(t, append([]string{"cluster", "merge", "--out", merged}, e.dirs...)...); r.code != cli.ExitOK || strings.Contains(r.err, "missing") {
		t.Fatalf("merge: %d\n%s", r.code, r.err)
	}
	if d := cmp.Diff(e.want, pages(t, merged)); d != "" {
		t.Errorf("%d pages (-one machine +cluster):\n%.3000s", len(e.want), d)
	}
	if seen.SiteGap < e.delay || seen.AddressGap < e.delay || seen.SiteBoth+seen.AddressBoth > 0 {
		t.Errorf("least gap of a site %v, of an address %v; the delay is %v; %d and %d requests beside another", seen.SiteGap, seen.AddressGap, e.delay, seen.SiteBoth, seen.AddressBoth)
	}
	of, home := cluster.Division{Parts: e.parts, Site: polite.Site}, e.homes(t)
	stopped := [3][]time.Time{}
	for i := range stopped {
		stopped[i] = e.stopped(t, i)
	}
	if all := slices.Concat(stopped[0], stopped[1], stopped[2]); e.moves {
		stopped = [3][]time.Time{all, all, all}
	}
	again := 0
	for url, times := range seen.Pages {
		host, path, _ := strings.Cut(strings.TrimPrefix(url, "http://"), "/")
		for k := 1; k < len(times); k++ {
			if path == "robots.txt" {
				continue // once in the life of a process, and of a crawl
			}
			again++
			if !slices.ContainsFunc(stopped[home[of.Of(host)]], func(at time.Time) bool { return at.After(times[k-1]) && at.Before(times[k]) }) {
				t.Errorf("%s was asked for at %v and %v, and its node was not stopped between", url, times[k-1], times[k])
			}
		}
	}
	t.Logf("%d requests; least gap of a site %v, of an address %v; %d kills, nodes stopped %d times in all, %d pages asked for again",
		seen.Requests, seen.SiteGap, seen.AddressGap, kills, len(slices.Concat(stopped[0], stopped[1], stopped[2])), again)
}

// homes are the nodes that have the parts.
func (e *equal) homes(t *testing.T) map[int]int {
	t.Helper()
	home := map[int]int{}
	for i, dir := range e.dirs {
		for _, folder := range rundir.Parts(dir) {
			part, _, ok := rundir.PartOf(folder)
			if !ok {
				t.Fatalf("%s is no part", folder)
			}
			home[part] = i
		}
	}
	return home
}

// sample shows how the cluster stands each quarter of a minute.
func (e *equal) sample(t *testing.T, done <-chan struct{}) {
	for began := time.Now(); ; {
		select {
		case <-done:
			return
		case <-time.After(15 * time.Second):
			t.Logf("%v: %d requests", time.Since(began).Round(time.Second), e.web.Seen().Requests)
		}
	}
}

// TestClusterEqual: three nodes, one of which or the engine's leader is killed every two
// seconds, find the pages of one machine, each recorded once, and exactly as many as a budget
// allows. No page is asked for twice unless its node was stopped in between; by the clock
// of the servers no site and no address is asked before its delay is over.
func TestClusterEqual(t *testing.T) {
	web := &clustertest.Web{Sites: 200, Addresses: 40, Pages: 112, Takes: 2 * time.Millisecond}
	bin, inside := enclose(t, web)
	if !inside {
		return
	}
	e := newEqual(t, web, 20*time.Millisecond, 32)
	e.oneMachine(t)
	for seed := range strings.SplitSeq(*clusterSeeds, ",") {
		t.Run(seed, func(t *testing.T) {
			var n uint64
			if err := json.Unmarshal([]byte(seed), &n); err != nil {
				t.Fatal(err)
			}
			e.web.Reset()
			e.random, e.killed = rand.New(rand.NewPCG(n, 16)), [3][]time.Time{}
			e.trio = newTrioOf(t, bin, nil, append(slices.Clone(e.settings), "--parts", fmt.Sprint(e.parts), "--cluster-lost-after", "0s")...)
			e.brokers = strings.Join(e.client[:], ",")
			kills := e.run(t, len(e.want)/4) + e.run(t, 0)
			e.end()
			e.check(t, kills)
		})
	}
}

// run crawls up to a budget, through six kills and then one each half minute.
func (e *equal) run(t *testing.T, budget int) (kills int) {
	t.Helper()
	began, revived := time.Now(), e.revive()
	done, stormed := make(chan struct{}), make(chan int, 1)
	go e.sample(t, done)
	go func() {
		for from := e.web.Seen().Requests; e.web.Seen().Requests < from+200; time.Sleep(10 * time.Millisecond) {
			select {
			case <-done:
				stormed <- 0
				return
			default:
			}
		}
		n := e.storm(t, 6, 2*time.Second, done)
		stormed <- n + e.storm(t, 4, 30*time.Second, done)
	}()
	o := e.crawl(t, budget)
	close(done)
	kills = <-stormed
	revived()
	want := over{Over: "exhausted"}
	if want.Sum.Pages = len(e.want); budget > 0 {
		want.Over, want.Sum.Pages = "budget", budget
	}
	if want.Sum.Relevant = o.Sum.Relevant; o != want {
		t.Errorf("%+v, want %+v", o, want)
	}
	t.Logf("budget %d: %s after %d pages and %v", budget, o.Over, o.Sum.Pages, time.Since(began).Round(time.Second))
	return kills
}
