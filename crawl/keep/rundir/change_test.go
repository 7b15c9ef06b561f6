package rundir_test

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/keep/rundir"
	"github.com/ontocrawl/ontocrawl/crawl/keep/state"
)

// found is a visit that brought a page.
func found(url string, again bool, hash uint64, relevance float64) *crawl.Visit {
	return &crawl.Visit{
		Choice: crawl.Choice{URL: url, Host: "h.example", Again: again}, Status: 200, FetchedAt: epoch,
		Page:  &crawl.Page{URL: url, Final: url, Host: "h.example", Title: fmt.Sprint("version ", hash), Hash: hash},
		Score: crawl.Score{Relevance: relevance, Relevant: relevance > 0.5},
	}
}

// judged is a new verdict of the page that v brought.
func judged(v *crawl.Visit, relevance float64) *crawl.Visit {
	return v.Rejudge(0, crawl.Score{Relevance: relevance, Relevant: relevance > 0.5})
}

func lost(url string, status int) *crawl.Visit {
	return &crawl.Visit{Choice: crawl.Choice{URL: url, Again: true}, Status: status, Failure: crawl.Failure{Text: fmt.Sprint("status ", status)}, FetchedAt: epoch}
}

// refreshed is a crawl of three pages and what was found of them later.
func refreshed(t *testing.T) *state.Memory {
	t.Helper()
	moved := found("/moved", false, 7, 0.2)
	moved.Page.Final = "/there"
	source := found("/map", true, 3, 0)
	source.Page.Source = true
	nonce := found("/b", true, 21, 0.8) // other bytes, the same text
	nonce.Page.Title, nonce.Page.Simhash = "version 2", 77
	first := found("/b", false, 2, 0.8)
	first.Page.Simhash = 77
	m := new(state.Memory)
	for i, v := range []*crawl.Visit{
		found("/a", false, 1, 0.9), first, moved, // 1 to 3
		lost("/b", 304), found("/a", true, 1, 0.9), nonce, source, lost("/a", 503), // nothing has changed
		found("/a", true, 5, 0.4), lost("/b", 404), lost("/b", 410), found("/moved", true, 8, 0.3), // 9 to 12
		found("/new", false, 6, 0.6), found("/b", true, 2, 0.8),
		judged(moved, 0.7), judged(first, 0.1), judged(judged(first, 0.1), 0.2), // 15 to 17
		judged(found("/unknown", false, 9, 0.1), 0.9), lost("/new", 404), judged(found("/new", false, 6, 0.6), 0.1), // 18 to 20
	} {
		v.Seq = i + 1
		if v.FetchedAt = epoch.Add(time.Duration(v.Seq) * time.Minute); v.Rejudged {
			v.FetchedAt = epoch
		}
		ok(t, m.Record(v))
	}
	ok(t, m.Commit())
	return m
}

func TestChanges(t *testing.T) {
	dir, j := t.TempDir(), refreshed(t)
	f := open(t, dir)
	ok(t, f.Restore(new(state.Memory)))
	ok(t, j.Visits(func(v *crawl.Visit) error { return f.Append(v) }))
	ok(t, f.Flush())
	var got []string
	for c, err := range rundir.Changes(dir) {
		ok(t, err)
		before := "never seen"
		if c.WasRelevance != nil {
			before = fmt.Sprint(float64(*c.WasRelevance), *c.WasRelevant, c.WasSeen.Sub(epoch).Minutes())
		}
		got = append(got, fmt.Sprint(c.Seq, c.URL, " ", c.Change, " ", float64(c.Relevance), c.Relevant, " was ", before))
	}
	want := []string{
		"9/a changed 0.4 false was 0.9 true 5",
		"10/b gone 0 false was 0.8 true 6",
		"12/there changed 0.3 false was 0.2 false 3",
		"13/new new 0.6 true was never seen",
		"14/b new 0.8 true was 0 false 6",
		"15/there judged 0.7 true was 0.3 false 12",
		"16/b judged 0.1 false was 0.8 true 14",
		"17/b judged 0.2 false was 0.1 false 14",
		"19/new gone 0 false was 0.6 true 13",
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("changes (-want +got):\n%s", d)
	}
	s := f.Summary()
	if s.New != 2 || s.Changed != 2 || s.Gone != 2 || s.Pages != 4 || s.Judged != 5 || s.Failures != 0 ||
		s.Visits != s.Pages+s.Failures+s.Sources+s.Revisits+s.Judged {
		t.Errorf("summary %+v", s)
	}
	var now []string
	for p, err := range rundir.Current(dir) {
		ok(t, err)
		now = append(now, fmt.Sprint(p.URL, " ", p.Title, " ", float64(p.Relevance)))
	}
	if d := cmp.Diff([]string{"/a version 5 0.4", "/b version 2 0.2", "/there version 7 0.7"}, now); d != "" {
		t.Errorf("pages as found last (-want +got):\n%s", d)
	}
}

// Whatever a kill leaves of changes.jsonl, it is made equal to the journal.
func TestChangesRestored(t *testing.T) {
	whole, j := t.TempDir(), refreshed(t)
	f := open(t, whole)
	ok(t, f.Restore(j))
	ok(t, f.Flush())
	want := read(t, whole, rundir.ChangesFile)
	pages := read(t, whole, rundir.PagesFile)
	for _, cut := range []int{-1, 0, 1, len(want) / 2, len(want)} { // -1: the file is missing
		dir := t.TempDir()
		ok(t, os.WriteFile(filepath.Join(dir, rundir.PagesFile), []byte(pages), 0o644))
		if cut >= 0 {
			ok(t, os.WriteFile(filepath.Join(dir, rundir.ChangesFile), []byte(want[:cut]), 0o644))
		}
		ok(t, open(t, dir).Restore(j))
		if got := read(t, dir, rundir.ChangesFile); got != want {
			t.Errorf("cut at %d:\n got %s\nwant %s", cut, got, want)
		}
	}
}

// A crawl that never went back has no such file; one that is there by mistake is
// kept as .damaged.
func TestNoChanges(t *testing.T) {
	dir, j := t.TempDir(), journal(t, 5)
	ok(t, open(t, dir).Restore(j))
	if _, err := os.Stat(filepath.Join(dir, rundir.ChangesFile)); !os.IsNotExist(err) {
		t.Errorf("changes.jsonl: %v", err)
	}
	ok(t, os.WriteFile(filepath.Join(dir, rundir.ChangesFile), []byte("{}\n"), 0o644))
	ok(t, open(t, dir).Restore(j))
	if read(t, dir, rundir.ChangesFile) != "" || read(t, dir, rundir.ChangesFile+".damaged") != "{}\n" {
		t.Error("changes.jsonl of nobody is still there, or was not kept as .damaged")
	}
}
