package resident

import (
	"sync"
	"time"
)

const (
	keepEvery = 250 * time.Millisecond
	// keepStep is how many bytes of files more than are in use may be in the process before
	// pages are given back again.
	keepStep = 6 << 20
)

// Keep gives clean pages of the program's file back now, and again whenever there are 6 MB of
// files more in the process than are in use, until stop is called. It may run more than once at
// a time.
func Keep() (stop func()) {
	k := &keeper{ended: make(chan struct{})}
	k.done.Go(k.run)
	return sync.OnceFunc(func() {
		close(k.ended)
		k.done.Wait()
	})
}

type keeper struct {
	used  int  // bytes of files that are in use
	given bool // back in the last round
	ended chan struct{}
	done  sync.WaitGroup
}

func (k *keeper) run() {
	every := time.NewTicker(keepEvery)
	defer every.Stop()
	for {
		k.look()
		select {
		case <-k.ended:
			return
		case <-every.C:
		}
	}
}

// look gives pages back if there are many more than in use. What is in use comes back at once,
// so it is there a round later.
func (k *keeper) look() {
	now := OfFiles()
	switch {
	case k.given:
		k.used, k.given = now, false
	case now < k.used+keepStep:
		k.used = min(k.used, now)
	default:
		giveBack()
		k.given = true
	}
}
