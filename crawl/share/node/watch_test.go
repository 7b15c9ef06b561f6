package node

import (
	"context"
	"errors"
	"path/filepath"
	"slices"
	"sync/atomic"
	"testing"
	"time"

	"github.com/ontocrawl/ontocrawl/crawl/cluster"
	"github.com/ontocrawl/ontocrawl/crawl/share/broker"
	"github.com/ontocrawl/ontocrawl/crawl/share/broker/brokertest"
)

// soon calls look until ok, or for as long as the patience of a test is.
func soon(t *testing.T, w *Watcher, ok func(v *cluster.View) bool) (v *cluster.View) {
	t.Helper()
	for until := time.Now().Add(patience); ; time.Sleep(20 * time.Millisecond) {
		v, err := w.View()
		if err == nil && ok(v) {
			return v
		}
		if time.Now().After(until) {
			t.Fatalf("it does not come: %+v, %v", v, err)
		}
	}
}

func wrong(v *cluster.View, kind string) *cluster.Fault {
	for i := range v.Wrong {
		if v.Wrong[i].Kind == kind {
			return &v.Wrong[i]
		}
	}
	return nil
}

// TestWatcher: what nodes have and lack is seen while they crawl: pages, letters, budget,
// disks, versions, and a node that leaves.
func TestWatcher(t *testing.T) {
	t.Parallel()
	web := serveWeb(t, 6, 30)
	server := new(brokertest.MemoryServer)
	b := server.Open()
	w, err := Watch(b)
	if err != nil {
		t.Fatal(err)
	}
	defer w.Close()
	<-w.asked
	if _, err := w.View(); !errors.As(err, new(*RefusedError)) {
		t.Errorf("before the first node: %v", err)
	}
	var nodes []*started
	var client Options
	for i, name := range []string{"n0", "n1", "n2"} {
		o := web.options(t, filepath.Join(t.TempDir(), "n"), name, 6, 3)
		o.Version, o.Free = "1.0", func() (int64, bool) { return 5 << 30, true }
		if i == 2 {
			o.Version, o.Free = "1.1", func() (int64, bool) { return 900 << 20, true }
		}
		client = o
		nodes = append(nodes, start(t, server.Open(), o, 0))
	}
	if err := Pause(t.Context(), b); err != nil {
		t.Fatal(err)
	}
	begin(t, b, client, 50)
	v := soon(t, w, func(v *cluster.View) bool { return v.Open == 6 && wrong(v, cluster.Versions) != nil })
	if !v.Paused || v.Nodes[0].Free != 5<<30 || v.Nodes[0].Version != "1.0" || len(v.Wrong) != 2 || wrong(v, cluster.Disk) == nil {
		t.Errorf("paused: %+v", v)
	}
	if f := wrong(v, cluster.Versions); f.Node != v.Nodes[2].Node || f.Version != "1.1" || f.Others != "1.0" {
		t.Errorf("versions: %+v", f)
	}
	nodes[2].end(t)
	v = soon(t, w, func(v *cluster.View) bool { f := wrong(v, cluster.Away); return f != nil && f.Seconds > .5 })
	if f := wrong(v, cluster.Away); len(f.Parts) != 2 || v.Open != 4 {
		t.Errorf("away: %+v of %+v", f, v)
	}
	nodes[2] = start(t, server.Open(), restart(client, nodes[2].dir), 0)
	if err := Resume(t.Context(), b); err != nil {
		t.Fatal(err)
	}
	untilOver(t, b, 1)
	v = soon(t, w, (*cluster.View).Settled)
	sent := int64(0)
	for _, n := range v.Nodes {
		sent += n.Sent.Letters
		if n.Sent.Letters > 0 && n.Sent.LetterBytes == 0 || n.Outbox != 0 {
			t.Errorf("%s: %+v, outbox %d", n.Node, n.Sent, n.Outbox)
		}
	}
	if v.Over != Budget || v.Sum.Pages != 50 || v.Crawl.MaxPages != 50 || v.Sum.Budget < 50 || sent == 0 {
		t.Errorf("at the end: %+v, %d letters", v, sent)
	}
}

// restart are the options of a node that comes back with its folder.
func restart(o Options, dir string) Options {
	o.Dir = dir
	return o
}

// mute is a broker whose table may be silent.
type mute struct {
	broker.Broker
	silent atomic.Bool
}

func (m *mute) Get(ctx context.Context, key string) ([]byte, uint64, error) {
	if m.silent.Load() {
		return nil, 0, broker.ErrUnavailable
	}
	return m.Broker.Get(ctx, key)
}

