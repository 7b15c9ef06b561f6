package crawling

import (
	"encoding/json"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"unicode"

	"github.com/ontocrawl/ontocrawl/cmd/ontocrawl/internal/cli"
	"github.com/ontocrawl/ontocrawl/crawl/judge/rescore"
	"github.com/ontocrawl/ontocrawl/crawl/keep/state"
	"github.com/ontocrawl/ontocrawl/ontologies"
)

// By its own ontology and settings a run is judged as it was, whatever its settings
// were: from its texts, or from an archive of all pages.
func TestRescoreIsTheSame(t *testing.T) {
	t.Parallel()
	for _, more := range [][]string{nil, {"--judge", "present", "--phi", "0.3"}, {"--tau", "5"}, {"--warc", "none"}, {"--keep-text", "none"}} {
		run := storedRun(t, more...)
		pages := readFile(t, run, "pages.jsonl")
		again := filepath.Join(t.TempDir(), "again.jsonl")
		r := ontocrawl(t, "rescore", run, "--write", again)
		if r.code != cli.ExitOK || !strings.Contains(r.out, "No verdict has changed") || !strings.Contains(r.out, "4 of 4 pages") {
			t.Errorf("%v: code %d\n%s%s", more, r.code, r.out, r.err)
		}
		if got := readFile(t, filepath.Dir(again), "again.jsonl"); got != pages {
			t.Errorf("%v: pages judged again\n%s\nwant\n%s", more, got, pages)
		}
		if readFile(t, run, "pages.jsonl") != pages {
			t.Error("the run was touched")
		}
	}
}

// An ontology without the words of a page loses that page and no other.
func TestRescoreOtherOntology(t *testing.T) {
	t.Parallel()
	run := storedRun(t)
	owl, err := ontologies.FS.ReadFile("typhoon.owl")
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	text := strings.Map(func(r rune) rune {
		if unicode.Is(unicode.Han, r) {
			return 0x3400 + r%0x1900 // characters that no page has
		}
		return r
	}, string(owl))
	file := write(t, dir, "mine.owl", text)
	r := ontocrawl(t, "rescore", run, "--ontology", file, "--json")
	var rep rescore.Report
	if err := json.Unmarshal([]byte(r.out), &rep); err != nil {
		t.Fatalf("code %d: %v\n%s%s", r.code, err, r.out, r.err)
	}
	if r.code != cli.ExitFailure || r.err != "" || len(rep.Lost) != 1 || rep.Lost[0].URL != "http://a.example/3" || len(rep.Gained) != 0 ||
		rep.WasRelevant != 3 || rep.NowRelevant != 2 || rep.Judged != 4 || rep.Now.Ontologies[0].SHA256 == rep.Was.Ontologies[0].SHA256 {
		t.Errorf("code %d, %s\n%+v", r.code, r.err, rep)
	}
	lower := ontocrawl(t, "rescore", run, "--phi", "0.001", "--format", "markdown")
	if lower.code != cli.ExitOK && lower.code != cli.ExitFailure || !strings.Contains(lower.out, "## Verdicts") {
		t.Errorf("code %d\n%s%s", lower.code, lower.out, lower.err)
	}
	soup := ontocrawl(t, "rescore", run, "--phi", "0.99", "--top", "1")
	if soup.code != cli.ExitFailure || !strings.Contains(soup.out, "No longer relevant") || strings.Contains(soup.out, "\x1b") {
		t.Errorf("code %d\n%q\n%s", soup.code, soup.out, soup.err)
	}
}

