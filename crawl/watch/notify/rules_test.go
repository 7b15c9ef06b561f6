package notify

import (
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/ontocrawl/ontocrawl/crawl/watch/monitor"
)

const red = "http://o.example#RedWarning"

func storyOf(f monitor.Event) *monitor.Story {
	return &monitor.Story{ID: f.Story, Job: f.Job, Title: f.Title, Concepts: f.Concepts}
}

func withConcept(f monitor.Event, iri string) monitor.Event {
	f.Concepts = append(slices.Clone(f.Concepts), monitor.Concept{IRI: iri, Name: "Red warning"})
	return f
}

func TestMatches(t *testing.T) {
	page := find(0) // en, news.example, 0.5, a typhoon
	gone := find(0)
	gone.Kind, gone.Relevance, gone.WasRelevance, gone.Concepts = monitor.Gone, 0, 0.5, nil
	faded := find(0)
	faded.Kind, faded.Relevance, faded.WasRelevance = monitor.Changed, 0.1, 0.5
	redder := withConcept(faded, red)
	redder.Appeared = []string{red}
	port := find(0)
	port.Host = "news.example:8080"
	idn := find(0)
	idn.Host = "www.xn--fsq.example"
	trad := find(0)
	trad.Lang = "zh-Hant-TW"
	tests := []struct {
		name  string
		rule  monitor.AlertRule
		event monitor.Event
		want  bool
	}{
		{"all", monitor.AlertRule{}, page, true},
		{"relevance", monitor.AlertRule{MinRelevance: 0.5}, page, true},
		{"less relevant", monitor.AlertRule{MinRelevance: 0.51}, page, false},
		{"was relevant", monitor.AlertRule{MinRelevance: 0.5, Kinds: []monitor.Kind{monitor.Changed}}, faded, true},
		{"changed, with nothing new in it", monitor.AlertRule{}, faded, false},
		{"changed, with a concept more", monitor.AlertRule{}, redder, true},
		{"concept", monitor.AlertRule{Concepts: []string{red, "http://o.example#Typhoon"}}, page, true},
		{"other concept", monitor.AlertRule{Concepts: []string{red}}, page, false},
		{"language", monitor.AlertRule{Languages: []string{"zh", "en"}}, page, true},
		{"other language", monitor.AlertRule{Languages: []string{"zh"}}, page, false},
		{"language by prefix", monitor.AlertRule{Languages: []string{"zh-hant"}}, trad, true},
		{"language by half a subtag", monitor.AlertRule{Languages: []string{"z"}}, trad, false},
		{"host", monitor.AlertRule{Hosts: []string{"News.Example."}}, page, true},
		{"domain", monitor.AlertRule{Hosts: []string{"example"}}, page, true},
		{"end of a name", monitor.AlertRule{Hosts: []string{"ews.example"}}, page, false},
		{"host with port", monitor.AlertRule{Hosts: []string{"news.example"}}, port, true},
		{"another port", monitor.AlertRule{Hosts: []string{"news.example:81"}}, port, false},
		{"host in its own script", monitor.AlertRule{Hosts: []string{"例.example"}}, idn, true},
		{"no host", monitor.AlertRule{Hosts: []string{""}}, page, false},
		{"gone is not asked for", monitor.AlertRule{}, gone, false},
		{"gone", monitor.AlertRule{Kinds: []monitor.Kind{monitor.Gone}, MinRelevance: 0.4}, gone, true},
		{"gone, by what its story mentions", monitor.AlertRule{Kinds: []monitor.Kind{monitor.Gone}, Concepts: []string{"http://o.example#Typhoon"}}, gone, true},
		{"phase", monitor.AlertRule{Phases: []monitor.Phase{monitor.Watch}}, page, true},
		{"another phase", monitor.AlertRule{Phases: []monitor.Phase{monitor.Impact}}, page, false},
	}
	for _, tt := range tests {
		s := storyOf(find(0))
		if got := Matches(&tt.rule, &tt.event, s, monitor.Watch); got != tt.want {
			t.Errorf("%s: %v, want %v", tt.name, got, tt.want)
		}
	}
}

