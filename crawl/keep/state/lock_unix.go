//go:build unix

package state

import (
	"errors"
	"fmt"
	"os"

	"golang.org/x/sys/unix"
)

// lockKnown: lockDir takes Badger's lock.
const lockKnown = true

// lockDir takes the lock that Badger takes on its folder. ok is false if another
// process holds it. A lock that nobody signs is waited for a short while: see nameless.
func lockDir(dir string) (unlock func(), ok bool, err error) {
	nameless(dir, func() bool {
		unlock, ok, err = tryLock(dir)
		return err == nil && !ok
	})
	return unlock, ok, err
}

func tryLock(dir string) (unlock func(), ok bool, err error) {
	f, err := os.Open(dir)
	if err != nil {
		return nil, false, fmt.Errorf("crawl/keep/state: %w", err)
	}
	if err := unix.Flock(int(f.Fd()), unix.LOCK_EX|unix.LOCK_NB); err != nil {
		f.Close()
		if errors.Is(err, unix.EWOULDBLOCK) {
			return nil, false, nil
		}
		return nil, false, fmt.Errorf("crawl/keep/state: %s: %w", dir, err)
	}
	return func() { f.Close() }, true, nil // closing releases the lock
}
