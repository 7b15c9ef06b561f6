package broker_test

import (
	"context"
	"errors"
	"math/rand/v2"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"go.uber.org/goleak"

	"github.com/ontocrawl/ontocrawl/crawl/share/broker"
	"github.com/ontocrawl/ontocrawl/crawl/share/broker/brokertest"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// link is a Table over a link that can be cut: before the server hears a question, or before
// it is answered. It takes some time in both directions.
type link struct {
	broker.Table
	deaf, mute atomic.Bool
	slow       time.Duration
}

// ask asks over the link. One that is not answered ends with the context, or after a second.
func ask[T any](ctx context.Context, l *link, f func() (T, error)) (T, error) {
	var zero T
	if l.deaf.Load() {
		return zero, silent(ctx)
	}
	time.Sleep(l.slow)
	v, err := f()
	if l.mute.Load() {
		return zero, silent(ctx)
	}
	time.Sleep(l.slow)
	return v, err
}

func silent(ctx context.Context) error {
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-time.After(time.Second):
		return broker.ErrUnavailable
	}
}

func (l *link) Create(ctx context.Context, key string, value []byte, ttl time.Duration) (uint64, error) {
	return ask(ctx, l, func() (uint64, error) { return l.Table.Create(context.Background(), key, value, ttl) })
}

func (l *link) Update(ctx context.Context, key string, value []byte, rev uint64, ttl time.Duration) (uint64, error) {
	return ask(ctx, l, func() (uint64, error) { return l.Table.Update(context.Background(), key, value, rev, ttl) })
}

func (l *link) Get(ctx context.Context, key string) ([]byte, uint64, error) {
	type got struct {
		value []byte
		rev   uint64
	}
	g, err := ask(ctx, l, func() (g got, err error) {
		g.value, g.rev, err = l.Table.Get(context.Background(), key)
		return g, err
	})
	return g.value, g.rev, err
}

func (l *link) Delete(ctx context.Context, key string, rev uint64) error {
	_, err := ask(ctx, l, func() (any, error) { return nil, l.Table.Delete(context.Background(), key, rev) })
	return err
}

const key = "lease/007"

func acquire(t *testing.T, b broker.Table, holder string) *broker.Lease {
	t.Helper()
	l, err := broker.Acquire(t.Context(), b, key, holder, broker.LeaseTimes{})
	if err != nil {
		t.Fatal(err)
	}
	return l
}

// A lease that is renewed is kept; one that cannot be is doubted at 5 s, given up at 8 s and
// free at 10 s after the last renewal, by the second.
func TestTimes(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var s brokertest.MemoryServer
		one, two := &link{Table: s.Open()}, s.Open()
		l := acquire(t, one, "one")
		time.Sleep(time.Minute + time.Second) // renewed last at 60 s
		var held *broker.HeldError
		if _, err := broker.Acquire(t.Context(), two, key, "two", broker.LeaseTimes{}); !errors.As(err, &held) || held.Holder != "one" || !l.Fresh() {
			t.Fatalf("after a minute: %v, fresh: %v", err, l.Fresh())
		}
		one.deaf.Store(true)
		at := time.Now().Add(-time.Second)
		check := func(d time.Duration, fresh, going, free bool) {
			t.Helper()
			time.Sleep(time.Until(at.Add(d)))
			synctest.Wait()
			_, _, err := two.Get(t.Context(), key)
			if l.Fresh() != fresh || (l.Context().Err() == nil) != going || errors.Is(err, broker.ErrAbsent) != free {
				t.Errorf("%v after the last renewal: fresh %v, context %v, table %v", d, l.Fresh(), l.Context().Err(), err)
			}
		}
		check(4999*time.Millisecond, true, true, false)
		check(5000*time.Millisecond, false, true, false)
		check(7999*time.Millisecond, false, true, false)
		check(8000*time.Millisecond, false, false, false)
		check(9999*time.Millisecond, false, false, false)
		check(10_000*time.Millisecond, false, false, true)
		if err := context.Cause(l.Context()); !errors.Is(err, broker.ErrLost) {
			t.Errorf("the context ended for %v", err)
		}
		m := acquire(t, two, "two")
		if m.Epoch() <= l.Epoch() {
			t.Errorf("epoch %d follows %d", m.Epoch(), l.Epoch())
		}
		one.deaf.Store(false)
		if err := l.Release(t.Context()); err != nil { // it is not its own any more
			t.Error(err)
		}
		if time.Sleep(time.Minute); !m.Fresh() {
			t.Error("the second lease was not kept")
		}
		if err := m.Release(t.Context()); err != nil {
			t.Error(err)
		}
		if err := context.Cause(m.Context()); !errors.Is(err, broker.ErrReleased) {
			t.Errorf("the context ended for %v", err)
		}
		acquire(t, two, "three").Release(t.Context()) // at once
	})
}

