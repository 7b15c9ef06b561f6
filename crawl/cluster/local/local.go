// Package local is a [cluster.Bus] between the parts of one process.
package local

import (
	"sync"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/cluster"
)

// Bus is a cluster.Bus in memory. Nothing is copied: sender and receivers share letters
// and outcomes.
type Bus struct {
	boxes []box
}

var _ cluster.Bus = (*Bus)(nil)

// box holds the messages that wait for a part. Each has a lock of its own, so that
// parts that tell much do not wait for those that receive.
type box struct {
	mu    sync.Mutex
	waits []message
}

// message is a letter or an outcome.
type message struct {
	letter  *crawl.Letter
	outcome *crawl.Outcome
}

// New returns a Bus between so many parts.
func New(parts int) *Bus { return &Bus{boxes: make([]box, parts)} }

// Post implements [cluster.Bus].
func (b *Bus) Post(_, to int, l *crawl.Letter) { b.boxes[to].put(message{letter: l}) }

// Tell implements [cluster.Bus].
func (b *Bus) Tell(from int, o *crawl.Outcome) {
	for to := range b.boxes {
		if to != from {
			b.boxes[to].put(message{outcome: o})
		}
	}
}

func (b *box) put(m message) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.waits = append(b.waits, m)
}

// Receive implements [cluster.Bus].
func (b *Bus) Receive(part int, hear func(*crawl.Letter), learn func(*crawl.Outcome)) int {
	box := &b.boxes[part]
	box.mu.Lock()
	waits := box.waits
	box.waits = nil
	box.mu.Unlock()
	for _, m := range waits {
		if m.letter != nil {
			hear(m.letter)
		} else {
			learn(m.outcome)
		}
	}
	return len(waits)
}
