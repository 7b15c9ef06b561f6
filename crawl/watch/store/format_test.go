package store

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/dgraph-io/badger/v4"
	"github.com/google/go-cmp/cmp"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/keep/state"
	"github.com/ontocrawl/ontocrawl/crawl/watch/monitor"
	"github.com/ontocrawl/ontocrawl/internal/goldentest"
)

var update = goldentest.Update()

// history holds the content of the golden files.
type history struct {
	run        monitor.Run
	event      monitor.Event
	story      monitor.Story
	sent       monitor.Notification
	transition monitor.Transition
	found      monitor.Event // since format 3, as all that follows
	source     monitor.NewSource
}

func newHistory() (h history, at time.Time) {
	at = time.Date(2026, 7, 25, 8, 0, 0, 0, time.UTC)
	h.event = monitor.Event{
		Job: "typhoon", Run: 1, Seq: 7, Kind: monitor.New, URL: "https://a.example/1", Host: "a.example", Title: "Typhoon", Lang: "en", Relevance: 0.5, Relevant: true,
		Concepts: []monitor.Concept{{IRI: "urn:red", Name: "Red", Label: "red", Place: "title", Count: 2, Share: 0.25}}, Appeared: []string{"urn:red"},
		Published: crawl.Instant(at.Add(-time.Hour)), PublishedBy: "meta", Captured: at, Story: "s7", DuplicateOf: "https://b.example/1", Phase: monitor.Warning,
	}
	h.story = monitor.Story{
		ID: "s7", Job: "typhoon", Title: "Typhoon", URL: h.event.URL, Host: h.event.Host, Lang: "en", First: at, Last: at, Published: h.event.Published,
		Relevance: 0.5, Concepts: h.event.Concepts, Pages: []string{h.event.URL}, Run: 1, Notified: map[string]string{"duty": "red"},
	}
	h.sent = monitor.Notification{
		ID: "n1", Job: "typhoon", Rule: "red", Receiver: "duty", Story: "s7", Urgent: true, Created: at, Due: at, Group: "typhoon", Event: h.event,
		Title: "Typhoon", Tries: 1, Failing: at, LastError: "HTTP status 500",
	}
	h.transition = monitor.Transition{Job: "typhoon", At: at, From: monitor.Calm, To: monitor.Warning, By: "cap", Reason: "red alert", Until: at.Add(time.Hour)}
	via := &crawl.Via{Source: "own", Query: "typhoon", Op: "kw", Concepts: []string{"urn:red"}, Lang: "en", Rank: 2, Page: 1}
	h.found = monitor.Event{Job: "typhoon", Run: 1, Seq: 7, Kind: monitor.SourceFound, URL: h.event.URL, Host: h.event.Host, Title: "Typhoon", Relevance: 0.5, Relevant: true, Captured: at, Story: "c7", Phase: monitor.Warning, Via: via, Site: "a.example"}
	h.source = monitor.NewSource{Job: "typhoon", Site: "a.example", State: monitor.Undecided, Found: at, Run: 1, Via: via,
		Pages: []monitor.SourcePage{{URL: h.event.URL, Title: "Typhoon", Lang: "en", Relevance: 0.5, Concepts: h.event.Concepts}}}
	h.run = monitor.Run{
		Job: "typhoon", Number: 1, Due: at, Trigger: monitor.Scheduled, Started: at, Ended: at.Add(time.Minute), Outcome: monitor.Done,
		Pages: 9, New: 1, FirstSeq: 1, LastSeq: 7, Notifications: 1,
	}
	return h, at
}

