package crawling

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/ontocrawl/ontocrawl/cmd/ontocrawl/internal/cli"
	"github.com/ontocrawl/ontocrawl/crawl/judge/rescore"
	"github.com/ontocrawl/ontocrawl/crawl/keep/rundir"
)

// TestRescoreWithEndpoint: uncertain pages of a run are asked about once, within the budget; the answers turn verdicts from then
// on, and without them the verdicts are as they were.
func TestRescoreWithEndpoint(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	web, seeds := doorWeb(t, dir)
	run := filepath.Join(dir, "run")
	if r := ontocrawl(t, "crawl", "--topic", "typhoon", "--web", web, "--seeds", seeds, "--out", run); r.code != cli.ExitOK {
		t.Fatalf("code %d\n%s%s", r.code, r.out, r.err)
	}
	var asked atomic.Int32
	service := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		asked.Add(1)
		fmt.Fprint(w, `{"choices":[{"message":{"content":"{\"relevant\":\"yes\",\"reason\":\"names a typhoon\"}"}}]}`)
	}))
	defer service.Close()
	least := 1.0
	for _, r := range judged(t, run, len(doorPages())) {
		if r > 0 {
			least = min(least, r)
		}
	}
	phi := fmt.Sprint(least + .01) // so at least one page is uncertain
	rescored := func(args ...string) (rep rescore.Report, r result) {
		t.Helper()
		r = ontocrawl(t, append([]string{"rescore", run, "--phi", phi, "--json"}, args...)...)
		if err := json.Unmarshal([]byte(r.out), &rep); err != nil {
			t.Fatalf("%v: code %d: %v\n%s", args, r.code, err, r.err)
		}
		return rep, r
	}
	asking := []string{"--with-endpoint", "--judge-endpoint", service.URL, "--judge-model", "m"}
	other := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		fmt.Fprint(w, `{"choices":[{"message":{"content":"{\"answer\":\"yes\"}"}}]}`)
	}))
	defer other.Close()
	if _, r := rescored("--with-endpoint", "--judge-endpoint", other.URL, "--judge-model", "m"); !strings.Contains(r.err, " 0 were answered") || !strings.Contains(r.err, "not the JSON that was asked for") {
		t.Errorf("a service that says something else: %s", r.err)
	}
	before, _ := rescored()
	if _, r := rescored(append(asking, "--judge-queries", "0")...); asked.Load() != 0 || exists(filepath.Join(run, rundir.OpinionsFile)) {
		t.Errorf("no question is allowed: %d asked\n%s", asked.Load(), r.err)
	}
	with, r := rescored(asking...)
	n := asked.Load()
	if n == 0 || with.NowRelevant <= before.NowRelevant || !strings.Contains(r.err, fmt.Sprintf("of %d questions about those without an opinion %d were answered", n, n)) {
		t.Errorf("%d asked; %d relevant, before %d\n%s", n, with.NowRelevant, before.NowRelevant, r.err)
	}
	if again, _ := rescored(asking...); asked.Load() != n || again.NowRelevant != with.NowRelevant {
		t.Errorf("asked again: %d, then %d; %d relevant", n, asked.Load(), again.NowRelevant)
	}
	service.Close()
	if kept, _ := rescored(); kept.NowRelevant != with.NowRelevant {
		t.Errorf("without the service: %d relevant, want %d", kept.NowRelevant, with.NowRelevant)
	}
	if undone, _ := rescored("--without-endpoint"); undone.NowRelevant != before.NowRelevant {
		t.Errorf("without the answers: %d relevant, want %d", undone.NowRelevant, before.NowRelevant)
	}
	for _, wrong := range [][]string{{"--with-endpoint"}, append(asking, "--without-endpoint"), append(asking, "--topic", "rainstorm"), append(asking, "--read-again")} {
		if r := ontocrawl(t, append([]string{"rescore", run}, wrong...)...); r.code != cli.ExitUsage {
			t.Errorf("%v: code %d\n%s", wrong, r.code, r.err)
		}
	}
}
