package main

import (
	"math"
	"runtime/debug"
	"runtime/metrics"
	"strings"

	"github.com/ontocrawl/ontocrawl/crawl"
)

// thrift keeps the memory of a crawl near what it needs. Go by itself lets the
// heap grow to twice what lives on it, and parsing makes much garbage: a crawl
// whose frontier and database take 40 MB would use 160. thrift sets the soft
// limit a little above what lives, so that the collector runs before the
// process grows, and raises it as the frontier does, so that it never runs in
// vain. Who sets GOMEMLIMIT or GOGC knows better: then thrift does nothing.
//
// It implements crawl.Observer.
type thrift struct {
	on     bool
	visits int
}

const (
	thriftFloor = 56 << 20  // bytes: below this there is nothing to gain
	thriftRoom  = 192 << 20 // the heap may grow by half before the next collection, but by no more than this
	thriftRead  = 768 << 20 // while the memory of an earlier process is read
	thriftEvery = 200       // visits between two looks at the heap
	usualGC     = 100       // Go's own GOGC
)

// newThrift prepares the beginning of a crawl. One that goes on first reads the
// memory of the last process, of which nothing is garbage: up to thriftRead bytes
// the collector keeps out of its way.
func newThrift(env []string) *thrift {
	for _, kv := range env {
		if strings.HasPrefix(kv, "GOMEMLIMIT=") || strings.HasPrefix(kv, "GOGC=") {
			return &thrift{}
		}
	}
	debug.SetGCPercent(4 * usualGC)
	debug.SetMemoryLimit(thriftRead)
	return &thrift{on: true}
}

// Visited implements crawl.Observer.
func (t *thrift) Visited(*crawl.Visit) {
	if t.visits++; t.on && t.visits%thriftEvery == 1 {
		if t.visits == 1 {
			debug.SetGCPercent(usualGC)
		}
		t.set()
	}
}

func (t *thrift) set() {
	live := liveHeap()
	debug.SetMemoryLimit(max(thriftFloor, live+min(live/2, thriftRoom)))
}

// liveHeap is what the last collection found alive, in bytes.
func liveHeap() int64 {
	s := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
	metrics.Read(s)
	if s[0].Value.Kind() != metrics.KindUint64 {
		return 0
	}
	return int64(s[0].Value.Uint64())
}

// done gives the process its memory back, for what comes after a crawl.
func (t *thrift) done() {
	if t.on {
		debug.SetGCPercent(usualGC)
		debug.SetMemoryLimit(math.MaxInt64)
	}
}
