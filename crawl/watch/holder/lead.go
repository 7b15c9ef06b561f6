package holder

import (
	"context"
	"crypto/rand"
	"errors"
	"time"

	"github.com/ontocrawl/ontocrawl/crawl/share/broker"
	"github.com/ontocrawl/ontocrawl/crawl/watch/store"
)

// lead holds the jobs until ctx or the lease ends.
func (m *Member) lead(ctx context.Context, l *broker.Lease, hold func(ctx context.Context)) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	defer context.AfterFunc(l.Context(), func() { cancel(context.Cause(l.Context())) })()
	id := m.life + "/" + rand.Text()[:8]
	data, err := store.Entered(m.folder.ID)
	if err != nil {
		return err
	}
	w, err := broker.Enter(ctx, m.o.Broker, logName, id, data)
	if err != nil {
		return err
	}
	if err := m.readTo(ctx, w.Last()); err != nil {
		return err
	}
	first := m.store.Heard() == 0
	if err := m.store.Lead(ctx, w, id, cancel); err != nil {
		return err
	}
	defer m.store.Follow()
	if err := m.found(first); err != nil {
		return err
	}
	m.set(l)
	defer m.set(nil)
	m.o.Log.Info("this daemon holds the jobs", "daemon", m.folder.ID, "epoch", l.Epoch())
	done := make(chan struct{})
	go func() {
		defer close(done)
		m.shorten(ctx)
	}()
	hold(ctx)
	lost := l.Context().Err() != nil || errors.Is(context.Cause(ctx), broker.ErrFenced)
	cancel(nil)
	<-done
	if lost {
		m.o.Log.Warn("this daemon holds the jobs no more: the broker did not answer in time, or another daemon has taken over", "daemon", m.folder.ID)
	}
	return nil
}

func (m *Member) set(l *broker.Lease) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.lease = l; l != nil {
		m.holder, m.since, m.heard = m.folder.ID, time.Now(), time.Now()
	}
}

// found makes this daemon's history the common one, if there is none or the daemon has died in
// the middle of that.
func (m *Member) found(first bool) error {
	if !first && !m.store.Abandoned() {
		return nil
	}
	if err := call(m.o.Files); err != nil {
		return err
	}
	empty, err := m.store.Empty()
	if err == nil && !empty {
		m.o.Log.Info("the history of this daemon becomes that of all", "daemon", m.folder.ID)
		_, _, err = m.store.Snapshot()
	}
	if err != nil {
		return err
	}
	return call(m.o.Begun)
}

func call(f func() error) error {
	if f == nil {
		return nil
	}
	return f()
}

// When the log is shortened: it has so many entries more than the snapshot with which it begins.
const (
	longLog   = 20_000
	lookAtLog = time.Minute
)

// shorten lets the log begin with a new snapshot when it has become long.
func (m *Member) shorten(ctx context.Context) {
	for ctx.Err() == nil {
		if err := m.Shorten(ctx, longLog); err != nil && ctx.Err() == nil {
			m.o.Log.Warn("the log of the jobs could not be shortened; it is tried again", "err", err)
		}
		pause(ctx, lookAtLog)
	}
}

// Shorten lets the log begin with a new snapshot of the history if it has more than most entries.
// Only the holder can.
func (m *Member) Shorten(ctx context.Context, most int64) error {
	first, last, err := m.o.Broker.Bounds(ctx, logName)
	if err != nil || last-first < most {
		return err
	}
	at, _, err := m.store.Snapshot()
	if err != nil {
		return err
	}
	return m.o.Broker.Trim(ctx, logName, at)
}
