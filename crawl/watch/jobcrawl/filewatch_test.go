package jobcrawl

import (
	"context"
	"os"
	"path/filepath"
	"testing"
	"time"

	"go.uber.org/goleak"

	"github.com/ontocrawl/ontocrawl/internal/pacetest"
)

// The workers of bleve live as long as the process.
func TestMain(m *testing.M) {
	goleak.VerifyTestMain(m, goleak.IgnoreAnyFunction("github.com/blevesearch/bleve_index_api.AnalysisWorker"))
}

func write(t *testing.T, path, text string) {
	t.Helper()
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

// TestWatch saves a file as editors do.
func TestWatch(t *testing.T) {
	for _, tt := range []struct {
		name string
		opt  watchOptions
	}{
		{"told by the system", watchOptions{Quiet: 20 * time.Millisecond, Poll: time.Hour}},
		{"by looking", watchOptions{Quiet: time.Hour, Poll: 20 * time.Millisecond}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			dir := t.TempDir()
			path := filepath.Join(dir, "storms.owl")
			write(t, path, "one")
			ctx, cancel := context.WithCancel(t.Context())
			defer cancel()
			told, done := make(chan string, 20), make(chan error)
			go func() {
				done <- watchFile(ctx, path, tt.opt, func() {
					b, err := os.ReadFile(path)
					if err != nil {
						told <- err.Error()
						return
					}
					told <- string(b)
				})
			}()
			want := func(text string) {
				t.Helper()
				select {
				case got := <-told:
					if got != text {
						t.Errorf("told of %q; want %q", got, text)
					}
				case <-time.After(pacetest.Times(5 * time.Second)):
					t.Errorf("nobody told of %q", text)
				}
			}
			none := func(why string) {
				t.Helper()
				select {
				case got := <-told:
					t.Errorf("%s: told of %q", why, got)
				case <-time.After(150 * time.Millisecond):
				}
			}
			none("nothing was saved")
			write(t, path, "two")
			want("two")
			write(t, path, "two")
			none("the same again")
			write(t, filepath.Join(dir, "other.owl"), "x")
			none("another file")

			// As Protégé: a new file takes the place of the old one.
			if err := os.Rename(path, path+".bak"); err != nil {
				t.Fatal(err)
			}
			none("the file is gone for a moment")
			write(t, path+".tmp", "three")
			if err := os.Rename(path+".tmp", path); err != nil {
				t.Fatal(err)
			}
			want("three")
			cancel()
			if err := <-done; err != nil {
				t.Error(err)
			}
		})
	}
}

// TestWatchWaitsForTheEnd saves in several goes, faster than the quiet time.
func TestWatchWaitsForTheEnd(t *testing.T) {
	path := filepath.Join(t.TempDir(), "storms.owl")
	write(t, path, "")
	ctx, cancel := context.WithCancel(t.Context())
	told, done := make(chan int64, 20), make(chan error)
	go func() {
		done <- watchFile(ctx, path, watchOptions{Quiet: 400 * time.Millisecond, Poll: time.Hour}, func() {
			info, err := os.Stat(path)
			if err != nil {
				t.Error(err)
				return
			}
			told <- info.Size()
		})
	}()
	time.Sleep(500 * time.Millisecond) // until it watches
	f, err := os.OpenFile(path, os.O_WRONLY, 0o644)
	if err != nil {
		t.Fatal(err)
	}
	for range 10 {
		if _, err := f.WriteString("0123456789"); err != nil {
			t.Fatal(err)
		}
		time.Sleep(20 * time.Millisecond)
	}
	f.Close()
	select {
	case n := <-told:
		if n != 100 {
			t.Errorf("told when %d of 100 bytes were written", n)
		}
	case <-time.After(pacetest.Times(5 * time.Second)):
		t.Error("nobody told")
	}
	cancel()
	<-done
	if len(told) != 0 {
		t.Error("told again")
	}
}

func TestWatchNowhere(t *testing.T) {
	if err := watchFile(t.Context(), filepath.Join(t.TempDir(), "none", "x.owl"), watchOptions{}, func() {}); err == nil {
		t.Error("a folder that is not there is no error")
	}
}
