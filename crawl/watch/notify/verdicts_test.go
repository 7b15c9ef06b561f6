package notify

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/ontocrawl/ontocrawl/crawl/watch/monitor"
)

func judged(kind monitor.Kind) monitor.Event {
	f := find(0)
	f.Kind, f.Reason = kind, monitor.ByEdit
	return f
}

// A gained page is no news of the web: by default it is told once, in a digest, also by an
// urgent rule. A rule that names the kind gets it as any other event.
func TestGained(t *testing.T) {
	job := jobWith(
		monitor.AlertRule{Name: "now", Receiver: to("ann"), Urgent: true},
		monitor.AlertRule{Name: "all", Receiver: to("bob")},
		monitor.AlertRule{Name: "verdicts", Receiver: to("eve"), Kinds: []monitor.Kind{monitor.Gained, monitor.Lost}, Urgent: true},
		monitor.AlertRule{Name: "news", Receiver: to("dan"), Kinds: []monitor.Kind{monitor.New}},
	)
	s := storyOf(find(0))
	rule := func(f monitor.Event) []string {
		var out []string
		for _, l := range (Rules{}).Notifications(job, &f, s, noon, monitor.Calm) {
			out = append(out, fmt.Sprintf("%s %s urgent=%v digest=%v in %v", l.Receiver, l.Rule, l.Urgent, l.Group != "", l.Due.Sub(noon)))
		}
		return out
	}
	again, lost := judged(monitor.Gained), judged(monitor.Lost)
	again.Run, lost.Run = 8, 7
	for _, step := range []struct {
		name  string
		event monitor.Event
		want  []string
	}{
		{"gained", judged(monitor.Gained), []string{"ann now urgent=false digest=true in 1h0m0s", "bob all urgent=false digest=true in 1h0m0s", "eve verdicts urgent=true digest=false in 0s"}},
		{"lost", lost, []string{"eve verdicts urgent=true digest=false in 0s"}},
		{"gained again", again, nil},
		{"a new page with the story", find(0), []string{"ann now urgent=true digest=false in 0s", "dan news urgent=false digest=false in 0s"}},
	} {
		if got := rule(step.event); !slices.Equal(got, step.want) {
			t.Errorf("%s: %q, want %q", step.name, got, step.want)
		}
	}
}

// Counts are told place by place; of an event of an older version nobody knows the places.
func TestFactsOfGained(t *testing.T) {
	f := judged(monitor.Gained)
	f.Concepts = []monitor.Concept{
		{Name: "Typhoon", Label: "Hurricane\x1b[31m", Place: "title", Count: 10, Places: []monitor.Place{{Name: "title", Count: 4}, {Name: "heading", Count: 1}, {Name: "anchor", Count: 4}, {Name: "body", Count: 1}}},
		{Name: "Rain", Place: "title", Count: 10}, {Name: "Wind", Place: "body", Count: 1},
	}
	w := wordsOf("en", time.UTC)
	text := strings.Join(w.facts(&monitor.Notification{Event: f}), "\n")
	for _, want := range []string{"The page has not changed; the ontology was edited.", "Typhoon “Hurricane [31m” (title ×4, heading ×1, anchor ×4, body ×1), Rain (×10), Wind (body ×1)"} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in\n%s", want, text)
		}
	}
	for lang, want := range map[string]string{"en": "Relevant now: ", "zh": "现判为相关: "} {
		if w := wordsOf(lang, time.UTC); !strings.HasPrefix(w.headline(&monitor.Notification{Event: f, Title: "T"}), want) {
			t.Errorf("%s: %s", lang, w.headline(&monitor.Notification{Event: f, Title: "T"}))
		}
	}
}
