package notify

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/mmcdole/gofeed"

	"github.com/ontocrawl/ontocrawl/crawl/watch/monitor"
)

func readLines(t *testing.T, path string) []Notice {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	var out []Notice
	for l := range bytes.Lines(text) {
		var n Notice
		if err := json.Unmarshal(l, &n); err != nil || !bytes.HasSuffix(l, []byte("\n")) {
			t.Fatalf("line %q: %v", l, err)
		}
		out = append(out, n)
	}
	return out
}

// Every notification stands in the file once, whichever byte a kill stopped at: the
// process after it finds half a line, or a whole one of which nobody knows.
func TestLinesOnceAfterAKillAtAnyByte(t *testing.T) {
	t.Parallel()
	whole := filepath.Join(t.TempDir(), "whole")
	notifications := []monitor.Notification{letterTo("ann", 0), letterTo("ann", 1), letterTo("ann", 2)}
	if err := (&lineFile{path: whole}).add(notifications, false); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(whole)
	if err != nil {
		t.Fatal(err)
	}
	for n := 0; n <= len(text); n += 7 {
		path := filepath.Join(t.TempDir(), "alerts.jsonl")
		if err := os.WriteFile(path, text[:n], 0o600); err != nil {
			t.Fatal(err)
		}
		f := &lineFile{path: path}
		for range 2 {
			if err := f.add(notifications, false); err != nil {
				t.Fatal(err)
			}
		}
		if got, err := os.ReadFile(path); err != nil || !bytes.Equal(got, text) {
			t.Fatalf("killed at byte %d: %q, %v", n, got, err)
		}
	}
}

