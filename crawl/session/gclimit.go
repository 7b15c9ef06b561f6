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

// gcLimiter keeps the memory of a crawl near what it needs: it sets the soft memory
// limit a little above what is live, and raises it as the frontier grows; pages of the
// program's own file are given back (internal/resident). With Go's
// defaults a crawl whose frontier and database take 40 MB would use 160. It is a
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
	gcFloor   = 40 << 20               // bytes: below this there is nothing to gain
	gcRoom    = 192 << 20              // the heap may grow by half before the next collection, but by no more than this
	gcRestore = 768 << 20              // while the state of an earlier process is read, or half as much again as is live
	gcLook    = 100 * time.Millisecond // between two measurements of the heap meanwhile,
	gcEvery   = 200                    // visits between two later
	gcPercent = 100                    // Go's own GOGC
)

// startGCLimiter begins. A run that goes on first reads the memory of the last
// process, which leaves hardly any garbage: a checkpoint is a stream, and what is made of it
// stays. So the collector waits up to gcRestore bytes. A limit below what is live would make it
// collect all the time, and how much a checkpoint becomes, its size does not say: that of a URL is a few
// bytes if what is known of it lies on disk, and hundreds if not. So the limit follows what is live. A run that
// begins with nothing calls restored at once: its first answers may be of the largest size.
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
		l.set(max(gcRestore, liveHeap()*3/2))
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
	l.set(max(gcFloor, live+min(live/2, gcRoom)))
}

// liveHeap is what the last collection found live, in bytes.
func liveHeap() int64 {
	s := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
	metrics.Read(s)
	if s[0].Value.Kind() != metrics.KindUint64 {
		return 0
	}
	return int64(s[0].Value.Uint64())
}

func (l *gcLimiter) set(limit int64) { debug.SetMemoryLimit(min(limit, l.ceiling)) }

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
