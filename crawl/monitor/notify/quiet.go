package notify

import (
	"time"

	"github.com/ontocrawl/ontocrawl/crawl/monitor"
)

// quietAt reports whether t is within q. A span whose ends are equal is empty.
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

// AfterQuiet returns t, or the first full minute after it at which none of quiet
// holds. Minute by minute: so spans that touch, overlap or lie in several zones,
// and nights in which the clocks change, need no cases of their own. Spans that
// leave no minute of a day (a job's file with such is refused) count as none:
// late is better than never.
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

// digestEnd returns the end of the span of length d in which t lies. Spans are
// counted from midnight, in the zone of the rule's quiet hours or in UTC, so all
// pending of a span are due together whoever computes it.
func digestEnd(tell *monitor.AlertRule, t time.Time) time.Time {
	zone := time.UTC
	if len(tell.Quiet) > 0 && tell.Quiet[0].Zone != nil {
		zone = tell.Quiet[0].Zone
	}
	l := t.In(zone)
	if tell.Digest >= 24*time.Hour { // whole days, by the calendar
		days := int((tell.Digest + 24*time.Hour - 1) / (24 * time.Hour))
		epoch := time.Date(l.Year(), l.Month(), l.Day(), 0, 0, 0, 0, time.UTC).Unix() / (24 * 60 * 60)
		ahead := days - int(epoch)%days
		return time.Date(l.Year(), l.Month(), l.Day()+ahead, 0, 0, 0, 0, zone).UTC()
	}
	midnight := time.Date(l.Year(), l.Month(), l.Day(), 0, 0, 0, 0, zone)
	next := time.Date(l.Year(), l.Month(), l.Day()+1, 0, 0, 0, 0, zone)
	end := midnight.Add(t.Sub(midnight).Truncate(tell.Digest) + tell.Digest)
	if end.After(next) {
		end = next // a span that does not fit into the day is cut
	}
	return end.UTC()
}