// The pages of an earlier version are read again: they get what a crawl of now says of them. The date of a
// feed stays, and what is not archived is as it was.
func TestRescoreReadAgain(t *testing.T) {
	t.Parallel()
	run := storedRun(t, "--warc", "relevant")
	now := readFile(t, run, "pages.jsonl")
	lines := strings.SplitAfter(now, "\n")
	want := ""
	old := ""
	archived := 0
	for i, line := range lines[:len(lines)-1] {
		earlier := regexp.MustCompile(`,"(kind|headline|site|author)":"[^"]*"`).ReplaceAllString(line, "")
		earlier = regexp.MustCompile(`"title":"[^"]*","lang":"[^"]*"`).ReplaceAllString(earlier, `"title":"of old","lang":""`)
		if i == 0 {
			earlier = strings.Replace(earlier, "}}\n", `},"published":"2026-07-01T06:00:00Z","published_by":"feed"}`+"\n", 1)
			line = strings.Replace(line, `,"kind":`, `,"published":"2026-07-01T06:00:00Z","published_by":"feed","kind":`, 1)
		}
		old += earlier
		if strings.Contains(line, `"warc":`) {
			archived++
			want += line
		} else {
			want += earlier
		}
	}
	if archived == 0 || archived == len(lines)-1 || !strings.Contains(old, `"feed"`) || !strings.Contains(want, `"feed"`) || strings.Contains(old, `"kind"`) {
		t.Fatalf("%d pages are archived; the test needs both kinds\n%s\n%s", archived, old, want)
	}
	write(t, run, "pages.jsonl", old)
	again := filepath.Join(t.TempDir(), "again.jsonl")
	r := ontocrawl(t, "rescore", run, "--read-again", "--write", again, "--json")
	var rep rescore.Report
	if err := json.Unmarshal([]byte(r.out), &rep); err != nil || rep.ReadAgain == nil || rep.ReadAgain.Read != archived || rep.ReadAgain.CouldNot != len(lines)-1-archived || rep.FromText != rep.ReadAgain.CouldNot {
		t.Errorf("code %d, %v\n%s%s", r.code, err, r.out, r.err)
	}
	if got := readFile(t, filepath.Dir(again), "again.jsonl"); got != want {
		t.Errorf("read again\n%s\nwant\n%s", got, want)
	}
	if readFile(t, run, "pages.jsonl") != old {
		t.Error("the run was touched")
	}
	r = ontocrawl(t, "rescore", run, "--read-again")
	if !strings.Contains(r.out, "3 answers were read again, 1 could not be") {
		t.Errorf("code %d\n%s%s", r.code, r.out, r.err)
	}
	r = ontocrawl(t, "rescore", run, "--json")
	if strings.Contains(r.out, "read_again") {
		t.Errorf("nothing was to be read again\n%s", r.out)
	}
}

// What was not kept is counted, not guessed; without texts and an archive there is
// nothing to judge.
func TestRescoreNeedsWhatIsKept(t *testing.T) {
	t.Parallel()
	some := ontocrawl(t, "rescore", storedRun(t, "--warc", "relevant", "--keep-text", "none"))
	if !strings.Contains(some.out, "3 of 4 pages") || !strings.Contains(some.out, "0 from their kept text, 3 from their archived answer") || !strings.Contains(some.out, "Of 1 pages neither") {
		t.Errorf("code %d\n%s%s", some.code, some.out, some.err)
	}
	all := ontocrawl(t, "rescore", storedRun(t, "--warc", "relevant"), "--json")
	var rep rescore.Report
	if err := json.Unmarshal([]byte(all.out), &rep); err != nil || rep.FromText != 4 || rep.FromArchive+rep.NotKept+rep.Cut+rep.Unreadable != 0 {
		t.Errorf("code %d, %v\n%s%s", all.code, err, all.out, all.err)
	}
	for _, tt := range []struct {
		args []string
		want string
	}{
		{[]string{storedRun(t, "--warc", "none", "--keep-text", "none")}, "neither"},
		{[]string{t.TempDir()}, "no run folder"},
		{[]string{storedRun(t), "--json", "--format", "text"}, "contradict"},
		{[]string{storedRun(t), "--ontology", "nowhere.owl"}, "nowhere.owl"},
	} {
		r := ontocrawl(t, append([]string{"rescore"}, tt.args...)...)
		if r.code != cli.ExitUsage || !strings.Contains(r.err, tt.want) {
			t.Errorf("%v: code %d\n%s", tt.args, r.code, r.err)
		}
	}
}

