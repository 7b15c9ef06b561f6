//go:build unix

package natsjs_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/ontocrawl/ontocrawl/crawl/share/broker"
	"github.com/ontocrawl/ontocrawl/crawl/share/broker/brokertest"
	"github.com/ontocrawl/ontocrawl/crawl/share/broker/natsjs"
	"github.com/ontocrawl/ontocrawl/internal/pacetest"
)

func long() bool { return os.Getenv("ONTOCRAWL_LONG") == "1" }

// open opens a client of servers with three replicas, and a time-out.
func (s *servers) open(first int, timeout time.Duration) *natsjs.Broker {
	s.Helper()
	nc, err := natsjs.Dial(s.url(first), nil)
	if err != nil {
		s.Fatal(err)
	}
	s.Cleanup(nc.Close)
	b, err := natsjs.New(nc, natsjs.Options{Name: "test", Replicas: 3, Timeout: timeout})
	if err != nil {
		s.Fatal(err)
	}
	s.Cleanup(func() { b.Close() })
	return b
}

// TestServersDie kills servers of three with SIGKILL, the leader of a log first, while senders append
// under time-out and repetition. What was confirmed is there once, in the order of each
// sender. Then it kills a second one: nothing can be confirmed, calls say so, and all goes
// on when both are back.
func TestServersDie(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("three servers that elect leaders; not with -short")
	}
	s := startServers(t)
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Minute)
	defer cancel()
	f := &faults{servers: s, ctx: ctx, b: s.open(0, time.Second)}
	f.begin()
	rounds := 1
	if long() {
		rounds = 6
	}
	for range rounds {
		f.confirmed(60)
		dead := f.leader(ctx, "oc-test-log-L")
		began := time.Now()
		f.kill(dead)
		f.confirmed(60)
		t.Logf("the leader was killed; 60 more were confirmed after %v; longest silence up to now %v, tries without an answer %d",
			time.Since(began).Round(10*time.Millisecond), time.Duration(f.silence.Load()).Round(10*time.Millisecond), f.unanswered.Load())
		f.start(dead)
		f.confirmed(20)
	}
	f.quorum()
	f.end()
}

// faults is a test with senders that append all the time.
type faults struct {
	*servers
	ctx        context.Context
	b          *natsjs.Broker
	stop       atomic.Bool
	wg         sync.WaitGroup
	done       atomic.Int64 // appends to L that were confirmed
	unanswered atomic.Int64 // tries that were not
	last       atomic.Int64 // time of the last confirmation in L, in ns
	silence    atomic.Int64 // the longest in L, in ns

	mu  sync.Mutex
	seq map[string]int64 // number by id, as confirmed
	rev uint64           // of the key a
}

const (
	senders = 3
	pause   = 4 * time.Millisecond // after each append: the test is of order, not of speed
)

// begin begins with senders to the log L, and one fenced writer of the log J.
func (f *faults) begin() {
	f.seq = map[string]int64{}
	for err := errors.New("not yet"); err != nil; {
		f.rev, err = f.b.Create(f.ctx, "a", nil, 0)
		if errors.Is(err, broker.ErrExists) { // by a try that was not answered
			_, f.rev, err = f.b.Get(f.ctx, "a")
		}
		if err != nil && !errors.Is(err, broker.ErrUnavailable) {
			f.Fatal(err)
		}
	}
	data := []byte(strings.Repeat("x", 1300))
	for i := range senders {
		f.wg.Go(func() {
			for n := 0; !f.stop.Load(); n++ {
				time.Sleep(pause)
				id := fmt.Sprintf("s%d-%06d", i, n)
				f.note(broker.Append(f.ctx, counted{f.b, &f.unanswered}, "L", id, broker.Any, data))(id)
			}
		})
	}
	f.wg.Go(func() {
		w, err := broker.Enter(f.ctx, f.b, "J", "epoch", nil)
		if err != nil {
			f.Error(err)
			return
		}
		for n := 0; !f.stop.Load(); n++ {
			time.Sleep(pause)
			id := fmt.Sprintf("w-%06d", n)
			seq, err := w.Append(f.ctx, id, data)
			if f.note(seq, err)(id); seq != int64(n)+2 {
				f.Errorf("%s has number %d, %v", id, seq, err)
				return
			}
		}
	})
}

// note notes what was confirmed.
func (f *faults) note(seq int64, err error) func(id string) {
	return func(id string) {
		if err != nil {
			f.Errorf("%s: %v", id, err)
			f.stop.Store(true)
			return
		}
		f.mu.Lock()
		f.seq[id] = seq
		f.mu.Unlock()
		if strings.HasPrefix(id, "w") {
			return
		}
		now := time.Now().UnixNano()
		if before := f.last.Swap(now); before > 0 && now-before > f.silence.Load() {
			f.silence.Store(now - before)
		}
		f.done.Add(1)
	}
}

// counted counts the tries that are not answered.
type counted struct {
	broker.Log
	n *atomic.Int64
}

func (c counted) Append(ctx context.Context, log, id string, after int64, data []byte) (int64, error) {
	seq, err := c.Log.Append(ctx, log, id, after, data)
	if errors.Is(err, broker.ErrUnavailable) {
		c.n.Add(1)
	}
	return seq, err
}

// confirmed waits until so many more appends to L were confirmed.
func (f *faults) confirmed(more int64) {
	f.Helper()
	for goal := f.done.Load() + more; f.done.Load() < goal; time.Sleep(5 * time.Millisecond) {
		if f.stop.Load() || f.ctx.Err() != nil {
			f.Fatalf("only %d appends were confirmed", f.done.Load())
		}
	}
}

