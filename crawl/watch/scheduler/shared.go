package scheduler

import (
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/ontocrawl/ontocrawl/crawl/watch/monitor"
)

// SharedStore is a [monitor.Store] for processes that share one. It opens the store for
// a question and closes it soon after, so several runs may be made at once without a
// daemon. While another process holds the store, it waits for the time Patience.
type SharedStore struct {
	OpenStore func() (monitor.Store, error)
	Patience  time.Duration

	mu     sync.Mutex
	store  *monitor.Store // nil while it is closed
	opened time.Time
	idle   *time.Timer // closes it
	failed error       // of a close in the background
}

// Roles is the store in all of its roles.
func (m *SharedStore) Roles() monitor.Store {
	return monitor.Store{Reader: m, Claims: m, Findings: m, Outbox: m}
}

const (
	// between is the pause between two tries to open the store.
	between = 25 * time.Millisecond
	// Opening takes some ten milliseconds, and questions come in bursts. So the store
	// stays open until none has come for idleTime, but no longer than heldTime: other
	// processes wait for it.
	idleTime = 50 * time.Millisecond
	heldTime = 500 * time.Millisecond
)

// do calls f with the store open.
func (m *SharedStore) do(f func(monitor.Store) error) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if err := m.failed; err != nil {
		m.failed = nil
		return err
	}
	if m.idle != nil {
		m.idle.Stop()
	}
	if err := m.hold(); err != nil {
		return err
	}
	if err := f(*m.store); err != nil {
		return errors.Join(err, m.leave())
	}
	if time.Since(m.opened) > heldTime {
		err := m.leave()
		time.Sleep(between) // for other processes
		return err
	}
	m.idle = time.AfterFunc(idleTime, func() {
		m.mu.Lock()
		defer m.mu.Unlock()
		m.failed = errors.Join(m.failed, m.leave())
	})
	return nil
}

// hold opens the store if it is not open.
func (m *SharedStore) hold() (err error) {
	if m.store != nil {
		return nil
	}
	begin := time.Now()
	for {
		var s monitor.Store
		if s, err = m.OpenStore(); err == nil {
			m.store, m.opened = &s, time.Now()
			return nil
		}
		if !errors.Is(err, monitor.ErrLocked) {
			return err
		}
		if waited := time.Since(begin); waited > m.Patience {
			return fmt.Errorf("scheduler: waited %v: %w", waited.Round(time.Second), err)
		}
		time.Sleep(between)
	}
}

// leave closes the store if it is open.
func (m *SharedStore) leave() error {
	if m.store == nil {
		return nil
	}
	store := m.store
	m.store = nil
	return store.Close()
}

func ask[T any](m *SharedStore, f func(monitor.Store) (T, error)) (v T, err error) {
	err = m.do(func(b monitor.Store) (err error) {
		v, err = f(b)
		return err
	})
	return v, err
}

// Runs implements [monitor.Reader].
func (m *SharedStore) Runs(job string, t time.Time, n int) ([]monitor.Run, error) {
	return ask(m, func(b monitor.Store) ([]monitor.Run, error) { return b.Runs(job, t, n) })
}

// Run implements [monitor.Reader].
func (m *SharedStore) Run(job string, number int) (monitor.Run, error) {
	return ask(m, func(b monitor.Store) (monitor.Run, error) { return b.Run(job, number) })
}

// Events implements [monitor.Reader].
func (m *SharedStore) Events(job string, run int) ([]monitor.Event, error) {
	return ask(m, func(b monitor.Store) ([]monitor.Event, error) { return b.Events(job, run) })
}

// Stories implements [monitor.Reader].
func (m *SharedStore) Stories(job string, t time.Time, n int) ([]monitor.Story, error) {
	return ask(m, func(b monitor.Store) ([]monitor.Story, error) { return b.Stories(job, t, n) })
}

// Notifications implements [monitor.Reader].
func (m *SharedStore) Notifications(job string, t time.Time, n int, waiting bool) ([]monitor.Notification, error) {
	return ask(m, func(b monitor.Store) ([]monitor.Notification, error) { return b.Notifications(job, t, n, waiting) })
}

