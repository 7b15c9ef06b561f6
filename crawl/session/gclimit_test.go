package session

import (
	"math"
	"runtime"
	"runtime/debug"
	"sync"
	"testing"
	"time"

	"github.com/ontocrawl/ontocrawl/crawl"
)

// limits are Go's soft memory limit and GOGC now.
func limits() (limit int64, percent int) {
	percent = debug.SetGCPercent(gcPercent)
	debug.SetGCPercent(percent)
	return debug.SetMemoryLimit(-1), percent
}

// TestGCLimiter: the limit while a checkpoint is read, from the first visit on, as what is
// live grows, and afterwards; never above what the program has set.
func TestGCLimiter(t *testing.T) {
	before, _ := limits()
	defer func() { debug.SetMemoryLimit(before); debug.SetGCPercent(gcPercent) }()
	debug.SetMemoryLimit(math.MaxInt64)
	l := startGCLimiter()
	if limit, percent := limits(); limit != gcRestore || percent != 4*gcPercent {
		t.Errorf("while a checkpoint is read: limit %d MB at %d %%, want %d at 400", limit>>20, percent, gcRestore>>20)
	}
	l.stop()
	if limit, percent := limits(); limit != math.MaxInt64 || percent != gcPercent {
		t.Errorf("afterwards: limit %d, %d %%", limit, percent)
	}

	l = startGCLimiter()
	defer l.stop()
	l.Visited(&crawl.Visit{})
	after := func() (limit, live int64) {
		runtime.GC()
		live = liveHeap()
		l.fit()
		limit, percent := limits()
		if percent != gcPercent {
			t.Errorf("GOGC is %d after a visit", percent)
		}
		return limit, live
	}
	if limit, live := after(); limit != 96<<20 {
		t.Errorf("first visit: limit %d MB for %d MB live, want 96", limit>>20, live>>20)
	}
	large := make([]byte, 160<<20) // the frontier has grown
	if limit, live := after(); live < 160<<20 || !near(limit, 2*live) {
		t.Errorf("later: limit %d MB for %d MB live, want twice as much", limit>>20, live>>20)
	}
	larger := make([]byte, 160<<20)
	if limit, live := after(); live < 320<<20 || !near(limit, live+192<<20) {
		t.Errorf("later: limit %d MB for %d MB live, want 192 more", limit>>20, live>>20)
	}
	runtime.KeepAlive(large)
	runtime.KeepAlive(larger)
}

// TestGCLimiterLooks: large answers fill the heap before the first of them is visited, and the limit
// follows without a visit. Else the collector would run all the time.
func TestGCLimiterLooks(t *testing.T) {
	before, _ := limits()
	defer func() { debug.SetMemoryLimit(before); debug.SetGCPercent(gcPercent) }()
	debug.SetMemoryLimit(math.MaxInt64)
	l := startGCLimiter()
	defer l.stop()
	l.restored()
	large := make([]byte, 160<<20)
	runtime.GC()
	for begun := time.Now(); ; time.Sleep(gcLook / 4) {
		if limit, _ := limits(); limit >= 320<<20 {
			break
		}
		if time.Since(begun) > 10*time.Second {
			limit, _ := limits()
			t.Fatalf("limit %d MB for %d MB live", limit>>20, liveHeap()>>20)
		}
	}
	runtime.KeepAlive(large)
}

// TestGCLimiterGrows: what is made of a checkpoint may become larger than the limit was; it
// rises before the collector runs all the time, until all is read.
func TestGCLimiterGrows(t *testing.T) {
	before, _ := limits()
	defer func() { debug.SetMemoryLimit(before); debug.SetGCPercent(gcPercent) }()
	debug.SetMemoryLimit(math.MaxInt64)
	l := startGCLimiter()
	defer l.stop()
	large := make([]byte, gcRestore) // never touched, so it takes no memory
	runtime.GC()
	l.fit()
	if limit, percent := limits(); !near(limit, liveHeap()*3/2) || limit < gcRestore*3/2 || percent != 4*gcPercent {
		t.Errorf("limit %d MB at %d %% for %d MB live", limit>>20, percent, liveHeap()>>20)
	}
	l.restored()
	if now, percent := limits(); !near(now, liveHeap()+gcRoom) || percent != gcPercent {
		t.Errorf("when all is read: limit %d MB at %d %% for %d MB live", now>>20, percent, liveHeap()>>20)
	}
	runtime.KeepAlive(large)
}

// TestGCLimiterOfParts: the first visit of any part ends the reading, once.
func TestGCLimiterOfParts(t *testing.T) {
	before, _ := limits()
	defer func() { debug.SetMemoryLimit(before); debug.SetGCPercent(gcPercent) }()
	debug.SetMemoryLimit(math.MaxInt64)
	l := startGCLimiter()
	defer l.stop()
	runtime.GC()
	var parts sync.WaitGroup
	for range 4 {
		parts.Go(func() { l.Visited(&crawl.Visit{}) })
	}
	parts.Wait()
	if limit, percent := limits(); limit >= gcRestore || percent != gcPercent {
		t.Errorf("limit %d MB at %d %% after a visit of each of four parts", limit>>20, percent)
	}
}

// TestGCLimiterFresh: a run that begins with nothing has its limit before the first visit.
func TestGCLimiterFresh(t *testing.T) {
	before, _ := limits()
	defer func() { debug.SetMemoryLimit(before); debug.SetGCPercent(gcPercent) }()
	debug.SetMemoryLimit(math.MaxInt64)
	l := startGCLimiter()
	defer l.stop()
	runtime.GC()
	l.restored()
	live := liveHeap()
	if limit, percent := limits(); limit != gcFloor || percent != gcPercent {
		t.Errorf("limit %d MB at %d %% for %d MB live", limit>>20, percent, live>>20)
	}
}

// TestGCLimiterCeiling: the limit that the program has set, by --memory for example, stands.
func TestGCLimiterCeiling(t *testing.T) {
	before, _ := limits()
	defer func() { debug.SetMemoryLimit(before); debug.SetGCPercent(gcPercent) }()
	const ceiling = 40 << 20
	debug.SetMemoryLimit(ceiling)
	l := startGCLimiter()
	for range 2 {
		if limit, _ := limits(); limit != ceiling {
			t.Errorf("limit %d MB, want %d", limit>>20, ceiling>>20)
		}
		l.Visited(&crawl.Visit{})
	}
	large := make([]byte, 2*ceiling) // the crawl needs more than that
	runtime.GC()
	l.fit()
	if limit, _ := limits(); !near(limit, liveHeap()*9/8) {
		t.Errorf("limit %d MB for %d MB live, want an eighth more", limit>>20, liveHeap()>>20)
	}
	runtime.KeepAlive(large)
	l.stop()
	if limit, _ := limits(); limit != ceiling {
		t.Errorf("afterwards: limit %d MB, want %d", limit>>20, ceiling>>20)
	}
}

// near allows for what the heap changes between two looks.
func near(a, b int64) bool { return a > b-4<<20 && a < b+4<<20 }
