package holder_test

import (
	"context"
	"errors"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"go.uber.org/goleak"

	"github.com/ontocrawl/ontocrawl/crawl/share/broker"
	"github.com/ontocrawl/ontocrawl/crawl/share/broker/brokertest"
	"github.com/ontocrawl/ontocrawl/crawl/watch/holder"
	"github.com/ontocrawl/ontocrawl/crawl/watch/jobfile"
	"github.com/ontocrawl/ontocrawl/crawl/watch/monitor"
	"github.com/ontocrawl/ontocrawl/crawl/watch/store"
	"github.com/ontocrawl/ontocrawl/internal/pacetest"
)

func TestMain(m *testing.M) {
	goleak.VerifyTestMain(m, goleak.IgnoreTopFunction("github.com/golang/glog.(*fileSink).flushDaemon"), goleak.IgnoreTopFunction("go.opencensus.io/stats/view.(*worker).start"))
}

var noon = time.Date(2026, 7, 25, 12, 0, 0, 0, time.UTC)

// quick are times of a lease for tests: long enough for a busy machine.
var quick = broker.LeaseTimes{Renew: 300 * time.Millisecond, Lost: 900 * time.Millisecond, Cancel: 1200 * time.Millisecond, TTL: 1500 * time.Millisecond}

// member is one daemon of a test.
type member struct {
	*holder.Member
	t      *testing.T
	broker *brokertest.Memory
	cancel context.CancelFunc
	done   chan error
	holds  chan context.Context
}

func open(t *testing.T, s *brokertest.MemoryServer, name, dir string) (*member, error) {
	t.Helper()
	b := s.Open()
	m, err := holder.Open(holder.Options{Broker: b, Cluster: "c", Name: name, Dir: dir, Times: quick, Version: "1", Address: "http://" + name},
		func() (*store.Store, error) { return store.Open(store.Dir(dir), slog.New(slog.DiscardHandler)) })
	if err != nil {
		return nil, err
	}
	return &member{Member: m, t: t, broker: b, holds: make(chan context.Context, 9)}, nil
}

func start(t *testing.T, s *brokertest.MemoryServer, name, dir string) *member {
	t.Helper()
	m, err := open(t, s, name, dir)
	if err != nil {
		t.Fatal(err)
	}
	m.run()
	return m
}

func (m *member) run() {
	ctx, cancel := context.WithCancel(context.Background())
	m.cancel, m.done = cancel, make(chan error, 1)
	go func() {
		m.done <- m.Run(ctx, func(ctx context.Context) {
			m.holds <- ctx
			<-ctx.Done()
		})
	}()
}

func (m *member) stop() error {
	m.cancel()
	return errors.Join(<-m.done, m.broker.Close(), m.Store().Close())
}

// eventually waits for what goroutines of other daemons do.
func eventually(t *testing.T, what string, ok func() bool) {
	t.Helper()
	pacetest.Until(t, time.Minute, what, ok)
}

