package measuring

import (
	"encoding/json"
	"testing"

	"github.com/ontocrawl/ontocrawl/cmd/ontocrawl/internal/cli"
	"github.com/ontocrawl/ontocrawl/internal/goldentest"
	"github.com/ontocrawl/ontocrawl/lab/eval"
	"github.com/ontocrawl/ontocrawl/lab/report"
)

// On a stored encyclopedia the order of the plainest strategies is beyond
// doubt, and nobody beats the oracle.
func TestEvalOutside(t *testing.T) {
	t.Parallel()
	web, out := goldentest.Web(t, "wikispeedia-en"), t.TempDir()
	r := ontocrawl(t, "eval", "--ablate=false", "--web-outside", "dead", "--web", web, "--topic", "typhoon", "--label", "topic:tropical-cyclone", "--ignore", "near:*",
		"--repeat", "3", "--strategies", "tabu,best-first,breadth-first", "--out", out, "--json")
	var rep report.Results
	if err := json.Unmarshal([]byte(r.out), &rep); r.code != cli.ExitOK || err != nil {
		t.Fatalf("code %d, %v\n%s", r.code, err, r.err)
	}
	ratio := map[string]float64{}
	for _, m := range rep.Means {
		ratio[m.Strategy] = m.Of["area_ratio"].Mean
		t.Logf("%s: area ratio %.3f, recall %.3f, cpu %.2f s", m.Strategy, m.Of["area_ratio"].Mean, m.Of["recall"].Mean, m.Of["cpu_seconds"].Mean)
	}
	if ratio["tabu"] < .97 || ratio["best-first"] < .95 || ratio["breadth-first"] > .7 || ratio[eval.Oracle] != 1 {
		t.Errorf("area ratios %v", ratio)
	}
	for _, run := range rep.Runs {
		if run.OnTopic > run.Reachable || run.AreaRatio > 1 || run.Recall > 1 {
			t.Errorf("more than there is: %+v", run)
		}
	}
	// 13 of the pages on topic have no in-link, and no seed of three draws of 5
	// is any of them all three times.
	for _, m := range rep.Missed {
		if m.Reason != eval.NeverLinked || m.Links > 0 {
			t.Errorf("%s: %s, linked from %d", m.URL, m.Reason, m.Links)
		}
	}
	if len(rep.Missed) == 0 {
		t.Error("every page was found, also those that nobody links to")
	}
}
