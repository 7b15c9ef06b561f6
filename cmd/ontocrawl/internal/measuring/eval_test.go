package measuring

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ontocrawl/ontocrawl/cmd/ontocrawl/internal/cli"
	"github.com/ontocrawl/ontocrawl/cmd/ontocrawl/internal/cmdtest"
	"github.com/ontocrawl/ontocrawl/internal/term"
	"github.com/ontocrawl/ontocrawl/lab/eval"
	"github.com/ontocrawl/ontocrawl/lab/report"
)

func evalArgs(web, out string, more ...string) []string {
	return append([]string{"eval", "--web", web, "--topic", "typhoon", "--label", "topic:storm", "--segmenter", "trie", "--out", out}, more...)
}

func TestEval(t *testing.T) {
	t.Parallel()
	web, out := cmdtest.LabelledWeb(t), filepath.Join(t.TempDir(), "made", "results")
	args := evalArgs(web, out, "--seeds", "2", "--repeat", "3", "--budget", "6,2x", "--ignore", "near:*", "--strategies", "tabu,breadth-first")
	r := ontocrawl(t, args...)
	if r.code != cli.ExitOK || !strings.Contains(r.out, "Budget 2x") || !strings.Contains(r.out, "oracle") {
		t.Fatalf("code %d\n%s%s", r.code, r.out, r.err)
	}
	var rep report.Results
	if err := json.Unmarshal([]byte(readFile(t, out, "results.json")), &rep); err != nil {
		t.Fatal(err)
	}
	if len(rep.Runs) != 3*2*3 || rep.OnTopic != 8 || rep.Ignored != 1 || len(rep.Means) != 6 || rep.Workers != 8 {
		t.Fatalf("%d runs, %d on topic, %d ignored, %d means, %d workers", len(rep.Runs), rep.OnTopic, rep.Ignored, len(rep.Means), rep.Workers)
	}
	for _, run := range rep.Runs {
		if run.Reachable != 8 || run.AreaRatio > 1 || run.Area <= 0 || run.Fetched > run.Budget {
			t.Errorf("%+v", run)
		}
	}
	// The anchors say which links lead to storms.
	if ratio := rep.Means[0].Of["area_ratio"].Mean; rep.Means[0].Strategy != "tabu" || ratio < .9 {
		t.Errorf("%s reaches %v of the oracle", rep.Means[0].Strategy, ratio)
	}
	if html := readFile(t, out, "report.html"); !strings.Contains(html, "Figure 3") || strings.Contains(html, "<script") {
		t.Error("report.html is not the report")
	}
	again := ontocrawl(t, append(args, "--json")...)
	var second report.Results
	if err := json.Unmarshal([]byte(again.out), &second); err != nil {
		t.Fatalf("%v\n%s", err, again.out)
	}
	for i, run := range second.Runs {
		a, b := rep.Runs[i], run
		a.Seconds, a.CPUSeconds, b.Seconds, b.CPUSeconds = 0, 0, 0, 0
		if fmt.Sprint(a) != fmt.Sprint(b) {
			t.Errorf("the same seed, another run:\n%+v\n%+v", a, b)
		}
	}
}

func TestEvalSeedsFile(t *testing.T) {
	t.Parallel()
	web, out := cmdtest.LabelledWeb(t), t.TempDir()
	seeds := write(t, out, "seeds.txt", "http://a.example/desk\nhttp://a.example/storm1\n")
	args := evalArgs(web, out, "--seeds", seeds, "--seeds-share", "0.5", "--repeat", "2", "--strategies", "best-first", "--per-site-cap", "5", "--trails", "--json")
	r := ontocrawl(t, args...)
	var rep report.Results
	if err := json.Unmarshal([]byte(r.out), &rep); r.code != cli.ExitOK || err != nil {
		t.Fatalf("code %d, %v\n%s%s", r.code, err, r.out, r.err)
	}
	if rep.Runs[0].Seeds != 2 || rep.Runs[1].Seeds != 1 {
		t.Errorf("seeds of the runs: %d and %d", rep.Runs[0].Seeds, rep.Runs[1].Seeds)
	}
	lines := 1
	for _, run := range rep.Runs {
		lines += run.Fetched
		if run.Fetched > 5 {
			t.Errorf("%s fetched %d of one site", run.Strategy, run.Fetched)
		}
	}
	if got := strings.Count(readFile(t, out, "trails.tsv"), "\n"); got != lines {
		t.Errorf("trails.tsv has %d lines, want %d", got, lines)
	}
}

