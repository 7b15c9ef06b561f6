package notify

import (
	"maps"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/ontocrawl/ontocrawl/crawl/watch/monitor"
	"github.com/ontocrawl/ontocrawl/internal/sorts"
)

// notices is an outbox that also holds messages of the daemon itself. They are kept in
// memory: they may say why nothing can be written, such as a full disk.
type notices struct {
	monitor.Outbox

	mu      sync.Mutex
	pending map[string]monitor.Notification // by ID
	settled map[string]func()               // by ID: called once it was sent or given up
}

// Operators is the name of the receiver that is told what is wrong with the daemon and its
// jobs.
const Operators = "operators"

// Tell sends t, or that it is over, to the receiver called operators at once, in the language
// of its job. If there is no such receiver, all are told of a full disk, because nothing is
// fetched for them, and nobody of anything else. Tell reports whether somebody is told; told
// is called by another goroutine when the message was sent or given up. The message is lost
// with the process, and the same message is not sent twice by one.
func (w *Worker) Tell(t monitor.Trouble, told func()) bool {
	now, text := w.opt.Clock.Now().UTC(), w.env.words(t.Job)
	title := text.trouble(&t)
	w.mu.Lock()
	defer w.mu.Unlock()
	var names []string
	if _, known := w.receivers[Operators]; known {
		names = []string{Operators}
	} else if t.Kind == monitor.DiskFull && t.Until.IsZero() {
		names = slices.Sorted(maps.Keys(w.receivers))
	}
	w.postTo(names, told, monitor.Notification{
		ID:  hashID("trouble", string(t.Kind), t.Job, t.Since.UTC().Format(time.RFC3339Nano), t.Until.UTC().Format(time.RFC3339Nano)),
		Job: t.Job, Rule: "daemon", Story: hashID("trouble", string(t.Kind), t.Job), Urgent: true, Created: now, Due: now, Title: title,
		Event: monitor.Event{Kind: monitor.Notice, Job: t.Job, Title: title, Captured: now},
	})
	return len(names) > 0
}

// Report sends the report of a shift that ended at end to receivers of mail. told is called as for Tell; a report that is sent again,
// because the process ended before, is the same message to a mail program.
func (w *Worker) Report(job string, end time.Time, title string, text monitor.Mail, to []monitor.Receiver, told func()) {
	now := w.opt.Clock.Now().UTC()
	names := make([]string, len(to))
	for i := range to {
		names[i] = to[i].Name
	}
	id := hashID("report", job, end.UTC().Format(time.RFC3339))
	w.postTo(names, told, monitor.Notification{
		ID: id, Job: job, Rule: "report", Story: id, Created: now, Due: now, Title: title, Mail: &text,
		Event: monitor.Event{Kind: monitor.Shift, Job: job, Title: title, Captured: now},
	})
}

// postTo sends l to receivers, each under an ID of its own. told is called when the last of them has it, or never will.
func (w *Worker) postTo(names []string, told func(), l monitor.Notification) {
	left := int32(len(names))
	for _, name := range names {
		one := l
		one.ID, one.Receiver = hashID(l.ID, name), name
		w.outbox.post(one, func() {
			if atomic.AddInt32(&left, -1) == 0 {
				told()
			}
		})
	}
	w.Wake()
}

// post adds a notice. One that waits already stays as it is.
func (n *notices) post(l monitor.Notification, settled func()) {
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.pending == nil {
		n.pending, n.settled = map[string]monitor.Notification{}, map[string]func(){}
	}
	if _, waits := n.pending[l.ID]; !waits {
		n.pending[l.ID] = l
	}
	n.settled[l.ID] = settled
}

// Due implements [Outbox]. Notices go first; there are some though the store fails.
func (n *notices) Due(now time.Time, most int) ([]monitor.Notification, error) {
	notifications, err := n.Outbox.Due(now, most)
	due := append(n.due(now), notifications...)
	sorts.Stable(due, func(a, b monitor.Notification) int { return strings.Compare(a.Receiver, b.Receiver) })
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
	sorts.Func(due, func(a, b monitor.Notification) int { return a.Created.Compare(b.Created) })
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
	ours, settled := n.keep(notifications)
	if !ours {
		return n.Outbox.Mark(notifications...)
	}
	for _, f := range settled {
		f()
	}
	return nil
}

// keep updates notices, and reports whether notifications are notices. It returns what is to
// be called for those that are settled.
func (n *notices) keep(notifications []monitor.Notification) (ours bool, settled []func()) {
	n.mu.Lock()
	defer n.mu.Unlock()
	for _, l := range notifications {
		switch _, ours := n.pending[l.ID]; {
		case !ours:
			return false, nil
		case l.Sent.IsZero() && !l.Dead:
			n.pending[l.ID] = l
		default:
			settled = append(settled, n.settled[l.ID])
			delete(n.pending, l.ID)
			delete(n.settled, l.ID)
		}
	}
	return true, settled
}
