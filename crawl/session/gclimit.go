package session

import (
	"runtime/debug"
	"runtime/metrics"
	"sync"
	"sync/atomic"
	"time"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/internal/resident"
)

// gcLimiter gives the heap of a crawl room, as much as is live (Go's own measure), and sets the soft
// memory limit by it, so that what the heap does not need is given back: to gcFloor, or to what is
// live and as much again, of a large crawl gcRoom. What the program has set, by --memory for example, is a
// ceiling. Pages of the
// program's own file are given back (internal/resident). It is a
// crawl.Observer, of all parts of a divided crawl at once.
type gcLimiter struct {
	visits  atomic.Int64
	mu      sync.Mutex
	ceiling int64          // the limit that the program has set; the crawl stays below it
	unkeep  func()         // ends giving pages of the program's file back
	reading bool           // the state of an earlier process is read
	over    chan struct{}  // closed when that ends
	looked  sync.WaitGroup // the goroutine that looks at the heap meanwhile
}

const (
	gcFloor   = 256 << 20              // bytes: what a small crawl takes at most
	gcRoom    = 192 << 20              // what a large one may take beside what is live
	gcLeast   = 8                      // and what any may: this part of what is live, above the ceiling too
	gcRestore = 768 << 20              // while the state of an earlier process is read, or half as much again as is live
	gcLook    = 100 * time.Millisecond // between two measurements of the heap meanwhile,
	gcEvery   = 200                    // visits between two later
	gcPercent = 100                    // Go's own GOGC
)

// startGCLimiter begins. A run that goes on first reads the memory of the last process, which leaves hardly any
// garbage: a checkpoint is a stream, and what is made of it stays. So the collector waits up to gcRestore
// bytes. A limit below the live heap would make it collect all the time, and the size of a checkpoint does not
// say how much it becomes: a URL takes a few bytes there if its evidence lies on disk, and hundreds if not. So
// the limit follows what is live. A run that begins with nothing calls restored at once: its first answers may
// be of the largest size.
func startGCLimiter() *gcLimiter {
	debug.SetGCPercent(4 * gcPercent)
	l := &gcLimiter{ceiling: debug.SetMemoryLimit(-1), unkeep: resident.Keep(), reading: true, over: make(chan struct{})}
	l.grow()
	l.looked.Go(func() {
		tick := time.NewTicker(gcLook)
		defer tick.Stop()
		for {
			select {
			case <-tick.C:
				l.grow()
			case <-l.over:
				return
			}
		}
	})
	return l
}

// grow sets the limit by what is live, while an earlier process is read.
func (l *gcLimiter) grow() {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.reading {
		live := liveHeap()
		l.set(max(gcRestore, live*3/2), live)
	}
}

// read ends that.
func (l *gcLimiter) read() {
	l.mu.Lock()
	if l.reading {
		l.reading = false
		close(l.over)
	}
	l.mu.Unlock()
	l.looked.Wait()
}

// Visited implements crawl.Observer.
func (l *gcLimiter) Visited(*crawl.Visit) {
	switch n := l.visits.Add(1); {
	case n == 1:
		l.restored()
	case n%gcEvery == 1:
		l.fit()
	}
}

// restored says that all of an earlier process has been read, if there was one.
func (l *gcLimiter) restored() {
	l.read()
	debug.SetGCPercent(gcPercent)
	l.fit()
}

// fit sets the limit by what is live.
func (l *gcLimiter) fit() {
	l.mu.Lock()
	defer l.mu.Unlock()
	live := liveHeap()
	l.set(max(gcFloor, live+min(live, gcRoom)), live)
}

// liveHeap returns what the last collection found live, in bytes.
func liveHeap() int64 {
	s := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
	metrics.Read(s)
	if s[0].Value.Kind() != metrics.KindUint64 {
		return 0
	}
	return int64(s[0].Value.Uint64())
}

// set sets the limit to the ceiling at most, but above what is live: a limit below it frees nothing, and
// would keep the collector at work all the time.
func (l *gcLimiter) set(limit, live int64) {
	debug.SetMemoryLimit(min(limit, max(l.ceiling, live+live/gcLeast)))
}

// Close is stop, for a session.
func (l *gcLimiter) Close() error {
	l.stop()
	return nil
}

// stop gives the process its memory back.
func (l *gcLimiter) stop() {
	l.read()
	l.unkeep()
	debug.SetGCPercent(gcPercent)
	debug.SetMemoryLimit(l.ceiling)
}