// TestFormatWritten: the bytes on disk equal the golden file.
func TestFormatWritten(t *testing.T) {
	h, at := newHistory()
	l, err := Open(t.TempDir(), slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	run, err := l.Claim("typhoon", at, monitor.Scheduled, at)
	if err != nil {
		t.Fatal(err)
	}
	run.New, run.FirstSeq, run.LastSeq = 1, 1, 7
	if err := l.Add(monitor.Batch{Job: "typhoon", Seq: 7, Run: run, Events: []monitor.Event{h.event, h.found}, Sources: []monitor.NewSource{h.source}, Stories: []monitor.Story{h.story}, Notifications: []monitor.Notification{h.sent}, Notes: map[string][]byte{"k": {1, 2}}}); err != nil {
		t.Fatal(err)
	}
	run.Ended, run.Outcome, run.Pages = h.run.Ended, monitor.Done, 9
	if err := errors.Join(l.AddTransition(h.transition), l.End(run)); err != nil {
		t.Fatal(err)
	}
	var got bytes.Buffer
	err = l.view(func(r *reader) error {
		return r.values(nil, nil, func(k key, v []byte) (bool, error) {
			fmt.Fprintf(&got, "%q %q\n", []byte(k), v)
			return true, nil
		})
	})
	if err != nil {
		t.Fatal(err)
	}
	golden := filepath.Join("testdata", "format3.txt")
	if *update {
		if err := os.WriteFile(golden, got.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(string(want), got.String()); d != "" {
		t.Errorf("the stored bytes differ; old folders must still be read, and a change needs a new format number:\n%s", d)
	}
}

// TestFormatsRead: this program reads every format since 1 and leaves the newest.
func TestFormatsRead(t *testing.T) {
	for _, format := range []string{"format1.txt", "format2.txt", "format3.txt"} {
		t.Run(format, func(t *testing.T) {
			dir := t.TempDir()
			fill(t, dir, filepath.Join("testdata", format))
			l, err := Open(dir, slog.New(slog.DiscardHandler))
			if err != nil {
				t.Fatal(err)
			}
			defer l.Close()
			h, _ := newHistory()
			run, err := l.Run("typhoon", 1)
			check(t, err, h.run, run)
			events, err := l.Events("typhoon", 1)
			want, sources := []monitor.Event{h.event}, []monitor.NewSource(nil)
			if format == "format3.txt" {
				want, sources = append(want, h.found), append(sources, h.source)
			}
			check(t, err, want, events)
			found, err := l.Sources("typhoon", "")
			check(t, err, sources, found)
			story, _, err := l.Story("typhoon", "s7")
			check(t, err, h.story, story)
			waiting, err := l.Due(h.sent.Due, 9)
			check(t, err, []monitor.Notification{h.sent}, waiting)
			history, err := l.Transitions("typhoon", 9)
			check(t, err, []monitor.Transition{h.transition}, history)
			mentions, err := l.Mentions("typhoon", h.run.Due, h.run.Due.Add(time.Hour))
			check(t, err, map[string][]int{"urn:red": {1}}, mentions)
			note, err := l.Note("typhoon", "k")
			check(t, err, []byte{1, 2}, note)
			var v int
			err = l.view(func(r *reader) error { _, err := r.get(of(versionKey), &v); return err })
			check(t, err, version, v)
		})
	}
}

func check(t *testing.T, err error, want, got any) {
	t.Helper()
	if err != nil {
		t.Error(err)
	} else if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
}

// fill makes a database in dir with the keys and values of a golden file.
func fill(t *testing.T, dir, golden string) {
	t.Helper()
	file, err := os.Open(golden)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	db, err := state.OpenDB(dir, state.Options{MemTable: memTable, ValueThreshold: inTables})
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	txn := db.NewTransaction(true)
	for lines := bufio.NewScanner(file); lines.Scan(); {
		var k, v string
		if _, err := fmt.Sscanf(lines.Text(), "%q %q", &k, &v); err != nil {
			t.Fatal(err)
		}
		if err := txn.SetEntry(badger.NewEntry([]byte(k), []byte(v))); err != nil {
			t.Fatal(err)
		}
	}
	if err := txn.Commit(); err != nil {
		t.Fatal(err)
	}
}
