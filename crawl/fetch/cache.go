package fetch

import (
	"context"
	"sync"
)

// cache is a bounded map of values that one caller at a time reads or renews, so
// that a value is fetched once however many wait for it. When it is full, the value
// is dropped that was used last the longest ago, of those that nobody holds or waits for.
type cache[V any] struct {
	most   int
	mu     sync.Mutex
	values map[string]*cached[V]
	latest *cached[V] // the others follow by older
	oldest *cached[V]
}

type cached[V any] struct {
	key          string
	newer, older *cached[V]
	users        int           // that hold the value or wait for it
	lock         chan struct{} // holds the token of the caller that uses value; nil: there are no users
	value        V
}

func newCache[V any](most int) *cache[V] {
	return &cache[V]{most: most, values: map[string]*cached[V]{}}
}

// hold returns the value of key, zero if it is new. No other caller has it until
// release. The error comes from ctx.
func (c *cache[V]) hold(ctx context.Context, key string) (v *V, release func(), err error) {
	c.mu.Lock()
	e := c.entry(key)
	if e.users++; e.lock == nil {
		e.lock = make(chan struct{}, 1)
	}
	lock := e.lock
	c.mu.Unlock()
	select {
	case lock <- struct{}{}:
	case <-ctx.Done():
		c.leave(e)
		return nil, nil, ctx.Err()
	}
	return &e.value, func() { <-lock; c.leave(e) }, nil
}

// leave ends the use of e by a caller.
func (c *cache[V]) leave(e *cached[V]) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if e.users--; e.users == 0 {
		e.lock = nil
	}
}

// entry finds or makes the entry of key, the latest from now on. It must be called with mu held.
func (c *cache[V]) entry(key string) *cached[V] {
	e := c.values[key]
	if e == nil {
		for old := c.oldest; old != nil && len(c.values) >= c.most; {
			next := old.newer
			if old.users == 0 {
				c.remove(old)
			}
			old = next
		}
		e = &cached[V]{key: key}
		c.values[key] = e
	} else {
		c.unlink(e)
	}
	if e.older, e.newer = c.latest, nil; c.latest != nil {
		c.latest.newer = e
	} else {
		c.oldest = e
	}
	c.latest = e
	return e
}

func (c *cache[V]) remove(e *cached[V]) {
	c.unlink(e)
	delete(c.values, e.key)
}

func (c *cache[V]) unlink(e *cached[V]) {
	if e.newer != nil {
		e.newer.older = e.older
	} else {
		c.latest = e.older
	}
	if e.older != nil {
		e.older.newer = e.newer
	} else {
		c.oldest = e.newer
	}
}

// len is how many values there are.
func (c *cache[V]) len() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return len(c.values)
}

// drop forgets the value of key unless a caller holds it or waits for it.
func (c *cache[V]) drop(key string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if e := c.values[key]; e != nil && e.users == 0 {
		c.remove(e)
	}
}
