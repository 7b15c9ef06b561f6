package notify

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/ontocrawl/ontocrawl/crawl/monitor"
)

// maxDigest is how many notifications one message holds at most; more make more
// messages. A mail of a hundred stories is read by nobody further down.
const maxDigest = 100

// Message is what one sending brings: a notification, or those of a digest.
type Message struct {
	ID            string // of the notification, or made of those of all
	Notifications []monitor.Notification
}

// Digest reports whether m gathers notifications, be it only one.
func (m *Message) Digest() bool { return m.Notifications[0].Group != "" }

// Urgent reports whether m is.
func (m *Message) Urgent() bool { return m.Notifications[0].Urgent }

// Sender brings messages to one receiver. Send returns nil once the receiver has
// m; an error wraps a [*Refusal] if m will never be taken, or [*Wait] if the
// receiver says when to come again. It must return soon after ctx is done. One
// goroutine calls it.
type Sender interface {
	Send(ctx context.Context, m *Message) error
}

// Refusal is the error of a message that its receiver will not take however often
// it is sent; others may pass.
type Refusal struct{ Err error }

func (e *Refusal) Error() string { return e.Err.Error() }
func (e *Refusal) Unwrap() error { return e.Err }

// Wait is the error of a receiver that asks to be left alone for a while.
type Wait struct {
	For time.Duration
	Err error
}

func (e *Wait) Error() string { return fmt.Sprintf("%v (asks to wait %v)", e.Err, e.For) }
func (e *Wait) Unwrap() error { return e.Err }

// messages makes messages of notifications to one receiver, keeping their order: those
// of one group and due time go together. whole says that there are no more of
// them; else a sealed digest that lacks some of its notifications is left for later.
func messages(notifications []monitor.Notification, whole bool) []Message {
	var out []Message
	open := map[string]int{} // of a digest -> its last message
	for _, l := range notifications {
		if l.Group == "" {
			out = append(out, Message{ID: l.ID, Notifications: []monitor.Notification{l}})
			continue
		}
		key := l.Group + "\n" + l.Due.UTC().Format(time.RFC3339Nano)
		if i, ok := open[key]; ok && len(out[i].Notifications) < maxDigest {
			out[i].Notifications = append(out[i].Notifications, l)
			continue
		}
		open[key] = len(out)
		out = append(out, Message{Notifications: []monitor.Notification{l}})
	}
	out = slices.DeleteFunc(out, func(m Message) bool {
		size, _, sealed := m.sealed()
		return sealed && len(m.Notifications) < size && !whole
	})
	for i := range out {
		if _, id, ok := out[i].sealed(); ok {
			out[i].ID = id
		} else if out[i].ID == "" {
			out[i].ID = digestID(out[i].Notifications)
		}
	}
	return out
}

// A digest is sealed before it is sent for the first time: its group becomes its
// own, with its size and ID. After a kill it is sent again as it was, and the
// receiver knows it; a notification that came late goes into another.
const sealFormat = "#%d %s"

func (m *Message) sealed() (size int, id string, ok bool) {
	_, err := fmt.Sscanf(m.Notifications[0].Group, sealFormat, &size, &id)
	return size, id, err == nil
}

// seal seals m, and reports whether that is to be kept.
func (m *Message) seal() bool {
	if _, _, ok := m.sealed(); ok || !m.Digest() {
		return false
	}
	for i := range m.Notifications {
		m.Notifications[i].Group = fmt.Sprintf(sealFormat, len(m.Notifications), m.ID)
	}
	return true
}

func digestID(notifications []monitor.Notification) string {
	ids := make([]string, len(notifications))
	for i, l := range notifications {
		ids[i] = l.ID
	}
	slices.Sort(ids)
	return hashID("digest", strings.Join(ids, " "))
}
