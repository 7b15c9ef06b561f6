package notify

import (
	"crypto/sha256"
	"encoding/hex"
	"slices"
	"strconv"
	"time"

	"github.com/ontocrawl/ontocrawl/crawl/monitor"
)

// Rules implements [monitor.Rules] by the alert rules of each job.
//
// A receiver is told of an event by one rule, however many ask for it: the most
// urgent, then the soonest, then the first in the file. It is told of a story once;
// once more when a rule that is urgent by itself asks for what an ordinary one has
// alreadyNotified (a red warning must not drown because the first page of its story stood in
// yesterday's digest); and once for each change that a rule asks for.
type Rules struct{}

var _ monitor.Rules = Rules{}

// Notifications implements [monitor.Rules].
func (Rules) Notifications(job *monitor.Job, f *monitor.Event, s *monitor.Story, now time.Time, p monitor.Phase) []monitor.Notification {
	var notifications []monitor.Notification
	for _, tell := range rulesFor(job, f, s, p) {
		if f.Kind == monitor.New && alreadyNotified(job, tell, s) {
			continue
		}
		recordNotified(job, tell, s)
		notifications = append(notifications, newNotification(job, tell, f, s, now, p))
	}
	return notifications
}

// rulesFor returns for each receiver the rule by which it is told of f, in the
// order of the file.
func rulesFor(job *monitor.Job, f *monitor.Event, s *monitor.Story, p monitor.Phase) []*monitor.AlertRule {
	var out []*monitor.AlertRule
	for i := range job.AlertRules {
		tell := &job.AlertRules[i]
		if !matches(tell, f, s, p) {
			continue
		}
		at := slices.IndexFunc(out, func(o *monitor.AlertRule) bool { return o.Receiver.Name == tell.Receiver.Name })
		switch {
		case at < 0:
			out = append(out, tell)
		case sooner(job, tell, out[at], p):
			out[at] = tell
		}
	}
	return out
}

func sooner(job *monitor.Job, a, b *monitor.AlertRule, p monitor.Phase) bool {
	if ua, ub := urgent(job, a, p), urgent(job, b, p); ua != ub {
		return ua
	}
	return a.Digest < b.Digest
}

// urgent reports whether tell tells at once in phase p.
func urgent(job *monitor.Job, tell *monitor.AlertRule, p monitor.Phase) bool {
	return tell.Urgent || slices.Contains(job.Phases.Set[p].Urgent, tell.Name)
}

// alreadyNotified reports whether tell has nothing to add to what its receiver knows of s.
func alreadyNotified(job *monitor.Job, tell *monitor.AlertRule, s *monitor.Story) bool {
	by, ok := s.Notified[tell.Receiver.Name]
	return ok && (!tell.Urgent || by == tell.Name || ownUrgent(job, by))
}

func ownUrgent(job *monitor.Job, rule string) bool {
	return slices.ContainsFunc(job.AlertRules, func(t monitor.AlertRule) bool { return t.Name == rule && t.Urgent })
}

// recordNotified writes into s that tell told it. A weaker rule does not take the place of
// an urgent one.
func recordNotified(job *monitor.Job, tell *monitor.AlertRule, s *monitor.Story) {
	if by, ok := s.Notified[tell.Receiver.Name]; ok && (!tell.Urgent || ownUrgent(job, by)) {
		return
	}
	if s.Notified == nil {
		s.Notified = map[string]string{}
	}
	s.Notified[tell.Receiver.Name] = tell.Name
}

func newNotification(job *monitor.Job, tell *monitor.AlertRule, f *monitor.Event, s *monitor.Story, now time.Time, p monitor.Phase) monitor.Notification {
	l := monitor.Notification{
		ID: notificationID(job.Name, tell, f, s), Job: job.Name, Rule: tell.Name, Receiver: tell.Receiver.Name, Story: s.ID,
		Urgent: urgent(job, tell, p), Created: now.UTC(), Due: now.UTC(), Event: *f, Title: s.Title,
	}
	if l.Title == "" {
		l.Title = f.Title
	}
	if l.Urgent {
		return l
	}
	if tell.Digest > 0 {
		l.Due, l.Group = digestEnd(tell, now), job.Name
	}
	if after := AfterQuiet(tell.Quiet, l.Due); !after.Equal(l.Due) {
		l.Due, l.Group = after.UTC(), job.Name
	}
	return l
}

// notificationID names what is told: a story that is new; or a change of it. Copies that
// change alike in one run are one change; one in which other concepts appear is
// another.
func notificationID(job string, tell *monitor.AlertRule, f *monitor.Event, s *monitor.Story) string {
	parts := []string{job, tell.Name, tell.Receiver.Name, s.ID, string(f.Kind)}
	if f.Kind != monitor.New {
		parts = append(parts, strconv.Itoa(f.Run))
		appeared := slices.Clone(f.Appeared)
		slices.Sort(appeared)
		parts = append(parts, appeared...)
	}
	return hashID(parts...)
}

// hashID returns 32 hexadecimal digits for parts. Each is preceded by its length,
// so that no two lists run into the same bytes.
func hashID(parts ...string) string {
	h := sha256.New()
	for _, p := range parts {
		h.Write([]byte(strconv.Itoa(len(p)) + ":" + p)) //nolint:errcheck // never fails
	}
	return hex.EncodeToString(h.Sum(nil)[:16])
}
