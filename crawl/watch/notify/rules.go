package notify

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"slices"
	"strconv"
	"time"

	"github.com/ontocrawl/ontocrawl/crawl/watch/monitor"
)

// Rules implements [monitor.Rules] by the alert rules of each job.
//
// A receiver is notified of an event by one rule: the most urgent of those that match,
// then the soonest, then the first in the file. It is notified of a story once; once
// more when a rule with urgent: true asks for what an ordinary rule has sent (a red
// warning must not be lost because the first page of its story stood in yesterday's
// digest); and once for each change that a rule asks for.
type Rules struct{}

var _ monitor.Rules = Rules{}

// Notifications implements [monitor.Rules].
func (Rules) Notifications(job *monitor.Job, f *monitor.Event, s *monitor.Story, now time.Time, p monitor.Phase) []monitor.Notification {
	var notifications []monitor.Notification
	for _, rule := range rulesFor(job, f, s, p) {
		switch _, known := s.Notified[rule.Receiver.Name]; {
		case unasked(rule, f):
			if known {
				continue
			}
			recordUnasked(rule, s)
		case f.Kind == monitor.New && alreadyNotified(job, rule, s), f.Kind == monitor.Gained && known:
			continue
		default:
			recordNotified(job, rule, s)
		}
		notifications = append(notifications, newNotification(job, rule, f, s, now, p))
	}
	return notifications
}

// rulesFor returns, for each receiver, the rule by which it is notified of f, in the
// order of the file.
func rulesFor(job *monitor.Job, f *monitor.Event, s *monitor.Story, p monitor.Phase) []*monitor.AlertRule {
	var out []*monitor.AlertRule
	for i := range job.AlertRules {
		rule := &job.AlertRules[i]
		if !Matches(rule, f, s, p) {
			continue
		}
		at := slices.IndexFunc(out, func(o *monitor.AlertRule) bool { return o.Receiver.Name == rule.Receiver.Name })
		switch {
		case at < 0:
			out = append(out, rule)
		case sooner(job, rule, out[at], f, p):
			out[at] = rule
		}
	}
	return out
}

func sooner(job *monitor.Job, a, b *monitor.AlertRule, f *monitor.Event, p monitor.Phase) bool {
	if ua, ub := urgent(job, a, f, p), urgent(job, b, f, p); ua != ub {
		return ua
	}
	return digest(a, f) < digest(b, f)
}

// urgent reports whether rule is urgent for f in phase p. Offers holds what the pages
// of a job offer for its ontology.
func urgent(job *monitor.Job, rule *monitor.AlertRule, f *monitor.Event, p monitor.Phase) bool {
	return (rule.Urgent || slices.Contains(job.Phases.Set[p].Urgent, rule.Name)) && !unasked(rule, f)
}

// unasked reports a gained or lost page, or a new source, for a rule that does not name its
// kind.
func unasked(rule *monitor.AlertRule, f *monitor.Event) bool {
	return (f.Kind == monitor.Gained || f.Kind == monitor.Lost || f.Kind == monitor.SourceFound) && !slices.Contains(rule.Kinds, f.Kind)
}

// verdictDigest is the digest of gained pages for a rule without one: an edit of the
// ontology may gain hundreds at once.
const verdictDigest = time.Hour

// digest returns the span in which events like f are collected for rule.
func digest(rule *monitor.AlertRule, f *monitor.Event) time.Duration {
	if rule.Digest == 0 && unasked(rule, f) {
		return verdictDigest
	}
	return rule.Digest
}

// alreadyNotified reports whether the receiver of rule knows s already.
func alreadyNotified(job *monitor.Job, rule *monitor.AlertRule, s *monitor.Story) bool {
	by, ok := s.Notified[rule.Receiver.Name]
	return ok && (!rule.Urgent || by == rule.Name || ownUrgent(job, by))
}

func ownUrgent(job *monitor.Job, rule string) bool {
	return slices.ContainsFunc(job.AlertRules, func(t monitor.AlertRule) bool { return t.Name == rule && t.Urgent })
}

// recordNotified records in s that rule notified its receiver. A weaker rule does not
// replace an urgent one.
func recordNotified(job *monitor.Job, rule *monitor.AlertRule, s *monitor.Story) {
	if by, ok := s.Notified[rule.Receiver.Name]; ok && (!rule.Urgent || ownUrgent(job, by)) {
		return
	}
	if s.Notified == nil {
		s.Notified = map[string]string{}
	}
	s.Notified[rule.Receiver.Name] = rule.Name
}

