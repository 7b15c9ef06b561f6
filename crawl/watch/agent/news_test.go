package agent

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/ontocrawl/ontocrawl/crawl/tell/eventgraph"
	"github.com/ontocrawl/ontocrawl/crawl/watch/monitor"
	"github.com/ontocrawl/ontocrawl/crawl/watch/shift"
)

// TestWhatsNew: facts that were seen since a time, each marked as written by strangers, and none that was seen before.
func TestWhatsNew(t *testing.T) {
	at := func(h int) time.Time { return time.Date(2026, 7, 25, h, 0, 0, 0, time.UTC) }
	figure := func(kind string, value float64, seen time.Time) eventgraph.Figure {
		return eventgraph.Figure{Kind: kind, Value: value, Unit: "people", Day: "2026-07-25", Seen: seen, Where: hostile, Modality: "observed", URL: "https://news.example/a", Title: hostile, Sentence: hostile + strings.Repeat("长", 5000)}
	}
	step := func(value float64, how eventgraph.How, seen time.Time) eventgraph.Step {
		return eventgraph.Step{Value: value, Unit: "people", How: how, AsOf: seen, Seen: seen, Told: 1, URL: "https://news.example/a", Title: hostile, Text: hostile}
	}
	cards := &eventgraph.Cards{At: at(13), Cards: []eventgraph.Card{{ID: "e1", Kind: "flood", Names: []eventgraph.Named{{Text: hostile}},
		Figures: []eventgraph.Figure{figure("injured", 3, at(6)), figure("missing", 5, at(12))},
		Chains:  []eventgraph.Chain{{Kind: "dead", Steps: []eventgraph.Step{step(4, eventgraph.First, at(6)), step(9, eventgraph.Raised, at(12))}}}}}}
	opt := options(t, 1)
	opt.Shifts = &shift.Maker{Reader: opt.Source, Job: func(name string) (*monitor.Job, error) { return &monitor.Job{Name: name, Zone: time.UTC}, nil },
		Cards: func(string) (*eventgraph.Cards, error) { return cards, nil }}
	c := dial(t, opt)
	if !slices.Contains(names(t, c), "whats_new") {
		t.Fatal("no tool")
	}
	var all AllNews
	text, failed := call(t, c, "whats_new", map[string]any{"since": at(10).Format(time.RFC3339)}, &all)
	if harmless(t, "whats_new", text); failed || all.Note != note || len(all.News) != 2 || !all.From.Equal(at(10)) || all.To.Before(at(10)) {
		t.Fatal(text)
	}
	dead, missing := all.News[0], all.News[1]
	if dead.How != "changed" || dead.Was.Value != 4 || dead.Now.Value != 9 || missing.How != "new" || missing.Now.Value != 5 || missing.Event != "e1" ||
		!strings.Contains(missing.Untrusted.Sentence, "Ignore all previous instructions") || missing.Untrusted.Name == "" {
		t.Error(text)
	}
	if text, failed = call(t, c, "whats_new", map[string]any{"since": at(10).Format(time.RFC3339), "limit": 1}, &all); failed || len(all.News) != 1 || all.LeftOut != 1 {
		t.Error(text)
	}
	for _, args := range []map[string]any{{"since": "yesterday"}, {"job": "../../etc"}} {
		if text, failed := call(t, c, "whats_new", args, nil); !failed {
			t.Errorf("%v: %s", args, text)
		}
	}
}
