package measuring

import (
	"encoding/json"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ontocrawl/ontocrawl/cmd/ontocrawl/internal/cli"
	"github.com/ontocrawl/ontocrawl/cmd/ontocrawl/internal/cmdtest"
	"github.com/ontocrawl/ontocrawl/config"
	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/lab/eval"
)

// tunePlan is a plan of two little webs.
func tunePlan(t *testing.T) string {
	t.Helper()
	one, two := cmdtest.LabelledWeb(t), cmdtest.LabelledWeb(t)
	return write(t, t.TempDir(), "plan.yaml", fmt.Sprintf(`
- {web: %s, label: 'topic:storm', topic: typhoon, ignore: 'near:*', seeds: 2, budget: 6}
- {web: %s, label: 'topic:storm', keywords: 'typhoon', ignore: 'near:*', seeds: 2, budget: 2x}
`, one, two))
}

func TestTune(t *testing.T) {
	t.Parallel()
	plan, out := tunePlan(t), filepath.Join(t.TempDir(), "tuned.yaml")
	args := []string{"tune", "--plan", plan, "--trials", "3", "--crawl-trials", "2", "--repeat", "2", "--segmenter", "trie", "--out", out, "--phi", "0.95"}
	r := ontocrawl(t, append(args, "--json")...)
	var rep eval.TuneResult
	if err := json.Unmarshal([]byte(r.out), &rep); r.code != cli.ExitOK || err != nil {
		t.Fatalf("code %d, %v\n%s%s", r.code, err, r.out, r.err)
	}
	if len(rep.Parts) != 4 || len(rep.Cases) != 2 || rep.Parts[0].Tried != 4*99 || rep.Parts[1].Tried != 2 {
		t.Fatalf("%+v", rep)
	}
	// With phi .95 no page is relevant; every lower one finds all storms.
	judge := rep.Parts[0]
	if judge.Part != "judge" || judge.Default != 0 || judge.InSample != 1 || !judge.Change || judge.Gain.Mean != 1 || judge.Settings[0].InForce != .95 {
		t.Errorf("%+v %+v", judge, judge.TuneFound)
	}
	text := readFile(t, filepath.Dir(out), "tuned.yaml")
	if !strings.Contains(text, "\nphi: 0.") || !strings.Contains(text, "\ntag-weights: \"") {
		t.Errorf("%s", text)
	}
	// What it writes is a file of settings, and the same seed says the same.
	if r := ontocrawl(t, "config", "--config", out); r.code != cli.ExitOK {
		t.Errorf("its file is refused: %s", r.err)
	}
	if again := ontocrawl(t, append(args, "--json")...); again.out != r.out {
		t.Error("the same seed, another result")
	}
	table := ontocrawl(t, args...)
	for _, want := range []string{"judge: mean F1 of verdicts", "tabu: mean area_ratio of crawls by tabu", "left out", "Held out it gains +1.0000", "Written: "} {
		if table.code != cli.ExitOK || !strings.Contains(table.out, want) {
			t.Errorf("no %q, code %d\n%s%s", want, table.code, table.out, table.err)
		}
	}
}

func TestTuneBadInput(t *testing.T) {
	t.Parallel()
	dir, web := t.TempDir(), cmdtest.LabelledWeb(t)
	n := 0
	plan := func(text string) []string {
		n++
		return []string{"--plan", write(t, dir, fmt.Sprintf("%d.yaml", n), text)}
	}
	good := fmt.Sprintf("{web: %s, label: 'topic:storm', topic: typhoon}", web)
	bare, _ := storedWeb(t)
	for _, x := range []struct {
		want string
		args []string
	}{
		{"needs --plan", nil},
		{"no such file", []string{"--plan", filepath.Join(dir, "none.yaml")}},
		{"1 webs", plan("- " + good)},
		{"0 webs", plan("")},
		{"a plan is a list", plan("web: x")},
		{"field webb not found", plan("- {webb: x}")},
		{":2: the entry lacks label, topic", plan("- " + good + "\n- {web: x}")},
		{"seeds-share is 2", plan("- {web: x, label: y, topic: typhoon, seeds-share: 2}")},
		{`"many" is not a budget`, plan("- {web: x, label: y, topic: typhoon, budget: many}")},
		{"index.tsv", plan("- " + good + "\n- {web: nowhere, label: y, topic: typhoon}")},
		{"no labels", plan(fmt.Sprintf("- %s\n- {web: %s, label: y, topic: typhoon}", good, bare))},
		{"nearest labels are", plan(fmt.Sprintf("- %s\n- {web: %s, label: 'topic:strom', topic: typhoon}", good, cmdtest.LabelledWeb(t)))},
		{"9 random seeds", plan(fmt.Sprintf("- %s\n- {web: %s, label: 'topic:storm', topic: typhoon, seeds: 9}", good, cmdtest.LabelledWeb(t)))},
		{"--trials is 0", append(plan("- "+good), "--trials", "0")},
		{"--crawl-trials is 0", append(plan("- "+good), "--crawl-trials", "0")},
		{"--repeat is 0", append(plan("- "+good), "--repeat", "0")},
		{`no part "juge"; the nearest is judge`, append(plan("- "+good), "--parts", "juge")},
		{"--parts is empty", append(plan("- "+good), "--parts", ",")},
	} {
		args := append([]string{"tune", "--segmenter", "trie", "--crawl-trials", "1", "--trials", "1"}, x.args...)
		if r := ontocrawl(t, args...); r.code != cli.ExitUsage || !strings.Contains(r.err, x.want) {
			t.Errorf("%v: code %d, want %q\n%s", x.args, r.code, x.want, r.err)
		}
	}
}

// TestTagWeights: the setting's default is the judge's own weights.
func TestTagWeights(t *testing.T) {
	t.Parallel()
	c, err := config.Load(cli.SettingSources(nil, nil, ""))
	if err != nil {
		t.Fatal(err)
	}
	if w := cli.JudgeSpec(c).Groups; w != nil {
		t.Errorf("%v, want none", w)
	}
	if w := cli.JudgeSpec(&config.Config{JudgeSettings: config.JudgeSettings{TagWeights: "1,2,3,4,5"}}).Groups; w == nil || w[crawl.GroupBody] != 5 {
		t.Errorf("%v", w)
	}
	for _, bad := range []string{"1,2,3,4", "1,2,3,4,0", "a,2,3,4,5", "1,2,3,4,NaN", "1,2,3,4,5,6", "-1,2,3,4,5"} {
		if r := ontocrawl(t, "config", "--tag-weights", bad); r.code != cli.ExitUsage || !strings.Contains(r.err, "five numbers") {
			t.Errorf("%s: code %d, %s", bad, r.code, r.err)
		}
	}
	page := write(t, t.TempDir(), "p.html", page1("A desk", "<h2>Typhoon</h2> soup soup soup", ""))
	heavy := ontocrawl(t, "score", page, "--topic", "typhoon", "--tag-weights", "1,9,1,1,.1")
	light := ontocrawl(t, "score", page, "--topic", "typhoon", "--tag-weights", "1,.1,1,1,.1")
	if heavy.code != cli.ExitOK || light.code != cli.ExitOK || heavy.out == light.out {
		t.Errorf("the weight of headings changes nothing:\n%s%s", heavy.out, heavy.err)
	}
}
