package rundir_test

import (
	"bytes"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/keep/rundir"
	"github.com/ontocrawl/ontocrawl/crawl/keep/state"
	"github.com/ontocrawl/ontocrawl/crawl/keep/state/statetest"
)

var epoch = time.Date(2024, 9, 6, 16, 20, 0, 0, time.UTC)

// clock is a time that a test sets.
type clock struct{ now time.Time }

func (c *clock) options() rundir.Options {
	return rundir.Options{Now: func() time.Time { return c.now }, Logger: slog.New(slog.DiscardHandler)}
}

func open(t *testing.T, dir string) *rundir.Folder {
	t.Helper()
	return openAt(t, dir, &clock{epoch})
}

func openAt(t *testing.T, dir string, c *clock) *rundir.Folder {
	t.Helper()
	f, err := rundir.Open(dir, c.options())
	ok(t, err)
	t.Cleanup(func() { f.Close() })
	return f
}

func ok(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func read(t testing.TB, dir, name string) string {
	t.Helper()
	b, err := os.ReadFile(filepath.Join(dir, name))
	ok(t, err)
	return string(b)
}

// journal holds the made visits 1..n.
func journal(t testing.TB, n int) *state.Memory {
	t.Helper()
	m := new(state.Memory)
	for seq := 1; seq <= n; seq++ {
		ok(t, m.Record(statetest.Visit(seq, 4)))
	}
	ok(t, m.Commit())
	return m
}

// write makes a run folder of the made visits 1..n and returns its files.
func write(t *testing.T, dir string, n int) (pages, errs string) {
	t.Helper()
	f := open(t, dir)
	ok(t, f.Restore(new(state.Memory)))
	for seq := 1; seq <= n; seq++ {
		ok(t, f.Append(statetest.Visit(seq, 4)))
		if seq%7 == 0 {
			ok(t, f.Flush())
		}
	}
	ok(t, f.Flush())
	ok(t, f.Close())
	return read(t, dir, rundir.PagesFile), read(t, dir, rundir.ErrorsFile)
}

// TestLines is the documented interface, to the byte.
func TestLines(t *testing.T) {
	dir := t.TempDir()
	f := open(t, dir)
	ok(t, f.Restore(new(state.Memory)))
	at := time.Date(2024, 9, 6, 18, 1, 2, 34567890, time.FixedZone("CST", 8*3600))
	ok(t, f.Append(&crawl.Visit{
		Seq: 1, Choice: crawl.Choice{URL: "http://w.example/a?x=1&y=<2>", Host: "w.example", Parent: "", Depth: 0, Priority: 1},
		Page:   &crawl.Page{Final: "http://w.example/a?x=1&y=<2>", Host: "w.example", Title: "台风 \x1b[31m\u009b \u202e\"q\"", Lang: "zh"},
		Score:  crawl.Score{Relevance: 0.75, Relevant: true, Evidence: []crawl.Evidence{{Concept: "http://o.example#T", Label: "台风", Group: "title", Count: 2, Contribution: 0.75}}},
		Status: 200, LinkCount: 9, FetchedAt: at,
	}))
	ok(t, f.Append(&crawl.Visit{Seq: 2, Choice: crawl.Choice{URL: "http://w.example/gone", Parent: "http://w.example/a", Depth: 1}, Status: 404, Failure: crawl.Failure{Kind: crawl.FailStatus4xx, Text: "status 404"}, FetchedAt: at}))
	ok(t, f.Append(&crawl.Visit{Seq: 3, Choice: crawl.Choice{URL: "http://w.example/b", Depth: 2}, Page: &crawl.Page{Final: "http://w.example/c", NoIndex: true}, Status: 200, FetchedAt: at}))
	if got := read(t, dir, rundir.PagesFile); got != "" {
		t.Errorf("written before Flush: %q", got)
	}
	ok(t, f.Flush())
	wantPages := `{"seq":1,"url":"http://w.example/a?x=1&y=<2>","status":200,"fetched_at":"2024-09-06T10:01:02.034Z","depth":0,"parent":"","title":"台风 \u001b[31m\u009b \u202e\"q\"","lang":"zh","relevance":0.75,"relevant":true,"priority":1,"evidence":[{"concept":"http://o.example#T","label":"台风","group":"title","count":2,"contribution":0.75}],"links":9}
{"seq":3,"url":"http://w.example/c","status":200,"fetched_at":"2024-09-06T10:01:02.034Z","depth":2,"parent":"","title":"","lang":"","relevance":0,"relevant":false,"priority":0,"evidence":[],"links":0,"asked":"http://w.example/b","noindex":true}
`
	wantErrs := `{"seq":2,"url":"http://w.example/gone","status":404,"error":"status 404","kind":"status 4xx","fetched_at":"2024-09-06T10:01:02.034Z","depth":1,"parent":"http://w.example/a"}
`
	if d := cmp.Diff(wantPages, read(t, dir, rundir.PagesFile)); d != "" {
		t.Errorf("pages.jsonl (-want +got):\n%s", d)
	}
	if d := cmp.Diff(wantErrs, read(t, dir, rundir.ErrorsFile)); d != "" {
		t.Errorf("errors.jsonl (-want +got):\n%s", d)
	}
}

// TestLineOfAnyVisit: whatever a page or a strategy comes up with, it is one
// expect, without a character a terminal obeys, and reads back.
func TestLineOfAnyVisit(t *testing.T) {
	dir := t.TempDir()
	rapid.Check(t, func(rt *rapid.T) {
		text := rapid.String()
		v := &crawl.Visit{
			Seq:    1,
			Choice: crawl.Choice{URL: text.Draw(rt, "url"), Parent: text.Draw(rt, "parent"), Priority: rapid.Float64().Draw(rt, "priority")},
			Page:   &crawl.Page{Final: text.Draw(rt, "final"), Title: string(rapid.SliceOf(rapid.Byte()).Draw(rt, "title")), Lang: text.Draw(rt, "lang")},
			Score:  crawl.Score{Relevance: rapid.Float64().Draw(rt, "relevance"), Evidence: []crawl.Evidence{{Label: text.Draw(rt, "label"), Contribution: rapid.Float64().Draw(rt, "contribution")}}},
		}
		f, err := rundir.Open(dir, rundir.Options{Logger: slog.New(slog.DiscardHandler)})
		if err != nil {
			rt.Fatal(err)
		}
		defer rundir.Clear(dir)
		defer f.Close()
		if err := errors.Join(f.Restore(new(state.Memory)), f.Append(v), f.Flush()); err != nil {
			rt.Fatal(err)
		}
		b, err := os.ReadFile(filepath.Join(dir, rundir.PagesFile))
		if err != nil || bytes.Count(b, []byte("\n")) != 1 {
			rt.Fatalf("not one line: %q, %v", b, err)
		}
		for _, r := range string(bytes.TrimSuffix(b, []byte("\n"))) {
			if r < ' ' || 0x7f <= r && r <= 0x9f || 0x202a <= r && r <= 0x202e {
				rt.Fatalf("line holds %U: %q", r, b)
			}
		}
		n := 0
		for p, err := range rundir.Pages(dir) {
			n++
			if err != nil || strings.ToValidUTF8(p.Title, "\uFFFD") != p.Title {
				rt.Fatalf("read back: %+v, %v", p, err)
			}
		}
		if n != 1 {
			rt.Fatalf("%d lines read back", n)
		}
	})
}

// TestRestore: whatever became of the files, they are made equal to the
// journal; whole lines that go are kept as .damaged.
func TestRestore(t *testing.T) {
	const n = 60
	ref := t.TempDir()
	pages, errs := write(t, ref, n)
	early, _ := write(t, t.TempDir(), 30)
	other := strings.Replace(pages, `"seq":8,`, `"seq":9,`, 1)
	tests := []struct {
		name        string
		pages, errs *string
		kept        string // what must be found under pages.jsonl.damaged
	}{
		{"whole", &pages, &errs, ""},
		{"deleted", nil, nil, ""},
		{"errors deleted", &pages, nil, ""},
		{"empty", ptr(""), ptr(""), ""},
		{"behind", &early, &errs, ""},
		{"torn", ptr(pages[:len(pages)-50]), ptr(errs[:len(errs)-1]), ""},
		{"torn in the first line", ptr(pages[:20]), ptr(errs[:1]), ""},
		{"ahead by a torn line", ptr(pages + `{"seq":61,"ur`), &errs, ""},
		{"ahead by a line", ptr(pages + "{\"seq\":61}\n"), &errs, pages + "{\"seq\":61}\n"},
		{"changed", &other, &errs, other},
		{"a line deleted", ptr(pages[strings.Index(pages, "\n")+1:]), &errs, pages[strings.Index(pages, "\n")+1:]},
		{"NULs at the end, as after a power cut", ptr(pages[:len(pages)-50] + strings.Repeat("\x00", 50)), &errs, pages[:len(pages)-50] + strings.Repeat("\x00", 50)},
		{"something else", ptr("<html>\n"), ptr("\n\n\n"), "<html>\n"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			dir := t.TempDir()
			put(t, dir, rundir.PagesFile, tt.pages)
			put(t, dir, rundir.ErrorsFile, tt.errs)
			f := open(t, dir)
			ok(t, f.Restore(journal(t, n)))
			// And the next visit goes where it belongs.
			ok(t, f.Append(statetest.Visit(n+1, 4)))
			ok(t, f.Flush())
			ok(t, f.Close())
			got := read(t, dir, rundir.PagesFile)
			if !strings.HasPrefix(got, pages) || strings.Count(got, "\n") != strings.Count(pages, "\n")+1 {
				t.Errorf("pages.jsonl differs: %s", cmp.Diff(pages, got))
			}
			if got := read(t, dir, rundir.ErrorsFile); got != errs {
				t.Errorf("errors.jsonl differs: %s", cmp.Diff(errs, got))
			}
			kept, err := os.ReadFile(filepath.Join(dir, rundir.PagesFile+".damaged"))
			if string(kept) != tt.kept || (tt.kept == "") != errors.Is(err, os.ErrNotExist) {
				t.Errorf("kept as .damaged: %q (%v), want %q", kept, err, tt.kept)
			}
		})
	}
}

