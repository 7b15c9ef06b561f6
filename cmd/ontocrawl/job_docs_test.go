package main

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"go.yaml.in/yaml/v3"

	"github.com/ontocrawl/ontocrawl/cmd/ontocrawl/internal/cli"
	"github.com/ontocrawl/ontocrawl/cmd/ontocrawl/internal/jobcmd"
	"github.com/ontocrawl/ontocrawl/crawl/monitor/jobfile"
	"github.com/ontocrawl/ontocrawl/crawl/monitor/yamlread"
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
	a := &app{App: cli.App{Env: []string{"LANG=en_GB.UTF-8", "DUTY_HOOK_KEY=x"}}}
	f, err := jobfile.Parse("jobs.yaml", []byte(text), (&jobcmd.Deps{App: &a.App}).JobOptions())
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
	src := string(read(filepath.Join("..", "..", "crawl", "metrics", "daemon.go")))
	for _, m := range regexp.MustCompile(`gauge\{"([a-z_]+)"|Name: "([a-z_]+)"`).FindAllStringSubmatch(src, -1) {
		if name := "ontocrawl_" + m[1] + m[2]; name != "ontocrawl_build_info" && !strings.Contains(doc, "`"+name+"`") {
			t.Errorf("docs/monitoring.md does not name %s", name)
		}
	}
}

// The files under deploy call the program as it is, and exist.
func TestDeploy(t *testing.T) {
	t.Parallel()
	root := filepath.Join("..", "..")
	doc := monitoringDoc(t)
	for _, m := range regexp.MustCompile(`\]\(\.\./(deploy/[^)]+)\)`).FindAllStringSubmatch(doc, -1) {
		if !exists(filepath.Join(root, m[1])) {
			t.Errorf("docs/monitoring.md speaks of %s, which does not exist", m[1])
		}
	}
	root2 := newRoot(&app{})
	check := func(file, line string) {
		args := strings.Fields(line)
		cmd, rest, err := root2.Find(args)
		if err != nil || cmd == root2 {
			t.Errorf("%s: no such command: %s", file, line)
			return
		}
		for _, a := range rest {
			if name, ok := strings.CutPrefix(a, "--"); ok && cmd.Flag(name) == nil {
				t.Errorf("%s: %s has no flag %s", file, cmd.CommandPath(), a)
			}
		}
	}
	units, err := filepath.Glob(filepath.Join(root, "deploy", "systemd", "*.service"))
	if err != nil || len(units) != 2 {
		t.Fatalf("%d units, %v", len(units), err)
	}
	for _, u := range units {
		for line := range strings.Lines(string(read(u))) {
			if _, call, ok := strings.Cut(line, "=/usr/local/bin/ontocrawl "); ok {
				check(u, call)
			}
		}
	}
	manifest := filepath.Join(root, "deploy", "kubernetes", "cronjob.yaml")
	f, err := os.Open(manifest)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	calls := 0
	for dec := yaml.NewDecoder(f); ; {
		var doc struct {
			Kind string
			Spec struct {
				ConcurrencyPolicy string `yaml:"concurrencyPolicy"`
				JobTemplate       struct {
					Spec struct {
						Template struct {
							Spec struct {
								Containers []struct{ Args []string }
							}
						}
					}
				} `yaml:"jobTemplate"`
			}
		}
		err := dec.Decode(&doc)
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range doc.Spec.JobTemplate.Spec.Template.Spec.Containers {
			check(manifest, strings.Join(c.Args, " "))
			calls++
			if doc.Spec.ConcurrencyPolicy != "Forbid" {
				t.Error("a CronJob that may overlap")
			}
		}
	}
	if calls != 1 {
		t.Errorf("%d containers", calls)
	}
}
