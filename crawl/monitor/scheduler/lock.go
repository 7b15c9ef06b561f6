package scheduler

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
)

// ErrBusy is returned if another run of the job is being made, perhaps by another
// process.
var ErrBusy = errors.New("scheduler: a run of this job is being made already")

// ErrNoJob is wrapped by the error about an unknown job.
var ErrNoJob = errors.New("scheduler: no such job")

// Dir returns the run folder of a job.
func Dir(daemon, job string) string { return filepath.Join(daemon, "jobs", job) }

// lockFile in a run folder is locked while a run is made. The file stays; only the
// lock counts.
const lockFile = "run.lock"

// lockDir takes the lock of a run folder, and makes the folder if needed. The error is
// ErrBusy if another process holds the lock.
func lockDir(dir string) (unlock func(), err error) {
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return nil, fmt.Errorf("scheduler: %w", err)
	}
	f, err := os.OpenFile(filepath.Join(dir, lockFile), os.O_RDWR|os.O_CREATE, 0o666)
	if err != nil {
		return nil, fmt.Errorf("scheduler: %w", err)
	}
	held, err := tryLock(f)
	if err == nil && !held {
		err = ErrBusy
	}
	if err != nil {
		f.Close() //nolint:errcheck // nothing was written
		return nil, err
	}
	return func() { f.Close() }, nil //nolint:errcheck // releases the lock
}
