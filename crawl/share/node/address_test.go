package node

import (
	"context"
	"fmt"
	"net/netip"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/ontocrawl/ontocrawl/crawl/fetch/polite"
	"github.com/ontocrawl/ontocrawl/crawl/share/broker"
	"github.com/ontocrawl/ontocrawl/crawl/share/broker/brokertest"
)

// asker is a node that asks an address, as its limiter and its clock allow.
type asker struct {
	n    *node
	l    *polite.Limiter
	deaf func() // its clock hears nobody any more
	stop func() // as if the process had died
}

func newAsker(t *testing.T, b broker.Broker, name string, delay time.Duration) *asker {
	t.Helper()
	n, err := newNode(b, Options{Name: name, Dir: t.TempDir(), Delay: delay, Logger: quiet})
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	var wg sync.WaitGroup
	wg.Go(func() { n.table.follow(ctx, b) }) //nolint:errcheck // until the end
	l, err := n.acquire(ctx)
	if err != nil {
		t.Fatal(err)
	}
	n.setLease(l)
	if err := n.table.until(ctx, func() bool { return n.table.get(nodePrefix+n.id, nil) }); err != nil {
		t.Fatal(err)
	}
	c := newClock(n, ctx)
	unlisten, err := c.listen()
	if err != nil {
		t.Fatal(err)
	}
	a := &asker{n: n, deaf: unlisten, l: polite.New(polite.Options{Delay: delay, Addresses: c})}
	a.stop = sync.OnceFunc(func() {
		cancel()
		unlisten()
		l.Release(context.Background()) //nolint:errcheck // or it runs out
		wg.Wait()
		n.codec.Close() //nolint:errcheck // memory
	})
	t.Cleanup(a.stop)
	return a
}

// server notes when it answered, and the least time from an answer to the next request.
type server struct {
	mu      sync.Mutex
	last    time.Time
	gap     time.Duration
	flying  int
	overlap bool
	n       int
}

func (s *server) ask() {
	s.mu.Lock()
	if now := time.Now(); !s.last.IsZero() {
		s.gap = min(s.gap, now.Sub(s.last))
	}
	s.flying++
	s.overlap = s.overlap || s.flying > 1
	s.n++
	s.mu.Unlock()
	time.Sleep(time.Millisecond)
	s.mu.Lock()
	defer s.mu.Unlock()
	s.last = time.Now()
	s.flying--
}

// TestAddresses: three nodes ask hosts of one address. By the clock of the server the delay
// holds between any two requests, also when the node that has the address dies, and all get
// their turn.
func TestAddresses(t *testing.T) {
	const delay, each = 15 * time.Millisecond, 5
	at := netip.MustParseAddr("203.0.113.5")
	broker, s := new(brokertest.MemoryServer), &server{gap: time.Hour}
	var askers []*asker
	for i := range 3 {
		askers = append(askers, newAsker(t, broker.Open(), fmt.Sprint("n", i), delay))
	}
	asks := func(i, times int) {
		for k := range times {
			done, err := askers[i].l.Wait(t.Context(), fmt.Sprintf("h%d-%d.example", i, k), at)
			if err != nil {
				t.Error(err)
				return
			}
			s.ask()
			done(polite.Answer{Status: 200, Addr: at, RetryAfter: -1})
		}
	}
	var wg sync.WaitGroup
	for i := range askers {
		wg.Go(func() { asks(i, each) })
	}
	wg.Wait()
	asks(0, 1) // it has the address now
	askers[0].stop()
	for i := 1; i < 3; i++ {
		wg.Go(func() { asks(i, 2) })
	}
	wg.Wait()
	if s.gap < delay || s.overlap || s.n != 3*each+1+4 {
		t.Errorf("%d requests, least gap %v, at once: %v", s.n, s.gap, s.overlap)
	}
}

