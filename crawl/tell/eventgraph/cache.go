package eventgraph

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"sync"
	"time"
)

// Cache has the kept event graphs of several run folders, for a server: it reads cards when somebody
// asks, and brings a graph up to date in the background on an order. Its fields must not change after the
// first call; its methods may be called concurrently.
type Cache struct {
	// Folder returns the run folder of a name.
	Folder func(name string) (dir string, ok bool)
	// Keeper returns what brings the graph of a name up to date; nil: who keeps them does so by itself.
	Keeper func(ctx context.Context, name, dir string) (*Keeper, error)
	Log    *slog.Logger // nil: none

	mu      sync.Mutex
	read    map[string]cached
	working string          // the name whose graph is being brought up to date; "" for none
	waiting map[string]bool // names about which people decided meanwhile
	faults  map[string]string
	stop    context.CancelFunc
	done    chan struct{}
}

// cached holds cards with what tells whether their file has changed.
type cached struct {
	cards *Cards
	size  int64
	at    time.Time
}

// Standing says how the graph of a name stands.
type Standing struct {
	Working bool   // it is being brought up to date
	Fault   string // why the last order failed; "" if it did not
	Order   bool   // an order brings it up to date
	Undone  int    // decisions of people that the next update takes into account
}

// ErrWorking says that a graph is being brought up to date: one at a time.
var ErrWorking = errors.New("a graph of events is being brought up to date already")

// Cards returns the kept cards of a name, nil if there are none yet. The error wraps fs.ErrNotExist if there
// is no such name.
func (s *Cache) Cards(name string) (*Cards, Standing, error) {
	dir, ok := s.Folder(name)
	if !ok {
		return nil, Standing{}, fmt.Errorf("%q: %w", name, fs.ErrNotExist)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	st := Standing{Working: s.working == name, Fault: s.faults[name], Order: s.Keeper != nil}
	info, err := os.Stat(filepath.Join(dir, Dir, CardsFile))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, st, nil
	} else if err != nil {
		return nil, st, err
	}
	have, ok := s.read[name]
	if ok && have.size == info.Size() && have.at.Equal(info.ModTime()) {
		st.Undone, err = undone(dir, have.cards, info.ModTime())
		return have.cards, st, err
	}
	cards, err := readCards(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, st, nil
	} else if err != nil {
		return nil, st, err
	}
	if s.read == nil {
		s.read = map[string]cached{}
	}
	s.read[name] = cached{cards, info.Size(), info.ModTime()}
	st.Undone, err = undone(dir, cards, time.Time{})
	return cards, st, err
}

// undone is how many decisions of people cards, which were made then, do not know.
func undone(dir string, cards *Cards, made time.Time) (int, error) {
	info, err := os.Stat(filepath.Join(dir, Dir, decisionsFile))
	if err != nil || info.ModTime().Before(made.Add(-time.Hour)) { // the clock may have been put back
		return 0, nil //nolint:nilerr // there are none
	}
	all, _, err := readDecisions(dir)
	return max(0, len(all)-cards.Decided), err
}

// DecideEvent keeps what a person decided about an event of a name, as [Decide] does, and begins to bring its graph up to date if this
// process does so.
func (s *Cache) DecideEvent(ctx context.Context, name string, o Order) error {
	cards, st, err := s.Cards(name)
	if err != nil {
		return err
	}
	dir, _ := s.Folder(name)
	if err := Decide(ctx, dir, cards, o); err != nil || !st.Order {
		return err
	}
	if err := s.Update(name); !errors.Is(err, ErrWorking) {
		return err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.waiting == nil {
		s.waiting = map[string]bool{}
	}
	s.waiting[name] = true
	return nil
}

// Update begins to bring the graph of a name up to date.
func (s *Cache) Update(name string) error {
	dir, ok := s.Folder(name)
	if !ok {
		return fmt.Errorf("%q: %w", name, fs.ErrNotExist)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.working != "" {
		return ErrWorking
	}
	s.begin(name, dir)
	return nil
}

// begin begins to bring the graph of a name up to date; s.mu is held.
func (s *Cache) begin(name, dir string) {
	if s.faults == nil {
		s.faults = map[string]string{}
	}
	ctx, cancel := context.WithCancel(context.Background())
	s.working, s.stop, s.done = name, cancel, make(chan struct{})
	delete(s.faults, name)
	go s.work(ctx, name, dir, s.done)
}

func (s *Cache) work(ctx context.Context, name, dir string, done chan struct{}) {
	defer close(done)
	k, err := s.Keeper(ctx, name, dir)
	if err == nil {
		k.Log = s.Log
		_, err = k.Update(ctx)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.working = ""; err != nil && ctx.Err() == nil {
		s.faults[name] = err.Error()
	}
	for next := range s.waiting {
		delete(s.waiting, next)
		if dir, ok := s.Folder(next); ok && ctx.Err() == nil {
			s.begin(next, dir)
			return
		}
	}
}

// Close ends what is going on; what was read of it is kept.
func (s *Cache) Close() error {
	s.mu.Lock()
	stop, done := s.stop, s.done
	s.waiting = nil // nothing begins any more
	s.mu.Unlock()
	if stop != nil {
		stop()
		<-done
	}
	return nil
}
