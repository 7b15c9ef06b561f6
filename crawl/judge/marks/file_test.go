package marks_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/ontocrawl/ontocrawl/crawl/judge/marks"
	"github.com/ontocrawl/ontocrawl/crawl/keep/rundir"
	"github.com/ontocrawl/ontocrawl/internal/atomicfile"
)

func at(second int) time.Time { return time.Date(2026, 3, 1, 8, 0, second, 0, time.UTC) }

func open(t *testing.T, dir string) *marks.File {
	t.Helper()
	f, err := marks.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

func add(t *testing.T, f *marks.File, list ...marks.Mark) {
	t.Helper()
	if err := f.Append(t.Context(), list...); err != nil {
		t.Fatal(err)
	}
}

func state(t *testing.T, f *marks.File, key string) marks.State {
	t.Helper()
	s, _, err := f.State(key)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// TestGolden: the bytes of the file are an interface.
func TestGolden(t *testing.T) {
	dir := t.TempDir()
	f := open(t, dir)
	read, note := true, "storm & <b>surge</b>\n\x1b[31mred 台风\u202e"
	add(t, f, marks.Mark{URL: "HTTP://Example.org:80/a", Verdict: marks.Right, By: "li", At: at(0)},
		marks.Mark{URL: "http://example.org/a", Read: &read, Note: &note, At: at(1)})
	text, err := os.ReadFile(filepath.Join(dir, rundir.MarksFile))
	if err != nil {
		t.Fatal(err)
	}
	want := `{"url":"http://example.org/a","verdict":"right","by":"li","at":"2026-03-01T08:00:00Z"}
{"url":"http://example.org/a","read":true,"note":"storm \u0026 \u003cb\u003esurge\u003c/b\u003e\n[31mred 台风","at":"2026-03-01T08:00:01Z"}
`
	if string(text) != want {
		t.Errorf("the file holds\n%s\nwant\n%s", text, want)
	}
	if s := state(t, f, "http://example.org/a"); s.Verdict != marks.Right || !s.Read || s.Note != "storm & <b>surge</b>\n[31mred 台风" || s.JudgedBy != "li" || s.At != at(1) || s.JudgedAt != at(0) {
		t.Errorf("state: %+v", s)
	}
}

// TestTakenBack: a later mark changes what it says, and nothing else.
func TestTakenBack(t *testing.T) {
	f := open(t, t.TempDir())
	note, empty, unread := "why", "", false
	add(t, f, marks.Mark{URL: "http://a.example/", Verdict: marks.Wrong, Note: &note, Read: new(bool)})
	add(t, f, marks.Mark{URL: "http://a.example/", Verdict: marks.None})
	if s := state(t, f, "http://a.example/"); s.Verdict != marks.None || s.Judged() || s.Note != "why" {
		t.Errorf("taken back: %+v", s)
	}
	add(t, f, marks.Mark{URL: "http://a.example/", Note: &empty, Read: &unread})
	if s := state(t, f, "http://a.example/"); s.Note != "" || s.Read {
		t.Errorf("note deleted: %+v", s)
	}
	if all, err := f.All(); err != nil || len(all) != 3 {
		t.Errorf("%d marks, %v; want 3", len(all), err)
	}
}

// TestTorn: a last line that a crash cut costs no other line, wherever it was cut.
func TestTorn(t *testing.T) {
	whole := `{"url":"http://a.example/","verdict":"right","at":"2026-03-01T08:00:00Z"}` + "\n"
	second := `{"url":"http://b.example/","verdict":"wrong","at":"2026-03-01T08:00:00Z","future":[1]}` + "\n"
	for cut := range second {
		dir := t.TempDir()
		name := filepath.Join(dir, rundir.MarksFile)
		if err := os.WriteFile(name, []byte(whole+second[:cut]), 0o600); err != nil {
			t.Fatal(err)
		}
		f := open(t, dir)
		if s := state(t, f, "http://a.example/"); s.Verdict != marks.Right {
			t.Fatalf("cut at %d: %+v", cut, s)
		}
		if s := state(t, f, "http://b.example/"); (s.Verdict == marks.Wrong) != (cut == len(second)-1) {
			t.Fatalf("cut at %d: %+v", cut, s)
		}
		add(t, f, marks.Mark{URL: "http://c.example/", Verdict: marks.Unsure})
		for _, again := range []*marks.File{f, open(t, dir)} {
			if all, err := again.Latest(); err != nil || all["http://a.example/"].Verdict != marks.Right || all["http://c.example/"].Verdict != marks.Unsure {
				t.Fatalf("cut at %d: %+v, %v", cut, all, err)
			}
			if all, _ := again.All(); len(all) != 2 && cut < len(second)-1 {
				t.Fatalf("cut at %d: %d marks", cut, len(all))
			}
		}
	}
}

// TestFollows: a File sees what another has appended, what was edited, and a file that is gone.
func TestFollows(t *testing.T) {
	dir := t.TempDir()
	a, b := open(t, dir), open(t, dir)
	add(t, a, marks.Mark{URL: "http://a.example/", Verdict: marks.Right})
	add(t, b, marks.Mark{URL: "http://a.example/", Verdict: marks.Wrong})
	if s := state(t, a, "http://a.example/"); s.Verdict != marks.Wrong {
		t.Errorf("appended by another: %+v", s)
	}
	name := filepath.Join(dir, rundir.MarksFile)
	if err := os.WriteFile(name, []byte(`{"url":"http://z.example/","verdict":"right"}`), 0o600); err != nil {
		t.Fatal(err)
	}
	if all, err := a.Latest(); err != nil || len(all) != 1 || all["http://z.example/"].Verdict != marks.Right {
		t.Errorf("edited: %v, %v", all, err)
	}
	if err := os.Remove(name); err != nil {
		t.Fatal(err)
	}
	if all, err := a.Latest(); err != nil || len(all) != 0 {
		t.Errorf("removed: %v, %v", all, err)
	}
}

// TestAnswers: answers to calibrate are marks; of an answer and a mark the later one holds.
func TestAnswers(t *testing.T) {
	dir := t.TempDir()
	answers := "answer\turl\ttitle\tanswered_at\nyes\thttp://a.example/\tx\t2026-03-01T08:00:05Z\nno\thttp://b.example/\tx\t2026-03-01T08:00:05Z\nno\thttp://c.example/\tby hand\nyes\thttp://d.example/\tx\t2026-03-01T08:00:05Z\n"
	if err := os.WriteFile(filepath.Join(dir, rundir.LabelsFile), []byte(answers), 0o600); err != nil {
		t.Fatal(err)
	}
	f := open(t, dir)
	add(t, f, marks.Mark{URL: "http://a.example/", Verdict: marks.Wrong, By: "li", At: at(1)}, marks.Mark{URL: "http://b.example/", Verdict: marks.None, By: "li", At: at(9)},
		marks.Mark{URL: "http://c.example/", Verdict: marks.Right, By: "li", At: at(0)})
	all, err := f.Latest()
	if err != nil {
		t.Fatal(err)
	}
	for key, want := range map[string]marks.State{
		"http://a.example/": {Verdict: marks.Right, JudgedBy: marks.ByCalibrate}, "http://b.example/": {Verdict: marks.None, JudgedBy: "li"},
		"http://c.example/": {Verdict: marks.Right, JudgedBy: "li"}, "http://d.example/": {Verdict: marks.Right, JudgedBy: marks.ByCalibrate},
	} {
		if s := all[key]; s.Verdict != want.Verdict || s.JudgedBy != want.JudgedBy || s.URL != key {
			t.Errorf("%s: %+v", key, s)
		}
		if s := state(t, f, key); s != all[key] {
			t.Errorf("%s alone: %+v", key, s)
		}
	}
}

// TestRefused: a mark that cannot be kept is refused with its reason, and none of its list is
// written.
func TestRefused(t *testing.T) {
	dir := t.TempDir()
	f := open(t, dir)
	long, note := strings.Repeat("长", marks.MaxNote), "n"
	for field, m := range map[string]marks.Mark{
		"url":     {URL: "javascript:alert(1)", Verdict: marks.Right},
		"verdict": {URL: "http://a.example/", Verdict: "maybe"},
		"note":    {URL: "http://a.example/", Note: &long},
		"by":      {URL: "http://a.example/", Note: &note, By: long},
	} {
		err := f.Append(t.Context(), marks.Mark{URL: "http://ok.example/", Verdict: marks.Right}, m)
		if e := (*marks.MarkError)(nil); !errors.As(err, &e) || e.Field != field {
			t.Errorf("%s: %v", field, err)
		}
	}
	if err := f.Append(t.Context(), marks.Mark{URL: "http://a.example/"}); err == nil {
		t.Error("an empty mark was taken")
	}
	if _, err := os.Stat(filepath.Join(dir, rundir.MarksFile)); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("a file was made: %v", err)
	}
	if _, err := marks.Open(filepath.Join(dir, "none")); err == nil {
		t.Error("no folder, and no error")
	}
}

// TestLinkOut: a link in the folder leads nobody out of it.
func TestLinkOut(t *testing.T) {
	dir, outside := t.TempDir(), filepath.Join(t.TempDir(), "outside")
	if err := os.WriteFile(outside, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(outside, filepath.Join(dir, rundir.MarksFile)); err != nil {
		t.Skip("no symbolic links here:", err)
	}
	if _, err := marks.Open(dir); err == nil {
		t.Error("read through a link out of the folder")
	}
}

// TestProcesses: several processes append at once; every mark is there, each on a line of its own.
func TestProcesses(t *testing.T) {
	const processes, each = 4, 25
	if dir := os.Getenv("MARKS_TEST_DIR"); dir != "" {
		f := open(t, dir)
		for i := range each {
			add(t, f, marks.Mark{URL: fmt.Sprintf("http://%s.example/%d", os.Getenv("MARKS_TEST_NAME"), i), Verdict: marks.Right})
		}
		return
	}
	dir := t.TempDir()
	var wait sync.WaitGroup
	for n := range processes {
		wait.Go(func() {
			cmd := exec.CommandContext(t.Context(), os.Args[0], "-test.run=^TestProcesses$")
			cmd.Env = append(os.Environ(), "MARKS_TEST_DIR="+dir, fmt.Sprintf("MARKS_TEST_NAME=p%d", n))
			if out, err := cmd.CombinedOutput(); err != nil {
				t.Errorf("%v\n%s", err, out)
			}
		})
	}
	wait.Wait()
	f := open(t, dir)
	if all, err := f.All(); err != nil || len(all) != processes*each || f.Faults() != 0 {
		t.Errorf("%d marks, %d faults, %v; want %d", len(all), f.Faults(), err, processes*each)
	}
}

// TestLockEnds: who waits for the lock in vain ends with its context, and has written nothing.
func TestLockEnds(t *testing.T) {
	dir := t.TempDir()
	f := open(t, dir)
	add(t, f, marks.Mark{URL: "http://a.example/", Verdict: marks.Right})
	other, err := os.OpenFile(filepath.Join(dir, rundir.MarksFile), os.O_RDWR, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer other.Close()
	if _, err := atomicfile.TryLock(other); err != nil {
		t.Fatal(err)
	}
	if again, _ := atomicfile.TryLock(handle(t, other.Name())); again {
		t.Skip("this system has no such locks")
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := f.Append(ctx, marks.Mark{URL: "http://a.example/", Verdict: marks.Wrong}); !errors.Is(err, context.Canceled) {
		t.Errorf("the lock was held: %v", err)
	}
	if s := state(t, f, "http://a.example/"); s.Verdict != marks.Right {
		t.Errorf("state: %+v", s)
	}
}

func handle(t *testing.T, name string) *os.File {
	t.Helper()
	f, err := os.OpenFile(name, os.O_RDWR, 0)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { f.Close() })
	return f
}

// FuzzFile: whatever the file holds, it is read without harm, and a further mark holds.
func FuzzFile(f *testing.F) {
	f.Add([]byte(`{"url":"http://a.example/","verdict":"right"}` + "\n{\n\x00\xff"))
	f.Add([]byte(`{"url":"http://a.example/","note":"` + strings.Repeat("x", 5000) + `"}`))
	f.Add([]byte("null\n[]\n{}\n\r\n"))
	f.Fuzz(func(t *testing.T, text []byte) {
		dir := t.TempDir()
		if err := os.WriteFile(filepath.Join(dir, rundir.MarksFile), text, 0o600); err != nil {
			t.Fatal(err)
		}
		file := open(t, dir)
		before, err := file.Latest()
		if err != nil {
			t.Fatal(err)
		}
		for key, s := range before {
			if len(s.Note) > marks.MaxNote || strings.ContainsAny(s.Note+s.By, "\x00\x1b") || key != s.URL {
				t.Fatalf("%q: %+v", key, s)
			}
		}
		add(t, file, marks.Mark{URL: "http://new.example/", Verdict: marks.Wrong})
		after, err := open(t, dir).Latest()
		if err != nil || after["http://new.example/"].Verdict != marks.Wrong {
			t.Fatalf("%v, %v", after, err)
		}
		for key, s := range before {
			if key != "http://new.example/" && after[key] != s {
				t.Fatalf("%q was %+v, is %+v", key, s, after[key])
			}
		}
	})
}
