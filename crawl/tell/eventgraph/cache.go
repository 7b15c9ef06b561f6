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
	cards       *Cards // as they are kept
	shown       *Cards // with what people did
	undone      int
	of, decided stamp
}

// stamp tells whether a file has changed; it is zero if there is none.
type stamp struct{ size, at int64 }

func stampOf(dir, file string) (stamp, error) {
	info, err := os.Stat(filepath.Join(dir, Dir, file))
	if errors.Is(err, fs.ErrNotExist) {
		return stamp{}, nil
	} else if err != nil {
		return stamp{}, err
	}
	return stamp{info.Size(), info.ModTime().UnixNano()}, nil
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
	of, err := stampOf(dir, CardsFile)
	if err != nil || of == (stamp{}) {
		return nil, st, err
	}
	have := s.read[name]
	if have.of != of {
		have = cached{of: of}
		if have.cards, err = readCards(dir); errors.Is(err, fs.ErrNotExist) {
			return nil, st, nil
		} else if err != nil {
			return nil, st, err
		}
	}
	err = have.act(dir)
	if s.read == nil {
		s.read = map[string]cached{}
	}
	s.read[name], st.Undone = have, have.undone
	return have.shown, st, err
}

// act brings what is shown up to date with what people decided.
func (c *cached) act(dir string) error {
	now, err := stampOf(dir, decisionsFile)
	if err != nil || c.shown != nil && now == c.decided {
		return err
	}
	all, _, err := readDecisions(dir)
	if c.shown = c.cards.acted(all); err == nil {
		c.decided, c.undone = now, max(0, changing(all)-c.cards.Decided)
	}
	return err
}

// DecideEvent keeps what a person decided about an event of a name, as [Decide] does, and begins to bring its graph up to date if this
// process does so, unless it changes nothing of the graph.
func (s *Cache) DecideEvent(ctx context.Context, name string, o Order) error {
	cards, st, err := s.Cards(name)
	if err != nil {
		return err
	}
	dir, _ := s.Folder(name)
	if err := Decide(ctx, dir, cards, o); err != nil || !st.Order || o.What.IsDuty() {
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
