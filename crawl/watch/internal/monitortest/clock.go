// Package monitortest is a test kit for monitoring: a clock that tests set, and the
// conformance suite that every [monitor.Store] must pass.
//
//	clock.go         Clock
//	store.go         Store: the suite; jobs, runs, claims
//	store_events.go  its tests of events, counts and stories
//	store_kept.go    its tests of all else that is kept, and of pruning
package monitortest

import (
	"cmp"
	"slices"
	"sync"
	"time"
)

// Clock is a [monitor.Clock] that a test moves. Like a machine it has two clocks: a wall
// clock, which Now reads and [Clock.Jump] sets, and a steady clock for After.
type Clock struct {
	mu      sync.Mutex
	wall    time.Time
	steady  time.Duration
	waiters []*waiter // by due time; of equals the first asked
}

type waiter struct {
	at time.Duration
	c  chan time.Time
}

// NewClock returns a clock that shows now.
func NewClock(now time.Time) *Clock { return &Clock{wall: now.Round(0)} }

// Now returns the wall time.
func (c *Clock) Now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.wall
}

// After implements [monitor.Clock].
func (c *Clock) After(d time.Duration) (<-chan time.Time, func()) {
	c.mu.Lock()
	defer c.mu.Unlock()
	w := &waiter{c.steady + max(d, 0), make(chan time.Time, 1)}
	if d <= 0 {
		w.c <- c.wall
		return w.c, func() {}
	}
	i, _ := slices.BinarySearchFunc(c.waiters, w.at+1, func(w *waiter, at time.Duration) int { return cmp.Compare(w.at, at) })
	c.waiters = slices.Insert(c.waiters, i, w)
	return w.c, func() { c.drop(w) }
}

func (c *Clock) drop(w *waiter) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.waiters = slices.DeleteFunc(c.waiters, func(o *waiter) bool { return o == w })
}

// Advance lets d pass and wakes, in order, the waiters that are due in it. It does not
// wait for their work.
func (c *Clock) Advance(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	end := c.steady + d
	for len(c.waiters) > 0 && c.waiters[0].at <= end {
		c.step(c.waiters[0].at)
	}
	c.wall, c.steady = c.wall.Add(end-c.steady), end
}

// Next lets time pass until the first waiter is due, at most limit, and returns the
// time that has passed.
func (c *Clock) Next(limit time.Duration) time.Duration {
	c.mu.Lock()
	defer c.mu.Unlock()
	before, at := c.steady, c.steady+limit
	if len(c.waiters) > 0 {
		at = min(at, c.waiters[0].at)
	}
	c.step(at)
	return at - before
}

// step moves both clocks to the steady time at and wakes its waiters.
func (c *Clock) step(at time.Duration) {
	c.wall, c.steady = c.wall.Add(at-c.steady), at
	n := 0
	for n < len(c.waiters) && c.waiters[n].at <= at {
		c.waiters[n].c <- c.wall
		n++
	}
	c.waiters = slices.Delete(c.waiters, 0, n)
}

// Jump sets the wall clock forward by d, or back. It wakes nobody: waiters wait by the
// steady clock.
func (c *Clock) Jump(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.wall = c.wall.Add(d)
}

// Waiting returns the number of waiters.
func (c *Clock) Waiting() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return len(c.waiters)
}
