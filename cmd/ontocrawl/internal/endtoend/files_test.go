package endtoend

import (
	"bytes"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/ontocrawl/ontocrawl/cmd/ontocrawl/internal/cli"
	"github.com/ontocrawl/ontocrawl/crawl/judge/calibrate"
	"github.com/ontocrawl/ontocrawl/crawl/judge/enrich"
	"github.com/ontocrawl/ontocrawl/crawl/judge/marks"
	"github.com/ontocrawl/ontocrawl/crawl/keep/rundir"
	"github.com/ontocrawl/ontocrawl/crawl/session/runcheck"
)

// filesOf are the names of all files in a folder.
func filesOf(t *testing.T, dir string) (names []string) {
	t.Helper()
	err := fs.WalkDir(os.DirFS(dir), ".", func(name string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			names = append(names, name)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return names
}

// TestEveryFileIsChecked: a run folder has no file that the table does not have. Whichever of them is emptied or has a
// flipped bit, verify names it, unless the table says that nobody checks it; after repair it is sound, or names what is lost.
func TestEveryFileIsChecked(t *testing.T) {
	t.Parallel()
	d := newDamageTrial(t)
	saidByPeople(t, d.run)
	for _, name := range filesOf(t, d.run) {
		row := runcheck.RowOf(runcheck.Run, name)
		if row == nil {
			t.Errorf("%s is in no row of runcheck.Files", name)
			continue
		}
		how := row.Check.String()
		if how == "nobody: it may be deleted" || row.Owner == "crawl/keep/state" || row.Owner == "crawl/keep/warc" { // these have tests of their own: TestFlippedBits
			continue
		}
		text, err := os.ReadFile(filepath.Join(d.run, name))
		if err != nil {
			t.Fatal(err)
		}
		harms := map[string][]byte{"emptied": {}}
		if at := len(text) / 2; how != "its form" && at > 0 {
			harms["flipped"] = slices.Concat(text[:at], []byte{text[at] ^ 1}, text[at+1:])
		}
		for what, harmed := range harms {
			if len(text) == 0 || bytes.Equal(text, harmed) {
				continue
			}
			run := d.copy(t)
			write(t, run, name, string(harmed))
			if rep := verifyRun(t, run); rep.Sound && !slices.ContainsFunc(rep.Findings, func(f runcheck.Finding) bool { return f.File == name }) {
				t.Errorf("%s of %s is %s, and verify says sound", name, row.Owner, what)
			}
			ontocrawl(t, "repair", run)
			if rep := verifyRun(t, run); !rep.Sound {
				t.Errorf("%s %s: after repair %+v", name, what, rep.Findings)
			}
			if now, err := os.ReadFile(filepath.Join(run, name)); row.Pattern == name && how == "its copy, which has checksums" && (err != nil || !bytes.Equal(now, text)) {
				t.Errorf("%s %s: after repair it holds %.80q, %v", name, what, now, err)
			}
		}
	}
}

// saidByPeople gives a run what only people can say.
func saidByPeople(t *testing.T, run string) {
	t.Helper()
	at := time.Date(2026, 11, 28, 12, 0, 0, 0, time.UTC)
	f, err := marks.Open(run)
	if err != nil {
		t.Fatal(err)
	}
	for i := range 3 {
		if err := f.Append(t.Context(), marks.Mark{URL: fmt.Sprintf("http://a.example/%d", i), Verdict: marks.Right, By: "li", At: at}); err != nil {
			t.Fatal(err)
		}
	}
	k, _, _, err := calibrate.OpenKept(run, func() time.Time { return at })
	if err != nil {
		t.Fatal(err)
	}
	if err := k.Add(&calibrate.Page{URL: "http://a.example/", Title: "A"}, calibrate.Yes); err != nil {
		t.Fatal(err)
	}
	if err := k.Close(); err != nil {
		t.Fatal(err)
	}
	if err := rundir.WriteCalibration(run, &rundir.Calibration{Judge: "fielded", Phi: 0.4, Answers: 20, Yes: 9, At: rundir.Time{Time: at}}); err != nil {
		t.Fatal(err)
	}
	if err := enrich.AddDecisions(run, enrich.Decision{ID: "x", Name: "X", Verdict: enrich.Refused, At: at}); err != nil {
		t.Fatal(err)
	}
}

// TestLostDivision: the file that says into how many parts a crawl is divided is empty, after a power cut. Crawl, verify and
// repair agree. Without its copy, as an earlier program left it, the parameters of the parts say how many they are, which
// their states have, too.
func TestLostDivision(t *testing.T) {
	t.Parallel()
	d := newDamageTrial(t)
	whole := filepath.Join(t.TempDir(), "parts")
	if r := ontocrawl(t, "cluster", "split", d.run, "--parts", "2", "--out", whole); r.code != cli.ExitOK {
		t.Fatal(r.err)
	}
	division := rundir.DivisionFile("")
	for _, c := range []struct{ copied, params, mended bool }{{true, true, true}, {false, true, true}, {false, false, true}} {
		run := filepath.Join(t.TempDir(), "run")
		if err := os.CopyFS(run, os.DirFS(whole)); err != nil {
			t.Fatal(err)
		}
		for _, name := range filesOf(t, run) {
			if !strings.HasPrefix(name, "parts/0") && runcheck.RowOf(runcheck.Shared, name) == nil {
				t.Errorf("%s is in no row of runcheck.Files", name)
			}
		}
		if r := ontocrawl(t, "verify", run); r.code != cli.ExitOK {
			t.Fatalf("%s%s", r.out, r.err)
		}
		write(t, run, division, "")
		if !c.copied {
			if err := os.Remove(filepath.Join(run, "parts", ".division.copy")); err != nil {
				t.Fatal(err)
			}
		}
		if !c.params {
			for _, part := range rundir.Parts(run) {
				text, err := os.ReadFile(filepath.Join(part, rundir.ParamsFile))
				if err != nil {
					t.Fatal(err)
				}
				write(t, part, rundir.ParamsFile, strings.ReplaceAll(string(text), "    parts: 2\n", ""))
			}
		}
		if r := ontocrawl(t, "verify", run); r.code != cli.ExitFailure || !strings.Contains(r.out, division) {
			t.Errorf("%+v: verify: %d\n%s", c, r.code, r.out)
		}
		_, restored, err := rundir.Divide(run, 2) // as a crawl does
		if (err == nil) != c.copied || (restored != nil) != c.copied {
			t.Errorf("%+v: a crawl goes on: %v, %v", c, restored, err)
		}
		r := ontocrawl(t, "repair", run)
		if now, err := os.ReadFile(filepath.Join(run, division)); (r.code == cli.ExitOK) != c.mended || c.mended && string(now) != "parts: 2\n" {
			t.Errorf("%+v: repair: %d, %q, %v\n%s%s", c, r.code, now, err, r.out, r.err)
		}
		if _, _, err := rundir.Divide(run, 2); (err == nil) != c.mended {
			t.Errorf("%+v: after repair: %v", c, err)
		}
	}
}
