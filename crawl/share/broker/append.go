package broker

import (
	"context"
	"errors"
	"time"

	"github.com/ontocrawl/ontocrawl/internal/english"
)

// Append appends to a log, and asks again under the same id while nobody answers, until ctx
// ends. A server whose leader dies leaves some appends without an answer for ever, though
// they may have arrived, so each must be asked again.
func Append(ctx context.Context, l Log, log, id string, after int64, data []byte) (int64, error) {
	wait := 50 * time.Millisecond
	for tries := 0; ; tries++ {
		seq, err := l.Append(ctx, log, id, after, data)
		if err != nil && ctx.Err() != nil {
			return 0, english.Errorf("append to %s after %d tries: %w", log, tries+1, errors.Join(context.Cause(ctx), err))
		}
		if !errors.Is(err, ErrUnavailable) {
			return seq, err
		}
		select {
		case <-ctx.Done():
		case <-time.After(wait):
		}
		wait = min(2*wait, 2*time.Second)
	}
}
