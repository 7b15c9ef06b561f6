package state

import (
	"strings"

	"github.com/ontocrawl/ontocrawl/crawl"
)

// legacyKind is the kind of a failure in a record of before kindVersion, which
// holds no more than its text. It is the only place that reads such a text, and
// can go when those records are no longer read.
func legacyKind(v *crawl.Visit) crawl.FailureKind {
	text := strings.TrimPrefix(v.Failure.Text, "fetch "+v.Choice.URL+": ")
	has := func(marks ...string) bool {
		for _, mark := range marks {
			if strings.Contains(text, mark) {
				return true
			}
		}
		return false
	}
	switch {
	case strings.HasPrefix(text, "duplicate of "):
		return crawl.FailDuplicate
	case strings.HasPrefix(text, "redirect to "):
		return crawl.FailMoved
	case has("robots.txt, which cannot be had"):
		return crawl.FailRobotsUnreachable
	case has("disallowed by robots.txt"):
		return crawl.FailRobots
	case has("address is not public"):
		return crawl.FailPrivate
	case has("body exceeds the limit"):
		return crawl.FailTooLarge
	case has("too many redirects"):
		return crawl.FailRedirects
	case has("content type is not text"):
		return crawl.FailNotText
	case has("body is not a text page"):
		return crawl.FailNotPage
	case has(" the page panicked"):
		return crawl.FailPanic
	case v.Status != 0 && v.Status/100 != 2:
		return crawl.StatusKind(v.Status)
	case has("no such host"):
		return crawl.FailDNS
	case has("timeout", "deadline exceeded"):
		return crawl.FailTimeout
	case has("connection refused"):
		return crawl.FailRefused
	case has("certificate", "tls:"):
		return crawl.FailTLS
	case strings.HasSuffix(text, "EOF"), has("connection reset", "broken pipe"):
		return crawl.FailClosed
	}
	return crawl.FailOther
}
