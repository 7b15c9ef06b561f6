package store_test

import (
	"errors"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"go.uber.org/goleak"

	"github.com/ontocrawl/ontocrawl/crawl/watch/internal/monitortest"
	"github.com/ontocrawl/ontocrawl/crawl/watch/monitor"
	"github.com/ontocrawl/ontocrawl/crawl/watch/store"
)

func TestMain(m *testing.M) {
	// Badger's metrics and its cache of handles leave goroutines of glog behind.
	goleak.VerifyTestMain(m, goleak.IgnoreTopFunction("github.com/golang/glog.(*fileSink).flushDaemon"))
}

func open(dir string) (monitor.Store, error) {
	l, err := store.Open(dir, slog.New(slog.NewTextHandler(io.Discard, nil)))
	return l.Roles(), err
}

func TestStore(t *testing.T) { monitortest.Store(t, open) }

func TestLocked(t *testing.T) {
	dir := t.TempDir()
	b, err := open(dir)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := open(dir); !errors.Is(err, monitor.ErrLocked) || !strings.Contains(err.Error(), dir) {
		t.Errorf("opened twice: %v", err)
	}
	if err := errors.Join(b.Close(), b.Close()); err != nil {
		t.Errorf("closed twice: %v", err)
	}
	if _, err := b.Upto("a"); err == nil {
		t.Error("a closed store was read")
	}
	if err := b.AddTransition(monitor.Transition{Job: "a"}); err == nil {
		t.Error("a closed store was written")
	}
}

func TestDamaged(t *testing.T) {
	dir := t.TempDir()
	b, err := open(dir)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := b.Claim("a", time.Unix(1e9, 0), monitor.Scheduled, time.Unix(1e9, 0)); err != nil {
		t.Fatal(err)
	}
	if err := b.Close(); err != nil {
		t.Fatal(err)
	}
	if err := os.Remove(filepath.Join(dir, "db", "MANIFEST")); err != nil {
		t.Fatal(err)
	}
	if _, err := open(dir); err == nil || !strings.Contains(err.Error(), "damaged") || !strings.Contains(err.Error(), "ontocrawl repair") {
		t.Errorf("opened without its MANIFEST: %v", err)
	}
}

// A table whose bytes were changed is found, and nothing is written after it.
func TestCheck(t *testing.T) {
	dir := t.TempDir()
	b, err := open(dir)
	if err != nil {
		t.Fatal(err)
	}
	for i := range 50 {
		if err := b.AddTransition(monitor.Transition{Job: "a", Reason: strings.Repeat("why ", i)}); err != nil {
			t.Fatal(err)
		}
	}
	if err := errors.Join(b.Reader.(*store.Store).Check(), b.Close()); err != nil { // Close makes it a table
		t.Fatal(err)
	}
	tables, err := filepath.Glob(filepath.Join(dir, "db", "*.sst"))
	if err != nil || len(tables) == 0 {
		t.Fatal(tables, err)
	}
	f, err := os.OpenFile(tables[0], os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := f.WriteAt([]byte("damage"), 100); err != nil {
		t.Fatal(err)
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	if _, err := open(dir); err == nil || !strings.Contains(err.Error(), "damaged") {
		t.Errorf("opened with a damaged table: %v", err)
	}
}

// A batch that no transaction holds is refused whole.
func TestTooLarge(t *testing.T) {
	b, err := open(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	defer b.Close()
	batch := monitor.Batch{Job: "a", Seq: 9}
	for i := range 400 {
		batch.Events = append(batch.Events, monitor.Event{Seq: i, Kind: monitor.New, Title: strings.Repeat("台风", 1000)})
	}
	if err := b.Add(batch); !errors.Is(err, monitor.ErrTooLarge) {
		t.Fatal(err)
	}
	events, err := b.Events("a", 0)
	if upto, other := b.Upto("a"); len(events) > 0 || upto != 0 || err != nil || other != nil {
		t.Errorf("%d events up to %d, %v %v", len(events), upto, err, other)
	}
	batch.Events = batch.Events[:100]
	if err := b.Add(batch); err != nil {
		t.Error(err)
	}
}

// Whoever reads while the store is closed gets what he asked for, or an error.
func TestClosedWhileRead(t *testing.T) {
	b, err := open(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	for i := range 20 {
		due := time.Unix(int64(i), 0)
		r, err := b.Claim("a", due, monitor.Scheduled, due)
		if err != nil {
			t.Fatal(err)
		}
		if err := b.End(r); err != nil {
			t.Fatal(err)
		}
	}
	var readers sync.WaitGroup
	begun := make(chan struct{}, 4)
	for range 4 {
		readers.Go(func() {
			for n := 0; ; n++ {
				runs, err := b.Runs("", time.Time{}, 99)
				if n == 0 {
					begun <- struct{}{}
				}
				if err != nil {
					return
				}
				if len(runs) != 20 {
					t.Errorf("%d runs", len(runs))
				}
			}
		})
	}
	for range 4 {
		<-begun
	}
	if err := b.Close(); err != nil {
		t.Error(err)
	}
	readers.Wait()
}
