package notify

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"time"

	"github.com/ontocrawl/ontocrawl/internal/atomicfile"
	"github.com/ontocrawl/ontocrawl/internal/english"
)

// lockName is the file in the folder of the jobs whose lock the delivering process holds.
const lockName = "deliver.lock"

// lock waits until this process alone delivers for the folder, and returns what releases
// the lock. Without a lock of the kernel, two daemons in one folder may notify twice.
func (w *Worker) lock(ctx context.Context) (release func(), err error) {
	if err := os.MkdirAll(w.opt.Dir, 0o700); err != nil {
		return nil, err
	}
	f, err := os.OpenFile(filepath.Join(w.opt.Dir, lockName), os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return nil, err
	}
	tick := time.NewTicker(50 * time.Millisecond)
	defer tick.Stop()
	for {
		held, err := atomicfile.TryLock(f)
		switch {
		case err != nil:
			return nil, errors.Join(english.Errorf("alert: lock on %s: %w", f.Name(), err), f.Close())
		case held:
			return func() { f.Close() }, nil //nolint:errcheck // nothing was written
		}
		select {
		case <-ctx.Done():
			return nil, errors.Join(english.Errorf("alert: another process delivers for %s: %w", w.opt.Dir, ctx.Err()), f.Close())
		case <-tick.C:
		}
	}
}