// recordUnasked records that rule notified its receiver of a page that was gained. If an
// urgent rule asks for a new page of the story later, it is sent.
func recordUnasked(rule *monitor.AlertRule, s *monitor.Story) {
	if s.Notified == nil {
		s.Notified = map[string]string{}
	}
	s.Notified[rule.Receiver.Name] = rule.Name + " (gained)"
}

func newNotification(job *monitor.Job, rule *monitor.AlertRule, f *monitor.Event, s *monitor.Story, now time.Time, p monitor.Phase) monitor.Notification {
	l := monitor.Notification{
		ID: notificationID(job.Name, rule, f, s), Job: job.Name, Rule: rule.Name, Receiver: rule.Receiver.Name, Story: s.ID,
		Urgent: urgent(job, rule, f, p), Created: now.UTC(), Due: now.UTC(), Event: *f, Title: cmp.Or(s.Title, f.Title),
	}
	if l.Urgent {
		return l
	}
	if span := digest(rule, f); span > 0 {
		l.Due, l.Group = digestEnd(rule, span, now), job.Name
	}
	if after := afterQuiet(rule.Quiet, l.Due); !after.Equal(l.Due) {
		l.Due, l.Group = after.UTC(), job.Name
	}
	return l
}

// notificationID identifies a new story, or a change of it. Duplicates that change alike
// in one run are one change; if other concepts appear, it is another change.
func notificationID(job string, rule *monitor.AlertRule, f *monitor.Event, s *monitor.Story) string {
	parts := []string{job, rule.Name, rule.Receiver.Name, s.ID, string(f.Kind)}
	if f.Kind != monitor.New && f.Kind != monitor.SourceFound {
		parts = append(parts, strconv.Itoa(f.Run))
		parts = append(parts, slices.Sorted(slices.Values(f.Appeared))...)
	}
	return hashID(parts...)
}

// hashID returns 32 hexadecimal digits for parts. Each part is preceded by its length,
// so no two lists give the same bytes.
func hashID(parts ...string) string {
	h := sha256.New()
	for _, p := range parts {
		h.Write([]byte(strconv.Itoa(len(p)) + ":" + p)) //nolint:errcheck // never fails
	}
	return hex.EncodeToString(h.Sum(nil)[:16])
}

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
	return slices.ContainsFunc(quiet, func(q monitor.Quiet) bool { return quietAt(q, t) })
}

// afterQuiet returns t, or the first full minute after it outside of quiet. It checks
// minute by minute, so spans that touch or overlap, several zones, and clock changes
// need no special cases. If no minute of a day is free (a file of jobs with that is
// refused), it returns t: late is better than never.
func afterQuiet(quiet []monitor.Quiet, t time.Time) time.Time {
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

// digestEnd returns the end of the span of that length that contains t. Spans are counted
// from midnight, in the zone of the rule's quiet hours or in UTC, so all notifications
// of a span are due together.
func digestEnd(rule *monitor.AlertRule, span time.Duration, t time.Time) time.Time {
	zone := time.UTC
	if len(rule.Quiet) > 0 && rule.Quiet[0].Zone != nil {
		zone = rule.Quiet[0].Zone
	}
	l := t.In(zone)
	if span >= 24*time.Hour { // whole days, by the calendar
		days := int((span + 24*time.Hour - 1) / (24 * time.Hour))
		epoch := time.Date(l.Year(), l.Month(), l.Day(), 0, 0, 0, 0, time.UTC).Unix() / (24 * 60 * 60)
		ahead := days - int(epoch)%days
		return time.Date(l.Year(), l.Month(), l.Day()+ahead, 0, 0, 0, 0, zone).UTC()
	}
	midnight := time.Date(l.Year(), l.Month(), l.Day(), 0, 0, 0, 0, zone)
	next := time.Date(l.Year(), l.Month(), l.Day()+1, 0, 0, 0, 0, zone)
	end := midnight.Add(t.Sub(midnight).Truncate(span) + span)
	if end.After(next) { // a span that does not fit into the day is cut
		return next.UTC()
	}
	return end.UTC()
}