// Transitions implements [monitor.Reader].
func (m *SharedStore) Transitions(job string, n int) ([]monitor.Transition, error) {
	return ask(m, func(b monitor.Store) ([]monitor.Transition, error) { return b.Transitions(job, n) })
}

// Mentions implements [monitor.Reader].
func (m *SharedStore) Mentions(job string, from, to time.Time) (map[string][]int, error) {
	return ask(m, func(b monitor.Store) (map[string][]int, error) { return b.Mentions(job, from, to) })
}

// Sources implements [monitor.Reader].
func (m *SharedStore) Sources(job string, state monitor.SourceState) ([]monitor.NewSource, error) {
	return ask(m, func(b monitor.Store) ([]monitor.NewSource, error) { return b.Sources(job, state) })
}

// Decide implements [monitor.Store].
func (m *SharedStore) Decide(d monitor.Decision) error {
	return m.do(func(b monitor.Store) error { return b.Decide(d) })
}

// Claim implements [monitor.Store].
func (m *SharedStore) Claim(job string, due time.Time, by monitor.Trigger, now time.Time) (monitor.Run, error) {
	return ask(m, func(b monitor.Store) (monitor.Run, error) { return b.Claim(job, due, by, now) })
}

// End implements [monitor.Store].
func (m *SharedStore) End(r monitor.Run) error {
	return m.do(func(b monitor.Store) error { return b.End(r) })
}

// Open implements [monitor.Store].
func (m *SharedStore) Open(job string) (run monitor.Run, ok bool, err error) {
	err = m.do(func(b monitor.Store) (err error) {
		run, ok, err = b.Open(job)
		return err
	})
	return run, ok, err
}

// Upto implements [monitor.Store].
func (m *SharedStore) Upto(job string) (int, error) {
	return ask(m, func(b monitor.Store) (int, error) { return b.Upto(job) })
}

// Add implements [monitor.Store].
func (m *SharedStore) Add(batch monitor.Batch) error {
	return m.do(func(b monitor.Store) error { return b.Add(batch) })
}

// Story implements [monitor.Store].
func (m *SharedStore) Story(job, id string) (s monitor.Story, ok bool, err error) {
	err = m.do(func(b monitor.Store) (err error) {
		s, ok, err = b.Story(job, id)
		return err
	})
	return s, ok, err
}

// Note implements [monitor.Store].
func (m *SharedStore) Note(job, key string) ([]byte, error) {
	return ask(m, func(b monitor.Store) ([]byte, error) { return b.Note(job, key) })
}

// Notes implements [monitor.Store].
func (m *SharedStore) Notes(job, prefix string) (map[string][]byte, error) {
	return ask(m, func(b monitor.Store) (map[string][]byte, error) { return b.Notes(job, prefix) })
}

// Due implements [monitor.Store].
func (m *SharedStore) Due(now time.Time, n int) ([]monitor.Notification, error) {
	return ask(m, func(b monitor.Store) ([]monitor.Notification, error) { return b.Due(now, n) })
}

// NextDue implements [monitor.Store].
func (m *SharedStore) NextDue(t time.Time) (time.Time, error) {
	return ask(m, func(b monitor.Store) (time.Time, error) { return b.NextDue(t) })
}

// Mark implements [monitor.Store].
func (m *SharedStore) Mark(notifications ...monitor.Notification) error {
	return m.do(func(b monitor.Store) error { return b.Mark(notifications...) })
}

// AddTransition implements [monitor.Store].
func (m *SharedStore) AddTransition(t monitor.Transition) error {
	return m.do(func(b monitor.Store) error { return b.AddTransition(t) })
}

// Prune implements [monitor.Store].
func (m *SharedStore) Prune(job string, t time.Time) (int, error) {
	return ask(m, func(b monitor.Store) (int, error) { return b.Prune(job, t) })
}

// Close implements [monitor.Store]. It may be used again.
func (m *SharedStore) Close() error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.idle != nil {
		m.idle.Stop()
	}
	err := errors.Join(m.failed, m.leave())
	m.failed = nil
	return err
}
