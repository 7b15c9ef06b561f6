package scheduler

import (
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/ontocrawl/ontocrawl/crawl/monitor"
)

// Moments is a [monitor.Book] for processes that share one: it is opened when
// something is asked and closed soon after, so that several runs may be made at
// once without a daemon. While another process holds the book it waits, as long
// as Patience.
type Moments struct {
	OpenBook func() (monitor.Book, error)
	Patience time.Duration

	mu     sync.Mutex
	book   monitor.Book // nil while it is not open
	opened time.Time
	idle   *time.Timer // closes it
	failed error       // of a close that nobody waited for
}

var _ monitor.Book = (*Moments)(nil)

const (
	// between is the pause between two tries to open the book.
	between = 25 * time.Millisecond
	// A book is opened in some ten milliseconds, and questions come in bursts: it
	// stays open until none has come for idleTime, but no longer than heldTime, so
	// that others have their turn.
	idleTime = 50 * time.Millisecond
	heldTime = 500 * time.Millisecond
)

// do has f done with the book.
func (m *Moments) do(f func(monitor.Book) error) error {
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
	if err := f(m.book); err != nil {
		return errors.Join(err, m.leave())
	}
	if time.Since(m.opened) > heldTime {
		err := m.leave()
		time.Sleep(between) // for whoever waits
		return err
	}
	m.idle = time.AfterFunc(idleTime, func() {
		m.mu.Lock()
		defer m.mu.Unlock()
		m.failed = errors.Join(m.failed, m.leave())
	})
	return nil
}

// hold opens the book if it is not open.
func (m *Moments) hold() (err error) {
	if m.book != nil {
		return nil
	}
	begin := time.Now()
	for {
		if m.book, err = m.OpenBook(); err == nil {
			m.opened = time.Now()
			return nil
		}
		m.book = nil
		if !errors.Is(err, monitor.ErrLocked) {
			return err
		}
		if waited := time.Since(begin); waited > m.Patience {
			return fmt.Errorf("desk: waited %v: %w", waited.Round(time.Second), err)
		}
		time.Sleep(between)
	}
}

// leave closes the book if it is open.
func (m *Moments) leave() error {
	if m.book == nil {
		return nil
	}
	book := m.book
	m.book = nil
	return book.Close()
}

func ask[T any](m *Moments, f func(monitor.Book) (T, error)) (v T, err error) {
	err = m.do(func(b monitor.Book) (err error) {
		v, err = f(b)
		return err
	})
	return v, err
}

// Runs implements [monitor.Reader].
func (m *Moments) Runs(job string, t time.Time, n int) ([]monitor.Run, error) {
	return ask(m, func(b monitor.Book) ([]monitor.Run, error) { return b.Runs(job, t, n) })
}

// Run implements [monitor.Reader].
func (m *Moments) Run(job string, number int) (monitor.Run, error) {
	return ask(m, func(b monitor.Book) (monitor.Run, error) { return b.Run(job, number) })
}

// Finds implements [monitor.Reader].
func (m *Moments) Finds(job string, run int) ([]monitor.Find, error) {
	return ask(m, func(b monitor.Book) ([]monitor.Find, error) { return b.Finds(job, run) })
}

// Stories implements [monitor.Reader].
func (m *Moments) Stories(job string, t time.Time, n int) ([]monitor.Story, error) {
	return ask(m, func(b monitor.Book) ([]monitor.Story, error) { return b.Stories(job, t, n) })
}

// Letters implements [monitor.Reader].
func (m *Moments) Letters(job string, t time.Time, n int, waiting bool) ([]monitor.Letter, error) {
	return ask(m, func(b monitor.Book) ([]monitor.Letter, error) { return b.Letters(job, t, n, waiting) })
}

// Turns implements [monitor.Reader].
func (m *Moments) Turns(job string, n int) ([]monitor.Turn, error) {
	return ask(m, func(b monitor.Book) ([]monitor.Turn, error) { return b.Turns(job, n) })
}

// Mentions implements [monitor.Reader].
func (m *Moments) Mentions(job string, from, to time.Time) (map[string][]int, error) {
	return ask(m, func(b monitor.Book) (map[string][]int, error) { return b.Mentions(job, from, to) })
}

// Claim implements [monitor.Book].
func (m *Moments) Claim(job string, due time.Time, by monitor.Trigger, now time.Time) (monitor.Run, error) {
	return ask(m, func(b monitor.Book) (monitor.Run, error) { return b.Claim(job, due, by, now) })
}

// End implements [monitor.Book].
func (m *Moments) End(r monitor.Run) error {
	return m.do(func(b monitor.Book) error { return b.End(r) })
}

// Open implements [monitor.Book].
func (m *Moments) Open(job string) (run monitor.Run, ok bool, err error) {
	err = m.do(func(b monitor.Book) (err error) {
		run, ok, err = b.Open(job)
		return err
	})
	return run, ok, err
}

// Upto implements [monitor.Book].
func (m *Moments) Upto(job string) (int, error) {
	return ask(m, func(b monitor.Book) (int, error) { return b.Upto(job) })
}

// Add implements [monitor.Book].
func (m *Moments) Add(batch monitor.Batch) error {
	return m.do(func(b monitor.Book) error { return b.Add(batch) })
}

// Story implements [monitor.Book].
func (m *Moments) Story(job, id string) (s monitor.Story, ok bool, err error) {
	err = m.do(func(b monitor.Book) (err error) {
		s, ok, err = b.Story(job, id)
		return err
	})
	return s, ok, err
}

// Note implements [monitor.Book].
func (m *Moments) Note(job, key string) ([]byte, error) {
	return ask(m, func(b monitor.Book) ([]byte, error) { return b.Note(job, key) })
}

// Due implements [monitor.Book].
func (m *Moments) Due(now time.Time, n int) ([]monitor.Letter, error) {
	return ask(m, func(b monitor.Book) ([]monitor.Letter, error) { return b.Due(now, n) })
}

// NextDue implements [monitor.Book].
func (m *Moments) NextDue(t time.Time) (time.Time, error) {
	return ask(m, func(b monitor.Book) (time.Time, error) { return b.NextDue(t) })
}

// Mark implements [monitor.Book].
func (m *Moments) Mark(letters ...monitor.Letter) error {
	return m.do(func(b monitor.Book) error { return b.Mark(letters...) })
}

// Turn implements [monitor.Book].
func (m *Moments) Turn(t monitor.Turn) error {
	return m.do(func(b monitor.Book) error { return b.Turn(t) })
}

// Prune implements [monitor.Book].
func (m *Moments) Prune(job string, t time.Time) (int, error) {
	return ask(m, func(b monitor.Book) (int, error) { return b.Prune(job, t) })
}

// Close implements [monitor.Book]. It may be used again.
func (m *Moments) Close() error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.idle != nil {
		m.idle.Stop()
	}
	err := errors.Join(m.failed, m.leave())
	m.failed = nil
	return err
}
