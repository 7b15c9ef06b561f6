package notify

import (
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/ontocrawl/ontocrawl/crawl/monitor"
)

// notices is an outbox that also holds messages of the daemon itself. They are kept in
// memory: they may say why nothing can be written, such as a full disk.
type notices struct {
	Outbox

	mu      sync.Mutex
	pending map[string]monitor.Notification // by ID
}

// Notify sends a message about the daemon itself to all receivers at once. It is lost
// with the process; the next process notices the cause again.
func (w *Worker) Notify(title string) {
	now := w.opt.Clock.Now().UTC()
	w.mu.Lock()
	for name := range w.receivers {
		id := hashID("notice", name, title, now.Format(time.RFC3339Nano))
		w.outbox.post(monitor.Notification{
			ID: id, Receiver: name, Rule: "daemon", Story: id, Urgent: true, Created: now, Due: now, Title: title,
			Event: monitor.Event{Kind: monitor.Notice, Title: title, Captured: now},
		})
	}
	w.mu.Unlock()
	w.Wake()
}

func (n *notices) post(l monitor.Notification) {
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.pending == nil {
		n.pending = map[string]monitor.Notification{}
	}
	n.pending[l.ID] = l
}

// Due implements [Outbox]. Notices go first; there are some though the store fails.
func (n *notices) Due(now time.Time, most int) ([]monitor.Notification, error) {
	notifications, err := n.Outbox.Due(now, most)
	due := append(n.due(now), notifications...)
	slices.SortStableFunc(due, func(a, b monitor.Notification) int { return strings.Compare(a.Receiver, b.Receiver) })
	return due, err
}

func (n *notices) due(now time.Time) (due []monitor.Notification) {
	n.mu.Lock()
	defer n.mu.Unlock()
	for _, l := range n.pending {
		if !l.Due.After(now) {
			due = append(due, l)
		}
	}
	slices.SortFunc(due, func(a, b monitor.Notification) int { return a.Created.Compare(b.Created) })
	return due
}

// NextDue implements [Outbox].
func (n *notices) NextDue(t time.Time) (time.Time, error) {
	next, err := n.Outbox.NextDue(t)
	n.mu.Lock()
	defer n.mu.Unlock()
	for _, l := range n.pending {
		if l.Due.After(t) && (next.IsZero() || l.Due.Before(next)) {
			next, err = l.Due, nil
		}
	}
	return next, err
}

// Mark implements [Outbox]. A message holds notices or notifications of the store, never
// both.
func (n *notices) Mark(notifications ...monitor.Notification) error {
	if !n.keep(notifications) {
		return n.Outbox.Mark(notifications...)
	}
	return nil
}

// keep updates notices, and reports whether notifications are notices.
func (n *notices) keep(notifications []monitor.Notification) bool {
	n.mu.Lock()
	defer n.mu.Unlock()
	for _, l := range notifications {
		switch _, ours := n.pending[l.ID]; {
		case !ours:
			return false
		case l.Sent.IsZero() && !l.Dead:
			n.pending[l.ID] = l
		default:
			delete(n.pending, l.ID)
		}
	}
	return true
}
