package rundir_test

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/keep/rundir"
	"github.com/ontocrawl/ontocrawl/crawl/keep/state"
)

// What a line says of its visit is enough to write the same line again.
func TestVisitOfLine(t *testing.T) {
	dir := t.TempDir()
	pages, errs := write(t, dir, 40)
	files := &rundir.Salvage{Dir: dir, Bad: func(e *rundir.BadLine) { t.Error(e) }}
	visits := map[int]*crawl.Visit{}
	for p := range files.Pages() {
		visits[p.Seq] = p.Visit()
	}
	for f := range files.Failures() {
		visits[f.Seq] = f.Visit()
	}
	var gotPages, gotErrs strings.Builder
	for seq := 1; seq <= 40; seq++ {
		v := visits[seq]
		if v == nil { // a source
			continue
		}
		line, err := rundir.Line(v)
		ok(t, err)
		if v.OK() {
			gotPages.Write(line)
		} else {
			gotErrs.Write(line)
		}
	}
	if gotPages.String() != pages || gotErrs.String() != errs || pages == "" || errs == "" {
		t.Errorf("the lines differ:\n%.2000s\n%.2000s", gotPages.String(), pages)
	}
}

// The lines of changes.jsonl give the visits that changed something.
func TestVisitOfChange(t *testing.T) {
	dir, st := t.TempDir(), new(state.Memory)
	f := open(t, dir)
	ok(t, f.Restore(st))
	first := scored(1, "a.example", "en", 0.5)
	changed := again(scored(2, "a.example", "en", 0.9))
	changed.Choice.URL, changed.Page.URL, changed.Page.Final, changed.Page.Hash = first.Choice.URL, first.Page.URL, first.Page.Final, 4711
	judged := changed.Rejudge(3, crawl.Score{Relevance: 0.1})
	gone := again(failed(4, 404, crawl.FailStatus4xx))
	gone.Choice.URL = first.Choice.URL
	for _, v := range []*crawl.Visit{first, changed, judged, gone} {
		ok(t, st.Record(v))
		ok(t, f.Append(v))
	}
	ok(t, st.Commit())
	ok(t, f.Flush())
	files := &rundir.Salvage{Dir: dir}
	got := []string{}
	latest := first
	for c := range files.Changes() {
		v := c.Visit(first, latest)
		if v.Page != nil {
			latest = v
		}
		got = append(got, fmt.Sprint(v.Seq, v.OK(), v.Rejudged, v.Choice.Again, v.Status, v.Score.Relevance, v.Was.Relevance))
	}
	want := []string{
		fmt.Sprint(2, true, false, true, changed.Status, 0.9, 0.0), fmt.Sprint(3, false, true, false, changed.Status, 0.1, 0.9), fmt.Sprint(4, false, false, true, 404, 0.0, 0.0),
	}
	if !slices.Equal(got, want) {
		t.Errorf("got  %q\nwant %q", got, want)
	}
}

// Lines that cannot be read are told and left out; all others are yielded.
func TestSalvage(t *testing.T) {
	dir := t.TempDir()
	pages, _ := write(t, dir, 20)
	lines := strings.SplitAfter(pages, "\n")
	bad := append(slices.Clone(lines[:1]), append([]string{"{\x00\n"}, lines[2:]...)...)
	ok(t, os.WriteFile(filepath.Join(dir, rundir.PagesFile), []byte(strings.Join(bad, "")+`{"seq":`), 0o600))
	told, n := 0, 0
	files := &rundir.Salvage{Dir: dir, Bad: func(e *rundir.BadLine) {
		if told++; e.Line != 2 || e.File != rundir.PagesFile {
			t.Error(e)
		}
	}}
	for range files.Pages() {
		n++
	}
	if told != 1 || n != len(lines)-2 {
		t.Errorf("%d told, %d of %d lines", told, n, len(lines)-1)
	}
}
