package replay

import (
	"context"
	"fmt"
	"net"
	"net/http"
	"syscall"
	"time"

	"github.com/cespare/xxhash/v2"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/fetch/urlkey"
)

// This part answers for the hosts that a stored web does not have, about as the live web would.
//
// In a stored web every URL that is not stored is dead, so a crawler pays nothing for following links
// out. On the live web they answer, cost a request each, and lead on. A made page is off topic: it
// holds neutral words, the navigation of its host, and links to further pages of its host only. The
// same URL has the same answer always. It is a model: no made page is on topic.

// The shares of URLs and hosts, of a thousand. URLs answer 404 and 403, else 200. A
// host has no address, refuses connections, forbids everything in robots.txt, or is
// slow, else it is well.
const (
	notFound  = 80
	forbidden = 40

	noAddress = 30
	refuses   = 10
	robots    = 30
	slow      = 50

	// late is the share of the URLs of a slow host that do not answer in time.
	late = 250
)

// How long a slow host takes: from minWait to maxWait, or timeout for a URL that does
// not answer in time.
const (
	minWait = 500 * time.Millisecond
	maxWait = 2 * time.Second
	timeout = 5 * time.Second
)

// Answer is the answer of the host of a URL.
type BeyondAnswer struct {
	Status int           // 200, 403 or 404; 0 if there is no answer
	Err    error         // why there is none; its kind (crawl.KindOf) is dns, connection refused, robots or timeout
	Wait   time.Duration // what a slow host takes; 0 for others
}

// For returns the answer of a canonical URL.
func BeyondFor(url string) BeyondAnswer {
	host := urlkey.Host(url)
	n := share("host", host)
	switch {
	case n < noAddress:
		return failed(url, &net.DNSError{Err: "no such host", Name: host, IsNotFound: true})
	case n < noAddress+refuses:
		return failed(url, syscall.ECONNREFUSED)
	case n < noAddress+refuses+robots:
		return failed(url, crawl.ErrDisallowed)
	case n < noAddress+refuses+robots+slow:
		return slowly(url)
	}
	return BeyondAnswer{Status: status(url)}
}

func failed(url string, err error) BeyondAnswer {
	return BeyondAnswer{Err: fmt.Errorf("beyond %s: %w", url, err)}
}

// slowly is the answer of a slow host.
func slowly(url string) BeyondAnswer {
	if share("late", url) < late {
		a := failed(url, context.DeadlineExceeded)
		a.Wait = timeout
		return a
	}
	return BeyondAnswer{Status: status(url), Wait: minWait + (maxWait-minWait)*time.Duration(share("wait", url))/1000}
}

func status(url string) int {
	switch n := share("status", url); {
	case n < notFound:
		return http.StatusNotFound
	case n < notFound+forbidden:
		return http.StatusForbidden
	}
	return http.StatusOK
}

// share returns a number from 0 to 999 fixed by of and s.
func share(of, s string) int { return int(hash(of, s) % 1000) }

func hash(of, s string) uint64 { return xxhash.Sum64String(of + "\x00" + s) }