func TestLinesBesideOthers(t *testing.T) {
	path := filepath.Join(t.TempDir(), "sub", "alerts.jsonl")
	f := &lineFile{path: path}
	add := func(n int) {
		t.Helper()
		if err := f.add([]monitor.Notification{letterTo("ann", n)}, false); err != nil {
			t.Fatal(err)
		}
	}
	add(0)
	other, err := os.OpenFile(path, os.O_APPEND|os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	fmt.Fprint(other, `{"note":"mine"}`) //nolint:errcheck // checked below
	other.Close()                        //nolint:errcheck // as above
	add(1)
	lines := readLines(t, path)
	if len(lines) != 3 || lines[1].ID != "" || lines[2].ID != letterTo("ann", 1).ID {
		t.Errorf("beside a line of somebody else: %+v", lines)
	}
	if err := os.Rename(path, path+".1"); err != nil { // rotated
		t.Fatal(err)
	}
	add(1)
	add(2)
	if lines = readLines(t, path); len(lines) != 1 || lines[0].ID != letterTo("ann", 2).ID {
		t.Errorf("after a rotation: %+v", lines)
	}
}

func TestLinesInWhatIsNoFile(t *testing.T) {
	if err := (&lineFile{path: t.TempDir()}).add([]monitor.Notification{letterTo("ann", 0)}, false); err == nil {
		t.Error("written into a folder")
	}
}

func feedAt(t *testing.T, path string) *gofeed.Feed {
	t.Helper()
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	parsed, err := gofeed.NewParser().Parse(f)
	if err != nil {
		t.Fatal(err)
	}
	return parsed
}

func TestAtom(t *testing.T) {
	path := filepath.Join(t.TempDir(), "feeds", "alerts.xml")
	send := func(l ...monitor.Notification) {
		t.Helper()
		// A new sender each time: the file is all that it remembers.
		if err := (&atomFile{path: path, words: wordsIn("")}).Send(t.Context(), message(l...)); err != nil {
			t.Fatal(err)
		}
	}
	send(letterTo("ann", 0))
	first := feedAt(t, path)
	send(letterTo("ann", 0))
	late := letterTo("ann", 1)
	late.Created = noon.Add(60e9)
	send(late)
	f := feedAt(t, path)
	if len(f.Items) != 2 || f.Items[0].Title != "New: Typhoon b" || f.Items[0].Link != "https://news.example/b" {
		t.Errorf("%v", f)
	}
	if it := f.Items[1]; it.GUID != "urn:uuid:"+uuid(letterTo("ann", 0).ID) || !it.PublishedParsed.Equal(letterTo("ann", 0).Event.Published.Time) || it.Categories[0] == "" {
		t.Errorf("%+v", it)
	}
	if first.FeedLink != f.FeedLink || f.Updated != "2026-07-25T12:01:00Z" {
		t.Errorf("updated %s", f.Updated)
	}
	for i := range maxEntries/maxDigest + 1 {
		var notifications []monitor.Notification
		for j := range maxDigest {
			l := letterTo("ann", 0)
			l.ID, l.Group = hashID(fmt.Sprint(i, j)), "typhoon"
			notifications = append(notifications, l)
		}
		send(notifications...)
	}
	if f = feedAt(t, path); len(f.Items) != maxEntries {
		t.Errorf("%d entries", len(f.Items))
	}
}

func uuid(id string) string { return strings.TrimPrefix(urn(id), "urn:uuid:") }

// A file that somebody else wrote is left alone.
func TestAtomLeavesOthersAlone(t *testing.T) {
	for name, text := range map[string]string{
		"another feed":   `<feed xmlns="http://www.w3.org/2005/Atom"><generator>other</generator></feed>`,
		"a notification": "Dear Ann",
		"half a feed":    `<feed xmlns="http://www.w3.org/2005/Atom"><generator>ontocrawl</generator>`,
		"nothing":        "",
	} {
		path := filepath.Join(t.TempDir(), "x")
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if err := (&atomFile{path: path, words: wordsIn("")}).Send(t.Context(), message(letterTo("ann", 0))); err == nil {
			t.Errorf("%s: sent", name)
		}
		if got, _ := os.ReadFile(path); string(got) != text {
			t.Errorf("%s: now %q", name, got)
		}
	}
}

func TestHostileTitlesInAtom(t *testing.T) {
	path := filepath.Join(t.TempDir(), "alerts.xml")
	for i, title := range hostile {
		l := letterTo("ann", i)
		l.Title, l.Event.Concepts[0].Label, l.Event.Host = title, title, title
		l.Event.URL = "javascript:alert(1)"
		if err := (&atomFile{path: path, words: wordsIn("zh")}).Send(t.Context(), message(l)); err != nil {
			t.Fatalf("%q: %v", title, err)
		}
	}
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if strings.Contains(string(text), "<script") || strings.Contains(string(text), "href") || strings.ContainsFunc(string(text), func(r rune) bool { return r != '\n' && obeyed(r) }) {
		t.Errorf("%s", text)
	}
	var f feed
	if err := xml.Unmarshal(text, &f); err != nil || len(f.Entries) != len(hostile) {
		t.Errorf("%d entries, %v", len(f.Entries), err)
	}
}

// Receivers that name one file do not write over each other.
func TestSharedFiles(t *testing.T) {
	dir := t.TempDir()
	var rules []monitor.AlertRule
	b := newBox()
	for i := range 6 {
		r := monitor.Receiver{Name: fmt.Sprint("r", i), Config: Config{&JSONLines{"sub/../all"}}}
		if i%2 == 0 {
			r.Config = Config{&AtomFeed{"feed"}}
		}
		rules = append(rules, monitor.AlertRule{Name: r.Name, Receiver: r})
		for j := range 20 {
			b.add(letterTo(r.Name, j))
		}
	}
	w := NewWorker(b, []*monitor.Job{jobWith(rules...)}, Options{Dir: dir})
	if err := w.Once(t.Context()); err != nil {
		t.Fatal(err)
	}
	if lines, entries := len(readLines(t, filepath.Join(dir, "all"))), len(feedAt(t, filepath.Join(dir, "feed")).Items); lines != 60 || entries != 60 {
		t.Errorf("%d lines, %d entries", lines, entries)
	}
}
