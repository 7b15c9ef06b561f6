package holder

import (
	"context"
	"crypto/rand"
	"errors"
	"log/slog"
	"sync"
	"time"

	"github.com/ontocrawl/ontocrawl/crawl/share/broker"
	"github.com/ontocrawl/ontocrawl/crawl/watch/store"
	"github.com/ontocrawl/ontocrawl/internal/english"
)

// Names in the broker.
const (
	logName   = "jobs"
	prefix    = "jobs/"
	holderKey = "jobs/holder"
	peerKey   = "jobs/daemon/" // and the ID of a daemon
)

// Options of a Member. Broker, Cluster, Name and Dir are needed.
type Options struct {
	Broker  broker.Broker
	Cluster string // its name
	Name    string // of this daemon, as people call it
	Dir     string // the folder of the jobs
	Address string // where people find its page; "" if it has none
	Version string // of the program
	Times   broker.LeaseTimes
	Log     *slog.Logger // nil: none
	// Files and Begun are called when this daemon is the first one and its history becomes the
	// common one: Files before that, to keep files by [store.Store.SetFile] and nothing else,
	// Begun after it. Both may be nil.
	Files, Begun func() error
}

// Member is one daemon of several that share jobs. Its methods may be called concurrently.
type Member struct {
	o      Options
	folder *folder
	life   string // of this process
	store  *store.Store

	mu     sync.Mutex
	lease  *broker.Lease // nil while it stands by
	holder string        // ID of who holds the jobs; "": nobody, as far as is known
	since  time.Time     // when that was seen
	heard  time.Time     // when the broker was heard last
	peers  map[string]peer
	own    peer

	tellNow chan struct{} // the others are told of this daemon at once
}

// Open opens the store in the folder of the jobs as a copy of the history of the cluster. open
// opens it. After an error nothing is open.
func Open(o Options, open func() (*store.Store, error)) (*Member, error) {
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	f, made, err := openFolder(o.Dir, o.Cluster, o.Name)
	if err != nil {
		return nil, err
	}
	s, err := open()
	if err != nil {
		return nil, err
	}
	m := &Member{o: o, folder: f, life: rand.Text(), store: s, peers: map[string]peer{}, tellNow: make(chan struct{}, 1)}
	m.own = peer{ID: f.ID, Address: o.Address, Version: o.Version}
	if made { // what the copy heard was of a cluster that it has left
		if err := s.Alone(); err != nil {
			return nil, errors.Join(err, s.Close())
		}
	}
	if err := s.Share(); err != nil {
		return nil, errors.Join(err, s.Close())
	}
	return m, nil
}

// Store returns the copy of the history. It can be written while this daemon holds the jobs.
func (m *Member) Store() *store.Store { return m.store }

// ID returns the name of this daemon, with what tells its folder from others.
func (m *Member) ID() string { return m.folder.ID }

// Run takes part until ctx ends, or the cluster does not take this daemon (*RefusedError). hold is
// called each time that this daemon holds the jobs, with a context that ends when it
// holds them no more; the next one begins after hold has returned.
func (m *Member) Run(ctx context.Context, hold func(ctx context.Context)) error {
	ctx, cancel := context.WithCancel(ctx)
	var beside sync.WaitGroup
	defer beside.Wait()
	defer cancel()
	beside.Go(func() { m.watch(ctx) })
	beside.Go(func() { m.present(ctx) })
	for ctx.Err() == nil {
		err := m.turn(ctx, hold)
		var no *RefusedError
		switch {
		case ctx.Err() != nil:
		case errors.As(err, &no), errors.Is(err, broker.ErrClosed):
			return err
		case err != nil:
			m.o.Log.Warn("this daemon cannot follow the others; it tries again", "err", err)
			pause(ctx, retry)
		default: // it holds the jobs no more, and lets another one have them
			pause(ctx, 2*retry)
		}
	}
	return nil
}

// retry is the pause after an error, and between two looks at a lease that another one holds.
const retry = 500 * time.Millisecond

func pause(ctx context.Context, d time.Duration) {
	select {
	case <-ctx.Done():
	case <-time.After(d):
	}
}

// turn stands by until this daemon holds the jobs, and holds them.
func (m *Member) turn(ctx context.Context, hold func(ctx context.Context)) error {
	following, stop := context.WithCancelCause(ctx)
	done := make(chan struct{})
	go func() {
		defer close(done)
		if err := m.follow(following); err != nil {
			stop(err)
		}
	}()
	l, err := m.acquire(following)
	stop(nil)
	<-done
	if err != nil {
		return errors.Join(context.Cause(following), err)
	}
	err = m.lead(ctx, l, hold)
	released, end := context.WithTimeout(context.WithoutCancel(ctx), 3*time.Second)
	defer end()
	if e := l.Release(released); e != nil {
		m.o.Log.Warn("the lease of the jobs was not given back, and runs out by itself", "err", e)
	}
	return err
}

// acquire waits for the lease of the jobs.
func (m *Member) acquire(ctx context.Context) (*broker.Lease, error) {
	for {
		l, err := broker.Acquire(ctx, m.o.Broker, holderKey, m.folder.ID, m.o.Times)
		var held *broker.HeldError
		switch {
		case err == nil && ctx.Err() != nil: // following has failed
			return nil, errors.Join(context.Cause(ctx), l.Release(context.WithoutCancel(ctx)))
		case err == nil:
			return l, nil
		case ctx.Err() != nil:
			return nil, context.Cause(ctx)
		case errors.As(err, &held):
			m.note(held.Holder)
		default:
			return nil, err
		}
		pause(ctx, retry)
	}
}

// note notes who holds the jobs; "" if nobody does.
func (m *Member) note(holder string) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.heard = time.Now()
	if m.holder != holder {
		m.holder, m.since = holder, time.Now()
	}
}

// Holds reports whether this daemon holds the jobs and may begin something new.
func (m *Member) Holds() bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.lease != nil && m.lease.Fresh()
}

// NotHolderError is the error of an order to a daemon that does not hold the jobs.
type NotHolderError struct {
	Holder  string // "" if nobody holds them now
	Address string // of its page; "" if it has none
}

func (e *NotHolderError) Error() string { return e.Message().String() }

// Message implements [english.Sentence].
func (e *NotHolderError) Message() english.Phrase {
	switch {
	case e.Holder == "":
		return english.Phrasef("no daemon holds the jobs at the moment; try again in some seconds")
	case e.Address == "":
		return english.Phrasef("this daemon stands by: %s holds the jobs; give the order there", e.Holder)
	}
	return english.Phrasef("this daemon stands by: %s holds the jobs; give the order there, at %s", e.Holder, e.Address)
}

// Order returns nil if this daemon takes orders now, else a *NotHolderError.
func (m *Member) Order() error {
	if m.Holds() {
		return nil
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.holder == m.folder.ID { // it has just begun, or is about to end
		return &NotHolderError{}
	}
	return &NotHolderError{Holder: m.holder, Address: m.peers[m.holder].Address}
}
