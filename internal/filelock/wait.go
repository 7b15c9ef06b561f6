package filelock

import (
	"context"
	"os"
	"time"
)

// Wait takes the lock on f, for which it waits until ctx ends. It is for locks that are held for one write at a time.
func Wait(ctx context.Context, f *os.File) error {
	const pause = 5 * time.Millisecond
	for {
		held, err := Try(f)
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
