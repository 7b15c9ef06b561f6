package fetch

import (
	"encoding/json"
	"fmt"
	"math"
	"time"
)

// memory is what is owed to servers beyond the life of a process: pauses that
// they asked for, and how slow they are. Of times only differences would survive
// a restart, so they are kept by the calendar; a clock that was put back makes a
// pause no longer than it may be at all.
type memory struct {
	Sites map[string]siteMemory    `json:",omitempty"`
	Hosts map[string]time.Duration `json:",omitempty"` // Crawl-delay
}

type siteMemory struct {
	Hold    time.Time     // not asked before
	Refused int           `json:",omitempty"`
	Latency time.Duration `json:",omitempty"`
}

// MarshalBinary returns what the client has promised to servers. With
// UnmarshalBinary it makes a client a [crawl.Checkpointer]: a crawl that goes on
// keeps the pauses that were asked for before.
func (c *Client) MarshalBinary() ([]byte, error) {
	t := c.turns
	t.mu.Lock()
	defer t.mu.Unlock()
	m, now := memory{Sites: map[string]siteMemory{}, Hosts: map[string]time.Duration{}}, time.Now()
	for name, h := range t.hosts {
		if h.delay > 0 {
			m.Hosts[name] = h.delay
		}
		s := h.site
		if s.refused > 0 || now.Before(s.hold) || t.paceOf(s) > t.delay {
			m.Sites[name] = siteMemory{Hold: s.hold.UTC().Round(0), Refused: s.refused, Latency: s.latency}
		}
	}
	return json.Marshal(m)
}

// UnmarshalBinary takes up what another client has promised. No pause is longer
// than the options allow.
func (c *Client) UnmarshalBinary(data []byte) error {
	var m memory
	if err := json.Unmarshal(data, &m); err != nil {
		return fmt.Errorf("fetch: memory of promises: %w", err)
	}
	t := c.turns
	t.mu.Lock()
	defer t.mu.Unlock()
	now := time.Now()
	for name, s := range m.Sites {
		p := t.host(name).site
		p.refused = min(max(s.Refused, 0), math.MaxInt32)
		p.latency = min(max(s.Latency, 0), time.Hour)
		if wait := min(s.Hold.Sub(now.Round(0)), t.maxPause); wait > 0 {
			p.hold = later(p.hold, now.Add(wait))
		}
	}
	for name, delay := range m.Hosts {
		h := t.host(name)
		h.delay, h.last = min(max(delay, 0), t.longest), now // when it was asked last is not known
	}
	return nil
}