// One receiver is notified of an event by one rule; two receivers are notified each.
func TestStrongestRule(t *testing.T) {
	job := jobWith(
		monitor.AlertRule{Name: "daily", Receiver: to("ann"), Digest: 24 * time.Hour},
		monitor.AlertRule{Name: "all", Receiver: to("ann")},
		monitor.AlertRule{Name: "all-bob", Receiver: to("bob")},
		monitor.AlertRule{Name: "red", Receiver: to("ann"), Concepts: []string{red}, Urgent: true},
	)
	rules := func(f monitor.Event) []string {
		var out []string
		for _, l := range (Rules{}).Notifications(job, &f, storyOf(f), noon, monitor.Calm) {
			out = append(out, l.Receiver+" "+l.Rule)
		}
		return out
	}
	if got := rules(find(0)); !slices.Equal(got, []string{"ann all", "bob all-bob"}) {
		t.Errorf("ordinary: %q", got)
	}
	if got := rules(withConcept(find(0), red)); !slices.Equal(got, []string{"ann red", "bob all-bob"}) {
		t.Errorf("red: %q", got)
	}
	job.Phases.Set = map[monitor.Phase]monitor.Setting{monitor.Calm: {Urgent: []string{"daily"}}}
	if got := rules(find(0)); !slices.Equal(got, []string{"ann daily", "bob all-bob"}) {
		t.Errorf("a phase that makes a rule urgent: %q", got)
	}
}

// A story is notified once to a receiver, whichever of its pages comes first, and once
// more when it becomes urgent.
func TestStoryIsToldOnce(t *testing.T) {
	job := jobWith(
		monitor.AlertRule{Name: "red", Receiver: to("ann"), Concepts: []string{red}, Urgent: true},
		monitor.AlertRule{Name: "zh", Receiver: to("ann"), Languages: []string{"zh"}},
		monitor.AlertRule{Name: "mention", Receiver: to("ann"), Digest: time.Hour},
	)
	s := storyOf(find(0))
	rule := func(f monitor.Event) []string {
		var out []string
		for _, l := range (Rules{}).Notifications(job, &f, s, noon, monitor.Calm) {
			out = append(out, l.Rule)
		}
		return out
	}
	zh := find(0)
	zh.Lang = "zh"
	steps := []struct {
		name  string
		event monitor.Event
		want  []string
	}{
		{"first page", find(0), []string{"mention"}},
		{"a copy", find(0), nil},
		{"a copy that another rule asks for", zh, nil},
		{"a copy that is urgent", withConcept(find(0), red), []string{"red"}},
		{"again", withConcept(find(0), red), nil},
		{"an ordinary copy", find(0), nil},
	}
	for _, step := range steps {
		if got := rule(step.event); !slices.Equal(got, step.want) {
			t.Errorf("%s: %q, want %q", step.name, got, step.want)
		}
	}
	if s.Notified["ann"] != "red" {
		t.Errorf("notified by %q", s.Notified["ann"])
	}
}

// A change is notified once a run, copies together; one in which something else
// appears by itself.
func TestChangesAreToldOnce(t *testing.T) {
	rule := monitor.AlertRule{Name: "all", Receiver: to("ann")}
	s := storyOf(find(0))
	id := func(change func(*monitor.Event)) string {
		f := find(0)
		f.Kind = monitor.Changed
		change(&f)
		return notificationID("typhoon", &rule, &f, s)
	}
	base := id(func(*monitor.Event) {})
	same := id(func(f *monitor.Event) { f.URL, f.Seq = "https://copy.example/", 99 })
	if base != same {
		t.Error("a copy that changed alike is notified again")
	}
	others := map[string]string{
		"run":      id(func(f *monitor.Event) { f.Run++ }),
		"appeared": id(func(f *monitor.Event) { f.Appeared = []string{red} }),
		"kind":     id(func(f *monitor.Event) { f.Kind = monitor.Gone }),
		"new":      id(func(f *monitor.Event) { f.Kind = monitor.New }),
	}
	for name, other := range others {
		if other == base {
			t.Errorf("another %s makes the same notification", name)
		}
	}
	if a, b := id(func(f *monitor.Event) { f.Appeared = []string{"x", "y"} }), id(func(f *monitor.Event) { f.Appeared = []string{"y", "x"} }); a != b {
		t.Error("the order of concepts makes another notification")
	}
}

