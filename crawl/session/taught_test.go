package session

import (
	"path/filepath"
	"testing"

	"github.com/ontocrawl/ontocrawl/crawl/judge/relevance"
	"github.com/ontocrawl/ontocrawl/crawl/judge/teach"
	"github.com/ontocrawl/ontocrawl/crawl/keep/rundir"
)

// TestTaughtAgain: a run that was taught judges its kept pages again when the same command runs,
// once, and again when the correction is gone; verdicts say what marks taught.
func TestTaughtAgain(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "run")
	spec := specFor(t, dir)
	state := func() (relevant, moved int) {
		for p, err := range rundir.Current(dir) {
			if err != nil {
				t.Fatal(err)
			}
			if p.Relevant {
				relevant++
			}
			sum := 0.0
			for _, e := range p.Evidence {
				if sum += e.Contribution; e.Group == teach.Group {
					moved++
				}
			}
			if d := sum - float64(p.Relevance); d > 1e-9 || d < -1e-9 {
				t.Errorf("%s: the evidence adds up to %v, want %v", p.URL, sum, p.Relevance)
			}
		}
		return relevant, moved
	}
	crawlAll(t, spec)
	// While it crawled, the judge did not yet know what hosts repeat. Judged again, it does.
	if err := rundir.WriteCalibration(dir, &rundir.Calibration{Judge: relevance.Names()[0], Phi: relevance.Phi("")}); err != nil {
		t.Fatal(err)
	}
	crawlAll(t, spec)
	was, _ := state()
	never := &teach.Model{Version: 1, ID: "none-is-right", Judge: relevance.Names()[0], Phi: .5, Slope: 1, Bias: -9, Cut: .5}
	if err := teach.Apply(dir, never); err != nil {
		t.Fatal(err)
	}
	off := spec
	off.Judge.Taught = TaughtOff
	crawlAll(t, off)
	if n, moved := state(); was == 0 || n != was || moved != 0 {
		t.Errorf("taught off: %d relevant pages, %d corrected; want %d and none", n, moved, was)
	}
	second := crawlAll(t, spec)
	if n, moved := state(); n != 0 || moved == 0 {
		t.Errorf("%d relevant pages, %d corrected; want none, and some", n, moved)
	}
	if third := crawlAll(t, spec); third.Visits != second.Visits {
		t.Errorf("judged once more: %d visits, were %d", third.Visits, second.Visits)
	}
	if err := teach.Apply(dir, nil); err != nil {
		t.Fatal(err)
	}
	crawlAll(t, spec)
	if n, moved := state(); n != was || moved != 0 {
		t.Errorf("without the correction %d are relevant and %d corrected, want %d and none", n, moved, was)
	}
}
