package notify

import (
	"cmp"
	"os"
	"slices"
	"sync"
	"testing"
	"time"
	_ "time/tzdata"

	"go.uber.org/goleak"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/watch/monitor"
)

func TestMain(m *testing.M) {
	if os.Getenv(childEnv) != "" {
		os.Exit(child())
	}
	goleak.VerifyTestMain(m)
}

var noon = time.Date(2026, 7, 25, 12, 0, 0, 0, time.UTC)

// box is an outbox in memory, ordered as Outbox asks for.
type box struct {
	mu            sync.Mutex
	notifications map[string]monitor.Notification
	broken        error // of Mark
}

func newBox(notifications ...monitor.Notification) *box {
	b := &box{notifications: map[string]monitor.Notification{}}
	b.add(notifications...)
	return b
}

func (b *box) add(notifications ...monitor.Notification) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, l := range notifications {
		if _, known := b.notifications[l.ID]; !known {
			b.notifications[l.ID] = l
		}
	}
}

func (b *box) get(id string) monitor.Notification {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.notifications[id]
}

func (b *box) waiting() []monitor.Notification {
	b.mu.Lock()
	defer b.mu.Unlock()
	var out []monitor.Notification
	for _, l := range b.notifications {
		if l.Sent.IsZero() && !l.Dead {
			out = append(out, l)
		}
	}
	first := func(l monitor.Notification) int {
		if l.Urgent {
			return 0
		}
		return 1
	}
	slices.SortFunc(out, func(a, c monitor.Notification) int {
		return cmp.Or(cmp.Compare(a.Receiver, c.Receiver), cmp.Compare(first(a), first(c)), a.Due.Compare(c.Due), cmp.Compare(a.ID, c.ID))
	})
	return out
}

func (b *box) Due(now time.Time, n int) ([]monitor.Notification, error) {
	var out []monitor.Notification
	of := map[string]int{}
	for _, l := range b.waiting() {
		if of[l.Receiver] < n && !l.Due.After(now) {
			of[l.Receiver]++
			out = append(out, l)
		}
	}
	return out, nil
}

func (b *box) NextDue(t time.Time) (time.Time, error) {
	var next time.Time
	for _, l := range b.waiting() {
		if l.Due.After(t) && (next.IsZero() || l.Due.Before(next)) {
			next = l.Due
		}
	}
	return next, nil
}

func (b *box) Mark(notifications ...monitor.Notification) error {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.broken != nil {
		return b.broken
	}
	for _, l := range notifications {
		b.notifications[l.ID] = l
	}
	return nil
}

func (b *box) breakDown(err error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.broken = err
}

// letterTo is a notification of story n to receiver, due at noon.
func letterTo(receiver string, n int) monitor.Notification {
	f := find(n)
	return monitor.Notification{
		ID: hashID(receiver, f.Story), Job: "typhoon", Rule: "all", Receiver: receiver, Story: f.Story,
		Created: noon, Due: noon, Event: f, Title: f.Title,
	}
}

func find(n int) monitor.Event {
	name := string(rune('a' + n%26))
	return monitor.Event{
		Job: "typhoon", Run: 3, Seq: n + 1, Kind: monitor.New,
		URL: "https://news.example/" + name, Host: "news.example", Title: "Typhoon " + name, Lang: "en",
		Relevance: 0.5, Relevant: true, Captured: noon, Published: crawl.Instant(noon.Add(-5 * time.Minute)), PublishedBy: "meta",
		Concepts: []monitor.Concept{{IRI: "http://o.example#Typhoon", Name: "Typhoon", Label: "typhoon", Place: "title", Count: 2, Share: 0.5}},
		Story:    hashID("story", string(rune(n))),
	}
}

func jobWith(rules ...monitor.AlertRule) *monitor.Job {
	return &monitor.Job{Name: "typhoon", AlertRules: rules}
}

func to(name string) monitor.Receiver { return webhookTo(name, "", "") }

// wordsIn returns the words of a language for all jobs.
func wordsIn(lang string) func(string) words { return func(string) words { return wordsOf(lang, nil) } }
