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
	mu      sync.Mutex
	ceiling int64          // the limit that the program has set; the crawl stays below it
	limit   int64          // set last
	unkeep  func()         // ends giving pages of the program's file back
	reading bool           // the state of an earlier process is read
	begun   atomic.Bool    // a page has been visited
	over    chan struct{}  // closed by stop
	looked  sync.WaitGroup // the goroutine that looks at the heap
}

const (
	gcFloor   = 96 << 20               // bytes: what a small crawl takes at most; with the program's file and mapped files less than 150 MB
	gcRoom    = 192 << 20              // what a large one may take beside what is live
	gcLeast   = 8                      // and what any may: this part of what is live, above the ceiling too
	gcRestore = 768 << 20              // while the state of an earlier process is read, or half as much again as is live
	gcLook    = 100 * time.Millisecond // between two looks at the heap: a few large answers fill it as fast
	gcPercent = 100                    // Go's own GOGC
)

// startGCLimiter begins. A run that goes on first reads the memory of the last process, which leaves hardly any
// garbage: a checkpoint is a stream, and what is made of it stays. So the collector waits up to gcRestore
// bytes. A limit below the live heap would make it collect all the time, and the size of a checkpoint does not
// say how much it becomes: a URL takes a few bytes there if its evidence lies on disk, and hundreds if not. So
// the limit follows what is live. A run that begins with nothing calls restored at once.
func startGCLimiter() *gcLimiter {
	debug.SetGCPercent(4 * gcPercent)
	l := &gcLimiter{ceiling: debug.SetMemoryLimit(-1), unkeep: resident.Keep(), reading: true, over: make(chan struct{})}
	l.fit()
	l.looked.Go(func() {
		tick := time.NewTicker(gcLook)
		defer tick.Stop()
		for {
			select {
			case <-tick.C:
				l.fit()
			case <-l.over:
				return
			}
		}
	})
	return l
}

// Visited implements crawl.Observer.
func (l *gcLimiter) Visited(*crawl.Visit) {
	if !l.begun.Load() {
		l.restored()
	}
}

// restored says that all of an earlier process has been read, if there was one.
func (l *gcLimiter) restored() {
	l.mu.Lock()
	l.reading = false
	l.mu.Unlock()
	if !l.begun.Swap(true) {
		debug.SetGCPercent(gcPercent)
		l.fit()
	}
}

// fit sets the limit by what is live: to the ceiling at most, but above what is live. A limit below it frees
// nothing, and would keep the collector at work all the time.
func (l *gcLimiter) fit() {
	l.mu.Lock()
	defer l.mu.Unlock()
	live := liveHeap()
	limit := max(gcFloor, live+min(live, gcRoom))
	if l.reading {
		limit = max(gcRestore, live*3/2)
	}
	limit = min(limit, max(l.ceiling, live+live/gcLeast))
	if limit != l.limit { // the world stops for it
		debug.SetMemoryLimit(limit)
		l.limit = limit
	}
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

// Close is stop, for a session.
func (l *gcLimiter) Close() error {
	l.stop()
	return nil
}

// stop gives the process its memory back.
func (l *gcLimiter) stop() {
	close(l.over)
	l.looked.Wait()
	l.unkeep()
	debug.SetGCPercent(gcPercent)
	debug.SetMemoryLimit(l.ceiling)
}
