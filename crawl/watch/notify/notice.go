package notify

import (
	"bytes"
	"encoding/json"
	"slices"
	"time"

	"github.com/ontocrawl/ontocrawl/crawl/watch/monitor"
)

// maxTitle is how many runes of a title are sent.
const maxTitle = 300

// Notice is a notification in the form that programs receive. docs/alerts.md explains
// the keys.
type Notice struct {
	ID      string    `json:"id"`
	Job     string    `json:"job"`
	Rule    string    `json:"rule"`
	Story   string    `json:"story"` // the same in all notifications of one story
	Urgent  bool      `json:"urgent"`
	Created time.Time `json:"created"`
	Title   string    `json:"title"`
	// Delay is the time from publication to capture in seconds; absent if unknown.
	Delay *float64      `json:"delay_seconds,omitempty"`
	Event monitor.Event `json:"event"`
}

// Body is the body of a webhook request. The same message always has the same
// bytes.
type Body struct {
	ID            string   `json:"id"`
	Type          string   `json:"type"` // "alert", "digest" or "test"
	Notifications []Notice `json:"notifications"`
	// Letters are the notifications with the keys of release 0.1. Deprecated: the next
	// release removes them.
	Letters []oldNotice `json:"letters"`
}

// oldNotice is a Notice with the keys of release 0.1.
type oldNotice struct {
	ID     string   `json:"id"`
	Job    string   `json:"job"`
	Rule   string   `json:"rule"`
	Story  string   `json:"story"`
	Urgent bool     `json:"urgent"`
	Title  string   `json:"title"`
	Delay  *float64 `json:"delay_seconds,omitempty"`
	oldKeys
}

// oldKeys are the keys of release 0.1 that have another name now.
type oldKeys struct {
	Made time.Time `json:"made"`
	Find oldEvent  `json:"find"`
}

type oldEvent struct {
	monitor.Event
	DuplicateOf string `json:"duplicate_of,omitempty"` // hides the new key, if empty
	Twin        string `json:"twin,omitempty"`
}

func oldKeysOf(n *Notice) oldKeys {
	return oldKeys{n.Created, oldEvent{Event: n.Event, Twin: n.Event.DuplicateOf}}
}

// fileNotice is a Notice in a file of JSON Lines, with the old keys too.
type fileNotice struct {
	Notice
	oldKeys
}

// noticeOf returns l without text that a terminal or a mail program could obey.
func noticeOf(l *monitor.Notification) Notice {
	n := Notice{
		ID: l.ID, Job: l.Job, Rule: l.Rule, Story: l.Story, Urgent: l.Urgent,
		Created: l.Created.UTC(), Title: line(l.Title, maxTitle), Event: l.Event,
	}
	f := &n.Event
	f.Title, f.Lang = line(f.Title, maxTitle), line(f.Lang, 40)
	f.Relevance, f.WasRelevance = finite(f.Relevance), finite(f.WasRelevance)
	f.Concepts = slices.Clone(f.Concepts)
	for i := range f.Concepts {
		c := &f.Concepts[i]
		c.Name, c.Label, c.Share = line(c.Name, 100), line(c.Label, 100), finite(c.Share)
	}
	f.Excerpt, f.Holds = line(f.Excerpt, maxTitle), slices.Clone(f.Holds)
	for i := range f.Holds {
		f.Holds[i].Sentence = line(f.Holds[i].Sentence, maxTitle)
	}
	f.Site, f.Parent = line(f.Site, maxTitle), line(f.Parent, 2000)
	if f.Via != nil {
		v := *f.Via
		v.Source, v.Query, v.Lang = line(v.Source, 100), line(v.Query, maxTitle), line(v.Lang, 40)
		f.Via = &v
	}
	if d, ok := f.Delay(); ok {
		s := d.Seconds()
		n.Delay = &s
	}
	return n
}

func bodyOf(m *Message) ([]byte, error) {
	b := Body{ID: m.ID, Type: m.Type()}
	for i := range m.Notifications {
		n := noticeOf(&m.Notifications[i])
		b.Notifications = append(b.Notifications, n)
		b.Letters = append(b.Letters, oldNotice{n.ID, n.Job, n.Rule, n.Story, n.Urgent, n.Title, n.Delay, oldKeysOf(&n)})
	}
	return jsonLine(b)
}

// jsonLine returns v as one line of JSON. Characters that HTML or a terminal would obey
// are escaped.
func jsonLine(v any) ([]byte, error) {
	text, err := json.Marshal(v)
	if err != nil {
		return nil, err
	}
	return append(bytes.TrimSpace(escapeJSON(text)), '\n'), nil
}