func ptr(s string) *string { return &s }

func put(t *testing.T, dir, name string, content *string) {
	t.Helper()
	if content != nil {
		ok(t, os.WriteFile(filepath.Join(dir, name), []byte(*content), 0o644))
	}
}

// TestRestoreAnyCut: cut anywhere and followed by anything.
func TestRestoreAnyCut(t *testing.T) {
	dir := t.TempDir()
	pages, errs := write(t, dir, 25)
	j := journal(t, 25)
	rapid.Check(t, func(rt *rapid.T) {
		name, want := rundir.PagesFile, pages
		if rapid.Bool().Draw(rt, "errors") {
			name, want = rundir.ErrorsFile, errs
		}
		cut := rapid.IntRange(0, len(want)).Draw(rt, "cut")
		junk := rapid.SliceOfN(rapid.Byte(), 0, 40).Draw(rt, "junk")
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, append([]byte(want[:cut]), junk...), 0o644); err != nil {
			rt.Fatal(err)
		}
		f, err := rundir.Open(dir, rundir.Options{Logger: slog.New(slog.DiscardHandler)})
		if err != nil {
			rt.Fatal(err)
		}
		if err := errors.Join(f.Restore(j), f.Close()); err != nil {
			rt.Fatal(err)
		}
		if got, _ := os.ReadFile(path); string(got) != want {
			rt.Fatalf("%s differs after a cut at %d and %q", name, cut, junk)
		}
		kept, _ := filepath.Glob(path + ".damaged*")
		for _, k := range kept {
			os.Remove(k)
		}
	})
}