// While another process uses the run, its texts cannot be read; its archive can.
func TestRescoreOfARunInUse(t *testing.T) {
	t.Parallel()
	run := storedRun(t)
	s, err := state.Open(filepath.Join(run, "state"), state.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	r := ontocrawl(t, "rescore", run)
	if !strings.Contains(r.out, "0 from their kept text, 4 from their archived answer") || !strings.Contains(r.err, "is in use") {
		t.Errorf("code %d\n%s%s", r.code, r.out, r.err)
	}
}

// A job is named as in its file of jobs: its kept pages are judged by both versions.
func TestDiffOverAJob(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	web, _ := doorWeb(t, dir)
	text := "folder: monitor\njobs:\n- name: storms\n  schedule: \"@every 1h\"\n  topic: typhoon\n  web: " + web + "\n  budget: {pages: 20}\n  seeds:\n"
	for line := range strings.Lines(readFile(t, dir, "seeds.txt")) {
		text += "  - " + line
	}
	jobs := write(t, dir, "jobs.yaml", text)
	if r := ontocrawl(t, "job", "--jobs", jobs, "run", "storms", "--now"); r.code != cli.ExitOK {
		t.Fatalf("job run: code %d\n%s%s", r.code, r.out, r.err)
	}
	owl, err := ontologies.FS.ReadFile("typhoon.owl")
	if err != nil {
		t.Fatal(err)
	}
	less := write(t, dir, "less.owl", regexp.MustCompile(`(?i)<(rdfs:label|skos:\w*Label)\b[^>]*>`).ReplaceAllString(string(owl), "${0}zzq "))
	r := ontocrawl(t, "ontology", "diff", "typhoon", less, "--job", "storms", "--jobs", jobs, "--json")
	var got struct{ Run rescore.Report }
	if err := json.Unmarshal([]byte(r.out), &got); err != nil || got.Run.Judged == 0 || len(got.Run.Lost) == 0 || got.Run.LastWeek == nil || got.Run.LastWeek.Lost != len(got.Run.Lost) {
		t.Errorf("code %d: %v\n%s%s", r.code, err, r.out, r.err)
	}
	for args, want := range map[string]string{
		"--job storm --jobs " + jobs:          `did you mean "storms"?`,
		"--job storms --run x --jobs " + jobs: "--run and --job contradict each other",
		"--jobs " + jobs:                      "--jobs needs --job",
	} {
		r := ontocrawl(t, append([]string{"ontology", "diff", "typhoon", less}, strings.Fields(args)...)...)
		if r.code != cli.ExitUsage || r.out != "" || !strings.Contains(r.err, want) {
			t.Errorf("%s: code %d, %s", args, r.code, r.err)
		}
	}
}

// Both versions of an ontology judge the pages of a run, whatever the run itself was judged by.
func TestDiffOverARun(t *testing.T) {
	t.Parallel()
	run := storedRun(t, "--phi", "0.4")
	before := readFile(t, run, "pages.jsonl")
	owl, err := ontologies.FS.ReadFile("typhoon.owl")
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	full := write(t, dir, "full.owl", string(owl))
	less := write(t, dir, "less.owl", strings.Map(func(r rune) rune {
		if unicode.Is(unicode.Han, r) {
			return 0x3400 + r%0x1900 // characters that no page has
		}
		return r
	}, string(owl)))
	var got struct {
		Axioms struct{ Shared int }
		Run    rescore.Report
	}
	for _, tt := range []struct {
		old, new     string
		gained, lost int
	}{{full, less, 0, 1}, {less, full, 1, 0}, {full, full, 0, 0}} {
		got.Run = rescore.Report{}
		r := ontocrawl(t, "ontology", "diff", tt.old, tt.new, "--run", run, "--json")
		if err := json.Unmarshal([]byte(r.out), &got); err != nil {
			t.Fatalf("code %d: %v\n%s%s", r.code, err, r.out, r.err)
		}
		w := got.Run.LastWeek
		if len(got.Run.Gained) != tt.gained || len(got.Run.Lost) != tt.lost || got.Run.Judged != 4 || w == nil || w.Gained != tt.gained || w.Lost != tt.lost || got.Axioms.Shared == 0 {
			t.Errorf("%s -> %s: %+v", filepath.Base(tt.old), filepath.Base(tt.new), got.Run)
		}
	}
	r := ontocrawl(t, "ontology", "diff", full, less, "--run", run, "--lang", "en")
	if r.code != cli.ExitFailure || !strings.Contains(r.out, "No longer relevant: 1") || !strings.Contains(r.out, "alerts would have told of 0 more finds, and not of 1 that they told of") {
		t.Errorf("code %d\n%s%s", r.code, r.out, r.err)
	}
	if readFile(t, run, "pages.jsonl") != before {
		t.Error("the run was touched")
	}
	for args, want := range map[string]string{"- " + full + " --run " + run: "--run and --job read the ontologies again", full + " " + less + " --run " + dir: dir} {
		if r := ontocrawl(t, append([]string{"ontology", "diff"}, strings.Fields(args)...)...); r.code == cli.ExitOK || !strings.Contains(r.err, want) {
			t.Errorf("%s: code %d, %s", args, r.code, r.err)
		}
	}
}
