//go:build unix

package state

import (
	"errors"
	"os"
	"path/filepath"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"github.com/ontocrawl/ontocrawl/internal/pacetest"
)

// TestNamelessLock: a lock that nobody signs may belong to a process that is letting go,
// so Open waits a moment for it; one that is signed is told at once.
func TestNamelessLock(t *testing.T) {
	dir := t.TempDir()
	s, err := Open(dir, Options{})
	if err != nil {
		t.Fatal(err)
	}
	start := time.Now()
	var locked *LockedError
	if _, err := Open(dir, Options{}); !errors.As(err, &locked) || locked.PID != os.Getpid() || pacetest.Over(time.Since(start), patience) {
		t.Errorf("%v after %v", err, time.Since(start))
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	f, err := os.Open(filepath.Join(dir, "db"))
	if err != nil {
		t.Fatal(err)
	}
	if err := unix.Flock(int(f.Fd()), unix.LOCK_EX); err != nil {
		t.Fatal(err)
	}
	if _, ok, err := tryLock(filepath.Join(dir, "db")); ok || err != nil {
		t.Fatalf("the lock is not held: %v", err)
	}
	time.AfterFunc(50*time.Millisecond, func() { f.Close() })
	s, err = Open(dir, Options{})
	if err != nil {
		t.Fatalf("the lock of nobody is not waited for: %v", err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
}
