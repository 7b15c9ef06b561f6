package node

import (
	"context"
	"encoding/json"
	"errors"
	"strings"
	"sync"
	"time"

	"github.com/ontocrawl/ontocrawl/crawl/share/broker"
)

// mirror holds the table, as far as this process has received it. It may be late; what is
// written is checked by the revision.
type mirror struct {
	mu      sync.Mutex
	values  map[string][]byte
	came    map[string]time.Time // when the value of a key came
	gone    map[string]time.Time // since when a key is not there any more
	changed chan struct{}        // closed at each change, and made anew
}

func newMirror() *mirror {
	return &mirror{values: map[string][]byte{}, came: map[string]time.Time{}, gone: map[string]time.Time{}, changed: make(chan struct{})}
}

// follow keeps the mirror until ctx ends.
func (m *mirror) follow(ctx context.Context, t broker.Table) error {
	for ctx.Err() == nil {
		err := t.Watch(ctx, "", func(c broker.Change) error {
			m.note(c)
			return nil
		})
		if errors.Is(err, broker.ErrClosed) {
			return err
		}
		select {
		case <-ctx.Done():
		case <-time.After(200 * time.Millisecond):
		}
	}
	return nil
}

func (m *mirror) note(c broker.Change) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if c.Gone {
		delete(m.values, c.Key)
		delete(m.came, c.Key)
		m.gone[c.Key] = time.Now()
	} else {
		m.values[c.Key], m.came[c.Key] = c.Value, time.Now()
		delete(m.gone, c.Key)
	}
	close(m.changed)
	m.changed = make(chan struct{})
}

// get decodes the value of a key into v; false: it has none that can be read.
func (m *mirror) get(key string, v any) bool {
	m.mu.Lock()
	value, ok := m.values[key]
	m.mu.Unlock()
	return ok && (v == nil || json.Unmarshal(value, v) == nil)
}

// since is how long ago the value of a key came.
func (m *mirror) since(key string) time.Duration {
	m.mu.Lock()
	defer m.mu.Unlock()
	if at, ok := m.came[key]; ok {
		return time.Since(at)
	}
	return 0
}

// names returns what follows a prefix in the keys that are there.
func (m *mirror) names(prefix string) (names []string) {
	m.mu.Lock()
	defer m.mu.Unlock()
	for key := range m.values {
		if name, ok := strings.CutPrefix(key, prefix); ok {
			names = append(names, name)
		}
	}
	return names
}

// awayFor is for how long a key has not been there, as far as this process has seen; 0 if it
// is there. since is when it began to look.
func (m *mirror) awayFor(key string, since time.Time) time.Duration {
	m.mu.Lock()
	defer m.mu.Unlock()
	if _, ok := m.values[key]; ok {
		return 0
	}
	if at, ok := m.gone[key]; ok && at.After(since) {
		since = at
	}
	return time.Since(since)
}

// until waits until ok is true, which is asked at each change.
func (m *mirror) until(ctx context.Context, ok func() bool) error {
	for {
		m.mu.Lock()
		changed := m.changed
		m.mu.Unlock()
		if ok() {
			return nil
		}
		select {
		case <-ctx.Done():
			return context.Cause(ctx)
		case <-changed:
		case <-time.After(time.Second): // what depends on time
		}
	}
}