// TestNoQuorum: a broker that does not answer is told of as that, and not as a cluster that
// was never there; it is forgotten when it answers again.
func TestNoQuorum(t *testing.T) {
	t.Parallel()
	b := &mute{Broker: new(brokertest.MemoryServer).Open()}
	b.silent.Store(true)
	w, err := watch(b, 50*time.Millisecond)
	if err != nil {
		t.Fatal(err)
	}
	defer w.Close()
	<-w.asked
	v := soon(t, w, func(v *cluster.View) bool { return wrong(v, cluster.NoQuorum) != nil })
	if f := wrong(v, cluster.NoQuorum); f.Seconds <= 0 || len(v.Wrong) != 1 {
		t.Errorf("%+v", v.Wrong)
	}
	c := Common{Parts: 4}
	if err := c.settle(t.Context(), b.Broker, true); err != nil {
		t.Fatal(err)
	}
	b.silent.Store(false)
	soon(t, w, func(v *cluster.View) bool { return v.Parts == 4 && len(v.Wrong) == 0 })
}

// TestUnread: a table that one server does not show, while another one says that there is a cluster, is told of as a
// broker that does not answer: whoever shows the crawl goes on.
func TestUnread(t *testing.T) {
	t.Parallel()
	server := new(brokertest.MemoryServer)
	c := Common{Parts: 4}
	if err := c.settle(t.Context(), server.Open(), true); err != nil {
		t.Fatal(err)
	}
	b := &blind{server.Open()}
	w, err := watch(b, 50*time.Millisecond)
	if err != nil {
		t.Fatal(err)
	}
	defer w.Close()
	for range 2 {
		v, err := w.Look(t.Context())
		if err != nil || wrong(v, cluster.NoQuorum) == nil {
			t.Fatalf("%+v, %v", v, err)
		}
	}
}

// blind is a broker whose table is never shown.
type blind struct{ broker.Broker }

func (*blind) Watch(ctx context.Context, _ string, _ func(broker.Change) error) error {
	<-ctx.Done()
	return ctx.Err()
}

// TestNeverBackward: the pages that a part has recorded stay in the sum while it moves, when its node dies, and for who
// looks only then.
func TestNeverBackward(t *testing.T) {
	t.Parallel()
	x := startTrio(t)
	w, err := Watch(x.b)
	if err != nil {
		t.Fatal(err)
	}
	defer w.Close()
	<-x.half
	x.recorded()
	done, seen := make(chan struct{}), make(chan []int, 1)
	go func() {
		var sums []int
		for {
			select {
			case <-done:
				seen <- sums
				return
			case <-time.After(5 * time.Millisecond):
			}
			if v, err := w.View(); err == nil && v.Over == "" {
				sums = append(sums, v.Sum.Pages)
			}
		}
	}()
	for _, to := range []string{"n1", "n2", "n0"} {
		if err := Move(t.Context(), x.b, 0, to); err != nil {
			t.Fatal(err)
		}
	}
	was := soon(t, w, func(v *cluster.View) bool { return v.Open == v.Parts }).Sum.Pages
	x.cables[1].cut.Store(true) // it stops its parts, and others take them
	time.Sleep(quickLease.Cancel)
	late, err := Look(t.Context(), x.b)
	if err != nil || late.Sum.Pages < was {
		t.Errorf("who looks only now sees %d of %d pages, %v", late.Sum.Pages, was, err)
	}
	soon(t, w, func(v *cluster.View) bool { return v.Open == v.Parts })
	close(done)
	if sums := <-seen; !slices.IsSorted(sums) {
		t.Errorf("the sum went down: %v", slices.Compact(sums))
	}
	x.cables[1].cut.Store(false)
	x.untilHas("n1") // it has put its folders aside
	x.goOn()
	x.end()
}

// TestPace: pages a second count the last minute.
func TestPace(t *testing.T) {
	var p pace
	if p.perSecond() != 0 {
		t.Error("of nothing")
	}
	at := time.Unix(1e9, 0)
	for i := range 100 {
		p.note(at.Add(time.Duration(i)*time.Second), 3*i)
		if i == 0 && p.perSecond() != 0 {
			t.Error("of one")
		}
	}
	if got := p.perSecond(); got != 3 {
		t.Errorf("%g", got)
	}
	p.note(at.Add(100*time.Second), 297)
	if got := p.perSecond(); got < 2.9 || got >= 3 { // 59 s with 177 pages less 3
		t.Errorf("%g", got)
	}
}
