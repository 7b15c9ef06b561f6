package statetest

import (
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ontocrawl/ontocrawl/crawl"
)

// kinds: a sitemap is remembered like a page; a page that is asked for again is
// a visit of its own and stays recorded whatever becomes of it.
func (x suite) kinds(t *testing.T) {
	dir := t.TempDir()
	s := x.must(t, dir)
	record(t, s, 1, 3, 2)
	source := Visit(4, 2)
	source.Page.Source = true
	source.Page.Links[0].Kind = crawl.LinkSitemap
	source.Page.Links[1].Modified = epoch
	again := Visit(6, 2)
	again.Choice = Visit(2, 2).Choice
	again.Choice.Again = true
	again.ETag, again.LastModified = `W/"x"`, "Sun, 06 Nov 1994 08:49:37 GMT"
	again.Stored = crawl.Ref{File: "a.warc.gz", Offset: 1 << 40, Length: 7}
	again.Same = crawl.Duplicate{Of: "https://h.example/", Distance: 3, Exact: true}
	unchanged := &crawl.Visit{Seq: 7, Choice: again.Choice, Status: 304, FetchedAt: epoch}
	judged := Visit(3, 2).Rejudge(8, crawl.Score{Relevance: .75, Relevant: true, Model: 4})
	judged.Choice.URL = "https://h.example/of/no/page" // a verdict records no address
	all := []*crawl.Visit{Visit(1, 2), Visit(2, 2), Visit(3, 2), source, Visit(5, 2), again, unchanged, judged}
	for _, v := range all[3:] {
		ok(t, s.Record(v))
	}
	ok(t, s.Commit())
	for _, v := range []*crawl.Visit{source, again} {
		if !s.Recorded(v.Choice.URL) || !s.Recorded(v.Page.Final) {
			t.Errorf("visit %d is not known as recorded", v.Seq)
		}
	}
	if s.Recorded(judged.Choice.URL) {
		t.Error("a new verdict recorded an address")
	}
	ok(t, s.Close())
	r := resume(t, x.must(t, dir))
	if len(r.visits) != len(all) {
		t.Fatalf("%d visits came back of %d", len(r.visits), len(all))
	}
	for i, v := range r.visits {
		if d := cmp.Diff(bare(all[i], true), v); d != "" {
			t.Errorf("visit %d differs (-want +got):\n%s", i+1, d)
		}
		if v.Source() != (i == 3) || v.Unchanged() != (i == 6) || v.Rejudged != (i == 7) {
			t.Errorf("visit %d: source %v, unchanged %v, judged again %v", i+1, v.Source(), v.Unchanged(), v.Rejudged)
		}
	}
}

// beforeCommit: the hook is called each time before something becomes durable,
// whoever asks for it, and never for nothing.
func (x suite) beforeCommit(t *testing.T) {
	s := x.must(t, t.TempDir())
	calls, before := 0, 0
	s.BeforeCommit(func() error {
		calls++
		before = s.Committed()
		return nil
	})
	ok(t, s.Commit())
	if calls != 0 {
		t.Fatal("called with nothing to commit")
	}
	record(t, s, 1, 10, 1)
	ok(t, s.Commit())
	if calls != 1 || before != 0 || s.Committed() != 10 {
		t.Fatalf("Commit: %d calls, %d durable when called, %d after it; want 1, 0, 10", calls, before, s.Committed())
	}
	ok(t, s.Commit())
	if calls != 1 {
		t.Error("called with nothing new to commit")
	}
	record(t, s, 11, 12, 1)
	ok(t, s.Checkpoint(12, nil))
	if calls != 2 || before != 10 {
		t.Errorf("Checkpoint: %d calls, %d durable when called; want 2, 10", calls, before)
	}
	ok(t, s.Checkpoint(12, nil))
	if calls != 2 {
		t.Error("called by a checkpoint without new visits")
	}
	for seq := 13; s.Committed() == 12 && seq < 2000; seq++ { // a full batch commits by itself
		record(t, s, seq, seq, 1)
	}
	if calls != 3 || before != 12 {
		t.Errorf("Record: %d calls, %d durable when called; want 3, 12", calls, before)
	}
	last := s.Committed()
	record(t, s, last+1, last+1, 1)
	ok(t, s.Close())
	if calls != 4 || before != last {
		t.Errorf("Close: %d calls, %d durable when called; want 4, %d", calls, before, last)
	}
}

// beforeCommitFails: its error is the caller's, and nothing is durable then;
// what is opened again ends where the last commit did.
func (x suite) beforeCommitFails(t *testing.T) {
	mine := errors.New("the archive is full")
	for name, commit := range map[string]func(crawl.State) error{
		"Commit":     crawl.State.Commit,
		"Checkpoint": func(s crawl.State) error { return s.Checkpoint(8, Parts(map[string][]byte{"p": {1}})) },
		"Close":      crawl.State.Close,
	} {
		dir := t.TempDir()
		s := x.must(t, dir)
		record(t, s, 1, 5, 1)
		ok(t, s.Commit())
		s.BeforeCommit(func() error { return mine })
		record(t, s, 6, 8, 1)
		if err := commit(s); !errors.Is(err, mine) {
			t.Errorf("%s: %v, want the error of what comes before", name, err)
		}
		if n := s.Committed(); n != 5 {
			t.Errorf("%s: %d visits durable, want 5", name, n)
		}
		s.Close()
		if forgets, is := s.(interface{ Kill() }); is { // a state without a disk
			forgets.Kill()
			s.BeforeCommit(nil)
		}
		holds(t, x.must(t, dir), 5, 1, 0)
	}
}
