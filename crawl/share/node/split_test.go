package node

import (
	"context"
	"errors"
	"log/slog"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"sync/atomic"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/engine"
	"github.com/ontocrawl/ontocrawl/crawl/keep/rundir"
	"github.com/ontocrawl/ontocrawl/crawl/keep/state"
	"github.com/ontocrawl/ontocrawl/crawl/keep/warc"
	"github.com/ontocrawl/ontocrawl/crawl/session"
	"github.com/ontocrawl/ontocrawl/crawl/session/runcheck"
	"github.com/ontocrawl/ontocrawl/lab/crawltest"
)

// exhaustive is a crawl whose set of pages does not depend on the order of choices.
func exhaustive(t *testing.T, dir string, pages int) session.Spec {
	s := specOf(t, crawltest.Options{Seed: 5, Hosts: 8, Pages: 60}, dir, pages)
	s.Strategy.Patience, s.Strategy.NoSitemaps, s.Strategy.NoSiteSearch = -1, true, true
	s.Options.Retries = -1 // each waits for a minute
	s.Folder.Archive = session.ArchiveAll
	return s
}

// goOn runs the crawl of s, in parts if there is more than one.
func goOn(t *testing.T, ctx context.Context, s session.Spec, parts int) session.Result {
	t.Helper()
	var res session.Result
	var err error
	var stop func() error
	if parts > 1 {
		d, openErr := session.OpenDivided(ctx, s, parts)
		if openErr != nil {
			t.Fatal(openErr)
		}
		res, err = d.Run(ctx)
		stop = d.Close
	} else {
		one, openErr := session.Open(ctx, s)
		if openErr != nil {
			t.Fatal(openErr)
		}
		res, err = one.Run(ctx)
		stop = one.Close
	}
	if err := errors.Join(err, stop()); err != nil {
		t.Fatal(err)
	}
	return res
}

// waiting are the links that wait in run folders, and how many are under way or are sources.
func waiting(t *testing.T, s session.Spec, dirs ...string) (links []string, others int) {
	t.Helper()
	for _, dir := range dirs {
		w, err := session.ReadWaiting(t.Context(), dir, s.Strategy, session.WaitingSpec{}, slog.New(slog.DiscardHandler))
		if err != nil {
			t.Fatal(err)
		}
		for _, l := range w.Links {
			links = append(links, l.URL)
		}
		others += w.Sources + w.UnderWay
	}
	slices.Sort(links)
	return links, others
}

func sound(t *testing.T, dirs ...string) {
	t.Helper()
	for _, dir := range dirs {
		rep, err := runcheck.Verify(t.Context(), dir)
		if err != nil || !rep.Sound || len(rep.Findings) > 0 {
			t.Errorf("%s is not sound: %+v, %v", dir, rep, err)
		}
	}
}

