package finds_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/judge/marks"
	"github.com/ontocrawl/ontocrawl/crawl/keep/rundir"
	"github.com/ontocrawl/ontocrawl/crawl/watch/finds"
	"github.com/ontocrawl/ontocrawl/crawl/watch/monitor"
)

var noon = time.Date(2026, 7, 25, 12, 0, 0, 0, time.UTC)

func at(minutes int) rundir.Time {
	return rundir.Time{Time: noon.Add(time.Duration(minutes) * time.Minute)}
}

// page is page number seq of host, so many minutes after noon, and so relevant.
func page(seq int, host string, relevance float64) rundir.Page {
	return rundir.Page{
		Seq: seq, URL: fmt.Sprintf("http://%s/%d", host, seq), Status: 200, FetchedAt: at(seq), Title: fmt.Sprint("page ", seq), Lang: "en",
		Relevance: rundir.Number(relevance), Relevant: relevance >= .5,
		Evidence: []crawl.Evidence{{Concept: "urn:typhoon", Label: "typhoon", Group: "title", Count: 2, Contribution: relevance / 2}, {Concept: "urn:rain", Label: "rain", Group: "body", Count: 1, Contribution: relevance / 4}},
	}
}

func change(seq int, kind, url string, relevance float64) rundir.Change {
	p := page(seq, "x", relevance)
	return rundir.Change{Seq: seq, URL: url, Change: kind, Status: 200, FetchedAt: at(seq), Title: p.Title + " again", Lang: "en", Relevance: p.Relevance, Relevant: p.Relevant, Evidence: p.Evidence}
}

