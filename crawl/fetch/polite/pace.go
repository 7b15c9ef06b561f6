package polite

import (
	"net/http"
	"time"
)

const (
	// latencyFactor times the latency of a site is its least delay, so a site is
	// busy with us for a third of the time at most. Scrapy's AutoThrottle has 1,
	// Heritrix 5.
	latencyFactor = 2
	slow          = 250 * time.Millisecond // a faster answer is quick, whatever the delay
	// refusedFactor times the delay is the first pause after a 429 or 503 without
	// Retry-After; it doubles with every further one.
	refusedFactor = 10
	minRefused    = time.Second // even without a delay
)

// pace holds what answers taught about a site.
type pace struct {
	latency time.Duration // smoothed time to the headers of an answer
	refused int           // 429 and 503 since the last answer of another kind
}

// paceOf is the delay between requests to a site. It must be called with mu held.
func (l *Limiter) paceOf(site *bucket) time.Duration {
	if l.delay <= 0 {
		return 0
	}
	if site.latency <= slow {
		return l.delay
	}
	return max(l.delay, min(latencyFactor*site.latency, l.maxDelay))
}

// note learns from an answer of a site, and returns for how long the site is left
// alone. It must be called with mu held.
func (l *Limiter) note(site *bucket, a Answer) (pause time.Duration) {
	// A server on this machine shares its processor with us: its latency is ours.
	if !a.Addr.IsLoopback() {
		site.latency = smooth(site.latency, a)
	}
	// Requests that were in flight when the first was refused count as one refusal,
	// and their other answers do not end it.
	again := time.Now().Before(site.hold)
	if !overloaded(a.Status) {
		if a.Status != 0 && a.Status < 500 && !again {
			site.refused = 0
		}
		return 0
	}
	if !again {
		site.refused++
	}
	grown := Double(max(l.delay, 0), site.refused-1, l.maxPause)
	if a.RetryAfter >= 0 {
		return min(max(a.RetryAfter, grown), l.maxPause)
	}
	return Double(max(refusedFactor*l.delay, minRefused), site.refused-1, l.maxPause)
}

// smooth moves half way to the newest latency, as AutoThrottle does. A failure is
// often quick, so it never lessens the latency.
func smooth(old time.Duration, a Answer) time.Duration {
	if a.Status/100 != 2 && a.Latency < old {
		return old
	}
	if old == 0 {
		return a.Latency
	}
	return (old + a.Latency) / 2
}

// Double doubles d n times, up to limit.
func Double(d time.Duration, n int, limit time.Duration) time.Duration {
	for ; n > 0 && d < limit; n-- {
		d *= 2
	}
	return min(d, limit)
}

// overloaded reports a status by which a server asks for less.
func overloaded(status int) bool {
	return status == http.StatusTooManyRequests || status == http.StatusServiceUnavailable
}
