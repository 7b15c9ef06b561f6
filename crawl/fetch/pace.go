package fetch

import (
	"net/http"
	"net/netip"
	"net/url"
	"strings"
	"time"

	"golang.org/x/net/publicsuffix"
)

const (
	// latencyFactor times the time a site takes to answer is the least delay: a
	// site is busy with us at most a third of the time. Scrapy's AutoThrottle has
	// 1, Heritrix 5.
	latencyFactor = 2
	slow          = 250 * time.Millisecond // an answer within it is quick, whatever the delay
	// refusedFactor times the delay is the first pause after a 429 or 503 that
	// gives no Retry-After; it doubles with every further one.
	refusedFactor = 10
	minRefused    = time.Second // even where no delay is wanted
)

// pace is what the answers of a site have taught: how fast it is, and how often
// in a row it refused.
type pace struct {
	latency time.Duration // smoothed time to the headers of an answer
	refused int           // 429 and 503 since the last answer of another kind
}

// outcome is how a request ended, as far as politeness goes.
type outcome struct {
	status  int           // 0: none came
	latency time.Duration // until its headers came, or until it failed
	retry   time.Duration // Retry-After; negative: none
	addr    netip.Addr    // that answered; the zero Addr if it is unknown
}

// paceOf is the delay between requests to the site p. It must be called with
// t.mu held.
func (t *turns) paceOf(p *place) time.Duration {
	if t.delay <= 0 {
		return 0
	}
	if p.latency <= slow {
		return t.delay
	}
	return max(t.delay, min(latencyFactor*p.latency, t.longest))
}

// note learns from an answer of the site p, and returns for how long it is to be
// left alone. It must be called with t.mu held.
func (t *turns) note(p *place, a outcome) (pause time.Duration) {
	// A server on this machine shares its processor with us: its latency is ours.
	if !a.addr.IsLoopback() {
		p.latency = smooth(p.latency, a)
	}
	// Several may have been in flight when the first was refused: they are one
	// refusal, and what else they say came too early to end it.
	again := time.Now().Before(p.hold)
	if !overburdened(a.status) {
		if a.status != 0 && a.status < 500 && !again {
			p.refused = 0
		}
		return 0
	}
	if !again {
		p.refused++
	}
	grown := double(max(t.delay, 0), p.refused-1, t.maxPause)
	if a.retry >= 0 {
		return min(max(a.retry, grown), t.maxPause)
	}
	return double(max(refusedFactor*t.delay, minRefused), p.refused-1, t.maxPause)
}

// smooth moves half way to the newest latency, as AutoThrottle does. A failure
// is often quick and is no sign of speed, so it never lessens the latency.
func smooth(old time.Duration, a outcome) time.Duration {
	if a.status/100 != 2 && a.latency < old {
		return old
	}
	if old == 0 {
		return a.latency
	}
	return (old + a.latency) / 2
}

// double doubles d n times, up to limit.
func double(d time.Duration, n int, limit time.Duration) time.Duration {
	for ; n > 0 && d < limit; n-- {
		d *= 2
	}
	return min(d, limit)
}

// overburdened reports a status by which a server says that it cannot now.
func overburdened(status int) bool {
	return status == http.StatusTooManyRequests || status == http.StatusServiceUnavailable
}

// siteOf names the owner of a host with its port, as in crawl.Link. Names under
// one registrable domain by the Public Suffix List are one site, whatever the
// port: www.example.com.cn and m.example.com.cn:8080 are example.com.cn, while
// two users of github.io are two. A name that is itself a public suffix is a
// site of its own. An address, and a name without a dot such as localhost, is a
// site of its own with each of its ports.
func siteOf(host string) string {
	name := (&url.URL{Host: host}).Hostname()
	if !strings.Contains(name, ".") {
		return host
	}
	if _, err := netip.ParseAddr(name); err == nil {
		return host
	}
	if site, err := publicsuffix.EffectiveTLDPlusOne(strings.TrimSuffix(name, ".")); err == nil {
		return site
	}
	return name
}