// add appends lines to a file of a run folder.
func add[T any](t testing.TB, dir, name string, list ...T) {
	t.Helper()
	var b strings.Builder
	for _, x := range list {
		line, err := json.Marshal(x)
		if err != nil {
			t.Fatal(err)
		}
		b.Write(line)
		b.WriteByte('\n')
	}
	f, err := os.OpenFile(filepath.Join(dir, name), os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := f.WriteString(b.String()); err != nil {
		t.Fatal(err)
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
}

// listOf is a list of folders whose clock is an hour later at each question, so that it always reads
// what is new.
func listOf(folders map[string]string) *finds.List {
	now := noon
	return finds.New(finds.Options{Folders: func() map[string]string { return folders }, Now: func() time.Time { now = now.Add(time.Hour); return now }})
}

func find(t *testing.T, l *finds.List, q finds.Query) finds.Page {
	t.Helper()
	p, err := l.Find(q)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func titles(p finds.Page) (all []string) {
	for _, f := range p.Finds {
		all = append(all, f.Title+" "+string(f.Kind))
	}
	return all
}

// TestFinds follows a job through its changes, with all filters.
func TestFinds(t *testing.T) {
	dir := t.TempDir()
	copied := page(4, "b.test", .8)
	copied.DuplicateOf = "http://a.test/2"
	exact := page(5, "b.test", .8)
	exact.DuplicateOf, exact.Exact, exact.Relevant = "http://a.test/2", true, false
	zh := page(6, "news.b.test", .9)
	zh.Lang, zh.Evidence = "zh-Hant", []crawl.Evidence{{Concept: "urn:rain", Label: "暴雨", Group: "title", Count: 1, Contribution: .9}}
	add(t, dir, rundir.PagesFile, page(1, "a.test", .1), page(2, "a.test", .6), page(3, "a.test", .7), copied, exact, zh, page(7, "c.test", .55))
	l := listOf(map[string]string{"typhoon": dir})
	all := find(t, l, finds.Query{})
	if got, want := titles(all), []string{"page 7 new", "page 6 new", "page 3 new", "page 2 new"}; !slices.Equal(got, want) {
		t.Errorf("newest first: %q; want %q", got, want)
	}
	if want := (finds.Counts{Relevant: 5, Finds: 4, Unread: 4}); all.Counts != want || all.Matching != 4 || all.Next != "" {
		t.Errorf("%+v, %d matching, next %q; want %+v", all.Counts, all.Matching, all.Next, want)
	}
	if f := all.Finds[3]; f.Pages != 2 || !slices.Equal(f.Copies, []string{"http://b.test/4"}) {
		t.Errorf("a copy is not folded: %+v", f)
	}

	// 2 is gone, so 4 stands for its text; 3 changes; 1 is judged otherwise; 7 is so, too.
	add(t, dir, rundir.ChangesFile, rundir.Change{Seq: 11, URL: "http://a.test/2", Change: rundir.ChangeGone, Status: 404, FetchedAt: at(11)},
		change(12, rundir.ChangeChanged, "http://a.test/3", .75), change(13, rundir.ChangeJudged, "http://a.test/1", .65), change(14, rundir.ChangeJudged, "http://c.test/7", .2))
	yes, no := true, false
	said := "see the map\x1b[2J"
	if err := l.Mark(t.Context(), "typhoon", marks.Mark{URL: "http://a.test/3", Verdict: marks.Right, Read: &yes}, marks.Mark{URL: "http://c.test/7", Verdict: marks.Wrong}, marks.Mark{URL: "http://gone.test/", Note: &said}); err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		what string
		q    finds.Query
		want []string
	}{
		{"relevant", finds.Query{}, []string{"page 13 again gained", "page 12 again changed", "page 6 new", "page 4 new"}},
		{"relevance", finds.Query{Order: finds.MostRelevant}, []string{"page 6 new", "page 4 new", "page 12 again changed", "page 13 again gained"}},
		{"lost", finds.Query{Kinds: []monitor.Kind{monitor.Lost, monitor.Gone}}, []string{"page 14 again lost"}},
		{"host", finds.Query{Host: "b.test"}, []string{"page 6 new", "page 4 new"}},
		{"host of a copy that is gone", finds.Query{Host: "a.test", Kinds: []monitor.Kind{monitor.New}}, []string{"page 4 new"}},
		{"language", finds.Query{Lang: "zh"}, []string{"page 6 new"}},
		{"language is no beginning", finds.Query{Lang: "z"}, nil},
		{"concept", finds.Query{Concept: "urn:typhoon", Lang: "en"}, []string{"page 13 again gained", "page 12 again changed", "page 4 new"}},
		{"from", finds.Query{From: noon.Add(12 * time.Minute)}, []string{"page 13 again gained", "page 12 again changed"}},
		{"to", finds.Query{To: noon.Add(12 * time.Minute)}, []string{"page 6 new", "page 4 new"}},
		{"read", finds.Query{Read: &yes}, []string{"page 12 again changed"}},
		{"unread", finds.Query{Read: &no, Lang: "en"}, []string{"page 13 again gained", "page 4 new"}},
		{"right", finds.Query{Verdict: marks.Right}, []string{"page 12 again changed"}},
		{"nobody said", finds.Query{Verdict: marks.None, Lang: "en"}, []string{"page 13 again gained", "page 4 new"}},
	} {
		p := find(t, l, tt.q)
		if got := titles(p); !slices.Equal(got, tt.want) || p.Matching != len(tt.want) {
			t.Errorf("%s: %q, %d matching; want %q", tt.what, got, p.Matching, tt.want)
		}
		if want := (finds.Counts{Relevant: 4, Finds: 4, Lost: 1, Unread: 3, Right: 1, Wrong: 1}); p.Counts != want {
			t.Errorf("%s: the filter changes the counts: %+v; want %+v", tt.what, p.Counts, want)
		}
	}
	agree(t, l, dir)
	kept, err := l.Marks("typhoon")
	if err != nil || kept["http://gone.test/"].Note != "see the map[2J" {
		t.Errorf("the mark of a page that is gone: %+v, %v", kept, err)
	}
	if c, err := l.Counts(""); err != nil || c.Finds != 4 {
		t.Errorf("counts: %+v, %v", c, err)
	}
	if _, err := l.Find(finds.Query{Job: "other"}); !errors.Is(err, monitor.ErrNotFound) {
		t.Errorf("an unknown job: %v", err)
	}
}

// agree compares the count of relevant pages with the count of every other reader of the folder.
func agree(t *testing.T, l *finds.List, dir string) {
	t.Helper()
	n := 0
	for p, err := range rundir.Current(dir) {
		if err != nil {
			t.Fatal(err)
		}
		if p.Relevant {
			n++
		}
	}
	if c, err := l.Counts("typhoon"); err != nil || c.Relevant != n {
		t.Errorf("%d relevant pages are counted, %v; the folder has %d", c.Relevant, err, n)
	}
}

// TestPaging reads a list while it grows: each find comes once.
func TestPaging(t *testing.T) {
	dir, other := t.TempDir(), t.TempDir()
	for seq := range 30 {
		p := page(seq+1, "a.test", .5+float64(seq%5)/10)
		p.FetchedAt = at(seq % 3) // many at one time
		add(t, []string{dir, other}[seq%2], rundir.PagesFile, p)
	}
	for _, by := range []finds.Order{finds.Newest, finds.MostRelevant} {
		l := listOf(map[string]string{"b": dir, "a": other})
		whole := find(t, l, finds.Query{Order: by, Limit: 100})
		var got []string
		next := ""
		for range 20 {
			p := find(t, l, finds.Query{Order: by, Limit: 7, After: next})
			for _, f := range p.Finds {
				got = append(got, f.Job+f.URL)
			}
			if next = p.Next; next == "" {
				break
			}
		}
		var want []string
		for _, f := range whole.Finds {
			want = append(want, f.Job+f.URL)
		}
		if !slices.Equal(got, want) || len(got) != 30 {
			t.Errorf("%s: page by page %d finds: %q; want %q", by, len(got), got, want)
		}
	}
	// A find that comes in front moves nothing.
	l := listOf(map[string]string{"b": dir})
	first := find(t, l, finds.Query{Limit: 3})
	late := page(99, "a.test", .9)
	add(t, dir, rundir.PagesFile, late)
	second := find(t, l, finds.Query{Limit: 3, After: first.Next})
	if slices.Contains(titles(second), titles(first)[2]) || second.Matching != 16 {
		t.Errorf("%q, then %q of %d", titles(first), titles(second), second.Matching)
	}
	for _, after := range []string{"x", "e30", first.Next + "A", first.Next[:5]} {
		if _, err := l.Find(finds.Query{After: after, Order: finds.MostRelevant}); !errors.Is(err, finds.ErrCursor) {
			t.Errorf("after %q: %v", after, err)
		}
	}
}

// TestFolderComesLater lists a job before its first run.
func TestFolderComesLater(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "typhoon")
	l := listOf(map[string]string{"typhoon": dir})
	if p := find(t, l, finds.Query{Job: "typhoon"}); p.Matching != 0 {
		t.Errorf("%+v", p)
	}
	if err := l.Mark(t.Context(), "typhoon", marks.Mark{URL: "http://a.test/1", Verdict: marks.Right}); !errors.Is(err, monitor.ErrNotFound) {
		t.Errorf("marked without a folder: %v", err)
	}
	if err := os.Mkdir(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	// A change stands in its file before its page.
	add(t, dir, rundir.ChangesFile, change(2, rundir.ChangeNew, "http://a.test/2", .8))
	add(t, dir, rundir.PagesFile, page(1, "a.test", .8))
	if p := find(t, l, finds.Query{}); p.Matching != 1 {
		t.Errorf("%+v", p)
	}
	add(t, dir, rundir.PagesFile, page(2, "a.test", .8))
	if p := find(t, l, finds.Query{}); p.Matching != 2 {
		t.Errorf("%+v", p)
	}
}
