package state

import (
	"strings"

	"github.com/ontocrawl/ontocrawl/crawl"
)

// legacyMarks are what the text of a failure contained before records held kinds,
// in the order in which they were looked for.
var legacyMarks = []struct {
	mark string
	kind crawl.FailureKind
}{
	{"duplicate of ", crawl.FailDuplicate}, {"redirect to ", crawl.FailMoved},
	{"robots.txt, which cannot be had", crawl.FailRobotsUnreachable}, {"disallowed by robots.txt", crawl.FailRobots},
	{"address is not public", crawl.FailPrivate}, {"body exceeds the limit", crawl.FailTooLarge},
	{"too many redirects", crawl.FailRedirects}, {"content type is not text", crawl.FailNotText},
	{"body is not a text page", crawl.FailNotPage}, {" the page panicked", crawl.FailPanic},
	{"no such host", crawl.FailDNS}, {"timeout", crawl.FailTimeout}, {"deadline exceeded", crawl.FailTimeout},
	{"connection refused", crawl.FailRefused}, {"certificate", crawl.FailTLS}, {"tls:", crawl.FailTLS},
	{"EOF", crawl.FailClosed}, {"connection reset", crawl.FailClosed}, {"broken pipe", crawl.FailClosed},
}

// legacyKind is the kind of a failure in a record of before kindVersion, which has
// only a text. No other code reads such a text. The function can go when those
// records are no longer read.
func legacyKind(v *crawl.Visit) crawl.FailureKind {
	text := strings.TrimPrefix(v.Failure.Text, "fetch "+v.Choice.URL+": ")
	for _, m := range legacyMarks {
		if strings.Contains(text, m.mark) {
			return m.kind
		}
	}
	if v.Status != 0 && v.Status/100 != 2 {
		return crawl.StatusKind(v.Status)
	}
	return crawl.FailOther
}
