package fetch

import (
	"context"
	"sync"
)

// cache is a bounded map of values that one caller at a time reads or renews, so
// that a value is fetched once however many wait for it. When it is full, some
// values are dropped that nobody holds.
type cache[V any] struct {
	most   int
	mu     sync.Mutex
	values map[string]*cached[V]
}

type cached[V any] struct {
	lock  chan struct{} // holds the token of the caller that uses value
	value V
}

func newCache[V any](most int) *cache[V] {
	return &cache[V]{most: most, values: map[string]*cached[V]{}}
}

// hold returns the value of key, zero if it is new. No other caller has it until
// release. The error is that of ctx.
func (c *cache[V]) hold(ctx context.Context, key string) (v *V, release func(), err error) {
	e := c.find(key)
	select {
	case e.lock <- struct{}{}:
	case <-ctx.Done():
		return nil, nil, ctx.Err()
	}
	return &e.value, func() { <-e.lock }, nil
}

func (c *cache[V]) find(key string) *cached[V] {
	c.mu.Lock()
	defer c.mu.Unlock()
	if e := c.values[key]; e != nil {
		return e
	}
	for old, e := range c.values {
		if len(c.values) < c.most {
			break
		}
		if len(e.lock) == 0 {
			delete(c.values, old)
		}
	}
	e := &cached[V]{lock: make(chan struct{}, 1)}
	c.values[key] = e
	return e
}

// drop forgets the value of key unless a caller holds it.
func (c *cache[V]) drop(key string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if e := c.values[key]; e != nil && len(e.lock) == 0 {
		delete(c.values, key)
	}
}
