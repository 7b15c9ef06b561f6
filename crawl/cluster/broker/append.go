package broker

import (
	"context"
	"errors"
	"fmt"
	"time"
)

// Append appends to a log, and asks again under the same id while nobody answers, until ctx
// ends. A server whose leader dies leaves some appends without an answer for ever, though
// they may have arrived, so each must be asked again.
//
// An entry whose first try arrived is found by its id, also after the log has forgotten
// ids; then it must be fenced (after is not Any).
func Append(ctx context.Context, l Log, log, id string, after int64, data []byte) (int64, error) {
	wait := 50 * time.Millisecond
	for tries := 0; ; tries++ {
		seq, err := l.Append(ctx, log, id, after, data)
		if err != nil && ctx.Err() != nil {
			return 0, fmt.Errorf("append to %s after %d tries: %w", log, tries+1, errors.Join(context.Cause(ctx), err))
		}
		switch {
		case errors.Is(err, ErrFenced) && tries > 0:
			return arrived(ctx, l, log, id, after, err)
		case !errors.Is(err, ErrUnavailable):
			return seq, err
		}
		select {
		case <-ctx.Done():
		case <-time.After(wait):
		}
		wait = min(2*wait, 2*time.Second)
	}
}

var errFound = errors.New("found")

// arrived finds out whether the entry that fences an append is the one of an earlier try.
func arrived(ctx context.Context, l Log, log, id string, after int64, fenced error) (int64, error) {
	_, last, err := l.Bounds(ctx, log)
	if err != nil || last <= after {
		return 0, errors.Join(fenced, err)
	}
	var next Entry
	err = l.Read(ctx, log, after, func(e Entry) error { next = e; return errFound })
	switch {
	case errors.Is(err, errFound) && next.ID == id:
		return next.Seq, nil
	case errors.Is(err, errFound), errors.Is(err, ErrGap):
		return 0, fenced
	}
	return 0, errors.Join(fenced, err)
}
