package node

import (
	"encoding/json"
	"fmt"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/nats-io/nats.go"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/cluster/clustertest"
	"github.com/ontocrawl/ontocrawl/crawl/engine/member"
	"github.com/ontocrawl/ontocrawl/crawl/fetch/polite"
	"github.com/ontocrawl/ontocrawl/crawl/keep/rundir"
	"github.com/ontocrawl/ontocrawl/crawl/session"
	"github.com/ontocrawl/ontocrawl/crawl/share/broker"
	"github.com/ontocrawl/ontocrawl/crawl/share/broker/natsjs"
	"github.com/ontocrawl/ontocrawl/crawl/share/host"
)

// shortLease is so short that a test sees it run out. On a machine that is too busy for it
// nodes lose their leases more often than they are cut, which is the same to what is tested.
var shortLease = broker.LeaseTimes{Renew: 300 * time.Millisecond, Lost: 600 * time.Millisecond, Cancel: time.Second, TTL: 2 * time.Second}

// way is the way of a node to the server.
type way struct {
	proxy *clustertest.Proxy
	b     broker.Broker
}

// serveBroker is a broker of NATS with a way that can be cut for each node, and one for the test.
func serveBroker(t *testing.T, nodes int) (b broker.Broker, ways []way) {
	t.Helper()
	s, err := host.StartServer(host.ServerOptions{Name: "s", Dir: t.TempDir(), Client: "127.0.0.1:0", SyncEvery: time.Minute})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	open := func(url string) broker.Broker {
		conn, err := natsjs.Dial(url, nil, nats.Timeout(500*time.Millisecond), nats.PingInterval(200*time.Millisecond))
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(conn.Close)
		b, err := natsjs.New(conn, natsjs.Options{Name: "cut", Replicas: 1, Timeout: time.Second})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { b.Close() })
		return b
	}
	for range nodes {
		p, err := clustertest.NewProxy(strings.TrimPrefix(s.URL(), "nats://"))
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(p.Close)
		ways = append(ways, way{p, open("nats://" + p.Addr())})
	}
	return open(s.URL()), ways
}

// politeOptions returns the options of a node that leaves hosts in peace for delay.
func (w *web) politeOptions(t testing.TB, dir, name string, parts, nodes int, delay time.Duration) Options {
	o := w.options(t, dir, name, parts, nodes)
	spec := w.spec(t, dir)
	spec.Fetch.Polite.Delay, spec.Options.Workers = delay, 24
	o.Open = func(c Crawl, seeds []crawl.Link, others member.Others, _ polite.Addresses) (*session.Shared, error) {
		spec := spec
		spec.Seeds, spec.Options.MaxPages, spec.Options.MaxRequests = seeds, c.MaxPages, c.MaxRequests
		return session.OpenShared(spec, parts, others)
	}
	return o
}

// TestClusterCut: a node is cut off the broker, both ways, one way and half-open, until it
// has lost its lease; then for so long that others begin its parts anew. Meanwhile it is not
// ready. No site is ever asked by two, nor before its delay is over, and in the end there
// are the pages of a crawl on one machine, each once.
func TestClusterCut(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("leases run out in it: not with -short")
	}
	const delay, lost = 40 * time.Millisecond, 3 * time.Second
	sites := &clustertest.Web{Sites: 9, Addresses: 9, Pages: 40, Takes: time.Millisecond}
	w := serveWeb(t, 0, 0)
	w.Config.Handler = sites
	want := w.whole(t)
	sites.Reset()
	b, ways := serveBroker(t, 3)
	ready := [3]*Ready{{}, {}, {}}
	var nodes []*started
	for i := range ways {
		o := w.politeOptions(t, filepath.Join(t.TempDir(), "n"), fmt.Sprint("n", i), 6, 3, delay)
		o.Times, o.Ready = shortLease, ready[i]
		if ready[i].Err() == nil {
			t.Error("a node that has not begun is ready")
		}
		nodes = append(nodes, start(t, ways[i].b, o, lost))
	}
	c := begin(t, b, w.options(t, t.TempDir(), "client", 6, 3), 0)
	until := func(what string, ok func() bool) {
		t.Helper()
		for end := time.Now().Add(patience); !ok(); time.Sleep(10 * time.Millisecond) {
			if time.Now().After(end) {
				t.Fatalf("not: %s", what)
			}
		}
	}
	until("some pages are asked for", func() bool { return sites.Seen().Requests > 20 })
	for i, cut := range []clustertest.Cut{clustertest.Whole, clustertest.Up, clustertest.Down, clustertest.HalfOpen} {
		p, r := ways[i%3].proxy, ready[i%3]
		until(fmt.Sprint("node ", i%3, " is ready"), func() bool { return r.Err() == nil })
		p.Set(cut)
		until(fmt.Sprint("node ", i%3, " is not ready while the way is cut: ", cut), func() bool { return r.Err() != nil })
		p.Set(clustertest.None)
	}
	ways[2].proxy.Set(clustertest.Whole)
	var h home
	until("a part of node 2 is begun anew", func() bool {
		n := 0
		for part := range 6 {
			value, _, err := b.Get(t.Context(), partKey(part))
			if err == nil && json.Unmarshal(value, &h) == nil && h.Life > 1 {
				n++
			}
		}
		return n > 0 || over(t, b, c.Number)
	})
	ways[2].proxy.Set(clustertest.None)
	if reason := untilOver(t, b, c.Number); reason != exhausted {
		t.Errorf("over: %s", reason)
	}
	for _, n := range nodes {
		n.end(t)
	}
	got := map[string]int{}
	for _, n := range nodes {
		for page, times := range pagesIn(t, rundir.Parts(n.dir)...) {
			got[page] += times
		}
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("%d pages (-whole +nodes):\n%.2000s", len(want), d)
	}
	if seen := sites.Seen(); seen.SiteGap < delay || seen.SiteBoth > 0 {
		t.Errorf("least gap of a site %v, the delay is %v; %d requests beside another", seen.SiteGap, delay, seen.SiteBoth)
	}
}

// over reports whether a crawl is over.
func over(t *testing.T, b broker.Broker, number int) bool {
	t.Helper()
	o, err := overOf(t.Context(), b, number)
	return err == nil && o.Reason != ""
}