// TestMergeSplit: a crawl that is split, goes on, is merged and goes on records the pages of
// one that never was, each once. Between the steps nothing is lost: pages, verdicts, links
// that wait, promises; and every folder is sound.
func TestMergeSplit(t *testing.T) {
	root := t.TempDir()
	in := func(name string) string { return filepath.Join(root, name) }
	goOn(t, t.Context(), exhaustive(t, in("never"), 0), 1)
	want := all(t, in("never"))

	goOn(t, t.Context(), exhaustive(t, in("one"), 20), 1)
	promise := []byte(`{"site":"slow.example","hold":"2040-01-01T00:00:00Z"}` + "\n")
	if err := os.WriteFile(filepath.Join(in("one"), rundir.StateDir, session.PromisesFile), promise, 0o600); err != nil {
		t.Fatal(err)
	}
	links, others := waiting(t, exhaustive(t, in("one"), 0), in("one"))
	n, err := SplitRun(t.Context(), in("one"), 3, in("three"), exhaustive(t, "", 0))
	if err != nil {
		t.Fatal(err)
	}
	parts := rundir.Parts(in("three"))
	if n.Pages != 20 || n.Parts != 3 || n.Waiting != len(links)+others || len(parts) != 3 {
		t.Errorf("split %+v, %d links waited", n, len(links))
	}
	got, gotOthers := waiting(t, exhaustive(t, "", 0), parts...)
	if d := cmp.Diff(links, got); d != "" || gotOthers != others || len(links) < 10 {
		t.Errorf("links that wait, %d and %d others (-one +parts):\n%s", gotOthers, others, d)
	}
	if d := cmp.Diff(all(t, in("one")), all(t, parts...)); d != "" {
		t.Errorf("pages (-one +parts):\n%s", d)
	}
	sound(t, append(parts, in("one"))...)

	goOn(t, t.Context(), exhaustive(t, in("three"), 40), 3)
	sound(t, append(parts, in("one"))...) // it shares its archive
	links, others = waiting(t, exhaustive(t, "", 0), parts...)
	m, err := MergeToContinue(t.Context(), []string{in("three")}, in("again"), exhaustive(t, "", 0))
	if err != nil {
		t.Fatal(err)
	}
	if m.Pages != 40 || m.Waiting != len(links)+others {
		t.Errorf("merged %+v, %d links and %d others waited", m, len(links), others)
	}
	if d := cmp.Diff(all(t, parts...), all(t, in("again"))); d != "" {
		t.Errorf("pages (-parts +merged):\n%s", d)
	}
	got, gotOthers = waiting(t, exhaustive(t, "", 0), in("again"))
	if d := cmp.Diff(links, got); d != "" || gotOthers != others {
		t.Errorf("links that wait, %d and %d others (-parts +merged):\n%s", gotOthers, others, d)
	}
	if kept, err := os.ReadFile(filepath.Join(in("again"), rundir.StateDir, session.PromisesFile)); err != nil || string(kept) != string(promise) {
		t.Errorf("promises %q, %v", kept, err)
	}
	sound(t, in("again"))

	res := goOn(t, t.Context(), exhaustive(t, in("again"), 0), 1)
	if d := cmp.Diff(slices.Sorted(maps.Keys(want)), slices.Sorted(maps.Keys(all(t, in("again"))))); d != "" || res.Stopped != engine.Exhausted || res.Pages != len(want) {
		t.Errorf("%s after %d pages of %d (-never split +split and merged):\n%s", res.Stopped, res.Pages, len(want), d)
	}
	sound(t, in("again"))
	if _, err := os.Stat(filepath.Join(in("again"), rundir.WARCDir, warc.LinkedFile)); err == nil {
		t.Error("the merged folder shares archives")
	}
}

// TestMergeSplitKilled: parts that died at any moment are merged with what was under way
// between them: the crawl loses no page.
func TestMergeSplitKilled(t *testing.T) {
	root := t.TempDir()
	never, dir := filepath.Join(root, "never"), filepath.Join(root, "parts")
	goOn(t, t.Context(), exhaustive(t, never, 0), 1)
	want := slices.Sorted(maps.Keys(all(t, never)))
	ctx, cancel := context.WithCancel(t.Context())
	s := exhaustive(t, dir, 0)
	stopping := &counting{Fetcher: s.Fetch.Use, done: cancel}
	stopping.left.Store(25)
	s.Fetch.Use = stopping
	goOn(t, ctx, s, 4)
	out := filepath.Join(root, "whole")
	if _, err := MergeToContinue(t.Context(), []string{dir}, out, exhaustive(t, "", 0)); err != nil {
		t.Fatal(err)
	}
	goOn(t, t.Context(), exhaustive(t, out, 0), 1)
	if d := cmp.Diff(want, slices.Sorted(maps.Keys(all(t, out)))); d != "" {
		t.Errorf("(-never split +merged):\n%s", d)
	}
}

