package notify

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/watch/monitor"
)

// foundSource is the event of a new source whose texts would command a terminal.
func foundSource() monitor.Event {
	f := find(0)
	f.Kind, f.Site, f.Story = monitor.SourceFound, "new.example", "c1"
	f.Via = &crawl.Via{Source: "own", Query: "typhoon\x1b[31m\r\nBcc: x", Op: "kw", Lang: "en", Rank: 3, Page: 1}
	return f
}

// TestSourceFound: a new source is told by default, in a digest and never as urgent; a rule that
// names the kind decides itself, one that names others is not asked. In a later run it is the
// same notification.
func TestSourceFound(t *testing.T) {
	job := jobWith(
		monitor.AlertRule{Name: "now", Receiver: to("ann"), Urgent: true},
		monitor.AlertRule{Name: "sources", Receiver: to("eve"), Kinds: []monitor.Kind{monitor.SourceFound}, Urgent: true},
		monitor.AlertRule{Name: "news", Receiver: to("dan"), Kinds: []monitor.Kind{monitor.New, monitor.Changed}},
	)
	var ids [2][]string
	for run := range ids {
		f := foundSource()
		f.Run += run
		s := &monitor.Story{ID: f.Story, Title: f.Site}
		var got []string
		for _, l := range (Rules{}).Notifications(job, &f, s, noon, monitor.Calm) {
			got, ids[run] = append(got, fmt.Sprintf("%s %s urgent=%v in %v, %s", l.Receiver, l.Rule, l.Urgent, l.Due.Sub(noon), l.Title)), append(ids[run], l.ID)
		}
		if want := []string{"ann now urgent=false in 1h0m0s, new.example", "eve sources urgent=true in 0s, new.example"}; !slices.Equal(got, want) {
			t.Errorf("run %d: %q, want %q", run, got, want)
		}
	}
	if !slices.Equal(ids[0], ids[1]) {
		t.Errorf("the same source has the IDs %q and %q", ids[0], ids[1])
	}
}

// TestSourceText: a mail says what found a new source and how it is accepted; nothing of it is
// obeyed, there and in JSON.
func TestSourceText(t *testing.T) {
	l := monitor.Notification{Job: "typhoon", Rule: "all", Title: "new.example", Event: foundSource()}
	for lang, want := range map[string][]string{
		"en": {"New source: new.example", "Found by: own “typhoon [31m Bcc: x” (kw, #3)", "Accept or refuse it: ontocrawl job sources typhoon --accept new.example"},
		"zh": {"新来源: new.example", "发现途径: own", "接受或拒绝: ontocrawl job sources typhoon --accept new.example"},
	} {
		w := wordsOf(lang, time.UTC)
		text := w.body(&Message{Notifications: []monitor.Notification{l}})
		for _, part := range want {
			if !strings.Contains(text, part) {
				t.Errorf("%s: the mail lacks %q:\n%s", lang, part, text)
			}
		}
		if strings.ContainsAny(text, "\x1b\r") {
			t.Errorf("%s: %q", lang, text)
		}
	}
	body, err := bodyOf(&Message{ID: "1", Notifications: []monitor.Notification{l}})
	if err != nil || strings.Contains(string(body), `\u001b`) || !strings.Contains(string(body), `"site":"new.example"`) || !strings.Contains(string(body), `"rank":3`) {
		t.Errorf("%v: %s", err, body)
	}
	linked := foundSource()
	linked.Via, linked.Parent = nil, "https://a.example/\x07x"
	l.Event = linked
	w := wordsOf("en", time.UTC)
	if text := w.body(&Message{Notifications: []monitor.Notification{l}}); !strings.Contains(text, "Found by: a link on https://a.example/ x") {
		t.Errorf("found by a link:\n%s", text)
	}
}