// What is computed again after a kill has the same IDs; others have others.
func TestIDsAreStable(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		part := rapid.SliceOfN(rapid.StringN(0, 4, -1), 1, 4)
		a, b := part.Draw(t, "a"), part.Draw(t, "b")
		if (hashID(a...) == hashID(b...)) != slices.Equal(a, b) {
			t.Fatalf("%q and %q", a, b)
		}
	})
}

func TestWhenANotificationIsDue(t *testing.T) {
	shanghai, err := time.LoadLocation("Asia/Shanghai")
	if err != nil {
		t.Fatal(err)
	}
	night := []monitor.Quiet{{From: 22 * time.Hour, To: 7 * time.Hour, Zone: shanghai}}
	at := func(clock string) time.Time {
		u, err := time.ParseInLocation("2006-01-02 15:04", "2026-07-"+clock, shanghai)
		if err != nil {
			t.Fatal(err)
		}
		return u
	}
	tests := []struct {
		name  string
		rule  monitor.AlertRule
		now   string
		due   string
		group string
	}{
		{"at once", monitor.AlertRule{}, "25 12:00", "25 12:00", ""},
		{"by day", monitor.AlertRule{Quiet: night}, "25 12:00", "25 12:00", ""},
		{"at night", monitor.AlertRule{Quiet: night}, "25 23:10", "26 07:00", "typhoon"},
		{"after midnight", monitor.AlertRule{Quiet: night}, "26 03:10", "26 07:00", "typhoon"},
		{"urgent at night", monitor.AlertRule{Quiet: night, Urgent: true}, "25 23:10", "25 23:10", ""},
		{"hourly", monitor.AlertRule{Quiet: night, Digest: time.Hour}, "25 12:10", "25 13:00", "typhoon"},
		{"hourly, on the hour", monitor.AlertRule{Quiet: night, Digest: time.Hour}, "25 12:00", "25 13:00", "typhoon"},
		{"hourly, into the night", monitor.AlertRule{Quiet: night, Digest: time.Hour}, "25 21:10", "26 07:00", "typhoon"},
		{"daily, in the night", monitor.AlertRule{Quiet: night, Digest: 24 * time.Hour}, "25 12:10", "26 07:00", "typhoon"},
		{"daily, midnight in UTC", monitor.AlertRule{Digest: 24 * time.Hour}, "25 12:10", "26 08:00", "typhoon"},
		{"a span that does not fit the day", monitor.AlertRule{Quiet: night[:1:1], Digest: 7 * time.Hour}, "25 13:59", "25 14:00", "typhoon"},
	}
	for _, tt := range tests {
		tt.rule.Name, tt.rule.Receiver = "r", to("ann")
		f := find(0)
		notifications := (Rules{}).Notifications(jobWith(tt.rule), &f, storyOf(f), at(tt.now), monitor.Calm)
		if len(notifications) != 1 {
			t.Fatalf("%s: %d notifications", tt.name, len(notifications))
		}
		if l := notifications[0]; !l.Due.Equal(at(tt.due)) || l.Group != tt.group {
			t.Errorf("%s: due %v in group %q, want %v in %q", tt.name, l.Due.In(shanghai), l.Group, at(tt.due), tt.group)
		}
	}
}
