package crawling

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ontocrawl/ontocrawl/cmd/ontocrawl/internal/cli"
	"github.com/ontocrawl/ontocrawl/crawl/judge/calibrate"
	"github.com/ontocrawl/ontocrawl/crawl/judge/coverage"
	"github.com/ontocrawl/ontocrawl/crawl/judge/rescore"
)

// TestCalibrate: questions go into a file and come back as answers, the run remembers
// them and the threshold, and rescore uses it.
func TestCalibrate(t *testing.T) {
	t.Parallel()
	run := storedRun(t)
	ask := filepath.Join(t.TempDir(), "ask.tsv")
	r := ontocrawl(t, "calibrate", run, "--ask-file", ask)
	questions := readFile(t, filepath.Dir(ask), "ask.tsv")
	if r.code != cli.ExitOK || strings.Count(questions, "\n\thttp") != 3 || !strings.Contains(r.out, "--labels "+ask) {
		t.Fatalf("code %d\n%s%s\n%s", r.code, r.out, r.err, questions)
	}
	if strings.Contains(questions, "\x1b") || !strings.Contains(questions, "the storm surge flooded the harbour") {
		t.Errorf("%q", questions)
	}
	if r := ontocrawl(t, "calibrate", run, "--ask-file", ask); r.code != cli.ExitUsage || !strings.Contains(r.err, "exists already") {
		t.Errorf("written twice: code %d, %s", r.code, r.err)
	}
	filled := "\ufeff" + strings.ReplaceAll(strings.ReplaceAll(questions, "\n\thttp", "\nno\thttp"), "\n", "\r\n") + "http://A.example:80/1\tyes\r\nhttp://nowhere.example/\tyes\r\n"
	filled = strings.Replace(filled, "http://A.example:80/1\tyes", "yes\thttp://A.example:80/1", 1)
	filled = strings.Replace(filled, "http://nowhere.example/\tyes", "yes\thttp://nowhere.example/", 1)
	if err := os.WriteFile(ask, []byte(filled), 0o600); err != nil {
		t.Fatal(err)
	}
	r = ontocrawl(t, "calibrate", run, "--labels", ask, "--json")
	var res calibrate.Result
	if err := json.Unmarshal([]byte(r.out), &res); err != nil || r.code != cli.ExitOK {
		t.Fatalf("code %d: %v\n%s%s", r.code, err, r.out, r.err)
	}
	if !res.Set || res.Yes != 1 || res.No != 2 || len(res.Unknown) != 1 || len(res.Changed) != 1 || res.Pages != 4 || res.Askable != 3 || res.Now.Phi == res.Was.Phi {
		t.Errorf("%+v", res)
	}
	kept := readFile(t, run, "labels.tsv")
	again := ontocrawl(t, "calibrate", run, "--labels", ask, "--json")
	if again.code != cli.ExitOK || strings.Count(readFile(t, run, "labels.tsv"), "\n") > strings.Count(kept, "\n")+2 {
		t.Errorf("once more: code %d %s\n%s", again.code, again.err, readFile(t, run, "labels.tsv"))
	}
	if r := ontocrawl(t, "calibrate", run, "--ask-file", "-"); r.code != cli.ExitUsage || !strings.Contains(r.err, "has been asked about") {
		t.Errorf("asked again: code %d, %s%s", r.code, r.out, r.err)
	}

	var rep rescore.Report
	r = ontocrawl(t, "rescore", run, "--json")
	if err := json.Unmarshal([]byte(r.out), &rep); err != nil || rep.Now.Phi != res.Now.Phi {
		t.Errorf("rescore: phi %v, want %v (%v)\n%s", rep.Now.Phi, res.Now.Phi, err, r.err)
	}
	r = ontocrawl(t, "rescore", run, "--json", "--phi", "0.3")
	if err := json.Unmarshal([]byte(r.out), &rep); err != nil || rep.Now.Phi != 0.3 {
		t.Errorf("a phi by hand: %v (%v)", rep.Now.Phi, err)
	}
}

// TestCalibrateErrors: what is wrong is said, and the run stays as it was.
func TestCalibrateErrors(t *testing.T) {
	t.Parallel()
	run, dir := storedRun(t), t.TempDir()
	bad := write(t, dir, "bad.tsv", "http://a.example/\tmaybe\nyes\n")
	none := write(t, dir, "none.tsv", "# nothing yet\n")
	for _, c := range []struct {
		args []string
		code int
		want string
	}{
		{[]string{run}, cli.ExitUsage, "no terminal to ask on"},
		{[]string{run, "--labels", bad}, cli.ExitUsage, `line 1 has the answer "maybe"`},
		{[]string{run, "--labels", bad}, cli.ExitUsage, "line 2 has no address"},
		{[]string{run, "--labels", filepath.Join(dir, "no such file")}, cli.ExitUsage, "no such file"},
		{[]string{run, "--labels", none}, cli.ExitFailure, ""},
		{[]string{run, "--labels", bad, "--ask-file", "x"}, cli.ExitUsage, "give one of them"},
		{[]string{run, "--ask-file", filepath.Join(run, "x.tsv")}, cli.ExitUsage, "lies in the run folder"},
		{[]string{run, "--questions", "0"}, cli.ExitUsage, "from 1 to 1000"},
		{[]string{dir}, cli.ExitUsage, "no run folder"},
	} {
		r := ontocrawl(t, append([]string{"calibrate"}, c.args...)...)
		if r.code != c.code || !strings.Contains(r.err, c.want) {
			t.Errorf("%v: code %d, %s", c.args, r.code, r.err)
		}
	}
	if _, err := os.Stat(filepath.Join(run, "calibration.json")); err == nil {
		t.Error("a threshold was set")
	}
	soup := storedRun(t, "--topic", "rainstorm")
	write(t, soup, "calibration.json", `{"judge":"density","phi":7}`)
	if r := ontocrawl(t, "rescore", soup); r.code != cli.ExitConflict || !strings.Contains(r.err, "phi is 7") {
		t.Errorf("a damaged calibration: code %d, %s", r.code, r.err)
	}
}

// TestCoverage: what the labels of a run found, as text and as JSON, with and without
// its texts.
func TestCoverage(t *testing.T) {
	t.Parallel()
	run := storedRun(t)
	r := ontocrawl(t, "coverage", run, "--lang", "zh")
	for _, want := range []string{"4 个网页，3 个提到主题", "风暴潮", "网页的语言", "（--all）"} {
		if !strings.Contains(r.out, want) {
			t.Errorf("no %q:\n%s%s", want, r.out, r.err)
		}
	}
	if r.code != cli.ExitOK || strings.Contains(r.out, "\x1b") {
		t.Errorf("code %d, %q", r.code, r.out)
	}
	var rep coverage.Report
	r = ontocrawl(t, "coverage", run, "--json")
	if err := json.Unmarshal([]byte(r.out), &rep); err != nil || rep.Rejudged != 4 || rep.Concepts[0].Pages != 3 || rep.Concepts[0].Flip == nil {
		t.Errorf("%v\n%s%s", err, r.out, r.err)
	}
	r = ontocrawl(t, "coverage", run, "--no-marks", "--all")
	if r.code != cli.ExitOK || !strings.Contains(r.out, "Labels that were never found") || strings.Contains(r.out, "is not kept") {
		t.Errorf("code %d\n%s%s", r.code, r.out, r.err)
	}
	if r := ontocrawl(t, "coverage", t.TempDir()); r.code != cli.ExitUsage || !strings.Contains(r.err, "no run folder") {
		t.Errorf("code %d, %s", r.code, r.err)
	}
}
