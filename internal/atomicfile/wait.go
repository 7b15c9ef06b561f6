package atomicfile

import (
	"context"
	"os"
	"time"

	"github.com/ontocrawl/ontocrawl/internal/english"
)

// locklessError reports a file system without locks. Without them two processes could write to one folder, so nothing goes on.
type locklessError struct {
	Name string // of the file or folder
	Err  error
}

func (e *locklessError) Error() string { return e.Message().String() }

// Message implements [english.Sentence].
func (e *locklessError) Message() english.Phrase {
	return english.Phrasef("%s lies on a file system without locks, such as NFS without its lock service; choose a folder on another disk, or let the share have locks (%v)", e.Name, e.Err)
}

// Unwrap returns the error of the system.
func (e *locklessError) Unwrap() error { return e.Err }

// WaitLock takes the lock on f, for which it waits until ctx ends. It is for locks that are held for one write at a time.
func WaitLock(ctx context.Context, f *os.File) error {
	const pause = 5 * time.Millisecond
	for {
		held, err := TryLock(f)
		if held || err != nil {
			return err
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(pause):
		}
	}
}
