package polite

import "time"

// A page that redirects to another site takes a turn of that site, and whoever waits there
// keeps its place. So a host of a thousand such redirects, each chosen while the site is
// busy, would leave the site's own pages no turn. A host that leads to one site again and
// again is therefore ready when that site is, and the chooser compares its links with the
// site's links.

const (
	// leadsAfter redirects in a row to one site tell where a host leads. One tells nothing: a
	// host of short addresses leads everywhere.
	leadsAfter = 2
	// leadWait is how long a host waits so: the site may be away for hours, and the next
	// redirect lead elsewhere.
	leadWait = 30 * time.Second
)

// Led records that a request to host from was answered by a redirect to host to; to is from
// if it was answered otherwise.
func (l *Limiter) Led(from, to string) {
	site := Site(to)
	l.mu.Lock()
	defer l.mu.Unlock()
	h := l.host(from)
	switch {
	case h.leads != nil && h.leads.key == site:
		h.led++
		return
	case h.leads != nil:
		l.release(h.leads)
		h.leads, h.led = nil, 0
	}
	if site != h.site.key {
		h.leads, h.led = l.bucket(site), 1
	}
}

// leadAt is when the site to which h leads may be asked, as far as h has to wait for that. It
// must be called with mu held.
func (l *Limiter) leadAt(h *host) (at time.Time) {
	now := time.Now()
	if h.led < leadsAfter || l.width() > 1 || now.After(h.last.Add(leadWait)) {
		return at
	}
	b := h.leads
	at = l.ready(b, l.paceOf(b))
	if len(b.slots) > 0 || b.fetches > 0 || b.unclaimed > 0 {
		at = later(at, now.Add(max(l.delay, minFlight)))
	}
	return at
}
