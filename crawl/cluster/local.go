package cluster

import (
	"sync"

	"github.com/ontocrawl/ontocrawl/crawl"
)

// Bus is a cluster.Bus in memory. Nothing is copied: sender and receivers share letters
// and outcomes.
type LocalBus struct {
	boxes []box
}

var _ Bus = (*LocalBus)(nil)

// box holds the messages that wait for a part. Each has a lock of its own, so that
// parts that tell much do not wait for those that receive.
type box struct {
	mu    sync.Mutex
	waits []envelope
}

// envelope is a letter or an outcome.
type envelope struct {
	letter  *crawl.Letter
	outcome *crawl.Outcome
}

// New returns a Bus between so many parts.
func NewLocalBus(parts int) *LocalBus { return &LocalBus{boxes: make([]box, parts)} }

// Post implements [cluster.Bus].
func (b *LocalBus) Post(_, to int, l *crawl.Letter) { b.boxes[to].put(envelope{letter: l}) }

// Tell implements [cluster.Bus].
func (b *LocalBus) Tell(from int, o *crawl.Outcome) {
	for to := range b.boxes {
		if to != from {
			b.boxes[to].put(envelope{outcome: o})
		}
	}
}

func (b *box) put(m envelope) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.waits = append(b.waits, m)
}

// Receive implements [cluster.Bus].
func (b *LocalBus) Receive(part int, hear func(*crawl.Letter), learn func(*crawl.Outcome)) int {
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
