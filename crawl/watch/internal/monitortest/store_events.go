package monitortest

import (
	"errors"
	"fmt"
	"testing"
	"time"

	"github.com/ontocrawl/ontocrawl/crawl/watch/monitor"
)

// hostile is a title that an enemy wrote.
const hostile = "\x1b[2J<script>\r\nBcc: x\u202e\x00台风"

func event(run, seq int, kind monitor.Kind, iris ...string) monitor.Event {
	f := monitor.Event{
		Job: "typhoon", Run: run, Seq: seq, Kind: kind, URL: fmt.Sprintf("https://a.example/%d", seq), Host: "a.example",
		Title: hostile, Relevance: 0.5, Relevant: true, Captured: noon.Add(time.Duration(seq) * time.Minute), Story: fmt.Sprint("s", seq), Phase: monitor.Warning,
	}
	for _, iri := range iris {
		f.Concepts = append(f.Concepts, monitor.Concept{IRI: iri, Name: iri, Count: 2, Share: 0.25})
	}
	return f
}

func story(id string, last time.Time) monitor.Story {
	return monitor.Story{ID: id, Job: "typhoon", Title: hostile, URL: "https://a.example/", First: noon, Last: last, Pages: []string{"https://a.example/"}}
}

func notification(id, receiver string, due time.Time) monitor.Notification {
	return monitor.Notification{ID: id, Job: "typhoon", Rule: "r", Receiver: receiver, Story: "s1", Created: noon, Due: due, Title: hostile}
}

// batches: what a Sink concluded is there with its place in the journal; what was
// concluded twice is there once.
func (x storeSuite) batches(t *testing.T) {
	dir := t.TempDir()
	b := x.must(t, dir)
	if n, err := b.Upto("typhoon"); n != 0 || err != nil {
		t.Fatalf("up to %d of an empty store, %v", n, err)
	}
	run, err := b.Claim("typhoon", noon, monitor.Scheduled, noon)
	fine(t, err)
	run.New, run.LastSeq, run.FirstSeq = 2, 12, 3
	batch := monitor.Batch{
		Job: "typhoon", Seq: 12, Run: run,
		Events:        []monitor.Event{event(1, 12, monitor.New), event(1, 9, monitor.Gone)},
		Stories:       []monitor.Story{story("s12", noon)},
		Notifications: []monitor.Notification{notification("one", "hook", noon), notification("one", "hook", noon), notification("two", "mail", noon)},
	}
	fine(t, b.Add(batch))
	b = x.again(t, b, dir)
	fine(t, b.Add(batch)) // its sender does not know that it arrived
	if n, err := b.Upto("typhoon"); n != 12 || err != nil {
		t.Errorf("up to %d, %v", n, err)
	}
	events, err := b.Events("typhoon", 1)
	fine(t, err)
	same(t, "events", events, []monitor.Event{batch.Events[1], batch.Events[0]})
	notifications, err := b.Notifications("", time.Time{}, 10, false)
	fine(t, err)
	same(t, "notifications", len(notifications), 2)
	got, err := b.Run("typhoon", 1)
	fine(t, err)
	run.Notifications = 2
	same(t, "run", got, run)
	if events, err := b.Events("typhoon", 2); len(events) > 0 || err != nil {
		t.Errorf("events of another run: %v %v", events, err)
	}
	fine(t, b.Add(monitor.Batch{Job: "typhoon", Seq: 1})) // its folder was made anew
	if n, err := b.Upto("typhoon"); n != 1 || err != nil {
		t.Errorf("up to %d, %v, after the journal was begun anew", n, err)
	}
	if err := b.Add(monitor.Batch{Job: "typhoon", Seq: 2, Run: monitor.Run{Job: "typhoon", Number: 7}, Notes: map[string][]byte{"k": {1}}}); !errors.Is(err, monitor.ErrNotFound) {
		t.Errorf("a batch of a run that was never made: %v", err)
	}
	if n, _ := b.Upto("typhoon"); n != 1 {
		t.Errorf("up to %d by a batch that was refused", n)
	}
	if note, _ := b.Note("typhoon", "k"); note != nil {
		t.Error("part of a batch that was refused was kept")
	}
}

// counts: counts of batches and counts of the end meet, and a late batch does not begin
// the run again.
func (x storeSuite) counts(t *testing.T) {
	b := x.must(t, t.TempDir())
	run, err := b.Claim("typhoon", noon, monitor.Scheduled, noon)
	fine(t, err)
	now := run
	now.New, now.Pages, now.FirstSeq, now.LastSeq = 3, 8, 1, 9
	fine(t, b.Add(monitor.Batch{Job: "typhoon", Seq: 9, Run: now, Notifications: []monitor.Notification{notification("one", "hook", noon)}}))
	end := run
	end.Pages, end.Failures, end.Ended, end.Outcome = 11, 1, noon.Add(time.Minute), monitor.Done
	fine(t, b.End(end))
	now.Pages, now.Gone = 10, 1
	fine(t, b.Add(monitor.Batch{Job: "typhoon", Seq: 10, Run: now}))
	want := end
	want.New, want.Gone, want.FirstSeq, want.LastSeq, want.Notifications = 3, 1, 1, 9, 1
	got, err := b.Run("typhoon", 1)
	fine(t, err)
	same(t, "run", got, want)
	if _, open, _ := b.Open("typhoon"); open {
		t.Error("a late batch opened the run again")
	}
}

// stories: the list is by when each was seen last.
func (x storeSuite) stories(t *testing.T) {
	dir := t.TempDir()
	b := x.must(t, dir)
	add := func(seq int, s ...monitor.Story) {
		t.Helper()
		fine(t, b.Add(monitor.Batch{Job: "typhoon", Seq: seq, Stories: s}))
	}
	add(1, story("a", noon), story("b", noon.Add(time.Hour)), story("c", noon.Add(2*time.Hour)))
	moved := story("a", noon.Add(3*time.Hour))
	moved.Pages = append(moved.Pages, "https://b.example/")
	moved.Notified = map[string]string{"hook": "r"}
	add(2, moved)
	other := story("a", noon.Add(90*time.Minute))
	other.Job = "flood"
	fine(t, b.Add(monitor.Batch{Job: "flood", Seq: 1, Stories: []monitor.Story{other}}))
	b = x.again(t, b, dir)
	ids := func(job string, before time.Time, n int) (got []string) {
		t.Helper()
		list, err := b.Stories(job, before, n)
		fine(t, err)
		for _, s := range list {
			got = append(got, s.Job+"/"+s.ID)
		}
		return got
	}
	same(t, "all", ids("", time.Time{}, 9), []string{"typhoon/a", "typhoon/c", "flood/a", "typhoon/b"})
	same(t, "of a job", ids("typhoon", time.Time{}, 2), []string{"typhoon/a", "typhoon/c"})
	same(t, "before", ids("typhoon", noon.Add(2*time.Hour), 9), []string{"typhoon/b"})
	got, ok, err := b.Story("typhoon", "a")
	fine(t, err)
	same(t, "a", got, moved)
	if _, known, err := b.Story("typhoon", "z"); known || err != nil || !ok {
		t.Errorf("known %v, %v; a known %v", known, err, ok)
	}
}
