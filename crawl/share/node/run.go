package node

import (
	"context"
	"errors"
	"sync"
	"sync/atomic"
	"time"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/engine"
	"github.com/ontocrawl/ontocrawl/crawl/session"
	"github.com/ontocrawl/ontocrawl/crawl/share/broker"
)

// work is one crawl on this node.
type work struct {
	n      *node
	c      Crawl
	shared *session.Shared
	post   *post
	fail   func(error) // ends the work
	told   *told
	budget *budget
	clock  *clock
	paused atomic.Bool

	outcomeBytes atomic.Int64 // told

	mu       sync.Mutex
	running  map[int]*counts
	cursors  map[int]*cursor                 // by part: how far its log is not needed any more
	closed   map[int]partState               // parts that were open, as they stood at last
	started  map[int]context.CancelCauseFunc // parts whose runs have begun and not ended
	copiers  map[int]*copier
	promises *promises // nil: parts do not move
	parts    sync.WaitGroup
}

// counts holds the counts of a running part, for onlookers.
type counts struct {
	s                  *session.Session
	relevant, failures atomic.Int64
	pace               pace // the lock of work is held
}

// crawl works on a crawl until it is over or ctx ends.
func (n *node) crawl(ctx context.Context, c Crawl) (err error) {
	seeds, err := n.readSeeds(ctx, c)
	if err != nil {
		return err
	}
	if err := n.leaveOthers(); err != nil {
		return err
	}
	// What sends and tells ends after the parts: they write letters until they are closed.
	outer := ctx
	below, done := context.WithCancel(context.WithoutCancel(ctx))
	defer done()
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	w := &work{n: n, c: c, fail: cancel, running: map[int]*counts{}, closed: map[int]partState{}, started: map[int]context.CancelCauseFunc{}, copiers: map[int]*copier{}}
	w.post = newPost(n, w.idle, w.fail)
	w.budget, w.clock = newBudget(w), newClock(n, below)
	w.told = &told{w: w, seen: make([]time.Time, n.o.Parts)}
	if w.shared, err = n.o.Open(c, seeds, w, w.clock); err != nil {
		return err
	}
	defer func() { err = errors.Join(err, w.shared.Close()) }()
	var over Over
	if n.table.get(overKey(c.Number), &over) { // its parts are only counted
		w.shared.Crawl.End(over.Reason == Budget)
	}
	if n.copied() {
		w.shared.Opened = w.opened
		w.promises = newPromises(n)
		w.promises.learn = w.shared.Promises(w.promises.tell)
	}
	ended, err := w.start(ctx, below)
	if err != nil {
		return err
	}
	err = w.wait(ctx)
	if w.leaves(outer) {
		w.sayLeaves(below)
	}
	w.parts.Wait()
	if w.leaves(outer) {
		w.giveAll(below)
	}
	w.flush(below)
	cancel(nil)
	done()
	ended()
	return err
}

// start begins all that goes on beside the parts, and the parts. ended waits for the end of
// the first, when both contexts have ended.
func (w *work) start(ctx, below context.Context) (ended func(), err error) {
	stop, err := w.told.listen()
	if err != nil {
		return nil, err
	}
	unlisten, err := w.clock.listen()
	if err != nil {
		stop()
		return nil, err
	}
	var beside sync.WaitGroup
	beside.Go(func() { w.post.run(below) })
	beside.Go(func() { w.told.run(below) })
	beside.Go(func() { w.budget.run(ctx) })
	beside.Go(func() { w.end(ctx) })
	if w.promises != nil {
		beside.Go(func() { w.promises.run(below) })
	}
	w.runParts(ctx)
	return func() { stop(); unlisten(); beside.Wait() }, nil
}

// wait returns when the crawl is over, or ctx ends. It looks after parts whose node is lost.
func (w *work) wait(ctx context.Context) error {
	tick := time.NewTicker(lookEvery)
	defer tick.Stop()
	fresh, settled := true, !w.n.copied()
	for {
		var over Over
		if w.n.table.get(overKey(w.c.Number), &over) {
			w.n.log.Info("the crawl is over", "reason", over.Reason, "number", w.c.Number)
			if over.Reason == stopped {
				w.fail(errStopped)
			}
			w.shared.Crawl.End(over.Reason == Budget)
			w.parts.Wait()
			if err := context.Cause(ctx); err != nil && !errors.Is(err, errStopped) {
				return err
			}
			return nil
		}
		if w.n.table.get(drainPrefix+w.n.id, nil) {
			w.fail(nil)
			return nil // work sees it, too
		}
		was := fresh && !w.paused.Load()
		fresh = w.n.fresh()
		w.paused.Store(w.n.table.get(pauseKey, nil))
		if fresh && !w.paused.Load() && !was {
			w.shared.Crawl.Wake()
		}
		_, err := w.n.lost(ctx)
		w.stopMoved()
		w.runParts(ctx)
		if w.n.copied() && err == nil {
			err = w.giveOrdered(ctx)
			settled = settled || w.ask(ctx)
		}
		if err != nil && ctx.Err() == nil {
			return err
		}
		select {
		case <-ctx.Done():
			return context.Cause(ctx)
		case <-tick.C:
		}
	}
}

var errStopped = errors.New("the crawl was stopped")

// pauseAfter is how long a part rests whose run has ended before the crawl: no server
// answered.
const pauseAfter = 10 * time.Second

