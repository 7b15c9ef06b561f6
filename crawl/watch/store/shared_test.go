package store_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"testing"
	"time"

	"github.com/ontocrawl/ontocrawl/crawl/share/broker"
	"github.com/ontocrawl/ontocrawl/crawl/share/broker/brokertest"
	"github.com/ontocrawl/ontocrawl/crawl/watch/internal/monitortest"
	"github.com/ontocrawl/ontocrawl/crawl/watch/monitor"
	"github.com/ontocrawl/ontocrawl/crawl/watch/store"
)

// sharedLog is the log of the tests.
const sharedLog = "jobs"

// lead opens a store that leads the history in the log of b.
func lead(b broker.Broker, dir string, n int) (*store.Store, error) {
	s, err := store.Open(dir, slog.New(slog.DiscardHandler))
	if err != nil {
		return nil, err
	}
	data, err := store.Entered("one")
	if err != nil {
		return nil, err
	}
	id := fmt.Sprintf("leader%d", n)
	w, err := broker.Enter(context.Background(), b, sharedLog, id, data)
	if err := errors.Join(err, s.Share()); err != nil {
		return nil, errors.Join(err, s.Close())
	}
	if err := apply(b, s, w.Last()); err != nil {
		return nil, errors.Join(err, s.Close())
	}
	return s, s.Lead(context.Background(), w, id, func(error) {})
}

// apply brings a copy up to an entry of the log.
func apply(b broker.Broker, s *store.Store, last int64) error {
	there := errors.New("there")
	err := b.Read(context.Background(), sharedLog, s.Heard(), func(e broker.Entry) error {
		if err := s.Apply(e.Seq, e.Data); err != nil {
			return err
		}
		if e.Seq == last {
			return there
		}
		return nil
	})
	if errors.Is(err, there) {
		return nil
	}
	return err
}

// TestSharedStore: a store that leads a shared history is one like any other.
func TestSharedStore(t *testing.T) {
	if testing.Short() {
		t.Skip("the suite has passed on the same code without a log")
	}
	servers, n := map[string]*brokertest.MemoryServer{}, 0
	monitortest.Store(t, func(dir string) (monitor.Store, error) {
		if servers[dir] == nil {
			servers[dir] = new(brokertest.MemoryServer)
		}
		n++
		s, err := lead(servers[dir].Open(), dir, n)
		return s.Roles(), err
	})
}

