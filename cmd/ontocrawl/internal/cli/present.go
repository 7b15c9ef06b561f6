package cli

import (
	"os"
	"time"

	"github.com/ontocrawl/ontocrawl/internal/term"
	"github.com/ontocrawl/ontocrawl/message"
)

// How often a folder is looked for, and how long it may be away.
const (
	lookEvery = time.Second
	mostGone  = 15 * time.Second
)

// Present ends the process with [ExitFailure] and one line if the folder dir is deleted, moved or
// unmounted, and does not come back within 15 seconds. Until stop is called: after what writes to the
// folder is closed, for a store without its folder tries to write for ever and never closes. A disk that
// does not answer is waited for.
func (a *App) Present(dir string) (stop func()) {
	was, err := os.Stat(dir)
	if dir == "" || err != nil {
		return func() {}
	}
	done := make(chan struct{})
	go func() {
		tick := time.NewTicker(lookEvery)
		defer tick.Stop()
		for seen := time.Now(); ; {
			select {
			case <-done:
				return
			case <-tick.C:
			}
			if is, err := os.Stat(dir); err == nil && os.SameFile(was, is) {
				seen = time.Now()
			} else if time.Since(seen) > mostGone {
				message.Fprintf(a.Err, "ontocrawl: %s has been gone for %v, deleted, moved or unmounted: the process ends, for nothing more can be recorded\n", term.Safe(dir), mostGone) //nolint:errcheck // the code says it, too
				os.Exit(ExitFailure)
			}
		}
	}()
	return func() { close(done) }
}
