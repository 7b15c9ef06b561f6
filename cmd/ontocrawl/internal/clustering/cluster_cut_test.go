//go:build linux

package clustering

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/ontocrawl/ontocrawl/crawl/cluster/clustertest"
	"github.com/ontocrawl/ontocrawl/crawl/share/host"
)

// TestClusterCut: of three nodes whose broker is elsewhere, one after the other is cut off
// from it (both ways, one way, half-open), stopped for 15 s, and stopped for so long that
// others begin its parts anew before it wakes. The crawl ends with the pages of a crawl on
// one machine, each recorded once; by the clock of the servers no site is asked by two,
// and no site and no address before its delay is over.
func TestClusterCut(t *testing.T) {
	web := &clustertest.Web{Sites: 60, Addresses: 12, Pages: 40, Takes: 2 * time.Millisecond}
	bin, inside := enclose(t, web)
	if !inside {
		return
	}
	e := newEqual(t, web, 20*time.Millisecond, 12)
	e.oneMachine(t)
	e.delay, e.moves = time.Second, true
	e.settings[slices.Index(e.settings, "--delay")+1] = e.delay.String()
	server, err := host.StartServer(host.ServerOptions{Name: "s", Dir: filepath.Join(t.TempDir(), "s"), Client: "127.0.0.1:0"})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { server.Close() })
	e.brokers = strings.TrimPrefix(server.URL(), "nats://")
	var proxies []*clustertest.Proxy
	var engine []string
	for range e.killed {
		p, err := clustertest.NewProxy(e.brokers)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(p.Close)
		proxies, engine = append(proxies, p), append(engine, "nats://"+p.Addr())
	}
	e.trio = newTrioOf(t, bin, engine, append(slices.Clone(e.settings), "--parts", fmt.Sprint(e.parts), "--cluster-lost-after", "30s")...)
	done, cut := make(chan struct{}), make(chan struct{})
	go e.sample(t, done)
	go func() {
		defer close(cut)
		e.cuts(t, proxies, done)
	}()
	o := e.crawl(t, 0)
	close(done)
	<-cut
	if o.Over != "exhausted" || o.Sum.Pages != len(e.want) {
		t.Errorf("%+v, want %d pages", o, len(e.want))
	}
	e.end()
	e.check(t, 0)
}

// cuts cuts off one node after the other, until done.
func (e *equal) cuts(t *testing.T, proxies []*clustertest.Proxy, done <-chan struct{}) {
	wait := func(d time.Duration) {
		select {
		case <-done:
		case <-time.After(d):
		}
	}
	for e.web.Seen().Requests < 50 {
		wait(100 * time.Millisecond)
	}
	for i, how := range []clustertest.Cut{clustertest.Whole, clustertest.Up, clustertest.Down, clustertest.HalfOpen} {
		t.Logf("node %d is cut off: %v; %d requests", i%3, how, e.web.Seen().Requests)
		e.killed[i%3] = append(e.killed[i%3], time.Now())
		proxies[i%3].Set(how)
		wait(12 * time.Second)
		proxies[i%3].Set(clustertest.None)
		wait(5 * time.Second)
	}
	for i, d := range []time.Duration{15 * time.Second, time.Minute} {
		t.Logf("node %d is stopped for %v; %d requests", i+1, d, e.web.Seen().Requests)
		e.killed[i+1] = append(e.killed[i+1], time.Now())
		e.procs[i+1].Process.Signal(syscall.SIGSTOP) //nolint:errcheck // it runs
		wait(d)
		e.procs[i+1].Process.Signal(syscall.SIGCONT) //nolint:errcheck // it is there
		wait(5 * time.Second)
	}
	t.Logf("all is mended; %d requests", e.web.Seen().Requests)
}