func TestKeptAsideTwice(t *testing.T) {
	dir := t.TempDir()
	for _, content := range []string{"one\n", "two\n", "three\n"} {
		put(t, dir, rundir.PagesFile, &content)
		f := open(t, dir)
		ok(t, f.Restore(journal(t, 3)))
		ok(t, f.Close())
	}
	for name, want := range map[string]string{".damaged": "one\n", ".damaged-2": "two\n"} {
		if got := read(t, dir, rundir.PagesFile+name); got != want {
			t.Errorf("%s holds %q, want %q", name, got, want)
		}
	}
}

func TestMissingState(t *testing.T) {
	for _, name := range []string{rundir.PagesFile, rundir.ErrorsFile} {
		dir := t.TempDir()
		put(t, dir, name, ptr("{\"seq\":1}\n"))
		f := open(t, dir)
		err := f.Restore(new(state.Memory))
		var missing *rundir.MissingStateError
		if !errors.As(err, &missing) || strings.Contains(err.Error(), "\n") {
			t.Fatalf("Restore = %v, want one line of a MissingStateError", err)
		}
		for _, word := range []string{dir, name, "state"} {
			if !strings.Contains(err.Error(), word) {
				t.Errorf("%q does not name %q", err, word)
			}
		}
		if got := read(t, dir, name); got != "{\"seq\":1}\n" {
			t.Errorf("the refused folder was changed: %q", got)
		}
	}
}

func TestUnwritable(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	ok(t, os.WriteFile(file, nil, 0o644))
	dirs := []string{filepath.Join(file, "run"), file, "/proc/ontocrawl-run"}
	if os.Geteuid() != 0 {
		locked := t.TempDir()
		ok(t, os.Chmod(locked, 0o555))
		dirs = append(dirs, locked, filepath.Join(locked, "run"))
	}
	for _, dir := range dirs {
		f, err := rundir.Open(dir, rundir.Options{})
		if err == nil {
			f.Close()
			t.Errorf("%s was opened", dir)
			continue
		}
		if s := err.Error(); strings.Contains(s, "\n") || !strings.Contains(s, dir) || !strings.Contains(s, "choose another folder") {
			t.Errorf("error for %s: %q", dir, s)
		}
	}
}

