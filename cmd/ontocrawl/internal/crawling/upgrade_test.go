package crawling

import (
	"fmt"
	"math"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/keep/rundir"
	"github.com/ontocrawl/ontocrawl/crawl/keep/rundir/rundirtest"
	"github.com/ontocrawl/ontocrawl/crawl/session"
)

// TestUpgrade reads, exports and resumes run folders of every earlier format. What the earlier
// program recorded stays as it is. The rest of a resumed crawl is as long as that program would
// have made it. Runs that began with density are judged by it to the end: the same pages with
// nearly the same relevance; this version's scores of links and turns of hosts decide their
// order, so that up to a fifth of the pages may be others.
func TestUpgrade(t *testing.T) {
	for _, stored := range rundirtest.Folders(t) {
		if stored.Name == "job" {
			continue
		}
		t.Run(fmt.Sprintf("format-%d/%s", stored.Format, stored.Name), func(t *testing.T) {
			dir := t.TempDir()
			stored.Unpack(t, dir)
			t.Chdir(dir)
			if r := ontocrawl(t, "upgrade", "--check", "run"); r.code != 0 || !strings.Contains(r.out, fmt.Sprintf("run folder format %d,", stored.Format)) {
				t.Errorf("upgrade: code %d\n%s%s", r.code, r.out, r.err)
			}
			readAll(t)
			recorded := pageList(t, "run")
			args := rundirtest.Args(t, dir)
			if r := ontocrawl(t, args...); r.code != 0 {
				t.Fatalf("%v: code %d\n%s%s", args, r.code, r.out, r.err)
			}
			want, got := rundirtest.Want(t, dir), pageList(t, "run")
			if n := len(recorded); n > len(got) || !slices.Equal(got[:n], recorded) || !slices.Equal(want[:min(n, len(want))], recorded[:min(n, len(want))]) {
				t.Errorf("resumed:\n%s\nrecorded before:\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(recorded, "\n"), strings.Join(want, "\n"))
			}
			if stored.Name == "refreshed" { // pages that the refresh found follow
				got = got[:len(want)]
			}
			is, was := relevances(t, got), relevances(t, want)
			if len(got) != len(want) || len(is) != len(got) {
				t.Errorf("resumed to %d pages at %d addresses, want %d", len(got), len(is), len(want))
			}
			others := 0
			for url, r := range was {
				now, ok := is[url]
				if !ok {
					others++
				} else if stored.Format < firstFielded && math.Abs(now-r) > nearly {
					t.Errorf("%s: relevance %v, the program that began the run gave %v", url, now, r)
				}
			}
			if stored.Format < firstFielded && others > len(want)/5 {
				t.Errorf("%d pages are others than the program that began the run would have fetched", others)
			}
			readAll(t)
			if kept, err := filepath.Glob("run/*.damaged*"); err != nil || len(kept) > 0 {
				t.Errorf("%v, %v: an earlier format is no damage", kept, err)
			}
			if r := ontocrawl(t, args...); r.code != 0 {
				t.Errorf("finished, once more: code %d\n%s%s", r.code, r.out, r.err)
			}
		})
	}
}

const (
	firstFielded = 3    // the first format in which runs began with the judge fielded
	nearly       = 0.01 // labels that stand in longer ones count since then: at most .008 here
)

// relevances returns the relevance of each address in a list of pages.
func relevances(t *testing.T, list []string) map[string]float64 {
	t.Helper()
	all := map[string]float64{}
	for _, line := range list {
		fields := strings.Split(line, "\t")
		r, err := strconv.ParseFloat(fields[2], 64)
		if err != nil {
			t.Fatal(err)
		}
		all[fields[1]] = r
	}
	return all
}

// pageList returns the pages of a run as want.tsv lists them.
func pageList(t *testing.T, run string) []string {
	t.Helper()
	var list []string
	for p, err := range rundir.Pages(run) {
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, fmt.Sprintf("%d\t%s\t%v\t%v\t%s", p.Seq, p.URL, p.Relevance, p.Priority, p.Parent))
	}
	return list
}

// readAll runs every command that reads the folder run.
func readAll(t *testing.T) {
	t.Helper()
	commands := [][]string{{"status", "run"}}
	if exists(filepath.Join("run", "summary.json")) {
		commands = append(commands, []string{"report", "run", "-o", "report.html"})
	}
	for _, format := range []string{"jsonl", "csv", "turtle", "jsonld"} {
		commands = append(commands, []string{"export", "run", "--format", format})
	}
	if exists(filepath.Join("run", "warc")) {
		commands = append(commands, []string{"export", "run", "--format", "cdxj"}, []string{"export", "run", "--format", "warc", "--out", "out.warc.gz"}, []string{"rescore", "run"})
	}
	for _, args := range commands {
		r := ontocrawl(t, args...)
		if r.code != 0 {
			t.Errorf("%v: code %d\n%s%s", args, r.code, r.out, r.err)
		}
	}
}

// TestUpgradeJob reads the folders of jobs of earlier formats and lets them go on, with the file of jobs as it is
// but for the address of the site. What a job began with by a default of its time stays, is told once, and a changed
// line is refused by a check as by a run.
func TestUpgradeJob(t *testing.T) {
	t.Parallel()
	n := 0
	for _, stored := range rundirtest.Folders(t) {
		if stored.Name != "job" {
			continue
		}
		n++
		t.Run(fmt.Sprint("format-", stored.Format), func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			stored.Unpack(t, dir)
			upgradeJob(t, dir)
		})
	}
	if n < 4 {
		t.Errorf("only %d folders of jobs", n)
	}
}

