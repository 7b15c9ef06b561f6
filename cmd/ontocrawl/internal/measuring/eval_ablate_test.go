package measuring

import (
	"encoding/json"
	"math"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ontocrawl/ontocrawl/cmd/ontocrawl/internal/cli"
	"github.com/ontocrawl/ontocrawl/cmd/ontocrawl/internal/cmdtest"
	"github.com/ontocrawl/ontocrawl/lab/report"
)

func TestEvalAblate(t *testing.T) {
	t.Parallel()
	web, out := cmdtest.LabelledWeb(t), filepath.Join(t.TempDir(), "results")
	r := ontocrawl(t, evalArgs(web, out, "--seeds", "1", "--repeat", "2", "--strategies", "tabu")...)
	if r.code != cli.ExitOK || !strings.Contains(r.out, "What each part contributes") {
		t.Fatalf("code %d\n%s%s", r.code, r.out, r.err)
	}
	var rep report.Results
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
	if html := readFile(t, out, "report.html"); !strings.Contains(html, "What each part contributes") || !strings.Contains(html, "IFDis") {
		t.Error("report.html lacks the ablation")
	}
}
