//go:build unix

package natsjs_test

import (
	"context"
	"errors"
	"strconv"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/ontocrawl/ontocrawl/crawl/share/broker"
	"github.com/ontocrawl/ontocrawl/crawl/share/broker/natsjs"
)

// TestReplicas: who only looks on makes no table; what it writes later is kept as often as the table; and what somebody
// made who knew fewer servers is kept by more as soon as one who knows them uses it.
func TestReplicas(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("three servers that elect leaders; not with -short")
	}
	s := startServers(t)
	ctx, cancel := context.WithTimeout(t.Context(), 5*time.Minute)
	defer cancel()
	one, guest, all, five := s.openWith(1), s.openWith(0), s.openWith(3), s.openWith(5)
	s.settled(ctx, func() error {
		_, _, err := guest.Get(ctx, "a")
		return err
	}, broker.ErrAbsent)
	if _, err := guest.Create(ctx, "a", nil, 0); !errors.Is(err, broker.ErrUnavailable) {
		t.Errorf("a key of no table: %v", err)
	}
	if _, err := guest.Append(ctx, "seeds", "1", broker.Any, nil); !errors.Is(err, broker.ErrUnavailable) {
		t.Errorf("a log of no cluster: %v", err)
	}
	s.replicas(ctx, "oc-test-table", 0)

	s.settled(ctx, func() error {
		_, err := one.Create(ctx, "a", nil, 0)
		return err
	}, nil, broker.ErrExists)
	s.settled(ctx, func() error {
		_, err := one.Append(ctx, "early", "1", broker.Any, []byte("x"))
		return err
	}, nil)
	s.replicas(ctx, "oc-test-table", 1)
	s.replicas(ctx, "oc-test-log-early", 1)

	s.settled(ctx, func() error { // there are no five servers: it is used as it is
		_, _, err := five.Get(ctx, "a")
		return err
	}, nil)
	s.replicas(ctx, "oc-test-table", 1)

	s.settled(ctx, func() error {
		_, _, err := all.Get(ctx, "a")
		return err
	}, nil)
	s.settled(ctx, func() error {
		_, err := all.Append(ctx, "early", "1", broker.Any, []byte("x"))
		return err
	}, nil)
	s.settled(ctx, func() error {
		_, err := guest.Append(ctx, "seeds", "1", broker.Any, nil)
		return err
	}, nil)
	for _, stream := range []string{"oc-test-table", "oc-test-log-early", "oc-test-log-seeds"} {
		s.replicas(ctx, stream, 3)
	}
	if first, last, err := all.Bounds(ctx, "early"); first != 1 || last != 1 || err != nil {
		t.Errorf("the log has %d to %d, %v", first, last, err)
	}
}

// TestTwoOfThree: two servers of three, the third of which was never there, begin; when it comes it keeps all, too.
func TestTwoOfThree(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("three servers that elect leaders; not with -short")
	}
	s := startServers(t, 2)
	ctx, cancel := context.WithTimeout(t.Context(), 5*time.Minute)
	defer cancel()
	b := s.openWith(3)
	n := 0
	write := func() error {
		n++
		_, err := b.Append(ctx, "log", strconv.Itoa(n), broker.Any, []byte("x"))
		return err
	}
	s.settled(ctx, func() error {
		_, err := b.Create(ctx, "a", nil, 0)
		return err
	}, nil, broker.ErrExists)
	s.settled(ctx, write, nil)
	s.replicas(ctx, "oc-test-table", 2)
	s.replicas(ctx, "oc-test-log-log", 2)
	s.start(2)
	streams := []string{"oc-test-table", "oc-test-log-log"}
	for ctx.Err() == nil && s.kept(ctx, streams) < 3 {
		s.settled(ctx, write, nil)
		s.settled(ctx, func() error {
			_, _, err := b.Get(ctx, "a")
			return err
		}, nil)
		time.Sleep(100 * time.Millisecond)
	}
	for _, stream := range streams {
		s.replicas(ctx, stream, 3)
	}
}

// kept is the least number of replicas of streams.
func (s *servers) kept(ctx context.Context, streams []string) (least int) {
	nc, err := nats.Connect(s.url(0))
	if err != nil {
		s.Fatal(err)
	}
	defer nc.Close()
	js, err := jetstream.New(nc)
	if err != nil {
		s.Fatal(err)
	}
	least = 99
	for _, name := range streams {
		is, err := js.Stream(ctx, name)
		if err != nil {
			return 0
		}
		least = min(least, is.CachedInfo().Config.Replicas)
	}
	return least
}

func (s *servers) openWith(replicas int) *natsjs.Broker {
	s.Helper()
	nc, err := natsjs.Dial(s.url(0), nil)
	if err != nil {
		s.Fatal(err)
	}
	s.Cleanup(nc.Close)
	b, err := natsjs.New(nc, natsjs.Options{Name: "test", Replicas: replicas})
	if err != nil {
		s.Fatal(err)
	}
	s.Cleanup(func() { b.Close() })
	return b
}

// settled asks while servers elect their leaders, and wants one of the errors then.
func (s *servers) settled(ctx context.Context, ask func() error, want ...error) {
	s.Helper()
	for ctx.Err() == nil {
		err := ask()
		for _, w := range want {
			if errors.Is(err, w) {
				return
			}
		}
		if !errors.Is(err, broker.ErrUnavailable) {
			s.Fatalf("%v; want one of %v", err, want)
		}
	}
	s.Fatal("no answer")
}

// replicas checks how many a stream has; 0: there is none.
func (s *servers) replicas(ctx context.Context, stream string, want int) {
	s.Helper()
	nc, err := nats.Connect(s.url(0))
	if err != nil {
		s.Fatal(err)
	}
	defer nc.Close()
	js, err := jetstream.New(nc)
	if err != nil {
		s.Fatal(err)
	}
	got := 0
	switch is, err := js.Stream(ctx, stream); {
	case err == nil:
		got = is.CachedInfo().Config.Replicas
	case !errors.Is(err, jetstream.ErrStreamNotFound):
		s.Fatal(err)
	}
	if got != want {
		s.Errorf("%s has %d replicas, want %d", stream, got, want)
	}
}
