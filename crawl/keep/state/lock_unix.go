//go:build unix

package state

import (
	"fmt"
	"os"

	"github.com/ontocrawl/ontocrawl/internal/atomicfile"
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
	if held, err := atomicfile.TryLock(f); !held {
		f.Close()
		if err != nil {
			err = fmt.Errorf("crawl/keep/state: %w", err)
		}
		return nil, false, err
	}
	return func() { f.Close() }, true, nil // closing releases the lock
}
