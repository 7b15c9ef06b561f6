package main

import (
	"errors"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/ontocrawl/ontocrawl/cmd/ontocrawl/internal/cli"
	"github.com/ontocrawl/ontocrawl/cmd/ontocrawl/internal/jobcmd"
	"github.com/ontocrawl/ontocrawl/crawl/watch/jobfile"
	"github.com/ontocrawl/ontocrawl/internal/yamlread"
)

func monitoringDoc(t *testing.T) string {
	t.Helper()
	return string(read(filepath.Join("..", "..", "docs", "monitoring.md")))
}

// The file of jobs in the documentation can be used as it is.
func TestDocsJobs(t *testing.T) {
	t.Parallel()
	_, text, _ := strings.Cut(monitoringDoc(t), "```yaml\n")
	text, _, ok := strings.Cut(text, "```")
	if !ok {
		t.Fatal("the documentation shows no file")
	}
	a := &cli.App{Env: []string{"LANG=en_GB.UTF-8", "DUTY_HOOK_KEY=x"}}
	f, err := jobfile.Parse("jobs.yaml", []byte(text), (&jobcmd.Deps{App: a}).JobOptions())
	if err != nil {
		t.Fatal(err)
	}
	if len(f.Warnings) > 0 || len(f.Jobs) != 1 || len(f.Jobs[0].AlertRules) != 3 {
		t.Errorf("warnings %v, jobs %+v", f.Warnings, f.Jobs)
	}
}

// Every key that a file may have is explained. The reader itself tells which
// there are, when it is given one that does not exist.
func TestDocsKeys(t *testing.T) {
	t.Parallel()
	doc := monitoringDoc(t)
	wrong := "qqqqqqqqqqqqqqqq: 1"
	text := strings.NewReplacer("X", wrong).Replace(`
X
receivers: [{kind: webhook, X}, {kind: email, X}, {kind: atom, X}, {kind: jsonl, X},
  {kind: dingtalk, X}, {kind: feishu, X}, {kind: wecom, X}, {kind: slack, X}, {kind: teams, X}, {kind: telegram, X}, {kind: ntfy, X}]
jobs:
  - X
    budget: {X}
    retention: {X}
    alerts: [{X}]
    phases: {X, rates: [{X}], watch: {X}}
`)
	_, err := jobfile.Parse("jobs.yaml", []byte(text), jobfile.Options{})
	var e *yamlread.Error
	if !errors.As(err, &e) {
		t.Fatal(err)
	}
	has, keys := regexp.MustCompile(`has no key "q+"; it has (.*)`), 0
	for _, f := range e.Findings {
		m := has.FindStringSubmatch(f.Text)
		if m == nil {
			continue
		}
		for _, key := range strings.Split(m[1], ", ") {
			keys++
			if !strings.Contains(doc, "`"+key+"`") {
				t.Errorf("docs/monitoring.md does not explain %s", key)
			}
		}
	}
	if keys < 50 {
		t.Errorf("only %d keys are known", keys)
	}
}

// What is written about metrics agrees with what is served.
func TestDocsDaemonMetrics(t *testing.T) {
	t.Parallel()
	doc := monitoringDoc(t)
	src := string(read(filepath.Join("..", "..", "crawl", "tell", "metrics", "daemon.go")))
	for _, m := range regexp.MustCompile(`gauge\{"([a-z_]+)"|Name: "([a-z_]+)"`).FindAllStringSubmatch(src, -1) {
		if name := "ontocrawl_" + m[1] + m[2]; name != "ontocrawl_build_info" && !strings.Contains(doc, "`"+name+"`") {
			t.Errorf("docs/monitoring.md does not name %s", name)
		}
	}
}
