package node

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/ontocrawl/ontocrawl/crawl/keep/rundir"
	"github.com/ontocrawl/ontocrawl/crawl/share/broker"
	"github.com/ontocrawl/ontocrawl/crawl/share/broker/brokertest"
)

// cable is a broker whose server cannot be reached while it is cut.
type cable struct {
	broker.Broker
	cut atomic.Bool
}

func (w *cable) gone() error {
	if w.cut.Load() {
		return broker.ErrUnavailable
	}
	return nil
}

func (w *cable) Append(ctx context.Context, log, id string, after int64, data []byte) (int64, error) {
	if err := w.gone(); err != nil {
		return 0, err
	}
	return w.Broker.Append(ctx, log, id, after, data)
}

func (w *cable) Create(ctx context.Context, key string, value []byte, ttl time.Duration) (uint64, error) {
	if err := w.gone(); err != nil {
		return 0, err
	}
	return w.Broker.Create(ctx, key, value, ttl)
}

func (w *cable) Update(ctx context.Context, key string, value []byte, rev uint64, ttl time.Duration) (uint64, error) {
	if err := w.gone(); err != nil {
		return 0, err
	}
	return w.Broker.Update(ctx, key, value, rev, ttl)
}

func (w *cable) Get(ctx context.Context, key string) ([]byte, uint64, error) {
	if err := w.gone(); err != nil {
		return nil, 0, err
	}
	return w.Broker.Get(ctx, key)
}

func (w *cable) Delete(ctx context.Context, key string, rev uint64) error {
	if err := w.gone(); err != nil {
		return err
	}
	return w.Broker.Delete(ctx, key, rev)
}

// quickLease are the times of a lease in tests that wait for its end.
var quickLease = broker.LeaseTimes{Renew: 500 * time.Millisecond, Lost: 2 * time.Second, Cancel: 3 * time.Second, TTL: 4 * time.Second}

// trio are three nodes with copied journals, and what they crawl.
type trio struct {
	t      *testing.T
	w      *web
	want   map[string]int
	b      broker.Broker
	cables []*cable
	nodes  []*started
	half   chan struct{} // closed when half of the pages were asked for
	on     chan struct{} // until it is closed, no more are answered then
	goOn   func()
}

// startTrio begins a crawl in five parts.
func startTrio(t *testing.T) *trio {
	t.Helper()
	w := serveWeb(t, 8, 18)
	x := &trio{t: t, w: w, want: w.whole(t), half: make(chan struct{}), on: make(chan struct{})}
	server, asked := new(brokertest.MemoryServer), 0
	w.mu.Lock()
	w.hook = func() {
		w.mu.Lock()
		asked++
		n := asked
		w.mu.Unlock()
		if n == len(x.want)/2 {
			close(x.half)
		}
		if n >= len(x.want)/2 {
			<-x.on
		}
	}
	w.mu.Unlock()
	x.goOn = sync.OnceFunc(func() { close(x.on) })
	t.Cleanup(x.goOn)
	x.b = server.Open()
	for i := range 3 {
		x.cables = append(x.cables, &cable{Broker: server.Open()})
		x.nodes = append(x.nodes, start(t, x.cables[i], x.options(i, filepath.Join(t.TempDir(), "n")), 0))
	}
	begin(t, x.b, x.options(9, t.TempDir()), 0)
	return x
}

func (x *trio) options(i int, dir string) Options {
	o := x.w.options(x.t, dir, fmt.Sprint("n", i), 5, 3)
	o.Durable, o.Times = DurableCluster, quickLease
	return o
}

// end waits for the end, and compares the pages of all parts with the pages of one machine.
func (x *trio) end() {
	x.t.Helper()
	if reason := untilOver(x.t, x.b, 1); reason != exhausted {
		x.t.Errorf("over: %s", reason)
	}
	var parts []string
	for _, n := range x.nodes {
		n.end(x.t)
		parts = append(parts, rundir.Parts(n.dir)...)
	}
	if d := cmp.Diff(x.want, pagesIn(x.t, parts...)); d != "" || len(parts) != 5 {
		x.t.Errorf("%d parts (-whole +nodes):\n%s", len(parts), d)
	}
}

// homes are the parts of a node, by its name.
func (x *trio) homes(name string) []int {
	x.t.Helper()
	v, err := Look(x.t.Context(), x.b)
	if err != nil {
		x.t.Fatal(err)
	}
	for _, n := range v.Nodes {
		if strings.HasPrefix(n.Node, name+".") {
			return n.Homes
		}
	}
	return nil
}

// untilHas waits until a node has a part.
func (x *trio) untilHas(name string) {
	x.t.Helper()
	for until := time.Now().Add(patience); len(x.homes(name)) == 0; time.Sleep(10 * time.Millisecond) {
		if time.Now().After(until) {
			x.t.Fatalf("%s gets no part", name)
		}
	}
}

