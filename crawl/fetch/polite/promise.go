package polite

import (
	"math"
	"time"
)

// Promise carries what a server asked of one process to another process that shall ask it:
// of a site, or of a host.
type Promise struct {
	Site    string        `json:"site,omitempty"`
	Wait    time.Duration `json:"wait_ns,omitempty"` // how long the site is not to be asked
	Refused int           `json:"refused,omitempty"` // how often in a row it has refused

	Host  string        `json:"host,omitempty"`
	Delay time.Duration `json:"delay_ns,omitempty"` // Crawl-delay
}

// Tell calls f with each Promise that is kept from now on: pauses that servers ask for, and
// Crawl-delays. f must not wait, nor call s.
func (s *State) Tell(f func(Promise)) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.tell = f
}

// tells tells what others must know of a record. It must be called with mu held.
func (s *State) tells(x *record) {
	p := Promise{Site: x.Site, Refused: x.Refused, Host: x.Host, Delay: x.Delay}
	if x.Site != "" {
		p.Wait = max(0, time.Until(x.Hold))
	}
	if s.tell != nil && (p.Wait > 0 || p.Delay > 0) {
		s.tell(p)
	}
}

// Learn keeps a Promise that another process was told of, within the limits of the options.
func (l *Limiter) Learn(p Promise) {
	l.mu.Lock()
	defer l.mu.Unlock()
	now := time.Now()
	if p.Host != "" {
		h := l.host(p.Host)
		h.delay, h.last = min(max(p.Delay, 0), l.maxDelay), now // when it was asked last is not known
		return
	}
	if p.Site == "" {
		return
	}
	site := l.host(p.Site).site
	site.refused = max(site.refused, min(max(p.Refused, 0), math.MaxInt32))
	site.hold = later(site.hold, now.Add(min(max(p.Wait, 0), l.maxPause)))
}
