package jobcrawl

import (
	"context"
	"path/filepath"
	"testing"
	"time"

	"github.com/ontocrawl/ontocrawl/internal/atomicfile"
)

// TestReplaced: a file that exchanged its name with a new one is told of by the system, not by a later look.
func TestReplaced(t *testing.T) {
	path := filepath.Join(t.TempDir(), "o.ttl")
	write(t, path, "one")
	ctx, cancel := context.WithCancel(t.Context())
	told, done := make(chan struct{}, 9), make(chan error, 1)
	go func() {
		done <- watchFile(ctx, path, watchOptions{Quiet: 5 * time.Millisecond, Poll: time.Hour}, func() { told <- struct{}{} })
	}()
	was := "one"
	for i := 0; ; i++ { // the watch may begin after the first ones
		next := was + "+"
		if err := atomicfile.Replace(path, atomicfile.Sum([]byte(was)), []byte(next), ""); err != nil {
			t.Fatal(err)
		}
		was = next
		select {
		case <-told:
		case <-time.After(100 * time.Millisecond):
			if i < 200 {
				continue
			}
			t.Error("nothing is told")
		}
		break
	}
	cancel()
	if err := <-done; err != nil {
		t.Error(err)
	}
}