// TestEvalFilter: with a filter by domain names the share of links it let pass is
// told, everywhere; the links of the little web are all of one host.
func TestEvalFilter(t *testing.T) {
	t.Parallel()
	web, out := cmdtest.LabelledWeb(t), t.TempDir()
	args := evalArgs(web, out, "--filter", "core-domain", "--seeds", "2", "--repeat", "2", "--strategies", "best-first")
	r := ontocrawl(t, args...)
	if r.code != cli.ExitOK || !strings.Contains(r.out, "TLP") || !strings.Contains(r.out, "1.0000") {
		t.Fatalf("code %d\n%s%s", r.code, r.out, r.err)
	}
	var rep report.Results
	if err := json.Unmarshal([]byte(readFile(t, out, "results.json")), &rep); err != nil {
		t.Fatal(err)
	}
	for _, run := range rep.Runs {
		if oracle := run.Strategy == eval.Oracle; oracle != (run.TLP == nil) || !oracle && *run.TLP != 1 {
			t.Errorf("%s: TLP %v", run.Strategy, run.TLP)
		}
	}
	if !strings.Contains(readFile(t, out, "report.html"), "links passed") {
		t.Error("the report has no column of them")
	}
	if r := ontocrawl(t, evalArgs(web, out, "--seeds", "2", "--repeat", "1", "--strategies", "best-first")...); strings.Contains(r.out, "TLP") || strings.Contains(readFile(t, out, "results.json"), "tlp") {
		t.Error("TLP without a filter")
	}
}

func TestEvalBadInput(t *testing.T) {
	t.Parallel()
	web, out := cmdtest.LabelledWeb(t), t.TempDir()
	bare, seeds := storedWeb(t)
	stranger := write(t, out, "stranger.txt", "http://b.example/\n")
	file := write(t, out, "file", "")
	for _, x := range []struct {
		name string
		args []string
		want []string
	}{
		{"no labels", evalArgs(bare, out), []string{"no labels"}},
		{"unknown label", append(evalArgs(web, out), "--label", "topic:strom"), []string{`"topic:strom"`, "topic:storm, "}},
		{"no web", evalArgs(filepath.Join(out, "none"), out), []string{"index.tsv"}},
		{"seeds elsewhere", evalArgs(web, out, "--seeds", stranger), []string{"http://b.example/ is not in the web"}},
		{"seeds of another web", evalArgs(web, out, "--seeds", seeds), []string{"is not in the web"}},
		{"too many seeds", evalArgs(web, out, "--seeds", "9"), []string{"9 random seeds", "8 pages are on topic"}},
		{"no seeds", evalArgs(web, out, "--seeds", "0"), []string{"0 random seeds"}},
		{"no such file", evalArgs(web, out, "--seeds", "nowhere.txt"), []string{"nowhere.txt"}},
		{"budget below the seeds", evalArgs(web, out, "--seeds", "5", "--budget", "4"), []string{"budget 4 is below the 5 seeds"}},
		{"budget is none", evalArgs(web, out, "--budget", "many"), []string{`"many" is not a budget`}},
		{"no budget", evalArgs(web, out, "--budget", ","), []string{"--budget is empty"}},
		{"budget twice", evalArgs(web, out, "--budget", "4x,4x"), []string{"twice"}},
		{"unknown strategy", evalArgs(web, out, "--strategies", "tabo"), []string{`"tabo"`, "tabu"}},
		{"strategy twice", evalArgs(web, out, "--strategies", "tabu,tabu"), []string{"twice"}},
		{"no strategy", evalArgs(web, out, "--strategies", " "), []string{"--strategies"}},
		{"sum", evalArgs(web, out, "--alpha", "0.5"), []string{"add up to 1"}},
		{"sum of mu", evalArgs(web, out, "--method-option", "mu1=0.9"), []string{"add up to 1"}},
		{"share without file", evalArgs(web, out, "--seeds-share", "0.5"), []string{"--seeds FILE"}},
		{"share", evalArgs(web, out, "--seeds", stranger, "--seeds-share", "2"), []string{"share of 2"}},
		{"cap", evalArgs(web, out, "--per-site-cap", "-1"), []string{"--per-site-cap"}},
		{"repeat", evalArgs(web, out, "--repeat", "0"), []string{"--repeat"}},
		{"pattern", evalArgs(web, out, "--ignore", "near:["), []string{`"near:["`}},
		{"nothing given", []string{"eval"}, []string{"--web, --label or --labels, --out, --topic"}},
		{"out is a file", evalArgs(web, file), []string{"--out"}},
	} {
		r := ontocrawl(t, x.args...)
		if r.code != cli.ExitUsage {
			t.Errorf("%s: code %d\n%s%s", x.name, r.code, r.out, r.err)
		}
		for _, want := range x.want {
			if !strings.Contains(r.err, want) {
				t.Errorf("%s: the error lacks %q: %s", x.name, want, r.err)
			}
		}
	}
	if _, err := os.Stat(filepath.Join(out, "results.json")); err == nil {
		t.Error("a refused evaluation left results")
	}
}

