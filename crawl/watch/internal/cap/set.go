package cap

import (
	"cmp"
	"maps"
	"slices"
	"time"
)

// Set holds the known alerts. One goroutine calls its methods. The zero Set is empty.
type Set struct {
	alerts map[Reference]*Alert
	// replaced are messages that another one updated or cancelled. They may come later
	// than that one.
	replaced map[Reference]ending
}

type ending struct {
	by     *Alert
	forget time.Time
}

// Bounds of a Set, for sources of a million messages.
const (
	maxAlerts = 20_000
	keep      = 7 * 24 * time.Hour // after it is over
)

// Add adds a message, in any order. Exercises, tests and drafts do not count. Only the
// sender of a message can update or cancel it.
func (s *Set) Add(a *Alert, now time.Time) {
	if a.Status != "Actual" || a.Type == "Ack" || a.Type == "Error" || now.After(a.over().Add(keep)) {
		return
	}
	if s.alerts == nil {
		s.alerts, s.replaced = map[Reference]*Alert{}, map[Reference]ending{}
	}
	s.alerts[a.key()] = a
	if a.Type != "Update" && a.Type != "Cancel" {
		return
	}
	for _, r := range a.References {
		if r.Sender == a.Sender && r != a.key() {
			s.replaced[r] = ending{a, a.Sent.Add(30 * 24 * time.Hour)}
		}
	}
}

// forget removes what is long over.
func (s *Set) forget(now time.Time) {
	maps.DeleteFunc(s.alerts, func(_ Reference, a *Alert) bool { return now.After(a.over().Add(keep)) })
	maps.DeleteFunc(s.replaced, func(_ Reference, e ending) bool { return now.After(e.forget) })
	if len(s.alerts) <= maxAlerts {
		return
	}
	for _, a := range s.sorted()[maxAlerts:] {
		delete(s.alerts, a.key())
	}
}

// sorted returns all alerts, the last sent first.
func (s *Set) sorted() []*Alert {
	return slices.SortedFunc(maps.Values(s.alerts), func(a, b *Alert) int {
		return cmp.Or(b.Sent.Compare(a.Sent), cmp.Compare(a.Sender, b.Sender), cmp.Compare(a.Identifier, b.Identifier))
	})
}

// Said is one Info of an Alert.
type Said struct {
	Alert *Alert
	Info  *Info
}

// InForce yields what is in force at now: not over, updated or cancelled. The last sent
// comes first.
func (s *Set) InForce(now time.Time) []Said {
	var out []Said
	for _, a := range s.sorted() {
		if _, gone := s.replaced[a.key()]; gone || a.Type == "Cancel" {
			continue
		}
		for i := range a.Infos {
			if a.Infos[i].inForce(a.Sent, now) {
				out = append(out, Said{a, &a.Infos[i]})
			}
		}
	}
	return out
}

// Cancelled returns what messages sent after t cancelled, with these messages, the last
// first.
func (s *Set) Cancelled(t time.Time) (what []Said, by []*Alert) {
	for _, a := range s.sorted() {
		e, gone := s.replaced[a.key()]
		if !gone || e.by.Type != "Cancel" || !e.by.Sent.After(t) {
			continue
		}
		for i := range a.Infos {
			what, by = append(what, Said{a, &a.Infos[i]}), append(by, e.by)
		}
	}
	return what, by
}
