package node

import (
	"context"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/keep/rundir"
	"github.com/ontocrawl/ontocrawl/crawl/share/broker"
	"github.com/ontocrawl/ontocrawl/crawl/share/broker/brokertest"
)

// gate is passed by nobody while it is shut. The zero value is open.
type gate struct {
	mu   sync.Mutex
	shut chan struct{} // closed when it opens; nil: it is open
}

func (g *gate) set(shut bool) {
	g.mu.Lock()
	defer g.mu.Unlock()
	switch {
	case shut && g.shut == nil:
		g.shut = make(chan struct{})
	case !shut && g.shut != nil:
		close(g.shut)
		g.shut = nil
	}
}

func (g *gate) pass(ctx context.Context) {
	g.mu.Lock()
	shut := g.shut
	g.mu.Unlock()
	if shut == nil {
		return
	}
	select {
	case <-ctx.Done():
	case <-shut:
	}
}

// lateCable is a cable that can hold letters back, and what the table says.
type lateCable struct {
	cable
	table      gate
	holds      atomic.Bool  // letters
	held, sent atomic.Int64 // entries with letters, or fences
	joined     atomic.Int64 // how often
	refuse     atomic.Bool  // the next letters, for good
	begins     atomic.Int64 // entries, and questions whose a part is, since it has joined last
}

func (w *lateCable) Create(ctx context.Context, key string, value []byte, ttl time.Duration) (uint64, error) {
	rev, err := w.cable.Create(ctx, key, value, ttl)
	if err == nil && strings.HasPrefix(key, nodePrefix) {
		w.begins.Store(0)
		w.joined.Add(1)
	}
	return rev, err
}

func (w *lateCable) Append(ctx context.Context, log, id string, after int64, data []byte) (int64, error) {
	if !strings.HasPrefix(log, "L.") {
		return w.cable.Append(ctx, log, id, after, data)
	}
	if w.holds.Load() {
		w.held.Add(1)
		return 0, broker.ErrUnavailable
	}
	if w.refuse.CompareAndSwap(true, false) {
		return 0, broker.ErrRefused
	}
	seq, err := w.cable.Append(ctx, log, id, after, data)
	if err == nil {
		w.sent.Add(1)
		w.begins.Add(1)
	}
	return seq, err
}

func (w *lateCable) Get(ctx context.Context, key string) ([]byte, uint64, error) {
	if strings.HasPrefix(key, partPrefix) {
		w.begins.Add(1)
	}
	return w.cable.Get(ctx, key)
}

func (w *lateCable) Watch(ctx context.Context, prefix string, yield func(broker.Change) error) error {
	return w.Broker.Watch(ctx, prefix, func(c broker.Change) error {
		w.table.pass(ctx)
		return yield(c)
	})
}

// TestLateLetters: a node loses its lease while letters of its parts wait to be sent, and is heard again when others
// have begun the parts anew. Its letters are of a life that is over, whether it knows that by then or not, and it goes
// on with no part that it does not have any more. The crawl ends with the pages of a crawl on one machine, each once.
func TestLateLetters(t *testing.T) {
	if testing.Short() {
		t.Skip("a lease runs out in it: not with -short")
	}
	for name, test := range map[string]struct {
		blind   bool
		durable string
	}{
		"the node knows":            {false, durableNode},
		"the node has an old table": {true, durableNode},
		"the parts have moved, and the node has an old table": {true, DurableCluster},
	} {
		t.Run(name, func(t *testing.T) { t.Parallel(); lateLetters(t, test.blind, test.durable) })
	}
}

