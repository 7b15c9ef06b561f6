package node

import (
	"errors"
	"log/slog"
	"maps"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ontocrawl/ontocrawl/crawl/engine"
	"github.com/ontocrawl/ontocrawl/crawl/find/seed"
	"github.com/ontocrawl/ontocrawl/crawl/keep/rundir"
	"github.com/ontocrawl/ontocrawl/crawl/keep/state"
	"github.com/ontocrawl/ontocrawl/crawl/session"
	"github.com/ontocrawl/ontocrawl/crawl/session/runcheck"
	"github.com/ontocrawl/ontocrawl/crawl/topic"
	"github.com/ontocrawl/ontocrawl/lab/crawltest"
)

func spec(t *testing.T, dir string, pages int) session.Spec {
	return specOf(t, crawltest.Options{Seed: 5, Hosts: 12, Pages: 150}, dir, pages)
}

func specOf(t *testing.T, opt crawltest.Options, dir string, pages int) session.Spec {
	t.Helper()
	typhoon, err := topic.Resolve(t.Context(), topic.Spec{Names: "typhoon"})
	if err != nil {
		t.Fatal(err)
	}
	web := crawltest.New(opt)
	s := session.Spec{
		Topic: typhoon, Judge: session.Judge{Segmenter: "trie"}, Fetch: session.Fetch{Use: web}, Folder: session.Folder{Dir: dir, Archive: "all"},
		Options: engine.Options{MaxPages: pages, Workers: 6}, Logger: slog.New(slog.DiscardHandler),
	}
	for _, url := range web.Seeds(8) {
		l, err := seed.Link(url)
		if err != nil {
			t.Fatal(err)
		}
		s.Seeds = append(s.Seeds, l)
	}
	return s
}

// all are the pages of run folders by address: relevance, and whether an answer is kept.
func all(t *testing.T, dirs ...string) map[string][2]any {
	t.Helper()
	pages := map[string][2]any{}
	for _, dir := range dirs {
		for p, err := range rundir.Latest(dir) {
			if err != nil {
				t.Fatal(err)
			}
			if _, twice := pages[p.URL]; twice {
				t.Errorf("%s is there twice", p.URL)
			}
			pages[p.URL] = [2]any{p.Relevance, p.Relevant}
		}
	}
	return pages
}

// TestMerge: the merged folder is a sound run with the pages, verdicts, texts and counts of
// the parts, in the order of time.
func TestMerge(t *testing.T) {
	dir, out := filepath.Join(t.TempDir(), "parts"), filepath.Join(t.TempDir(), "whole")
	log := slog.New(slog.DiscardHandler)
	d, err := session.OpenDivided(t.Context(), spec(t, dir, 60), 3)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := Merge(t.Context(), []string{dir}, out, log); !errors.As(err, new(*state.LockedError)) {
		t.Errorf("merge of a crawl that is open: %v", err)
	}
	res, err := d.Run(t.Context())
	if err := errors.Join(err, d.Close()); err != nil || res.Pages != 60 {
		t.Fatalf("%d pages, %v", res.Pages, err)
	}
	n, err := Merge(t.Context(), []string{dir}, out, log)
	if err != nil {
		t.Fatal(err)
	}
	if n.Pages != 60 || n.Parts != 3 || n.Visits != res.Visits || n.Relevant != res.Relevant {
		t.Errorf("%+v of %+v", n, res.Result)
	}
	want, got := all(t, rundir.Parts(dir)...), all(t, out)
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("(-parts +merged):\n%s", d)
	}
	last := rundir.Time{}
	for p := range rundir.Pages(out) {
		if p.FetchedAt.Before(last.Time) {
			t.Errorf("%s is out of order", p.URL)
		}
		last = p.FetchedAt
	}
	sum, err := rundir.ReadSummary(out)
	if err != nil || sum.Pages != res.Summary.Pages || sum.Relevant != res.Summary.Relevant || sum.Totals.Hosts != res.Summary.Totals.Hosts ||
		!maps.Equal(sum.Errors, res.Summary.Errors) {
		t.Errorf("summary %+v\nsum of parts %+v, %v", sum.Totals, res.Summary.Totals, err)
	}
	for _, folder := range append(rundir.Parts(dir), out) {
		if rep, err := runcheck.Verify(t.Context(), folder); err != nil || !rep.Sound {
			t.Errorf("%s is not sound: %+v, %v", folder, rep, err)
		}
	}
	if rep, err := runcheck.Verify(t.Context(), out); err != nil || rep.Texts < 40 || rep.Archives != n.Archives || n.Archives == 0 || len(rep.Findings) > 0 {
		t.Errorf("%+v, %v", rep, err)
	}
	mergeRefused(t, dir, out, log)
}

// refused: no crawl goes on in the merged folder, and nothing is overwritten.
func mergeRefused(t *testing.T, dir, out string, log *slog.Logger) {
	t.Helper()
	if _, err := session.Open(t.Context(), spec(t, out, 60)); !errors.As(err, new(*session.MergedError)) {
		t.Errorf("a crawl goes on in the merged folder: %v", err)
	}
	if _, err := Merge(t.Context(), []string{dir}, out, log); !errors.As(err, new(*ExistsError)) {
		t.Errorf("the folder is there: %v", err)
	}
	other := filepath.Join(t.TempDir(), "other")
	if _, err := Merge(t.Context(), []string{out}, other, log); !errors.As(err, new(*NotPartsError)) {
		t.Errorf("a folder without parts: %v", err)
	}
	if _, err := os.Stat(other); err == nil {
		t.Error("a merge that failed leaves a folder")
	}
}
