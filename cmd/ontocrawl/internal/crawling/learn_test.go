package crawling

import (
	"encoding/json"
	"math"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ontocrawl/ontocrawl/cmd/ontocrawl/internal/cli"
	"github.com/ontocrawl/ontocrawl/crawl/judge/relevance"
	"github.com/ontocrawl/ontocrawl/crawl/keep/rundir"
	"github.com/ontocrawl/ontocrawl/crawl/tell/progress"
)

const learnedModel = `{"model":3,"seq":2,"learned_at":"2026-01-02T03:04:05.000Z","learned":{"version":1,"pages":300,"sure":40,"purity":{},"rest":1,` +
	`"words":[{"word":"waves","weight":3},{"word":"harbour","weight":1}],"middle":0,"high":0.2,"languages":{"en":40}}}` + "\n"

// TestScoreByRun: a page is judged with the topic, the settings and the last model of
// a run, and the words that it has are listed with what they add.
func TestScoreByRun(t *testing.T) {
	t.Parallel()
	run := storedRun(t, "--judge", relevance.Fielded)
	write(t, run, rundir.ModelsFile, learnedModel)
	page := write(t, t.TempDir(), "page.html", `<html lang="en"><title>Typhoon</title><p>The typhoon brought waves, high waves, to the harbour of a town on the coast.`)
	r := ontocrawl(t, "score", page, "--run", run, "--json")
	var got relevance.Explanation
	if err := json.Unmarshal([]byte(r.out), &got); err != nil || r.code != cli.ExitOK {
		t.Fatalf("code %d, %v\n%s%s", r.code, err, r.out, r.err)
	}
	words := 0.0
	for _, e := range got.Evidence {
		if e.Group == relevance.GroupWords {
			words = e.Contribution
		}
	}
	if got.Model != 3 || got.Judge != relevance.Fielded || len(got.Learned) != 2 || got.Learned[0].Word != "waves" || got.Learned[0].Count != 2 ||
		words <= 0 || math.Abs(got.Learned[0].Contribution+got.Learned[1].Contribution-words) > 1e-9 {
		t.Errorf("%+v\nwords %v", got, words)
	}
	text := ontocrawl(t, "score", page, "--run", run)
	if !strings.Contains(text.out, "judged by learned model 3") || !strings.Contains(text.out, "waves") {
		t.Errorf("code %d\n%s%s", text.code, text.out, text.err)
	}
	plain := ontocrawl(t, "score", page, "--topic", "typhoon", "--judge", relevance.Fielded)
	if strings.Contains(plain.out, "learned") {
		t.Errorf("without a run a model judged:\n%s", plain.out)
	}
	none := ontocrawl(t, "score", page, "--run", run, "--method-option", "learn=none")
	if none.code != cli.ExitOK || strings.Contains(none.out, "learned") {
		t.Errorf("with learn=none: code %d\n%s%s", none.code, none.out, none.err)
	}
	if r := ontocrawl(t, "score", page, "--run", filepath.Dir(page)); r.code != cli.ExitUsage || !strings.Contains(r.err, "is no run folder") {
		t.Errorf("code %d, %s", r.code, r.err)
	}
	write(t, run, rundir.ModelsFile, strings.Replace(learnedModel, `"rest":1`, `"rest":7`, 1))
	if r := ontocrawl(t, "score", page, "--run", run); r.code != cli.ExitFailure || !strings.Contains(r.err, "purity") {
		t.Errorf("a damaged model: code %d, %s", r.code, r.err)
	}
}

// TestLearnIsKept: a run goes on with the value of the option learn that it began with, and
// run.yaml holds it.
func TestLearnIsKept(t *testing.T) {
	t.Parallel()
	web, seeds := storedWeb(t)
	out := filepath.Join(t.TempDir(), "run")
	crawl := func(more ...string) result {
		return ontocrawl(t, append([]string{"crawl", "--topic", "typhoon", "--web", web, "--seeds", seeds, "--out", out, "--segmenter", "trie"}, more...)...)
	}
	if r := crawl("--method-option", "learn=none"); r.code != cli.ExitOK || !strings.Contains(readFile(t, out, "run.yaml"), "learn: none") {
		t.Fatalf("code %d\n%s%s", r.code, r.out, r.err)
	}
	if r := crawl("--method-option", "learn=auto"); r.code != cli.ExitConflict || !strings.Contains(r.err, "settings.learn") {
		t.Errorf("with another value: code %d, %s", r.code, r.err)
	}
	if r := crawl(); r.code != cli.ExitOK || !strings.Contains(r.err, `"method_options: {learn: none}"`) || !strings.Contains(readFile(t, out, "run.yaml"), "learn: none") {
		t.Errorf("without a value: code %d, %s", r.code, r.err)
	}
	if r := crawl("--method-option", "learn=none"); r.code != cli.ExitOK {
		t.Errorf("with the same value: code %d, %s", r.code, r.err)
	}
	if r := crawl("--method-option", "learn=all of it"); r.code != cli.ExitUsage || !strings.Contains(r.err, "auto") {
		t.Errorf("an unknown value: code %d, %s", r.code, r.err)
	}
	r := ontocrawl(t, "status", out, "--json")
	var rep progress.Report
	if err := json.Unmarshal([]byte(r.out), &rep); err != nil || rep.Model != 0 || !strings.Contains(r.out, `"model": 0`) {
		t.Errorf("%v\n%s", err, r.out)
	}
}
