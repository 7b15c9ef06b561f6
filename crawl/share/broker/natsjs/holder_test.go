//go:build unix

package natsjs_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"github.com/ontocrawl/ontocrawl/crawl/share/broker"
	"github.com/ontocrawl/ontocrawl/crawl/share/broker/natsjs"
	"github.com/ontocrawl/ontocrawl/crawl/share/host"
)

// quick is a lease for tests: NATS counts its ttl in seconds.
var quick = broker.LeaseTimes{Renew: 200 * time.Millisecond, Lost: time.Second, Cancel: 2 * time.Second, TTL: 3 * time.Second}

// enter acquires the lease and enters the log, as an owner of a part does.
func enter(ctx context.Context, url, holder string) (*broker.Lease, *broker.Writer, error) {
	nc, err := natsjs.Dial(url, nil)
	if err != nil {
		return nil, nil, err
	}
	b, err := natsjs.New(nc, natsjs.Options{Name: "test", Replicas: 1})
	if err != nil {
		return nil, nil, err
	}
	for {
		l, err := broker.Acquire(ctx, b, "lease/007", holder, quick)
		var held *broker.HeldError
		if errors.As(err, &held) {
			time.Sleep(50 * time.Millisecond)
			continue
		}
		if err != nil {
			return nil, nil, err
		}
		w, err := broker.Enter(ctx, b, "J.007", fmt.Sprint("epoch-", l.Epoch()), []byte(holder))
		return l, w, err
	}
}

// runHolder owns the part, and says what it finds when it is asked: after it was stopped.
func runHolder(url string) {
	l, w, err := enter(context.Background(), url, "child")
	if err != nil {
		fail(err)
	}
	if _, err := w.Append(context.Background(), "before", nil); err != nil {
		fail(err)
	}
	fmt.Println("owner", l.Epoch())
	os.Stdin.Read(make([]byte, 1))
	fmt.Println("fresh", l.Fresh())
	_, err = w.Append(context.Background(), "after", nil) // though it should have asked
	fmt.Println("fenced", errors.Is(err, broker.ErrFenced))
	<-l.Context().Done()
	fmt.Println("lost", errors.Is(context.Cause(l.Context()), broker.ErrLost))
	io.Copy(io.Discard, os.Stdin)
}

// A lease holder that is stopped by SIGSTOP wakes when another one owns the part: it sees
// that its lease is not fresh, its append is refused by the server, and its context ends.
func TestSleeperIsFenced(t *testing.T) {
	t.Parallel()
	s, err := host.StartServer(host.ServerOptions{Name: "n1", Dir: t.TempDir(), Client: "127.0.0.1:0"})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	c := startChild(t, "holder", s.URL(), filepath.Join(t.TempDir(), "log"))
	var epoch uint64
	if line := c.line(); line == "" {
		t.Fatal("the child has failed")
	} else if _, err := fmt.Sscan(line[len("owner "):], &epoch); err != nil {
		t.Fatal(err)
	}
	c.signal(t, syscall.SIGSTOP)
	l, w, err := enter(t.Context(), s.URL(), "parent")
	if err != nil {
		t.Fatal(err)
	}
	if l.Epoch() <= epoch {
		t.Errorf("epoch %d follows %d", l.Epoch(), epoch)
	}
	c.signal(t, syscall.SIGCONT)
	fmt.Fprintln(c.in, "what now?")
	for _, want := range []string{"fresh false", "fenced true", "lost true"} {
		if line := c.line(); line != want {
			t.Errorf("the sleeper says %q, want %q", line, want)
		}
	}
	seq, err := w.Append(t.Context(), "mine", nil)
	if err != nil || seq != 4 { // epoch, before, epoch, mine
		t.Errorf("the new owner appended number %d, %v", seq, err)
	}
	if err := l.Release(t.Context()); err != nil {
		t.Error(err)
	}
}