func TestOrderOfCalls(t *testing.T) {
	f := open(t, t.TempDir())
	for name, err := range map[string]error{"Append": f.Append(statetest.Visit(1, 0)), "Flush": f.Flush(), "Finish": f.Finish("budget", 0)} {
		if err == nil {
			t.Errorf("%s before Restore: no error", name)
		}
	}
	ok(t, f.Restore(new(state.Memory)))
	if f.Restore(new(state.Memory)) == nil {
		t.Error("Restore a second time: no error")
	}
}

// TestLinkOut: a link in the folder does not lead writes out of it.
func TestLinkOut(t *testing.T) {
	dir, outside := t.TempDir(), filepath.Join(t.TempDir(), "precious")
	ok(t, os.WriteFile(outside, []byte("keep"), 0o644))
	ok(t, os.Symlink(outside, filepath.Join(dir, rundir.PagesFile)))
	f := open(t, dir)
	if err := f.Restore(journal(t, 5)); err == nil {
		t.Error("Restore through a link out of the folder: no error")
	}
	if b, _ := os.ReadFile(outside); string(b) != "keep" {
		t.Errorf("the file outside holds %q", b)
	}
}

func TestClear(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, 20)
	put(t, dir, "notes.txt", ptr("mine"))
	ok(t, rundir.Clear(dir))
	ok(t, rundir.Clear(dir))
	ok(t, rundir.Clear(filepath.Join(dir, "none")))
	entries, err := os.ReadDir(dir)
	ok(t, err)
	if len(entries) != 1 || entries[0].Name() != "notes.txt" {
		t.Errorf("left: %v, want notes.txt alone", entries)
	}
}

func TestReaders(t *testing.T) {
	dir := t.TempDir()
	pages, _ := write(t, dir, 33)
	put(t, dir, rundir.PagesFile, ptr(pages+`{"seq":34`)) // a running crawl
	var seqs []int
	for p, err := range rundir.Pages(dir) {
		ok(t, err)
		seqs = append(seqs, p.Seq)
		v := statetest.Visit(p.Seq, 4)
		if p.URL != v.Page.Final || p.Title != v.Page.Title || p.Links != v.LinkCount || !p.FetchedAt.Equal(v.FetchedAt.Truncate(time.Millisecond)) {
			t.Errorf("page %+v of visit %+v", p, v)
		}
	}
	failures := 0
	for x, err := range rundir.Failures(dir) {
		ok(t, err)
		if failures++; x.Seq%5 != 0 || x.Error != "status 404" {
			t.Errorf("failure %+v", x)
		}
	}
	if len(seqs) != 27 || failures != 6 {
		t.Errorf("%d pages and %d failures, want 27 and 6", len(seqs), failures)
	}

	put(t, dir, rundir.PagesFile, ptr("{\"seq\":1}\n{\"seq\":x}\n"))
	var last error
	for _, last = range rundir.Pages(dir) {
	}
	if last == nil || !strings.Contains(last.Error(), rundir.PagesFile+":2: ") {
		t.Errorf("error of a broken line: %v, want its file and number", last)
	}
	for _, last = range rundir.Pages(filepath.Join(dir, "none")) {
	}
	if !errors.Is(last, os.ErrNotExist) {
		t.Errorf("error of a missing file: %v", last)
	}
}

func BenchmarkAppend(b *testing.B) {
	f, err := rundir.Open(b.TempDir(), rundir.Options{})
	ok(b, err)
	defer f.Close()
	ok(b, f.Restore(new(state.Memory)))
	v := statetest.Visit(1, 50)
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		ok(b, f.Append(v))
		if i%100 == 99 {
			ok(b, f.Flush())
		}
	}
}

// BenchmarkRestore makes sure of a run folder of 10,000 visits that is whole.
func BenchmarkRestore(b *testing.B) {
	dir, j := b.TempDir(), journal(b, 10000)
	b.ReportAllocs()
	for b.Loop() {
		f, err := rundir.Open(dir, rundir.Options{})
		ok(b, err)
		ok(b, f.Restore(j))
		ok(b, f.Close())
	}
	b.ReportMetric(float64(b.Elapsed().Microseconds())/float64(b.N*10000), "µs/visit")
}

func ExamplePages() {
	dir, err := os.MkdirTemp("", "run")
	if err != nil {
		panic(err)
	}
	defer os.RemoveAll(dir)
	line := `{"seq":1,"url":"http://w.example/typhoon","title":"Typhoon","relevance":0.8,"relevant":true}` + "\n"
	if err := os.WriteFile(filepath.Join(dir, rundir.PagesFile), []byte(line), 0o644); err != nil {
		panic(err)
	}
	for p, err := range rundir.Pages(dir) {
		if err != nil {
			panic(err)
		}
		fmt.Printf("%.2f %s\n", p.Relevance, p.URL)
	}
	// Output: 0.80 http://w.example/typhoon
}