func lateLetters(t *testing.T, blind bool, durable string) {
	w := serveWeb(t, 8, 18)
	want := w.whole(t)
	server := new(brokertest.MemoryServer)
	far := &lateCable{cable: cable{Broker: server.Open()}}
	var web gate // answers
	var asked atomic.Int64
	first := int64(len(want)) / 4
	w.mu.Lock()
	w.hook = func() {
		if asked.Add(1) == first {
			web.set(true)
			far.holds.Store(true)
		}
		web.pass(context.Background())
	}
	w.mu.Unlock()
	b := server.Open()
	var nodes []*started
	for i, at := range []broker.Broker{server.Open(), far} {
		o := w.options(t, filepath.Join(t.TempDir(), "n"), fmt.Sprint("n", i), 4, 2)
		o.Durable = durable
		if i == 1 {
			o.Times = broker.LeaseTimes{Renew: 100 * time.Millisecond, Lost: 300 * time.Millisecond, Cancel: 500 * time.Millisecond, TTL: time.Second}
		}
		nodes = append(nodes, start(t, at, o, 100*time.Millisecond))
	}
	t.Cleanup(func() { web.set(false); far.table.set(false) })
	client := w.options(t, t.TempDir(), "client", 4, 2)
	client.Durable = durable
	begin(t, b, client, 0)
	until := func(what string, ok func() bool) {
		t.Helper()
		for end := time.Now().Add(patience); !ok(); time.Sleep(5 * time.Millisecond) {
			if time.Now().After(end) {
				t.Fatalf("not: %s", what)
			}
		}
	}
	until("answers are held back", func() bool { return far.holds.Load() })
	web.set(false)
	until("letters are held back", func() bool { return far.held.Load() > 0 })
	web.set(true)
	far.table.set(blind)
	far.cut.Store(true)
	var taken int
	until("the parts are begun anew", func() bool {
		taken = 0
		for part := range 4 {
			var h home
			value, _, err := b.Get(t.Context(), partKey(part))
			if err == nil && json.Unmarshal(value, &h) == nil && h.Life > 1 && h.Base != nil {
				taken++
			}
		}
		return taken == 2
	})
	sent := far.sent.Load()
	far.holds.Store(false)
	far.cut.Store(false)
	if blind {
		until("the node has joined again, and asks whose a part is or begins it", func() bool {
			return far.joined.Load() > 1 && far.begins.Load() > 0
		})
		far.table.set(false)
	} else {
		until("letters are sent", func() bool { return far.sent.Load() > sent+1 || far.joined.Load() > 1 })
	}
	web.set(false)
	if reason := untilOver(t, b, 1); reason != exhausted {
		t.Errorf("over: %s", reason)
	}
	var parts []string
	until("no folder has a part of another node", func() bool { // one that is heard again when the crawl is over leaves it then
		parts = nil
		for _, n := range nodes {
			parts = append(parts, rundir.Parts(n.dir)...)
		}
		return len(parts) == 4
	})
	for _, n := range nodes {
		n.end(t)
	}
	if d := cmp.Diff(want, pagesIn(t, parts...)); d != "" {
		t.Errorf("-whole +nodes:\n%s", d)
	}
}

// TestTakeLooks: nobody takes a part of a node that has its lease, whatever was heard of it.
func TestTakeLooks(t *testing.T) {
	b := new(brokertest.MemoryServer).Open()
	n, err := newNode(b, Options{Name: "n", Dir: t.TempDir(), Common: Common{Parts: 1}, Logger: quiet})
	if err != nil {
		t.Fatal(err)
	}
	was := home{Node: "other", Life: 1}
	if _, err := b.Create(t.Context(), partKey(0), encode(was), 0); err != nil {
		t.Fatal(err)
	}
	rev, err := b.Create(t.Context(), nodePrefix+"other", []byte("{}"), 0)
	if err != nil {
		t.Fatal(err)
	}
	if taken, err := n.take(t.Context(), 0, was); taken || err != nil {
		t.Errorf("a part of a node that is there: %v, %v", taken, err)
	}
	if err := b.Delete(t.Context(), nodePrefix+"other", rev); err != nil {
		t.Fatal(err)
	}
	if taken, err := n.take(t.Context(), 0, was); !taken || err != nil {
		t.Errorf("a part of a node that is away: %v, %v", taken, err)
	}
}

// TestEntryOfOneLife: an entry has letters of one life of each sender, that which has written them; and what is refused is
// followed by no later letter.
func TestEntryOfOneLife(t *testing.T) {
	b := &lateCable{cable: cable{Broker: new(brokertest.MemoryServer).Open()}}
	n, err := newNode(b, Options{Name: "n", Dir: t.TempDir(), Common: Common{Parts: 2}, Logger: quiet})
	if err != nil {
		t.Fatal(err)
	}
	p := newPost(n, func(int) bool { return true }, func(error) {})
	put := func(from, number int) { p.put(from, 1, &crawl.Letter{From: from, Number: uint64(number)}) }
	if !p.began(0, 1) || !p.began(1, 4) || p.began(0, 1) {
		t.Error("a life is new once")
	}
	put(0, 1)
	put(1, 1)
	put(0, 2)
	p.began(0, 2)
	put(1, 2)
	put(0, 2)
	for _, want := range []string{"[0-1 1-1 0-2 1-2] map[0:1 1:4]", "[0-2] map[0:2]", "[] map[]"} {
		letters, lives := p.next(1)
		var names []string
		for _, l := range letters {
			names = append(names, fmt.Sprint(l.From, "-", l.Number))
		}
		if got := fmt.Sprint(names, lives); got != want {
			t.Errorf("%s, want %s", got, want)
		}
	}
	var large []*crawl.Letter
	noise := rand.New(rand.NewPCG(1, 2))
	for i := range 2 {
		text := make([]byte, broker.MaxData*2/3)
		for i := range text {
			text[i] = byte(noise.Uint32())
		}
		large = append(large, &crawl.Letter{Number: uint64(i + 1), Page: hex.EncodeToString(text)})
	}
	b.refuse.Store(true)
	if err := p.append(t.Context(), 1, large, map[int]int{0: 1}); !errors.Is(err, broker.ErrRefused) || b.sent.Load() != 0 {
		t.Errorf("%v, %d sent after that", err, b.sent.Load())
	}
	if err := p.append(t.Context(), 1, large, map[int]int{0: 1}); err != nil || b.sent.Load() != 2 {
		t.Errorf("%v, %d entries, want 2", err, b.sent.Load())
	}
}