func upgradeJob(t *testing.T, dir string) {
	site := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		fmt.Fprint(w, "<title>Typhoon desk</title><h1>Typhoon desk</h1><p>The typhoon makes landfall.</p>") //nolint:errcheck // the test sees it
	}))
	defer site.Close()
	readJob(t, dir)
	jobs, folder := filepath.Join(dir, "jobs.yaml"), filepath.Join(dir, "desk/jobs/typhoon")
	file := strings.Replace(readFile(t, dir, "jobs.yaml"), "http://127.0.0.1:18765/", site.URL, 1)
	if !strings.Contains(file, "allow-private") {
		file = strings.Replace(file, "    topic: typhoon", "    topic: typhoon\n    allow-private: true", 1)
	}
	file = strings.Replace(file, "    topic: typhoon", "    topic: typhoon\n    retries: 0\n    delay: 0s", 1) // of what the stored pages cost
	write(t, dir, "jobs.yaml", file)
	run := func(want int, in string) string {
		t.Helper()
		r := ontocrawl(t, "job", "run", "typhoon", "--now", "--jobs", jobs)
		if r.code != want || !strings.Contains(r.out+r.err, in) {
			t.Errorf("job run: code %d, want %d and %q\n%s%s", r.code, want, in, r.out, r.err)
		}
		return r.err
	}
	was, _, err := session.ReadParams(folder)
	if err != nil {
		t.Fatal(err)
	}
	const told = "stays as the run began"
	log := run(0, "done")
	if now, _, err := session.ReadParams(folder); err != nil || now.Settings["judge"] != was.Settings["judge"] || now.Settings["balance"] != was.Settings["balance"] {
		t.Errorf("%v: the job goes on with judge %v and balance %v, began with %v and %v", err, now.Settings["judge"], now.Settings["balance"], was.Settings["judge"], was.Settings["balance"])
	}
	if changed := was.Settings["judge"] != "fielded" || was.Settings["reason"] != "auto"; strings.Contains(log, told) != changed || strings.Contains(run(0, "done"), told) {
		t.Errorf("a default changed: %v; the first run says\n%s", changed, log)
	}
	readJob(t, dir)
	write(t, dir, "jobs.yaml", strings.Replace(file, "    topic: typhoon", "    topic: typhoon\n    judge: present", 1))
	for _, args := range []string{"job check", "job run typhoon --now"} {
		r := ontocrawl(t, append(strings.Fields(args), "--jobs", jobs)...)
		if want := fmt.Sprintf("settings.judge is present, was %v", was.Settings["judge"]); r.code == 0 || !strings.Contains(r.out+r.err, want) {
			t.Errorf("%s: code %d, want %q\n%s%s", args, r.code, want, r.out, r.err)
		}
	}
}

// readJob runs every command that reads the folder of a job, which lies in dir.
func readJob(t *testing.T, dir string) {
	t.Helper()
	for args, want := range map[string]string{
		"job history typhoon":                          "typhoon/1",
		"job show typhoon/1":                           "landfall",
		"job list":                                     "typhoon",
		"job check":                                    "typhoon",
		"status desk/jobs/typhoon":                     "pages",
		"export desk/jobs/typhoon --format jsonl":      "127.0.0.1",
		"rescore desk/jobs/typhoon --ontology typhoon": "No verdict has changed",
	} {
		list := strings.Fields(strings.Replace(args, "desk/", filepath.Join(dir, "desk")+"/", 1))
		if list[0] == "job" {
			list = append(list, "--jobs", filepath.Join(dir, "jobs.yaml"))
		}
		r := ontocrawl(t, list...)
		if r.code != 0 || !strings.Contains(r.out, want) {
			t.Errorf("%s: code %d, want %q\n%s%s", args, r.code, want, r.out, r.err)
		}
	}
}

// TestNewerFormat: every command refuses a folder of a later format and says which
// version reads it.
func TestNewerFormat(t *testing.T) {
	dir := t.TempDir()
	rundirtest.Stored{Format: 1, Name: "interrupted"}.Unpack(t, dir)
	t.Chdir(dir)
	text := readFile(t, "run", "run.yaml")
	write(t, "run", "run.yaml", strings.Replace("format: 99\n"+text, "version: 0.1.0", "version: 7.8.9", 1))
	for _, args := range [][]string{
		rundirtest.Args(t, dir),
		{"status", "run"},
		{"report", "run"},
		{"rescore", "run"},
		{"export", "run", "--format", "jsonl"},
	} {
		r := ontocrawl(t, args...)
		if r.code != 3 || !strings.Contains(r.err, "format 99") || !strings.Contains(r.err, "7.8.9") {
			t.Errorf("%v: code %d, want 3 and the version\n%s%s", args, r.code, r.out, r.err)
		}
	}
	write(t, "run", "run.yaml", text)
	head := readFile(t, "run", "state/HEAD")
	write(t, "run", "state/HEAD", strings.Replace(head, "state 1", "state 9", 1))
	if r := ontocrawl(t, rundirtest.Args(t, dir)...); r.code != 3 || !strings.Contains(r.err, "format 9") {
		t.Errorf("a newer state: code %d\n%s%s", r.code, r.out, r.err)
	}
	write(t, "run", "state/HEAD", head)
	if r := ontocrawl(t, rundirtest.Args(t, dir)...); r.code != 0 {
		t.Errorf("as it was: code %d\n%s%s", r.code, r.out, r.err)
	}
	if head := readFile(t, "run", "state/HEAD"); !strings.HasPrefix(head, fmt.Sprintf("ontocrawl state %d\n", crawl.RunFormat)) {
		t.Errorf("the state was not brought to the present format: %q", head)
	}
	if !strings.HasPrefix(readFile(t, "run", "run.yaml"), fmt.Sprintf("format: %d\n", crawl.RunFormat)) {
		t.Error("run.yaml does not begin with the present format")
	}
}