// TestAddressKept: a node that lost its lease and has joined again has another clock. It hands
// on an address that the one before had, though it does not want it.
func TestAddressKept(t *testing.T) {
	t.Parallel()
	const delay = 5 * time.Millisecond
	at := netip.MustParseAddr("203.0.113.6")
	broker := new(brokertest.MemoryServer)
	first, second := newAsker(t, broker.Open(), "n0", delay), newAsker(t, broker.Open(), "n1", delay)
	ask := func(a *asker) {
		t.Helper()
		ctx, cancel := context.WithTimeout(t.Context(), patience)
		defer cancel()
		done, err := a.l.Wait(ctx, "h.example", at)
		if err != nil {
			t.Fatal(err)
		}
		done(polite.Answer{Status: 200, Addr: at, RetryAfter: -1})
	}
	ask(first)
	first.deaf()
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	unlisten, err := newClock(first.n, ctx).listen()
	if err != nil {
		t.Fatal(err)
	}
	defer unlisten()
	ask(second)
	ask(second)
}

// TestAddressLateMirror: a node that has not heard that another one has its lease again does not
// take an address while that one asks there.
func TestAddressLateMirror(t *testing.T) {
	t.Parallel()
	const delay = 5 * time.Millisecond
	at := netip.MustParseAddr("203.0.113.7")
	server := new(brokertest.MemoryServer)
	first, second := newAsker(t, server.Open(), "n0", delay), newAsker(t, server.Open(), "n1", delay)
	done, err := first.l.Wait(t.Context(), "h0.example", at)
	if err != nil {
		t.Fatal(err)
	}
	second.n.table.note(broker.Change{Key: nodePrefix + first.n.id, Gone: true})
	ctx, cancel := context.WithTimeout(t.Context(), 20*delay)
	defer cancel()
	if _, err := second.l.Wait(ctx, "h1.example", at); err == nil {
		t.Fatal("two nodes have one address")
	}
	done(polite.Answer{Status: 200, Addr: at, RetryAfter: -1})
	ctx, cancel = context.WithTimeout(t.Context(), patience)
	defer cancel()
	done, err = second.l.Wait(ctx, "h1.example", at)
	if err != nil {
		t.Fatalf("it was not handed on: %v", err)
	}
	done(polite.Answer{Status: 200, Addr: at, RetryAfter: -1})
}

// heldUpdates holds the first write of an address back until it may go.
type heldUpdates struct {
	broker.Broker
	began, free chan struct{}
	once        sync.Once
	looked      atomic.Int64 // reads of addresses while it is held
}

func (b *heldUpdates) Update(ctx context.Context, key string, value []byte, rev uint64, ttl time.Duration) (uint64, error) {
	if strings.HasPrefix(key, addrPrefix) {
		b.once.Do(func() { close(b.began); <-b.free })
	}
	return b.Broker.Update(ctx, key, value, rev, ttl)
}

func (b *heldUpdates) Get(ctx context.Context, key string) ([]byte, uint64, error) {
	if strings.HasPrefix(key, addrPrefix) {
		b.looked.Add(1)
	}
	return b.Broker.Get(ctx, key)
}

// TestAddressAskedForWhileHandedOn: another node repeats that it wants an address while the owner writes that it
// has it. The owner does not look whose it is before that is answered: it would read who had it before its
// own write, and when the answer to that cleared who wants the address, both nodes had it.
func TestAddressAskedForWhileHandedOn(t *testing.T) {
	t.Parallel()
	const delay = 5 * time.Millisecond
	at := netip.MustParseAddr("203.0.113.8")
	server := new(brokertest.MemoryServer)
	held := &heldUpdates{Broker: server.Open(), began: make(chan struct{}), free: make(chan struct{})}
	first, second := newAsker(t, held, "n0", delay), newAsker(t, server.Open(), "n1", delay)
	done, err := first.l.Wait(t.Context(), "h0.example", at)
	if err != nil {
		t.Fatal(err)
	}
	done(polite.Answer{Status: 200, Addr: at, RetryAfter: -1})
	got := make(chan error)
	go func() {
		done, err := second.l.Wait(t.Context(), "h1.example", at)
		if err == nil {
			done(polite.Answer{Status: 200, Addr: at, RetryAfter: -1})
		}
		got <- err
	}()
	<-held.began
	before := held.looked.Load()
	time.Sleep(2 * lookEvery) // the other one repeats itself
	if n := held.looked.Load(); n > before {
		t.Errorf("the owner looked %d times whose the address is while it was handing it on", n-before)
	}
	close(held.free)
	if err := <-got; err != nil {
		t.Error(err)
	}
}
