package notify

import (
	"time"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/watch/monitor"
)

// testMessage returns a message by which a person tests a receiver of a job; job may be
// "". It looks like an alert, says that it is a test, and is about no real page. It is in
// the language of lang, and has the same ID only if now is the same.
func testMessage(job, receiver, lang string, now time.Time) *Message {
	w := wordsOf(lang, nil)
	l := sample(now)
	l.ID = hashID("test", job, receiver, now.UTC().Format(time.RFC3339Nano))
	l.Job, l.Receiver, l.Story, l.Title = job, receiver, l.ID, w.test
	l.Event.Kind, l.Event.Title, l.Event.Job = monitor.Test, w.test, job
	return &Message{ID: l.ID, Notifications: []monitor.Notification{l}}
}

// sample returns a notification with every field that a template may show.
func sample(now time.Time) monitor.Notification {
	now = now.UTC()
	return monitor.Notification{
		ID: hashID("sample"), Job: "sample", Rule: "test", Receiver: "sample", Story: hashID("story"), Urgent: true, Created: now, Due: now, Title: "Sample",
		Event: monitor.Event{
			Job: "sample", Run: 1, Seq: 1, Kind: monitor.New, URL: "https://www.example.org/", Host: "www.example.org", Title: "Sample", Lang: "en",
			Relevance: 0.5, WasRelevance: 0.25, Relevant: true, Published: crawl.Instant(now.Add(-5 * time.Minute)), PublishedBy: "meta", Captured: now, Phase: monitor.Watch,
			Concepts: []monitor.Concept{{IRI: "https://www.example.org/#Typhoon", Name: "Typhoon", Label: "台风", Place: "title", Count: 3, Share: 0.5,
				Places: []monitor.Place{{Name: "title", Count: 1}, {Name: "body", Count: 2}}}},
		},
	}
}

// samples are messages of every type, on which templates are tried.
func samples() []Message {
	now := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	alert := sample(now)
	first, second := alert, alert
	first.Group, second.Group = "sample", "sample"
	notice := monitor.Notification{ID: hashID("notice"), Rule: "daemon", Urgent: true, Created: now, Due: now, Title: "Notice",
		Event: monitor.Event{Kind: monitor.Notice, Title: "Notice", Captured: now}}
	return []Message{
		{ID: alert.ID, Notifications: []monitor.Notification{alert}},
		{ID: "digest", Notifications: []monitor.Notification{first, second}},
		{ID: notice.ID, Notifications: []monitor.Notification{notice}},
		*testMessage("sample", "sample", "", now),
	}
}
