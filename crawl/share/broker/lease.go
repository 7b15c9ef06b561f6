package broker

import (
	"bytes"
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/ontocrawl/ontocrawl/internal/english"
)

// Why the context of a lease has ended.
var (
	// ErrLost: it could not be renewed in time, or somebody else has it.
	ErrLost = errors.New("the lease is lost")
	// ErrReleased: Release was called.
	ErrReleased = errors.New("the lease was released")
)

// HeldError is the error of Acquire when somebody has the lease.
type HeldError struct {
	Key    string
	Holder string // what that one called itself
}

func (e *HeldError) Error() string { return e.Message().String() }

// Message implements [english.Sentence].
func (e *HeldError) Message() english.Phrase {
	return english.Phrasef("lease %s is held by %s", e.Key, e.Holder)
}

// Lease is a lease that was acquired. Once it is lost it is lost for ever: acquire another one.
type Lease struct {
	table Table
	key   string
	value []byte
	t     LeaseTimes
	epoch uint64

	ctx    context.Context
	cancel context.CancelCauseFunc
	giveUp *time.Timer
	kept   chan struct{} // closed when it is renewed no more

	mu      sync.Mutex
	rev     uint64
	renewed time.Time // when the last renewal that succeeded was asked for
}

// holding is the value of a lease in the table.
type holding struct {
	Holder string `json:"holder"`
	Token  string `json:"token"` // of this one Lease: two of one holder are two
}

// Holder returns who holds the lease that has this value.
func LeaseHolder(value []byte) (string, error) {
	var h holding
	if err := json.Unmarshal(value, &h); err != nil {
		return "", fmt.Errorf("a lease: %w", err)
	}
	return h.Holder, nil
}

// Acquire takes the lease of a key if nobody has it (else: *HeldError), and renews it until
// it is released or lost. ctx is for acquiring only; while the broker is silent, Acquire
// asks again until ctx ends.
func Acquire(ctx context.Context, table Table, key, holder string, t LeaseTimes) (*Lease, error) {
	t, err := t.filled()
	if err != nil {
		return nil, err
	}
	l := &Lease{table: table, key: key, t: t, kept: make(chan struct{})}
	if l.value, err = json.Marshal(holding{Holder: holder, Token: rand.Text()}); err != nil {
		return nil, err
	}
	// One that was created by an unanswered try may have begun with the first.
	l.renewed = time.Now()
	for {
		l.rev, err = l.create(ctx)
		if !errors.Is(err, ErrUnavailable) || ctx.Err() != nil {
			break
		}
		select {
		case <-ctx.Done():
		case <-time.After(t.Renew / 10):
		}
	}
	if err != nil {
		return nil, err
	}
	l.epoch = l.rev
	l.ctx, l.cancel = context.WithCancelCause(context.Background())
	l.giveUp = time.AfterFunc(l.t.Cancel-time.Since(l.renewed), func() { l.cancel(ErrLost) })
	go l.keep()
	return l, nil
}

// create creates the key, or finds that an earlier try has.
func (l *Lease) create(ctx context.Context) (uint64, error) {
	rev, err := l.table.Create(ctx, l.key, l.value, l.t.TTL)
	if !errors.Is(err, ErrExists) {
		return rev, err
	}
	value, rev, err := l.table.Get(ctx, l.key)
	switch {
	case errors.Is(err, ErrAbsent): // it has just run out
		return l.table.Create(ctx, l.key, l.value, l.t.TTL)
	case err != nil:
		return 0, err
	case bytes.Equal(value, l.value):
		return rev, nil
	}
	holder, err := LeaseHolder(value)
	if err != nil {
		return 0, fmt.Errorf("key %s: %w", l.key, err)
	}
	return 0, &HeldError{Key: l.key, Holder: holder}
}

// Epoch returns the number of this lease. It is higher than the number of every earlier lease of
// the key.
func (l *Lease) Epoch() uint64 { return l.epoch }

// Fresh reports whether something new may be begun: the last renewal is not too long ago. Ask
// before each request, since a process that was stopped wakes without knowing.
func (l *Lease) Fresh() bool {
	l.mu.Lock()
	renewed := l.renewed
	l.mu.Unlock()
	// The monotonic clock may stand still while a machine sleeps, so the other one counts, too.
	wall := time.Now().Round(0).Sub(renewed.Round(0))
	return l.ctx.Err() == nil && max(time.Since(renewed), wall) < l.t.Lost
}

// Context returns a context for what is done under the lease. It ends, with the cause ErrLost
// or ErrReleased, before anybody else can acquire the lease, if the process is running.
func (l *Lease) Context() context.Context { return l.ctx }

// Release ends the lease and gives it back. What was done under it should have ended. After
// an error it runs out by itself.
func (l *Lease) Release(ctx context.Context) error {
	lost := l.ctx.Err() != nil
	l.cancel(ErrReleased)
	<-l.kept
	if lost {
		return nil // it may be another's
	}
	rev := l.rev
	for range 2 {
		err := l.table.Delete(ctx, l.key, rev)
		if !errors.Is(err, ErrRevision) {
			return err
		}
		// A renewal that was not answered may have arrived.
		value, now, err := l.table.Get(ctx, l.key)
		if errors.Is(err, ErrAbsent) || err == nil && !bytes.Equal(value, l.value) {
			return nil
		}
		if err != nil {
			return err
		}
		rev = now
	}
	return nil
}
