package jobedit_test

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/ontocrawl/ontocrawl/crawl/watch/jobedit"
	"github.com/ontocrawl/ontocrawl/crawl/watch/jobfile"
)

var noon = time.Date(2026, 7, 25, 12, 0, 0, 0, time.UTC)

// text is a file of one job that may bring so many pages.
func text(pages int) string {
	return fmt.Sprintf("jobs:\n  - name: typhoon\n    seeds: [https://weather.example/]\n    schedule: \"@every 10m\"\n    budget: {pages: %d}\n", pages)
}

func put(t *testing.T, name, text string, mode os.FileMode) {
	t.Helper()
	if err := os.WriteFile(name, []byte(text), mode); err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(name, mode); err != nil {
		t.Fatal(err)
	}
}

func got(t *testing.T, name string) string {
	t.Helper()
	b, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// only fails the test unless dir has these files.
func only(t *testing.T, dir string, want ...string) {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	var have []string
	for _, e := range entries {
		have = append(have, e.Name())
	}
	if fmt.Sprint(have) != fmt.Sprint(want) {
		t.Errorf("the folder has %q; want %q", have, want)
	}
}

// TestSave: a save replaces the file as a whole, through a link, with its mode; the earlier
// versions stay beside it, ten at most.
func TestSave(t *testing.T) {
	dir, links := t.TempDir(), t.TempDir()
	real, link := filepath.Join(dir, "jobs.yaml"), filepath.Join(links, "jobs.yaml")
	put(t, real, text(1), 0o640)
	if err := os.Symlink(real, link); err != nil {
		t.Skip(err)
	}
	used := 0
	f := &jobedit.File{Path: link, Use: func() { used++ }, Now: func() time.Time { return noon }}
	s, err := f.Read(t.Context())
	if err != nil || s.Text != text(1) || s.Version != jobedit.VersionOf([]byte(text(1))) || s.Folder != dir || len(s.Earlier) != 0 || s.InForce != nil {
		t.Fatalf("%+v %v", s, err)
	}
	for n := 2; n <= 14; n++ {
		if s, err = f.Save(t.Context(), text(n), s.Version); err != nil {
			t.Fatal(err)
		}
	}
	if got(t, real) != text(14) || s.Text != text(14) || used != 13 {
		t.Errorf("used %d times; the file is\n%s", used, got(t, real))
	}
	if info, err := os.Lstat(link); err != nil || info.Mode().Type() != os.ModeSymlink {
		t.Errorf("the link was replaced: %v %v", info, err)
	}
	if info, err := os.Stat(real); err != nil || info.Mode().Perm() != 0o640 {
		t.Errorf("the mode is %v, %v", info.Mode(), err)
	}
	// 13 were replaced; the oldest three are gone.
	if len(s.Earlier) != jobedit.Keep || s.Earlier[0].Name != "jobs.yaml.~13~" || s.Earlier[9].Name != "jobs.yaml.~4~" {
		t.Errorf("kept: %+v", s.Earlier)
	}
	if got(t, filepath.Join(dir, "jobs.yaml.~13~")) != text(13) || got(t, filepath.Join(dir, "jobs.yaml.~4~")) != text(4) {
		t.Error("what is kept is not what was replaced")
	}
	// The file as it is is used again, and not written.
	if s, err = f.Save(t.Context(), text(14), s.Version); err != nil || used != 14 || s.Earlier[0].Name != "jobs.yaml.~13~" {
		t.Errorf("saved as it is: used %d, %+v, %v", used, s.Earlier, err)
	}
}

// TestConflict: of two people who edit the same version, the second is refused with the
// difference, and nothing is lost.
func TestConflict(t *testing.T) {
	dir := t.TempDir()
	name := filepath.Join(dir, "jobs.yaml")
	put(t, name, text(1), 0o600)
	f := &jobedit.File{Path: name}
	first, err := f.Read(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if _, err := f.Save(t.Context(), text(20), first.Version); err != nil {
		t.Fatal(err)
	}
	_, err = f.Save(t.Context(), text(300), first.Version)
	var conflict *jobedit.ConflictError
	if !errors.As(err, &conflict) {
		t.Fatalf("a save of an old version: %v; want a ConflictError", err)
	}
	if conflict.State.Text != text(20) || !strings.Contains(conflict.Diff, "-    budget: {pages: 20}\n+    budget: {pages: 300}\n") || !strings.HasPrefix(conflict.Diff, "--- "+name+"\n+++ yours\n") {
		t.Errorf("%s\n%s", conflict.State.Text, conflict.Diff)
	}
	if got(t, name) != text(20) {
		t.Error("the refused save was written")
	}
	only(t, dir, "jobs.yaml", "jobs.yaml.~1~")
	// By an editor, without any lock.
	put(t, name, "jobs: [", 0o600)
	if _, err := f.Save(t.Context(), text(300), conflict.State.Version); !errors.As(err, &conflict) || conflict.State.Text != "jobs: [" {
		t.Errorf("edited by hand: %v", err)
	}
	// Whoever has seen what stands there may replace it, broken as it is; it is kept, too.
	if _, err := f.Save(t.Context(), text(300), conflict.State.Version); err != nil || got(t, filepath.Join(dir, "jobs.yaml.~2~")) != "jobs: [" {
		t.Errorf("the second try: %v", err)
	}
}

// TestRefused: what cannot be used is not saved, and the findings have their lines.
func TestRefused(t *testing.T) {
	dir := t.TempDir()
	name := filepath.Join(dir, "jobs.yaml")
	put(t, name, text(1), 0o600)
	f := &jobedit.File{Path: name, Accept: func(f *jobfile.File) error {
		if f.Runs > 4 {
			return errors.New("no more than 4 runs here")
		}
		return nil
	}}
	v := jobedit.VersionOf([]byte(text(1)))
	for what, tt := range map[string]struct {
		text, says string
		line       int
	}{
		"no YAML":          {"jobs: [", "did not find expected node content", 1},
		"an unknown key":   {text(1) + "    bugdet: 3\n", `did you mean "budget"?`, 6},
		"what is accepted": {"runs: 9\n" + text(1), "no more than 4 runs", 0},
		"aliases of aliases": {"a: &a [x,x,x,x,x,x,x,x]\nb: &b [*a,*a,*a,*a,*a,*a,*a,*a]\nc: &c [*b,*b,*b,*b,*b,*b,*b,*b]\nd: &d [*c,*c,*c,*c,*c,*c,*c,*c]\n" +
			"e: &e [*d,*d,*d,*d,*d,*d,*d,*d]\nf: &f [*e,*e,*e,*e,*e,*e,*e,*e]\ng: &g [*f,*f,*f,*f,*f,*f,*f,*f]\njobs: *g\n", "more than 1048576 values", 1},
		"an alias of itself": {"jobs: &a [*a]\n", "lead to themselves", 1},
	} {
		_, err := f.Save(t.Context(), tt.text, v)
		var bad *jobedit.InvalidError
		if !errors.As(err, &bad) || bad.Checked.Valid || !strings.Contains(err.Error(), tt.says) {
			t.Errorf("%s: %v; want %q", what, err, tt.says)
			continue
		}
		if line := bad.Checked.Findings[len(bad.Checked.Findings)-1].Line; line != tt.line {
			t.Errorf("%s: line %d; want %d", what, line, tt.line)
		}
		if c, err := f.Check(t.Context(), tt.text); err != nil || fmt.Sprint(c) != fmt.Sprint(bad.Checked) {
			t.Errorf("%s: the check says %v %v, the save %v", what, c, err, bad.Checked)
		}
	}
	large := text(1) + strings.Repeat("# ten megabytes\n", 10<<20/16)
	if _, err := f.Save(t.Context(), large, v); !errors.Is(err, jobedit.ErrTooLarge) {
		t.Errorf("10 MB: %v", err)
	}
	if _, err := f.Check(t.Context(), large); !errors.Is(err, jobedit.ErrTooLarge) {
		t.Errorf("10 MB checked: %v", err)
	}
	if got(t, name) != text(1) {
		t.Error("a refused save was written")
	}
	only(t, dir, "jobs.yaml")
	put(t, name, large, 0o600)
	if _, err := f.Read(t.Context()); !errors.Is(err, jobedit.ErrTooLarge) || !strings.Contains(err.Error(), name) {
		t.Errorf("10 MB on disk: %v", err)
	}
	put(t, name, "jobs: \xff", 0o600)
	if _, err := f.Read(t.Context()); err == nil {
		t.Error("a file that is no UTF-8 can be edited, and would be changed")
	}
}

// TestInForce: while the file on disk is broken, the version in force is the last good one,
// and its text is there.
func TestInForce(t *testing.T) {
	name := filepath.Join(t.TempDir(), "jobs.yaml")
	put(t, name, text(1), 0o600)
	used, err := jobfile.Read(name, jobfile.Options{})
	if err != nil {
		t.Fatal(err)
	}
	f := &jobedit.File{Path: name, InForce: func() (*jobfile.File, time.Time, string) { return used, noon, "line 1: broken" }}
	s, err := f.Read(t.Context())
	if err != nil || s.InForce == nil || !s.InForce.Same || s.InForce.Why != "" || s.InForce.Text != "" || !s.InForce.Since.Equal(noon) {
		t.Errorf("%+v %v", s.InForce, err)
	}
	put(t, name, "jobs: [\n", 0o600)
	s, err = f.Read(t.Context())
	if err != nil || s.Text != "jobs: [\n" || s.InForce.Same || s.InForce.Why != "line 1: broken" || s.InForce.Text != text(1) || !strings.Contains(s.InForce.Diff, "+jobs: [") {
		t.Errorf("broken: %+v %v", s.InForce, err)
	}
	// Deleted, it is made again of the version in force.
	if err := os.Remove(name); err != nil {
		t.Fatal(err)
	}
	if s, err = f.Read(t.Context()); err != nil || s.Version != jobedit.NoFile {
		t.Errorf("deleted: %+v %v", s, err)
	}
	if s, err = f.Save(t.Context(), s.InForce.Text, jobedit.NoFile); err != nil || s.Text != text(1) || !s.InForce.Same {
		t.Errorf("made again: %+v %v", s, err)
	}
}