func TestNearestNames(t *testing.T) {
	t.Parallel()
	known := []string{"tabu", "best-first", "breadth-first", "on-its", "hits"}
	for name, want := range map[string]string{"tabo": "tabu", "Best": "best-first", "onits": "on-its", "breadth_first": "breadth-first"} {
		if got := term.Nearest(name, known, 1); got[0] != want {
			t.Errorf("%s: %v, want %s", name, got, want)
		}
	}
}

// TestEvalRankers: all pages of a web are ranked by all rankers, as a table and as JSON.
func TestEvalRankers(t *testing.T) {
	t.Parallel()
	web, out := cmdtest.LabelledWeb(t), filepath.Join(t.TempDir(), "ranked")
	args := evalArgs(web, out, "--rankers", "--seeds", "2", "--repeat", "2")
	r := ontocrawl(t, args...)
	if r.code != cli.ExitOK || !strings.Contains(r.out, "judge+logistic") || !strings.Contains(r.out, "median rank") {
		t.Fatalf("code %d\n%s%s", r.code, r.out, r.err)
	}
	var res struct {
		Rankers []struct {
			Ranker string
			Of     map[string]eval.Interval
		}
	}
	if err := json.Unmarshal([]byte(ontocrawl(t, append(args, "--json")...).out), &res); err != nil || len(res.Rankers) != 10 {
		t.Fatalf("%v: %+v", err, res)
	}
	for _, k := range res.Rankers {
		if k.Ranker == "judge" && k.Of["p_at_r"].Mean < .99 {
			t.Errorf("the judge ranks %+v", k)
		}
	}
	if r := ontocrawl(t, evalArgs(web, out, "--rankers", "--search", "stored", "--seeds", "none", "--ablate=false")...); r.code != cli.ExitUsage || !strings.Contains(r.err, "--rankers needs examples") {
		t.Errorf("without seeds: code %d, %s", r.code, r.err)
	}
}

// TestEvalSearch: strategies that ask an engine with faults over the web, and choose operators in
// several ways, and one that asks by itself; nothing is asked beyond --queries.
func TestEvalSearch(t *testing.T) {
	t.Parallel()
	web, out := cmdtest.LabelledWeb(t), filepath.Join(t.TempDir(), "asked")
	args := evalArgs(web, out, "--search", "stored", "--seeds", "none", "--ablate=false", "--strategies", "tabu,dwdbrm", "--repeat", "2", "--queries", "6")
	r := ontocrawl(t, append(args, "--search-by", "thompson,ucb1,kw", "--method-option", "dwdbrm-reward=host", "--search-errors", ".2", "--search-latency", "1ms", "--search-spam", ".2", "--spam-web", web)...)
	if r.code != cli.ExitOK || !strings.Contains(r.out, "by operator") {
		t.Fatalf("code %d\n%s%s", r.code, r.out, r.err)
	}
	var rep report.Results
	if err := json.Unmarshal([]byte(readFile(t, out, "results.json")), &rep); err != nil {
		t.Fatal(err)
	}
	if want := []string{"tabu by thompson", "tabu by ucb1", "tabu by kw", "dwdbrm"}; fmt.Sprint(rep.Entrants) != fmt.Sprint(want) {
		t.Errorf("%q took part", rep.Entrants)
	}
	for _, run := range rep.Runs {
		if run.Strategy == eval.Oracle {
			continue
		}
		s := run.Search
		if s == nil || s.Calls == 0 || s.Calls > 6 || run.OnTopic < 6 {
			t.Errorf("%s: %d on topic, %+v", run.Strategy, run.OnTopic, s)
		} else if run.Strategy == "tabu by kw" && s.ByOp["kw"] != s.Calls {
			t.Errorf("keywords alone: %v", s.ByOp)
		}
	}
	for _, bad := range [][]string{{"--search-by", "dice"}, {"--method-option", "dwdbrm-reward=link"}, {"--search-errors", "2"}, {"--search-spam", ".1"}, {"--search-latency", "-1s"}, {"--search-spam", ".1", "--spam-web", t.TempDir()}} {
		if r := ontocrawl(t, append(args, bad...)...); r.code != cli.ExitUsage {
			t.Errorf("%q: code %d, %s", bad, r.code, r.err)
		}
	}
}