// TestMove: a part that is moved, and the parts of a node that leaves, go on elsewhere with all
// that they had recorded; a node that comes back gets parts. The crawl ends with the pages of a
// crawl on one machine, each once.
func TestMove(t *testing.T) {
	t.Parallel()
	x := startTrio(t)
	<-x.half
	for _, bad := range []struct {
		part int
		node string
	}{{5, "n1"}, {0, "n7"}} {
		if err := Move(t.Context(), x.b, bad.part, bad.node); !errors.As(err, new(*RefusedError)) {
			t.Errorf("part %d to %s: %v", bad.part, bad.node, err)
		}
	}
	part := x.homes("n0")[0]
	if err := Move(t.Context(), x.b, part, "n1"); err != nil {
		t.Fatal(err)
	}
	if now := x.homes("n1"); !slices.Contains(now, part) {
		t.Errorf("part %d was moved to n1, which has %v", part, now)
	}
	if aside, _ := filepath.Glob(filepath.Join(x.nodes[0].dir, "parts", "*.left-1")); len(aside) != 1 {
		t.Errorf("put aside: %v", aside)
	}
	if err := Move(t.Context(), x.b, part, "n0"); err != nil { // back to the folder that was put aside
		t.Fatal(err)
	}
	for until := time.Now().Add(patience); ; time.Sleep(10 * time.Millisecond) {
		aside, _ := filepath.Glob(filepath.Join(x.nodes[0].dir, "parts", "*.left-*"))
		if len(aside) == 0 {
			break
		}
		if time.Now().After(until) {
			t.Fatalf("still aside: %v", aside)
		}
	}
	if err := Drain(t.Context(), x.b, "n2"); err != nil {
		t.Fatal(err)
	}
	if err := <-x.nodes[2].done; !errors.Is(err, ErrDrained) {
		t.Errorf("drained: %v", err)
	}
	close(x.nodes[2].done)
	if left := x.homes("n2"); len(left) != 0 {
		t.Errorf("a node that has left has the parts %v", left)
	}
	x.nodes[2] = start(t, x.cables[2], x.options(2, x.nodes[2].dir), 0)
	x.untilHas("n2")
	x.goOn()
	x.end()
}

// TestStopAll: all nodes are stopped at once, as by an upgrade. A merge has all pages that were recorded, also where a part
// was given to a node that left, too; and when the nodes are back, they go on.
func TestStopAll(t *testing.T) {
	t.Parallel()
	x := startTrio(t)
	<-x.half
	before := x.recorded()
	var wg sync.WaitGroup
	for _, n := range x.nodes {
		wg.Go(func() { n.end(t) })
	}
	wg.Wait()
	var dirs, parts []string
	for _, n := range x.nodes {
		dirs, parts = append(dirs, n.dir), append(parts, rundir.Parts(n.dir)...)
	}
	// As if the first one had been given to a node that has not begun it.
	if err := os.Rename(parts[0], parts[0]+".left-1"); err != nil {
		t.Fatal(err)
	}
	m, err := Merge(t.Context(), dirs, filepath.Join(t.TempDir(), "whole"), quiet)
	if err != nil || m.Pages < before || len(m.Missing) > 0 {
		t.Errorf("merged: %+v, %v; recorded before the stop: %d", m, err, before)
	}
	for i, n := range x.nodes {
		x.nodes[i] = start(t, x.cables[i], x.options(i, n.dir), 0)
	}
	x.goOn()
	x.end()
}

// recorded waits until pages are recorded, and returns how many.
func (x *trio) recorded() int {
	x.t.Helper()
	for until := time.Now().Add(patience); time.Now().Before(until); {
		v, err := Look(x.t.Context(), x.b)
		if err != nil {
			x.t.Fatal(err)
		}
		if v.Sum.Pages > 0 {
			return v.Sum.Pages
		}
	}
	x.t.Fatal("nothing is recorded")
	return 0
}

// TestTaken: the parts of a node that nobody hears go on elsewhere with all that they had
// recorded. The node, when it is heard again, appends to no journal any more, puts its
// folders aside, and asks for parts again.
func TestTaken(t *testing.T) {
	t.Parallel()
	x := startTrio(t)
	<-x.half
	before := x.homes("n1")
	x.cables[1].cut.Store(true)
	taken := func() bool {
		for _, part := range before {
			if slices.Contains(x.homes("n1"), part) {
				return false
			}
		}
		return true
	}
	for until := time.Now().Add(patience); !taken(); time.Sleep(10 * time.Millisecond) {
		if time.Now().After(until) {
			t.Fatal("nobody takes the parts")
		}
	}
	x.cables[1].cut.Store(false)
	x.untilHas("n1")
	x.goOn()
	x.end()
}

// TestDurableRefused: a node whose parts stay with their folders does not join one where they
// move, and where they stay none is moved.
func TestDurableRefused(t *testing.T) {
	b := new(brokertest.MemoryServer).Open()
	c := Common{Parts: 2, Params: []byte("settings: {}\n"), Durable: DurableCluster}
	if err := c.settle(t.Context(), b, true); err != nil {
		t.Fatal(err)
	}
	c.Durable = durableNode
	if err := c.settle(t.Context(), b, true); !errors.As(err, new(*RefusedError)) || !strings.Contains(err.Error(), "cluster-durable: cluster, not node") {
		t.Errorf("another durability: %v", err)
	}
	stay := new(brokertest.MemoryServer).Open()
	if err := c.settle(t.Context(), stay, true); err != nil {
		t.Fatal(err)
	}
	if err := Move(t.Context(), stay, 0, "n"); !errors.As(err, new(*RefusedError)) {
		t.Errorf("parts that stay: %v", err)
	}
}
