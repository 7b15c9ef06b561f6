package notify

import (
	"time"

	"github.com/ontocrawl/ontocrawl/crawl/monitor"
)

// quietAt reports whether t is within q. A span with equal ends is empty.
func quietAt(q monitor.Quiet, t time.Time) bool {
	if q.Zone != nil {
		t = t.In(q.Zone)
	}
	h, m, s := t.Clock()
	at := time.Duration(h)*time.Hour + time.Duration(m)*time.Minute + time.Duration(s)*time.Second
	if q.From <= q.To {
		return q.From <= at && at < q.To
	}
	return q.From <= at || at < q.To
}

func anyQuiet(quiet []monitor.Quiet, t time.Time) bool {
	for _, q := range quiet {
		if quietAt(q, t) {
			return true
		}
	}
	return false
}

// AfterQuiet returns t, or the first full minute after it outside of quiet. It checks
// minute by minute, so spans that touch or overlap, several zones, and clock changes
// need no special cases. If no minute of a day is free (a file of jobs with that is
// refused), it returns t: late is better than never.
func AfterQuiet(quiet []monitor.Quiet, t time.Time) time.Time {
	if !anyQuiet(quiet, t) {
		return t
	}
	u := t.Truncate(time.Minute)
	for range 26 * 60 { // the longest day has 25 hours
		u = u.Add(time.Minute)
		if !anyQuiet(quiet, u) {
			return u
		}
	}
	return t
}

// digestEnd returns the end of the span of length d that contains t. Spans are counted
// from midnight, in the zone of the rule's quiet hours or in UTC, so all notifications
// of a span are due together.
func digestEnd(rule *monitor.AlertRule, t time.Time) time.Time {
	zone := time.UTC
	if len(rule.Quiet) > 0 && rule.Quiet[0].Zone != nil {
		zone = rule.Quiet[0].Zone
	}
	l := t.In(zone)
	if rule.Digest >= 24*time.Hour { // whole days, by the calendar
		days := int((rule.Digest + 24*time.Hour - 1) / (24 * time.Hour))
		epoch := time.Date(l.Year(), l.Month(), l.Day(), 0, 0, 0, 0, time.UTC).Unix() / (24 * 60 * 60)
		ahead := days - int(epoch)%days
		return time.Date(l.Year(), l.Month(), l.Day()+ahead, 0, 0, 0, 0, zone).UTC()
	}
	midnight := time.Date(l.Year(), l.Month(), l.Day(), 0, 0, 0, 0, zone)
	next := time.Date(l.Year(), l.Month(), l.Day()+1, 0, 0, 0, 0, zone)
	end := midnight.Add(t.Sub(midnight).Truncate(rule.Digest) + rule.Digest)
	if end.After(next) {
		end = next // a span that does not fit into the day is cut
	}
	return end.UTC()
}
