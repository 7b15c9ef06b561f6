package main

import (
	"encoding/json"
	"math"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ontocrawl/ontocrawl/cmd/ontocrawl/internal/cli"
	"github.com/ontocrawl/ontocrawl/config"
	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/relevance"
)

// What is left out has no weight, and the rest adds up to 1 in its old
// proportions.
func TestVariants(t *testing.T) {
	c := &config.Config{Alpha: .80, Beta: .04, Gamma: .06, Delta: .03, Epsilon: .07, Mu1: .55, Mu2: .25, Mu3: .20, Balance: .2, Tries: 5}
	seen := map[string]bool{}
	for _, v := range variants(c, "tabu") {
		seen[v.part+" "+v.without] = true
		d := *c
		if v.set != nil {
			v.set(&d)
		}
		sim, mu := d.Alpha+d.Beta+d.Gamma+d.Delta+d.Epsilon, d.Mu1+d.Mu2+d.Mu3
		if math.Abs(sim-1) > 1e-12 || math.Abs(mu-1) > 1e-12 {
			t.Errorf("%s: the weights add up to %v and %v", v.without, sim, mu)
		}
		if v.set == nil && v.groups == nil && v.strategy == "" {
			t.Errorf("%s: nothing is left out", v.without)
		}
		switch v.without {
		case "IFDis":
			if d.Alpha != 0 || math.Abs(d.Epsilon-.35) > 1e-12 {
				t.Errorf("without IFDis: alpha %v, epsilon %v, want 0 and .07/.2", d.Alpha, d.Epsilon)
			}
		case "PageRank":
			if d.Mu1 != 0 || math.Abs(d.Mu2-.25/.45) > 1e-12 {
				t.Errorf("without PageRank: mu1 %v, mu2 %v", d.Mu1, d.Mu2)
			}
		case "title":
			if v.groups[crawl.GroupTitle] != v.groups[crawl.GroupBody] || v.groups[crawl.GroupHeading] != relevance.GroupWeights[crawl.GroupHeading] {
				t.Errorf("without title: %v", *v.groups)
			}
		}
	}
	for _, want := range []string{"similarity IFRel", "tag groups anchor", "priority anchor", "search learned ranker", "search tabu list"} {
		if !seen[want] {
			t.Errorf("no variant %s", want)
		}
	}
	if len(seen) != 5+4+3+3 {
		t.Errorf("%d variants: %v", len(seen), seen)
	}
	// What is off, or is all there is, cannot be left out.
	c.Mu1, c.Mu2, c.Mu3 = 1, 0, 0
	for _, v := range variants(c, "best-first") {
		if v.part == partPriority || v.part == partSearch {
			t.Errorf("variant %s of %s", v.without, v.whole)
		}
	}
}

func TestEvalAblate(t *testing.T) {
	web, out := labelledWeb(t), filepath.Join(t.TempDir(), "results")
	r := ontocrawl(t, evalArgs(web, out, "--seeds", "1", "--repeat", "2", "--strategies", "tabu")...)
	if r.code != cli.ExitOK || !strings.Contains(r.out, "What parts are worth") {
		t.Fatalf("code %d\n%s%s", r.code, r.out, r.err)
	}
	var rep evalReport
	if err := json.Unmarshal([]byte(readFile(t, out, "results.json")), &rep); err != nil {
		t.Fatal(err)
	}
	if len(rep.Ablation) != 15 {
		t.Fatalf("%d parts", len(rep.Ablation))
	}
	whole := rep.Means[0].Of["area_ratio"].Mean
	for _, p := range rep.Ablation {
		if p.Strategy == "tabu" && math.Abs(p.AreaRatio.Mean+p.Difference.Mean-whole) > 1e-9 {
			t.Errorf("%s: %v without and %v of difference are not the whole's %v", p.Without, p.AreaRatio.Mean, p.Difference.Mean, whole)
		}
	}
	if html := readFile(t, out, "report.html"); !strings.Contains(html, "What parts are worth") || !strings.Contains(html, "IFDis") {
		t.Error("report.html lacks the ablation")
	}
}