// TestRefused: what cannot be split or merged is refused, in words that say the way out, and
// nothing is made.
func TestMergeRefused(t *testing.T) {
	root := t.TempDir()
	in := func(name string) string { return filepath.Join(root, name) }
	goOn(t, t.Context(), exhaustive(t, in("one"), 10), 1)
	split := func(dir string, parts int, out string) error {
		_, err := SplitRun(t.Context(), dir, parts, out, exhaustive(t, "", 0))
		return err
	}
	merge := func(out string, dirs ...string) error {
		_, err := MergeToContinue(t.Context(), dirs, out, exhaustive(t, "", 0))
		return err
	}
	if err := split(in("one"), 2, in("two")); err != nil {
		t.Fatal(err)
	}
	parts := rundir.Parts(in("two"))
	if _, err := Merge(t.Context(), []string{in("two")}, in("read"), slog.New(slog.DiscardHandler)); err != nil {
		t.Fatal(err)
	}
	graph := exhaustive(t, in("graph"), 5)
	graph.Strategy.Name = "annealing"
	goOn(t, t.Context(), graph, 1)
	for name, c := range map[string]struct {
		err  error
		want any
	}{
		"one part":           {split(in("one"), 1, in("x")), new(*NumberError)},
		"too many":           {split(in("one"), 257, in("x")), new(*NumberError)},
		"there already":      {split(in("one"), 2, in("two")), new(*ExistsError)},
		"a part":             {split(parts[0], 3, in("x")), new(*IsPartError)},
		"in parts already":   {split(in("two"), 3, in("x")), new(*rundir.PartsError)},
		"for reading":        {split(in("read"), 3, in("x")), new(*session.MergedError)},
		"no run":             {split(root, 3, in("x")), new(*NotRunError)},
		"no parts":           {merge(in("x"), in("one")), new(*NotPartsError)},
		"there":              {merge(in("one"), in("two")), new(*ExistsError)},
		"the same twice":     {merge(in("x"), in("two"), in("two")), new(*PartTwiceError)},
		"needs all links":    {func() error { _, err := SplitRun(t.Context(), in("graph"), 2, in("x"), graph); return err }(), new(*session.SpecError)},
		"opened by somebody": {locked(t, in("one"), func() error { return split(in("one"), 2, in("x")) }), new(*state.LockedError)},
	} {
		if !errors.As(c.err, c.want) {
			t.Errorf("%s: %v", name, c.err)
		}
	}
	damage(t, parts[1])
	if err := merge(in("x"), in("two")); !errors.As(err, new(*state.DamagedError)) {
		t.Errorf("a part is damaged: %v", err)
	}
	if err := os.RemoveAll(parts[1]); err != nil {
		t.Fatal(err)
	}
	if err := merge(in("x"), in("two")); !errors.As(err, new(*MissingError)) {
		t.Errorf("a part is missing: %v", err)
	}
	if err := os.WriteFile(filepath.Join(in("one"), rundir.StateDir, "HEAD"), []byte("ontocrawl state 9\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := split(in("one"), 2, in("x")); !errors.As(err, new(*crawl.FormatError)) {
		t.Errorf("a newer format: %v", err)
	}
	if _, err := os.Stat(in("x")); err == nil {
		t.Error("what was refused has left a folder")
	}
}

// locked calls f while the state of a run is open.
func locked(t *testing.T, dir string, f func() error) error {
	t.Helper()
	s, err := state.Open(filepath.Join(dir, rundir.StateDir), state.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return errors.Join(f(), s.Close())
}

// damage breaks the checkpoint of a run.
func damage(t *testing.T, dir string) {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(dir, rundir.StateDir, "checkpoint-*"))
	if err != nil || len(files) != 1 {
		t.Fatal(files, err)
	}
	b, err := os.ReadFile(files[0])
	if err != nil {
		t.Fatal(err)
	}
	b[len(b)/2] ^= 0xff
	if err := os.WriteFile(files[0], b, 0o600); err != nil {
		t.Fatal(err)
	}
}

// counting calls done after a number of requests.
type counting struct {
	crawl.Fetcher
	left atomic.Int32
	done func()
}

func (c *counting) Fetch(ctx context.Context, r crawl.Request) (*crawl.Response, error) {
	if c.left.Add(-1) == 0 {
		c.done()
	}
	return c.Fetcher.Fetch(ctx, r)
}