// TestCopy: a copy that has applied all entries, and one that was made of a snapshot, answer as the
// store that wrote them. Whoever was replaced writes nothing, here or there.
func TestCopy(t *testing.T) {
	var server brokertest.MemoryServer
	b := server.Open()
	one, err := lead(b, t.TempDir(), 1)
	if err != nil {
		t.Fatal(err)
	}
	defer one.Close()
	noon := time.Date(2026, 7, 25, 12, 0, 0, 0, time.UTC)
	for i := range 30 {
		due := noon.Add(time.Duration(i) * time.Minute)
		r, err := one.Claim("typhoon", due, monitor.Scheduled, due)
		if err != nil {
			t.Fatal(err)
		}
		n := monitor.Notification{ID: fmt.Sprint("n", i), Job: "typhoon", Receiver: "hook", Created: due, Due: due}
		story := monitor.Story{ID: fmt.Sprint("s", i%3), Job: "typhoon", First: noon, Last: due}
		r.Ended, r.Outcome = due, monitor.Done
		err = errors.Join(one.Add(monitor.Batch{Job: "typhoon", Seq: i + 1, Run: r, Stories: []monitor.Story{story}, Notifications: []monitor.Notification{n}, Notes: map[string][]byte{"k": {byte(i)}}}), one.End(r))
		if n.Sent = due; err == nil && i%2 == 0 {
			err = one.Mark(n)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if _, err := one.Prune("typhoon", noon.Add(5*time.Minute)); err != nil {
		t.Fatal(err)
	}
	if err := one.SetFile("paused.json", bytes.Repeat([]byte("x"), 100_000)); err != nil {
		t.Fatal(err)
	}
	if err := one.SetFile("large", make([]byte, store.MaxFile+1)); !errors.Is(err, monitor.ErrTooLarge) {
		t.Errorf("a large file: %v", err)
	}
	first, last, err := one.Snapshot()
	if err != nil {
		t.Fatal(err)
	}
	all, err := store.Open(t.TempDir(), slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	defer all.Close()
	late, err := store.Open(t.TempDir(), slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	defer late.Close()
	if err := errors.Join(all.Share(), late.Share(), apply(b, all, last)); err != nil {
		t.Fatal(err)
	}
	if err := b.Trim(t.Context(), sharedLog, first); err != nil {
		t.Fatal(err)
	}
	if err := apply(b, late, last); !errors.Is(err, broker.ErrGap) {
		t.Errorf("a log without its beginning: %v", err)
	}
	if err := errors.Join(late.Forget(), late.Skip(first-1), apply(b, late, last)); err != nil {
		t.Fatal(err)
	}
	want := fmt.Sprintf("%+v", dump(t, one))
	for name, s := range map[string]*store.Store{"entry by entry": all, "by a snapshot": late} {
		if got := fmt.Sprintf("%+v", dump(t, s)); got != want {
			t.Errorf("%s:\n%.2000s\nwant\n%.2000s", name, got, want)
		}
		if err := s.AddTransition(monitor.Transition{Job: "typhoon"}); !errors.Is(err, store.ErrCopy) {
			t.Errorf("a copy is written: %v", err)
		}
	}

	_, err = lead(server.Open(), t.TempDir(), 2)
	if !errors.Is(err, broker.ErrGap) { // it is empty and the log is trimmed; it has entered all the same
		t.Errorf("%v", err)
	}
	if err := one.AddTransition(monitor.Transition{Job: "typhoon", To: monitor.Impact}); !errors.Is(err, broker.ErrFenced) || !errors.Is(err, store.ErrCopy) {
		t.Errorf("who was replaced writes: %v", err)
	}
	if got := fmt.Sprintf("%+v", dump(t, one)); got != want {
		t.Errorf("and has kept what it wrote:\n%.2000s", got)
	}
}

// dump is all that a store answers.
func dump(t *testing.T, s *store.Store) (out []any) {
	t.Helper()
	add := func(v any, err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, v)
	}
	runs, err := s.Runs("", time.Time{}, 1000)
	add(runs, err)
	stories, err := s.Stories("", time.Time{}, 1000)
	add(stories, err)
	notes, err := s.Notes("typhoon", "")
	add(notes, err)
	all, err := s.Notifications("", time.Time{}, 1000, false)
	add(all, err)
	due, err := s.Due(time.Date(2027, 1, 1, 0, 0, 0, 0, time.UTC), 1000)
	add(due, err)
	turns, err := s.Transitions("typhoon", 9)
	add(turns, err)
	file, err := s.File("paused.json")
	add(len(file), err)
	return out
}

// TestHistory: a store with a history of its own does not become the copy of another one, and a
// copy that goes on alone is one like any other.
func TestHistory(t *testing.T) {
	var server brokertest.MemoryServer
	b, dir := server.Open(), t.TempDir()
	one, err := lead(b, dir, 1)
	if err != nil {
		t.Fatal(err)
	}
	noon := time.Date(2026, 7, 25, 12, 0, 0, 0, time.UTC)
	if _, err := one.Claim("typhoon", noon, monitor.Scheduled, noon); err != nil {
		t.Fatal(err)
	}
	if err := one.Close(); err != nil {
		t.Fatal(err)
	}
	if one, err = store.Open(dir, slog.New(slog.DiscardHandler)); err != nil {
		t.Fatal(err)
	}
	defer one.Close()
	if err := one.AddTransition(monitor.Transition{Job: "typhoon"}); !errors.Is(err, store.ErrCopy) {
		t.Errorf("by a process that knows nothing of others: %v", err)
	}
	if err := errors.Join(one.Alone(), one.AddTransition(monitor.Transition{Job: "typhoon"})); err != nil {
		t.Errorf("it goes on alone: %v", err)
	}
	if err := one.Share(); err != nil {
		t.Fatal(err)
	}
	if err := apply(b, one, 2); !errors.Is(err, store.ErrHistory) {
		t.Errorf("another history: %v", err)
	}
	for _, bad := range [][]byte{nil, {1}, {9, 1}, []byte("\x01not zstd")} {
		if err := one.Apply(99, bad); err == nil {
			t.Errorf("%q is an entry", bad)
		}
	}
}

func FuzzEntry(f *testing.F) {
	data, err := store.Entered("one")
	if err != nil {
		f.Fatal(err)
	}
	f.Add(data)
	dir := f.TempDir()
	s, err := store.Open(dir, slog.New(slog.DiscardHandler))
	if err != nil {
		f.Fatal(err)
	}
	if err := s.Share(); err != nil {
		f.Fatal(err)
	}
	f.Cleanup(func() { s.Close() })
	n := int64(0)
	f.Fuzz(func(t *testing.T, data []byte) {
		n++
		s.Apply(n, data) //nolint:errcheck // it must not panic
	})
}
