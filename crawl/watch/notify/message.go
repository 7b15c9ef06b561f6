package notify

import (
	"context"
	"fmt"
	"iter"
	"slices"
	"strings"
	"time"

	"github.com/ontocrawl/ontocrawl/crawl/watch/monitor"
	"github.com/ontocrawl/ontocrawl/internal/english"
)

// maxDigest is the largest number of notifications in one message. Nobody reads a longer
// mail to its end.
const maxDigest = 100

// Message is one sending: a notification, or a digest of several.
type Message struct {
	ID            string // of the notification, or made of the IDs of all
	Notifications []monitor.Notification
}

// digest reports whether m is a digest, be it of one notification.
func (m *Message) digest() bool { return m.Notifications[0].Group != "" }

// urgent reports whether m is urgent.
func (m *Message) urgent() bool { return m.Notifications[0].Urgent }

// Type returns what m is, for programs: "alert", "digest", "report", or "test" for a message by
// which a person tests a receiver.
func (m *Message) Type() string {
	switch {
	case m.Notifications[0].Event.Kind == monitor.Test:
		return "test"
	case m.Notifications[0].Event.Kind == monitor.Shift:
		return "report"
	case m.digest():
		return "digest"
	}
	return "alert"
}

// Sender delivers messages to one receiver. Send returns nil once the receiver has
// accepted m. Its error wraps a [*Refusal] if m will never be accepted, or a [*Wait] if
// the receiver says when to try again. Send must return soon after ctx is done. One
// goroutine calls it.
type Sender interface {
	Send(ctx context.Context, m *Message) error
	// Preview shows what Send would send, without secrets. The text may stand on a terminal.
	Preview(m *Message) (string, error)
}

// refusal is the error of a message that its receiver will never accept; other messages
// may pass.
type refusal struct{ Err error }

func (e *refusal) Error() string { return e.Err.Error() }
func (e *refusal) Unwrap() error { return e.Err }

// Wait is the error of a receiver that asks for a pause.
type Wait struct {
	For time.Duration
	Err error
}

func (e *Wait) Error() string { return e.Message().String() }

// Message implements [english.Sentence].
func (e *Wait) Message() english.Phrase {
	return english.Phrasef("%v (asks to wait %v)", e.Err, e.For)
}
func (e *Wait) Unwrap() error { return e.Err }

// byReceiver yields the notifications of each receiver; the outbox sorts them so.
func byReceiver(notifications []monitor.Notification) iter.Seq[[]monitor.Notification] {
	return func(yield func([]monitor.Notification) bool) {
		for len(notifications) > 0 {
			n := 1
			for n < len(notifications) && notifications[n].Receiver == notifications[0].Receiver {
				n++
			}
			if !yield(notifications[:n:n]) {
				return
			}
			notifications = notifications[n:]
		}
	}
}

// messages groups notifications to one receiver into messages, in their order:
// notifications of one group and due time go together. whole says that the list is
// complete; if not, a sealed digest without all its notifications is left out.
func messages(notifications []monitor.Notification, whole bool) []Message {
	var out []Message
	open := map[string]int{} // digest -> its last message
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

// A digest is sealed before it is sent for the first time: its group then names its size
// and ID. After a kill it is sent again unchanged, so the receiver recognises it. A
// later notification goes into another digest.
const sealFormat = "#%d %s"

func (m *Message) sealed() (size int, id string, ok bool) {
	_, err := fmt.Sscanf(m.Notifications[0].Group, sealFormat, &size, &id)
	return size, id, err == nil
}

// seal seals m, and reports whether it was not sealed before.
func (m *Message) seal() bool {
	if _, _, ok := m.sealed(); ok || !m.digest() {
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