func (w *work) part(ctx context.Context, part int) error {
	if err := w.n.table.until(ctx, func() bool { return w.n.home(part).Node != "" }); err != nil {
		return err
	}
	for began := time.Now(); ctx.Err() == nil; {
		h, err := w.own(ctx, part)
		if err != nil {
			return err
		}
		w.tellMarks(part, h)
		if w.n.copied() {
			if err := w.enter(ctx, part); err != nil {
				return err
			}
			if h.Life > 1 { // another node may have asked just before it was taken
				w.n.wait(ctx, time.Until(began.Add(w.n.o.Delay)))
				w.promises.keep(part)
			}
		}
		stopped, err := w.once(ctx, part)
		if errors.Is(err, broker.ErrFenced) {
			w.n.log.Warn("another node writes the journal of a part; this one has stopped it", "part", part)
			stopped, err = "", nil
		}
		if err != nil || stopped == engine.Exhausted || stopped == engine.Budget {
			return err
		}
		if ctx.Err() == nil {
			w.n.log.Warn("a part has stopped before the crawl is over, and begins again", "part", part, "stopped", string(stopped))
		}
		select {
		case <-ctx.Done():
		case <-time.After(pauseAfter):
		}
	}
	return nil
}

// own makes sure that a part is this node's, and is ready to be opened; else the error is errMoved. What this process has
// heard may be old when it has joined again: others may have begun the part anew meanwhile.
func (w *work) own(ctx context.Context, part int) (h home, err error) {
	h, err = w.n.confirm(ctx, part)
	if err == nil && h.Node != w.n.id {
		err = errMoved
	}
	if err == nil && !h.ready() {
		h, err = w.n.renew(ctx, part, h)
	}
	if err == nil && w.post.began(part, h.Life) {
		_, err = w.n.fence(ctx, part, map[int]int{part: h.Life}) // it makes the log, too
	}
	return h, err
}

// tellMarks tells the Crawl what the table knows of a part's letters, before it is opened.
func (w *work) tellMarks(part int, h home) {
	w.shared.Crawl.ToldPosted(part, h.Base)
	for to := range w.n.o.Parts {
		var marks []uint64
		if w.n.table.get(heardKey(to), &marks) && len(marks) == w.n.o.Parts {
			w.shared.Crawl.ToldReceived(to, marks)
		}
	}
}

// once opens a part and runs it.
func (w *work) once(ctx context.Context, part int) (stopped engine.Reason, err error) {
	s, err := w.shared.Part(ctx, part)
	if err != nil {
		return "", err
	}
	defer func() { err = errors.Join(err, s.Close()) }()
	n := &counts{s: s}
	err = s.Store.Visits(func(v *crawl.Visit) error { n.Visited(v); return ctx.Err() })
	if err != nil {
		return "", err
	}
	s.Engine.Observers = append(s.Engine.Observers, n)
	w.budget.opened(part)
	w.set(part, n)
	defer w.set(part, nil)
	reading, cancel := context.WithCancel(ctx)
	var reader sync.WaitGroup
	reader.Go(func() {
		if err := w.read(reading, part); err != nil {
			w.fail(err)
		}
	})
	res, err := s.Run(ctx)
	cancel()
	reader.Wait()
	return res.Stopped, err
}

func (w *work) set(part int, n *counts) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if n == nil {
		w.closed[part] = w.state(part, w.running[part])
		delete(w.running, part)
		return
	}
	w.running[part] = n
}

// Visited implements [crawl.Observer].
func (n *counts) Visited(v *crawl.Visit) {
	switch {
	case v.Heard != nil:
	case v.Rejudged:
		n.relevant.Add(int64(v.Turned()))
	case v.Adds() && v.Score.Relevant:
		n.relevant.Add(1)
	case v.Page == nil && !v.Choice.Again:
		n.failures.Add(1)
	}
}

// flushFor is how long a node that leaves tries to send what its parts have written. What is
// left is sent by the next process.
const flushFor = 5 * time.Second

func (w *work) flush(ctx context.Context) {
	w.sendAll(ctx, -1)
	ctx, cancel := context.WithTimeout(ctx, flushFor)
	defer cancel()
	w.trim(ctx, 1)
	w.told.marks(ctx)
	w.mu.Lock()
	sum := Told{Node: w.n.id, Crawl: w.c.Number, Final: w.n.table.get(overKey(w.c.Number), nil), Standing: w.standing()}
	for _, s := range w.closed {
		sum.Parts = append(sum.Parts, s)
	}
	w.mu.Unlock()
	if err := change(ctx, w.n.b, sumPrefix+w.n.id, func([]byte) ([]byte, error) { return encode(sum), nil }); err != nil {
		w.n.log.Warn("the table does not learn how the parts of this node stood when they were closed", "err", err)
		return
	}
	if sum.Final {
		w.n.summed = w.c.Number
	}
}

// sendAll waits until the letters of a part are sent, or, with -1, of all; for flushFor.
func (w *work) sendAll(ctx context.Context, part int) {
	for until := time.Now().Add(flushFor); w.post.waiting(part) > 0 && time.Now().Before(until); {
		select {
		case <-ctx.Done():
			return
		case <-time.After(10 * time.Millisecond):
		}
	}
}

// Post implements [member.Others].
func (w *work) Post(from, to int, l *crawl.Letter) { w.post.put(from, to, l) }

// Tell implements [member.Others].
func (w *work) Tell(o *crawl.Outcome) { w.told.outcome(o) }

// May implements [member.Others].
func (w *work) May(int) bool { return !w.paused.Load() && w.n.fresh() }

// Want implements [member.Others].
func (w *work) Want(part int) { w.budget.want(part) }
