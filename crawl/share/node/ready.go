package node

import (
	"sync"

	"github.com/ontocrawl/ontocrawl/internal/english"
)

// Ready says whether a node can do its work. The zero value has not joined yet. Its
// methods may be called concurrently.
type Ready struct {
	mu    sync.Mutex
	fresh func() bool
}

// Err returns why the node cannot do its work; nil if it can: it has its lease, and a majority
// of the brokers has confirmed that lately enough to begin something new.
func (r *Ready) Err() error {
	r.mu.Lock()
	fresh := r.fresh
	r.mu.Unlock()
	switch {
	case fresh == nil:
		return english.Errorf("this node has not joined the cluster yet: it waits until most of the brokers are there, and until its earlier process has lost its lease")
	case !fresh():
		return english.Errorf("this node may begin nothing: most of the brokers have not answered it in time, because they are away or it is cut off")
	}
	return nil
}

// joined notes that the node has a lease, and what says whether that is fresh.
func (r *Ready) joined(fresh func() bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.fresh = fresh
}