// quorum kills two of three. The client has the third.
func (f *faults) quorum() {
	b := f.open(0, time.Second)
	f.kill(1)
	f.kill(2)
	if _, err := b.Append(f.ctx, "L", "alone", broker.Any, nil); !errors.Is(err, broker.ErrUnavailable) {
		f.Errorf("append without a quorum: %v", err)
	}
	if _, err := b.Update(f.ctx, "a", []byte("alone"), f.rev, 0); !errors.Is(err, broker.ErrUnavailable) {
		f.Errorf("update without a quorum: %v", err)
	}
	f.start(1)
	f.start(2)
	f.confirmed(20)
	// It may have arrived, or arrive now: in both cases it is there once.
	if seq, err := broker.Append(f.ctx, b, "L", "alone", broker.Any, nil); err != nil {
		f.Error(err)
	} else {
		f.note(seq, err)("alone")
	}
}

// end stops the senders, and compares what was confirmed with what can be read, by Read and
// by a consumer of NATS.
func (f *faults) end() {
	f.stop.Store(true)
	f.wg.Wait()
	if f.Failed() {
		return
	}
	for _, log := range []string{"L", "J"} {
		one := f.byRead(log)
		if two := f.byConsumer(log); !slices.Equal(one, two) {
			f.Errorf("log %s: Read sees %d entries, a consumer %d", log, len(one), len(two))
		}
		f.compare(log, one)
	}
	f.Logf("%d appends to L confirmed; longest silence %v; %d tries were not answered", f.done.Load(),
		time.Duration(f.silence.Load()).Round(10*time.Millisecond), f.unanswered.Load())
}

// compare compares a log with what was confirmed of it.
func (f *faults) compare(log string, ids []string) {
	there, last := map[string]int64{}, map[string]string{}
	for i, id := range ids {
		if before, twice := there[id]; twice {
			f.Errorf("log %s: %s has the numbers %d and %d", log, id, before, i+1)
		}
		there[id] = int64(i + 1)
		if sender, _, ok := strings.Cut(id, "-"); ok {
			if id <= last[sender] {
				f.Errorf("log %s: %s comes after %s", log, id, last[sender])
			}
			last[sender] = id
		}
	}
	n := 0
	for id, seq := range f.seq {
		if strings.HasPrefix(id, "w") == (log == "J") {
			if n++; there[id] != seq {
				f.Errorf("log %s: %s was confirmed with number %d, and has %d", log, id, seq, there[id])
			}
		}
	}
	if log == "J" {
		n++ // the epoch
	}
	if n != len(ids) {
		f.Errorf("log %s: %d entries, %d were confirmed", log, len(ids), n)
	}
}

var errEnough = errors.New("enough")

// highest is the highest number that was confirmed.
func (f *faults) highest(log string) (seq int64) {
	for id, n := range f.seq {
		if strings.HasPrefix(id, "w") == (log == "J") {
			seq = max(seq, n)
		}
	}
	return seq
}

func (f *faults) byRead(log string) (ids []string) {
	b := f.open(1, 5*time.Second)
	var last int64
	// A server that has just become the leader may not have read all of its disk, and then tells of fewer entries than
	// were confirmed (docs/adr/0039-what-a-cluster-asks-of-a-broker.md). It comes to know them.
	for until := time.Now().Add(pacetest.Times(time.Minute)); ; time.Sleep(100 * time.Millisecond) {
		var err error
		if _, last, err = b.Bounds(f.ctx, log); err != nil {
			f.Fatal(err)
		}
		if last >= f.highest(log) || time.Now().After(until) {
			break
		}
	}
	err := b.Read(f.ctx, log, 0, func(e broker.Entry) error {
		if ids = append(ids, e.ID); e.Seq == last {
			return errEnough
		}
		return nil
	})
	if !errors.Is(err, errEnough) {
		f.Fatal(err)
	}
	return ids
}

func (f *faults) byConsumer(log string) (ids []string) {
	nc, err := nats.Connect(f.url(2))
	if err != nil {
		f.Fatal(err)
	}
	defer nc.Close()
	js, err := jetstream.New(nc)
	if err != nil {
		f.Fatal(err)
	}
	c, err := js.OrderedConsumer(f.ctx, "oc-test-log-"+log, jetstream.OrderedConsumerConfig{})
	if err != nil {
		f.Fatal(err)
	}
	m, err := c.Messages()
	if err != nil {
		f.Fatal(err)
	}
	defer m.Stop()
	defer time.AfterFunc(2*time.Minute, m.Stop).Stop()
	for {
		msg, err := m.Next()
		if err != nil {
			f.Fatal(err)
		}
		meta, err := msg.Metadata()
		if err != nil {
			f.Fatal(err)
		}
		if ids = append(ids, msg.Headers().Get("Nats-Msg-Id")); meta.NumPending == 0 && int64(meta.Sequence.Stream) >= f.highest(log) {
			return ids // else the server has not caught up, and sends the rest when it has
		}
	}
}

// The suite again, over three replicas on three servers, each client at another one.
func TestConformanceOfThree(t *testing.T) {
	if !long() {
		t.Skip("set ONTOCRAWL_LONG=1: three servers")
	}
	s := startServers(t)
	s.ready(s.open(0, 5*time.Second))
	n := 0
	brokertest.Run(t, func(t *testing.T) broker.Broker { n++; return s.open(n, time.Minute) })
}