func claim(t *testing.T, m *member, due time.Time) monitor.Run {
	t.Helper()
	r, err := m.Store().Claim("typhoon", due, monitor.Scheduled, due)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// TestTakeOver: a history of before the cluster becomes the common one; the copy of the other one has
// what the holder writes; a daemon that is cut off writes nothing more, and the other one takes over
// and knows which times were claimed.
func TestTakeOver(t *testing.T) {
	var s brokertest.MemoryServer
	dirs := []string{t.TempDir(), t.TempDir()}
	old, err := store.Open(store.Dir(dirs[0]), slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := old.Claim("typhoon", noon, monitor.Scheduled, noon); err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(old.End(monitor.Run{Job: "typhoon", Number: 1, Due: noon, Ended: noon, Outcome: monitor.Done}), old.Close()); err != nil {
		t.Fatal(err)
	}
	one := start(t, &s, "one", dirs[0])
	<-one.holds
	two := start(t, &s, "two", dirs[1])
	eventually(t, "the second has the history", func() bool {
		r, err := two.Store().Run("typhoon", 1)
		return err == nil && r.Outcome == monitor.Done
	})
	r := claim(t, one, noon.Add(time.Hour))
	if r.Number != 2 {
		t.Errorf("run %d", r.Number)
	}
	if _, err := two.Store().Claim("typhoon", noon.Add(2*time.Hour), monitor.Scheduled, noon); !errors.Is(err, store.ErrCopy) {
		t.Errorf("who stands by writes: %v", err)
	}
	var not *holder.NotHolderError
	eventually(t, "it says who takes orders", func() bool {
		err := two.Order()
		return errors.As(err, &not) && not.Holder == one.ID() && not.Address == "http://one" && strings.Contains(err.Error(), one.ID()+" holds the jobs; give the order there, at http://one")
	})
	if err := one.Order(); err != nil {
		t.Errorf("the holder takes no orders: %v", err)
	}
	v := two.Look()
	if v.Here || v.Holder != one.ID() || !strings.Contains(v.Words().String(), one.ID()+" holds the jobs since") {
		t.Errorf("%+v %q", v, v.Words().String())
	}

	one.broker.Close() // its link is cut for ever
	if err := <-one.done; err == nil {
		t.Error("a closed broker is no error")
	}
	if _, err := one.Store().Claim("typhoon", noon.Add(2*time.Hour), monitor.Scheduled, noon.Add(3*time.Hour)); !errors.Is(err, store.ErrCopy) {
		t.Errorf("who was cut off writes: %v", err)
	}
	<-two.holds
	// The run of the dead holder is resumed, under its number.
	if r := claim(t, two, noon.Add(2*time.Hour)); r.Number != 2 || r.Resumed != 1 {
		t.Errorf("resumed: %+v", r)
	}
	r.Ended, r.Outcome = noon, monitor.Done
	if err := two.Store().End(r); err != nil {
		t.Fatal(err)
	}
	if _, err := two.Store().Claim("typhoon", noon.Add(time.Hour), monitor.Scheduled, noon.Add(3*time.Hour)); !errors.Is(err, monitor.ErrClaimed) {
		t.Errorf("a time of the other one is claimed again: %v", err)
	}

	// The first comes back with its folder, and finds what it has missed.
	if err := one.Store().Close(); err != nil {
		t.Fatal(err)
	}
	one = start(t, &s, "another name", dirs[0])
	if !strings.HasPrefix(one.ID(), "one.") {
		t.Errorf("a folder has another name now: %s", one.ID())
	}
	eventually(t, "it has caught up", func() bool {
		r, err := one.Store().Run("typhoon", 2)
		return err == nil && !r.Ended.IsZero()
	})
	if err := errors.Join(two.stop(), one.stop()); err != nil {
		t.Error(err)
	}
}

// TestShorten: a log begins with a snapshot, and who was away for longer makes its copy anew.
func TestShorten(t *testing.T) {
	var s brokertest.MemoryServer
	dirs := []string{t.TempDir(), t.TempDir()}
	one := start(t, &s, "one", dirs[0])
	<-one.holds
	two := start(t, &s, "two", dirs[1])
	for i := range 5 {
		r := claim(t, one, noon.Add(time.Duration(i)*time.Hour))
		r.Ended, r.Outcome = noon, monitor.Done
		if err := one.Store().End(r); err != nil {
			t.Fatal(err)
		}
	}
	has := func(m *member, n int) func() bool {
		return func() bool { _, err := m.Store().Run("typhoon", n); return err == nil }
	}
	eventually(t, "the second has followed", has(two, 5))
	if err := two.stop(); err != nil {
		t.Fatal(err)
	}
	if _, err := one.Store().Prune("typhoon", noon.Add(2*time.Hour)); err != nil {
		t.Fatal(err)
	}
	if err := one.Store().SetFile("paused.json", []byte("{}")); err != nil {
		t.Fatal(err)
	}
	if err := one.Shorten(t.Context(), 3); err != nil {
		t.Fatal(err)
	}
	if first, last, err := one.broker.Bounds(t.Context(), "jobs"); err != nil || last-first > 3 {
		t.Errorf("%d to %d %v", first, last, err)
	}
	three := start(t, &s, "three", t.TempDir()) // it has nothing
	two = start(t, &s, "two", dirs[1])          // it has what is deleted by now
	for _, m := range []*member{two, three} {
		eventually(t, "a copy of the snapshot", func() bool {
			runs, err := m.Store().Runs("typhoon", time.Time{}, 9)
			text, e := m.Store().File("paused.json")
			return err == nil && e == nil && len(runs) == 3 && string(text) == "{}"
		})
	}
	claim(t, one, noon.Add(9*time.Hour))
	for _, m := range []*member{two, three} {
		eventually(t, "what follows the snapshot", has(m, 6))
	}
	if err := errors.Join(three.stop(), two.stop(), one.stop()); err != nil {
		t.Error(err)
	}
}

// TestRefused: a folder of another history, of another cluster, and one whose broker has lost its data.
func TestRefused(t *testing.T) {
	var s brokertest.MemoryServer
	dir := t.TempDir()
	one := start(t, &s, "one", dir)
	<-one.holds
	claim(t, one, noon)
	own := t.TempDir()
	o, err := store.Open(store.Dir(own), slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := o.Claim("flood", noon, monitor.Scheduled, noon); err != nil {
		t.Fatal(err)
	}
	if err := o.Close(); err != nil {
		t.Fatal(err)
	}
	two := start(t, &s, "two", own)
	var no *holder.RefusedError
	if err := <-two.done; !errors.As(err, &no) || !strings.Contains(err.Error(), "a history of its own") {
		t.Errorf("two histories: %v", err)
	}
	if r, err := two.Store().Run("flood", 1); err != nil || r.Job != "flood" {
		t.Errorf("its own history is gone: %v", err)
	}
	two.cancel()
	if err := errors.Join(two.broker.Close(), two.Store().Close(), one.stop()); err != nil {
		t.Fatal(err)
	}
	if err := holder.Alone(dir); !errors.As(err, &no) || !strings.Contains(err.Error(), holder.File) {
		t.Errorf("a daemon that is alone: %v", err)
	}
	if _, err := holder.Open(holder.Options{Broker: s.Open(), Cluster: "other", Name: "one", Dir: dir}, nil); !errors.As(err, &no) {
		t.Errorf("another cluster: %v", err)
	}
	var empty brokertest.MemoryServer
	three := start(t, &empty, "one", dir)
	if err := <-three.done; !errors.As(err, &no) || !strings.Contains(err.Error(), "has lost its data") {
		t.Errorf("the broker is empty: %v", err)
	}
	three.cancel()
	if err := errors.Join(three.broker.Close(), three.Store().Close()); err != nil {
		t.Error(err)
	}
	// The way out that the message names.
	if err := os.Remove(filepath.Join(dir, holder.File)); err != nil {
		t.Fatal(err)
	}
	four := start(t, &empty, "one", dir)
	<-four.holds
	if r, err := four.Store().Run("typhoon", 1); err != nil || r.Number != 1 {
		t.Errorf("the history goes on: %v", err)
	}
	if err := four.stop(); err != nil {
		t.Error(err)
	}
	if _, err := open(t, &s, "a/b", t.TempDir()); !errors.As(err, &no) {
		t.Errorf("a name with a slash: %v", err)
	}
}

// TestDiffers: files of jobs and versions that differ are told, by the names of the jobs.
func TestDiffers(t *testing.T) {
	var s brokertest.MemoryServer
	parse := func(jobs ...string) *jobfile.File {
		text := "jobs:\n"
		for _, j := range jobs {
			name, pages, _ := strings.Cut(j, " ")
			text += "  - {name: " + name + ", seeds: ['https://a.example/'], schedule: '@hourly', budget: {pages: " + pages + "}}\n"
		}
		f, err := jobfile.Parse("jobs.yaml", []byte(text), jobfile.Options{})
		if err != nil {
			t.Fatal(err)
		}
		return f
	}
	all := []*member{}
	for i, f := range []*jobfile.File{parse("typhoon 5", "flood 5"), parse("typhoon 6", "fire 5"), parse("typhoon 5", "flood 5")} {
		m, err := open(t, &s, string(rune('a'+i)), t.TempDir())
		if err != nil {
			t.Fatal(err)
		}
		m.Use(f)
		m.run()
		all = append(all, m)
	}
	b := all[1].ID()
	want := []string{
		"daemon " + b + " has another text of the jobs typhoon",
		"daemon " + b + " has jobs that this one does not have: fire",
		"daemon " + b + " does not have the jobs flood",
	}
	eventually(t, "it is told", func() bool {
		return strings.Join(all[0].Look().Differs, "\n") == strings.Join(want, "\n") && len(all[0].Look().Daemons) == 3
	})
	for _, m := range all {
		if err := m.stop(); err != nil {
			t.Error(err)
		}
	}
}
