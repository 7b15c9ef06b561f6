package reason

import (
	"context"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
)

// work is one saturation, shared by its workers.
type work struct {
	ix    *index
	state []*node
	start []*node      // contexts to begin with
	next  atomic.Int64 // of start
	made  atomic.Int64 // conclusions, as the workers have told them
	most  int64        // of made; 0: no bound

	narrowed narrowed

	lock    sync.Mutex
	more    sync.Cond
	ready   []*node // contexts with signals that no worker has taken
	idle    atomic.Int32
	workers int32
	over    atomic.Bool
}

// worker applies rules. Its lists belong to it alone.
type worker struct {
	*work
	todo  []signal // for the context at hand
	spare []signal // room for signals that were taken
	mine  []*node  // contexts with signals
	made  int64    // conclusions since it told them
	self  *node    // the context at hand
}

// saturate applies rules until nothing is new.
func (r *Reasoner) saturate(ctx context.Context) error {
	s := &work{ix: r.ix, state: r.state, start: r.begin(), most: r.opt.Conclusions}
	s.more.L = &s.lock
	s.workers = int32(r.opt.Workers)
	if s.workers <= 0 {
		s.workers = int32(runtime.GOMAXPROCS(0))
	}
	if len(s.start) < 2*batch {
		s.workers = 1
	}
	stop := context.AfterFunc(ctx, s.finish)
	var group sync.WaitGroup
	for range s.workers {
		group.Go(func() { (&worker{work: s}).run() })
	}
	group.Wait()
	stop()
	err := ctx.Err()
	if err == nil && s.most > 0 && s.made.Load() > s.most {
		err = ErrTooMuch
	}
	if err != nil {
		r.reset()
		return err
	}
	r.fresh = nil
	return nil
}

// batch is how many contexts a worker begins at once, and how many it keeps to itself.
const batch = 64

func (w *worker) run() {
	for c := w.take(); c != nil; c = w.take() {
		w.process(c)
		if len(w.mine) > 1 && w.idle.Load() > 0 {
			w.share()
		}
	}
}

// take returns a context with signals; nil when there will be none.
func (w *worker) take() *node {
	for !w.over.Load() {
		if n := len(w.mine); n > 0 {
			c := w.mine[n-1]
			w.mine = w.mine[:n-1]
			return c
		}
		if from := int(w.next.Add(batch)) - batch; from < len(w.start) {
			w.mine = append(w.mine, w.start[from:min(from+batch, len(w.start))]...)
			slices.Reverse(w.mine)
			continue
		}
		if !w.wait() {
			return nil
		}
	}
	return nil
}

// wait takes contexts that another worker shares. It reports false when all workers wait.
func (w *worker) wait() bool {
	w.lock.Lock()
	defer w.lock.Unlock()
	w.idle.Add(1)
	for len(w.ready) == 0 && !w.over.Load() {
		if w.idle.Load() == w.workers {
			w.over.Store(true)
			w.more.Broadcast()
			return false
		}
		w.more.Wait()
	}
	w.idle.Add(-1)
	half := (len(w.ready) + 1) / 2
	w.mine = append(w.mine, w.ready[len(w.ready)-half:]...)
	w.ready = w.ready[:len(w.ready)-half]
	return !w.over.Load()
}

func (w *worker) share() {
	w.lock.Lock()
	half := len(w.mine) / 2
	w.ready = append(w.ready, w.mine[:half]...)
	w.lock.Unlock()
	w.mine = slices.Delete(w.mine, 0, half)
	w.more.Broadcast()
}

func (s *work) finish() {
	s.lock.Lock()
	s.over.Store(true)
	s.lock.Unlock()
	s.more.Broadcast()
}

// process draws all conclusions in one context. Whoever leaves a signal meanwhile does not wait
// for it.
func (w *worker) process(c *node) {
	w.self = c
	for {
		c.lock.Lock()
		in := c.in
		if len(in) == 0 {
			c.queued = false
			c.lock.Unlock()
			return
		}
		c.in = w.spare[:0]
		c.lock.Unlock()
		for _, m := range in {
			w.apply(c, m)
			for n := len(w.todo); n > 0 && !w.over.Load(); n = len(w.todo) {
				next := w.todo[n-1]
				w.todo = w.todo[:n-1]
				w.apply(c, next)
			}
		}
		w.spare = in
	}
}

// count counts a conclusion, and ends the work when there are too many.
func (w *worker) count() {
	const several = 1024
	if w.made++; w.made < several || w.most == 0 {
		return
	}
	if w.work.made.Add(w.made) > w.most {
		w.finish()
	}
	w.made = 0
}

// tell leaves a signal for the context at hand.
func (w *worker) tell(m signal) { w.todo = append(w.todo, m) }

// send leaves a signal for any context.
func (w *worker) send(to int32, m signal) {
	c := w.node(to)
	if c == w.self {
		w.todo = append(w.todo, m)
		return
	}
	c.lock.Lock()
	c.in = append(c.in, m)
	wake := !c.queued
	c.queued = true
	c.lock.Unlock()
	if wake {
		w.mine = append(w.mine, c)
	}
}
