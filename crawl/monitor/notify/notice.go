package notify

import (
	"bytes"
	"encoding/json"
	"slices"
	"time"

	"github.com/ontocrawl/ontocrawl/crawl/monitor"
)

// maxTitle is how many runes of a title people are sent.
const maxTitle = 300

// Notice is a letter as programs are sent it. The names are an interface;
// docs/alerts.md explains them.
type Notice struct {
	ID     string    `json:"id"`
	Job    string    `json:"job"`
	Rule   string    `json:"rule"`
	Story  string    `json:"story"` // the same for all that is told of one story
	Urgent bool      `json:"urgent"`
	Made   time.Time `json:"made"`
	Title  string    `json:"title"`
	// Delay is the time from publication to capture in seconds, absent if unknown.
	Delay *float64      `json:"delay_seconds,omitempty"`
	Find  monitor.Event `json:"find"`
}

// Body is what a webhook is sent. It is the same, byte by byte, whenever the same
// message is sent again.
type Body struct {
	ID      string   `json:"id"`
	Type    string   `json:"type"` // "alert" or "digest"
	Letters []Notice `json:"letters"`
}

func noticeOf(l *monitor.Notification) Notice {
	n := Notice{
		ID: l.ID, Job: l.Job, Rule: l.Rule, Story: l.Story, Urgent: l.Urgent,
		Made: l.Created.UTC(), Title: line(l.Title, maxTitle), Find: l.Event,
	}
	f := &n.Find
	f.Title, f.Lang = line(f.Title, maxTitle), line(f.Lang, 40)
	f.Relevance, f.WasRelevance = finite(f.Relevance), finite(f.WasRelevance)
	f.Concepts = slices.Clone(f.Concepts)
	for i := range f.Concepts {
		c := &f.Concepts[i]
		c.Name, c.Label, c.Share = line(c.Name, 100), line(c.Label, 100), finite(c.Share)
	}
	if d, ok := f.Delay(); ok {
		s := d.Seconds()
		n.Delay = &s
	}
	return n
}

func bodyOf(m *Message) ([]byte, error) {
	b := Body{ID: m.ID, Type: "alert"}
	if m.Digest() {
		b.Type = "digest"
	}
	for i := range m.Letters {
		b.Letters = append(b.Letters, noticeOf(&m.Letters[i]))
	}
	return jsonLine(b)
}

// jsonLine returns v as one line of JSON, with its end. What HTML or a terminal
// would obey stands in escapes.
func jsonLine(v any) ([]byte, error) {
	text, err := json.Marshal(v)
	if err != nil {
		return nil, err
	}
	return append(bytes.TrimSpace(escapeJSON(text)), '\n'), nil
}
