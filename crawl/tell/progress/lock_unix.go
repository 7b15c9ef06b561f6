//go:build unix

package progress

import (
	"errors"
	"os"
	"time"

	"golang.org/x/sys/unix"
)

// The lock is on the run folder itself. It is not Badger's lock, which keeps other
// crawls away: a reader that takes this lock must not stop a crawl from starting.

// holdAlive shows that the crawl in dir is alive until release is called or the process
// dies. Where locks do not work, readers use the age of status.json.
func holdAlive(dir string) (release func()) {
	f, err := os.Open(dir)
	if err != nil {
		return func() {}
	}
	for range 20 { // a reader may hold it for some microseconds
		if err = unix.Flock(int(f.Fd()), unix.LOCK_EX|unix.LOCK_NB); !errors.Is(err, unix.EWOULDBLOCK) {
			break
		}
		time.Sleep(5 * time.Millisecond)
	}
	return func() { f.Close() } //nolint:errcheck // releases the lock
}

// isAlive reports whether a process holds the lock. known is false where locks do not
// work.
func isAlive(dir string) (alive, known bool) {
	f, err := os.Open(dir)
	if err != nil {
		return false, false
	}
	defer f.Close()
	switch err := unix.Flock(int(f.Fd()), unix.LOCK_SH|unix.LOCK_NB); {
	case err == nil:
		return false, true
	case errors.Is(err, unix.EWOULDBLOCK):
		return true, true
	}
	return false, false
}
