package broker

import (
	"bytes"
	"context"
	"errors"
	"time"

	"github.com/ontocrawl/ontocrawl/internal/english"
)

// This part lets one process at a time own something: a part of a crawl, a job. It is built on a
// broker.Table, whose values run out.
//
// The owner counts from the moment at which it began to ask for the renewal, by its own monotonic
// clock; the server counts from when it was asked, which is later. So the owner has stopped before
// anybody else can begin, if clocks run at about the same speed. What does not depend on clocks at all
// is the fence: the new owner enters the log with its epoch (broker.Enter), and the server refuses
// what the old one appends.

// keep renews the lease until its context ends.
func (l *Lease) keep() {
	defer close(l.kept)
	defer l.giveUp.Stop()
	wait := max(l.t.Renew-time.Since(l.renewed), 0)
	for {
		next := time.NewTimer(wait)
		select {
		case <-l.ctx.Done():
			next.Stop()
			return
		case <-next.C:
		}
		began := time.Now()
		switch err := l.renew(); {
		case err == nil:
			l.note(began)
			wait = max(l.t.Renew-time.Since(began), 0)
		case errors.Is(err, errTaken), errors.Is(err, ErrClosed):
			l.cancel(english.Errorf("%w: %w", ErrLost, err))
			return
		default: // silent: until it is given up
			wait = l.t.Renew / 10
		}
	}
}

// note notes a renewal that was asked for at a time.
func (l *Lease) note(began time.Time) {
	l.mu.Lock()
	l.renewed = began
	l.mu.Unlock()
	// Too late if it was given up in the meantime: a context does not begin again.
	if left := l.t.Cancel - time.Since(began); left > 0 && l.giveUp.Stop() {
		l.giveUp.Reset(left)
	}
}

// errTaken: the key has run out, or another lease has it.
var errTaken = errors.New("it was taken or has run out")

// renew writes the value anew.
func (l *Lease) renew() error {
	ctx, cancel := context.WithTimeout(l.ctx, l.t.Renew)
	defer cancel()
	for range 2 {
		rev, err := l.table.Update(ctx, l.key, l.value, l.rev, l.t.TTL)
		if err == nil {
			l.rev = rev
			return nil
		}
		if !errors.Is(err, ErrRevision) {
			return err
		}
		// An earlier renewal may have arrived though it was not answered.
		value, now, err := l.table.Get(ctx, l.key)
		switch {
		case errors.Is(err, ErrAbsent), err == nil && !bytes.Equal(value, l.value):
			return errTaken
		case err != nil:
			return err
		case now <= l.rev:
			return ErrUnavailable // an old answer
		}
		l.rev = now
	}
	return ErrUnavailable
}