// What arrives and is not answered is found: a creation, a renewal, and then a release.
func TestUnanswered(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var s brokertest.MemoryServer
		b := &link{Table: s.Open()}
		b.mute.Store(true)
		time.AfterFunc(2500*time.Millisecond, func() { b.mute.Store(false) })
		l := acquire(t, b, "one")
		for range 5 {
			time.Sleep(8 * time.Second)
			b.mute.Store(true)
			time.Sleep(4 * time.Second)
			b.mute.Store(false)
		}
		if time.Sleep(2 * time.Second); !l.Fresh() {
			t.Error("lost by renewals without an answer")
		}
		b.mute.Store(true)
		time.Sleep(3500 * time.Millisecond) // in the middle of one
		b.mute.Store(false)
		if err := l.Release(t.Context()); err != nil {
			t.Error(err)
		}
		if _, _, err := b.Get(t.Context(), key); !errors.Is(err, broker.ErrAbsent) {
			t.Errorf("after the release: %v", err)
		}
	})
}

// A key that was taken ends the lease at the next renewal, and a closed broker, too.
func TestTaken(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var s brokertest.MemoryServer
		b := s.Open()
		l := acquire(t, b, "one")
		_, rev, err := b.Get(t.Context(), key)
		if err != nil {
			t.Fatal(err)
		}
		if err := b.Delete(t.Context(), key, rev); err != nil {
			t.Fatal(err)
		}
		<-l.Context().Done()
		m := acquire(t, b, "two")
		if err := b.Close(); err != nil {
			t.Fatal(err)
		}
		<-m.Context().Done()
		if err := context.Cause(m.Context()); !errors.Is(err, broker.ErrLost) || !errors.Is(err, broker.ErrClosed) {
			t.Errorf("lost for %v", err)
		}
		if _, err := broker.Acquire(t.Context(), s.Open(), key, "x", broker.LeaseTimes{Lost: time.Second}); !errors.Is(err, broker.ErrTimes) {
			t.Errorf("times out of order: %v", err)
		}
	})
}

// Contenders whose links are cut at random, in one way or both: never are two fresh, what
// was begun under one lease has ended before the next is acquired, epochs rise, and
// somebody holds it most of the time.
func TestNeverTwo(t *testing.T) {
	seeds := uint64(20)
	if testing.Short() { // the race detector makes it twenty times as long
		seeds = 2
	}
	for seed := range seeds {
		synctest.Test(t, func(t *testing.T) { neverTwo(t, seed) })
	}
}

func neverTwo(t *testing.T, seed uint64) {
	const contenders = 3
	var s brokertest.MemoryServer
	var mu sync.Mutex
	var epoch uint64
	var held [contenders]*broker.Lease
	ctx, cancel := context.WithTimeout(context.Background(), 20*time.Minute)
	defer cancel()
	var wg sync.WaitGroup
	for i := range contenders {
		r := rand.New(rand.NewPCG(seed, uint64(i)))
		b := &link{Table: s.Open(), slow: time.Duration(r.IntN(400)) * time.Millisecond}
		wg.Go(func() { // cuts
			for ctx.Err() == nil {
				time.Sleep(time.Duration(r.IntN(20_000)) * time.Millisecond)
				b.deaf.Store(r.IntN(2) == 0)
				b.mute.Store(r.IntN(2) == 0)
				time.Sleep(time.Duration(r.IntN(12_000)) * time.Millisecond)
				b.deaf.Store(false)
				b.mute.Store(false)
			}
		})
		wg.Go(func() {
			for ctx.Err() == nil {
				l, err := broker.Acquire(ctx, b, key, "c", broker.LeaseTimes{})
				if err != nil {
					time.Sleep(time.Second)
					continue
				}
				mu.Lock()
				if l.Epoch() <= epoch {
					t.Errorf("epoch %d follows %d", l.Epoch(), epoch)
				}
				for _, other := range held {
					if other != nil && other.Context().Err() == nil {
						t.Errorf("epoch %d begins, %d has not ended", l.Epoch(), other.Epoch())
					}
				}
				epoch, held[i] = l.Epoch(), l
				mu.Unlock()
				select {
				case <-l.Context().Done():
				case <-ctx.Done():
				}
				l.Release(context.Background())
			}
		})
	}
	ticks, busy := 0, 0
	for ; ctx.Err() == nil; ticks++ {
		time.Sleep(97 * time.Millisecond)
		fresh := 0
		mu.Lock()
		for _, l := range held {
			if l != nil && l.Fresh() {
				fresh++
			}
		}
		mu.Unlock()
		if busy += min(fresh, 1); fresh > 1 {
			t.Fatalf("seed %d: %d owners", seed, fresh)
		}
	}
	wg.Wait()
	if busy*3 < ticks || epoch < 5 {
		t.Errorf("seed %d: an owner at %d of %d ticks, last epoch %d", seed, busy, ticks, epoch)
	}
}
