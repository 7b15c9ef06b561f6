package jobfile_test

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
	_ "time/tzdata" // the test must not hang on what the machine has

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/ontocrawl/ontocrawl/crawl/watch/jobfile"
	"github.com/ontocrawl/ontocrawl/crawl/watch/monitor"
	"github.com/ontocrawl/ontocrawl/crawl/watch/notify"
	"github.com/ontocrawl/ontocrawl/internal/yamlread"
)

var options = jobfile.Options{
	Settings:  []string{"topic", "ontology", "same-site", "phi", "sitemaps"},
	LookupEnv: func(name string) (string, bool) { return "x", name == "DUTY_KEY" },
}

const whole = `
folder: state            # beside the file
runs: 4
min-free: 2.5GB
receivers:
  - name: duty
    kind: webhook
    url: https://duty.example/hook
    secret-env: DUTY_KEY
  - {name: mail, kind: email, smtp: "mail.example:587", from: "Daemon <daemon@example.org>", to: [a@example.org, b@example.org]}
  - {name: feed, kind: atom, path: alerts/all.xml}
defaults:
  zone: Asia/Shanghai
  same-site: true
  budget: {pages: 100, time: 8m}
  retention: {age: 90d, size: 20GiB}
jobs:
  - name: typhoon
    topic: typhoon
    seeds: [https://weather.example/]
    feeds: https://weather.example/news.xml
    sitemaps: none
    schedule: "*/10 * * * *"
    missed: run
    phases:
      cap: [alerts, https://cap.example/feed.xml]
      areas: [广东]
      events: [台风, typhoon]
      initial: watch
      rates:
        - {concept: 红色预警, factor: 3, window: 6h, base: 7d, phase: warning}
      warning: {every: 5m, budget: {pages: 300}, urgent: [all], decay: 1d12h}
    alerts:
      - name: red
        to: duty
        relevance: 0.4
        concepts: [红色预警]
        urgent: true
      - name: all
        to: [mail, feed]
        languages: zh
        hosts: [CMA.gov.cn]
        kinds: [new, gone]
        phases: [warning, impact]
        digest: 2h
        quiet: ["22:00-07:00"]
  - name: rain
    topic: rainstorm
    sitemaps: [https://rain.example/sitemap.xml]
    schedule: "@every 1h"
    zone: UTC
    budget: {pages: 20}
    paused: true
`

func TestWhole(t *testing.T) {
	dir := t.TempDir()
	if err := os.Mkdir(filepath.Join(dir, "alerts"), 0o700); err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(dir, "jobs.yaml")
	f, err := jobfile.Parse(file, []byte(whole), options)
	if err != nil {
		t.Fatal(err)
	}
	if len(f.Warnings) > 0 {
		t.Errorf("warnings: %v", f.Warnings)
	}
	if f.Folder != filepath.Join(dir, "state") || f.Runs != 4 || f.MinFree != 2.5e9 {
		t.Errorf("daemon %s, runs %d, min-free %d", f.Folder, f.Runs, f.MinFree)
	}
	sh := f.Jobs[0].Schedule.Next(time.Date(2026, 7, 25, 0, 1, 0, 0, time.UTC)).Location()
	quiet := []monitor.Quiet{{From: 22 * time.Hour, To: 7 * time.Hour, Zone: sh}}
	all := monitor.AlertRule{
		Line: 39, Languages: []string{"zh"}, Hosts: []string{"cma.gov.cn"}, Kinds: []monitor.Kind{monitor.New, monitor.Gone},
		Phases: []monitor.Phase{monitor.Warning, monitor.Impact}, Digest: 2 * time.Hour, Quiet: quiet,
	}
	mail, feed := all, all
	mail.Name, mail.Receiver = "all/mail", f.Receivers[1]
	feed.Name, feed.Receiver = "all/feed", f.Receivers[2]
	keep := monitor.Retention{Age: 90 * 24 * time.Hour, Size: 20 << 30}
	want := []*monitor.Job{{
		Name: "typhoon", File: file, Line: 18, Folder: filepath.Join(dir, "state"),
		Settings: map[string]any{"topic": "typhoon", "same-site": "true", "sitemaps": "none"},
		Seeds:    []string{"https://weather.example/"}, Feeds: []string{"https://weather.example/news.xml"},
		Zone: sh, Missed: monitor.RunMissed, Budget: monitor.Budget{Pages: 100, Time: 8 * time.Minute}, Retention: keep,
		Phases: monitor.PhaseRules{
			CAP: []string{filepath.Join(dir, "alerts"), "https://cap.example/feed.xml"}, Areas: []string{"广东"}, Events: []string{"台风", "typhoon"}, Initial: monitor.Watch,
			Rates: []monitor.Rate{{Concept: "红色预警", Factor: 3, Window: 6 * time.Hour, Base: 7 * 24 * time.Hour, Min: 1, Phase: monitor.Warning}},
			Set: map[monitor.Phase]monitor.Setting{monitor.Warning: {
				Every: 5 * time.Minute, Budget: monitor.Budget{Pages: 300}, Urgent: []string{"all/mail", "all/feed"},
			}},
			Decay: map[monitor.Phase]time.Duration{monitor.Warning: 36 * time.Hour},
		},
		AlertRules: []monitor.AlertRule{{Name: "red", Receiver: f.Receivers[0], Line: 34, MinRelevance: 0.4, Concepts: []string{"红色预警"}, Urgent: true}, mail, feed},
	}, {
		Name: "rain", File: file, Line: 47, Folder: filepath.Join(dir, "state"),
		Settings: map[string]any{"topic": "rainstorm", "same-site": "true"},
		Sitemaps: []string{"https://rain.example/sitemap.xml"},
		Budget:   monitor.Budget{Pages: 20}, Retention: keep, Paused: true,
	}}
	if d := cmp.Diff(want, f.Jobs, cmpopts.IgnoreFields(monitor.Job{}, "Schedule"), cmp.Comparer(func(a, b *time.Location) bool { return a.String() == b.String() })); d != "" {
		t.Error(d)
	}
	if s := f.Jobs[0].Schedule.String(); s != "*/10 * * * *" || sh.String() != "Asia/Shanghai" {
		t.Errorf("schedule %q in %v", s, sh)
	}
	wantReceivers := []monitor.Receiver{
		{Name: "duty", Kind: "webhook", Config: notify.Config{Settings: &notify.Webhook{URL: "https://duty.example/hook", SecretEnv: "DUTY_KEY"}}},
		{Name: "mail", Kind: "email", Config: notify.Config{Settings: &notify.Email{SMTP: "mail.example:587", From: "Daemon <daemon@example.org>", To: []string{"a@example.org", "b@example.org"}}}},
		{Name: "feed", Kind: "atom", Config: notify.Config{Settings: &notify.AtomFeed{Path: "alerts/all.xml"}}},
	}
	if d := cmp.Diff(wantReceivers, f.Receivers); d != "" {
		t.Error(d)
	}
}

// minimal is a file that is right, with a place for what is wrong.
func minimal(job, top string) string {
	return "receivers: [{name: feed, kind: atom, path: a.xml}]\n" + top +
		"jobs:\n  - name: one\n    seeds: [https://a.example/]\n    schedule: \"@every 1h\"\n    budget: {pages: 5}\n" + job
}

func TestFaults(t *testing.T) {
	for _, c := range []struct {
		name, text string
		want       []string // line: text, all there are
	}{
		{"right", minimal("", ""), nil},
		{"empty", "", []string{"jobs.yaml: no jobs"}},
		{"not YAML", "jobs: [", []string{"jobs.yaml:1: not YAML"}},
		{"a list", "- a", []string{"jobs.yaml:1: a file of jobs is written as lines"}},
		{"no jobs", "folder: x", []string{"jobs.yaml:1: jobs must be a list"}},
		{"two documents", minimal("", "") + "---\njobs: []\n", []string{"second document"}},
		{"unknown key", minimal("    scheduel: x\n", ""), []string{`jobs.yaml:7: job one: a job has no key "scheduel"; did you mean "schedule"?`}},
		{"a key twice", minimal("    seeds: []\n", ""), []string{"jobs.yaml:7: job one: seeds was given in line 4 already"}},
		{"names", minimal("  - name: one\n    seeds: [https://a.example/]\n    schedule: \"@every 1h\"\n    budget: {pages: 5}\n", ""), []string{"jobs.yaml:7: job one: a job of this name stands in line 3 already"}},
		{"a name that is a path", "jobs: [{name: ../x, seeds: ['http://a/'], schedule: '@every 1h', budget: {pages: 1}}]", []string{`a job's name is "../x", but it must be letters`}},
		{"nothing but a name", "jobs:\n  - name: x\n", []string{"needs seeds", "needs budget.pages", "needs a schedule"}},
		{"never", strings.Replace(minimal("", ""), "@every 1h", "0 0 30 2 *", 1), []string{`jobs.yaml:5: job one: schedule "0 0 30 2 *": it never fires`}},
		{"zone", minimal("    zone: Asia/Bejing\n", ""), []string{`jobs.yaml:7: job one: zone is "Asia/Bejing", which is no time zone`}},
		{"several", minimal("    zone: X\n    missed: twice\n    paused: 3\n    feeds: [ftp://a/]\n    retention: {age: old, size: 3XB}\n", ""),
			[]string{"zone is", "missed is", "paused is true or false", `feeds is "ftp://a/", which is no http`, `retention.age is "old"`, `retention.size is "3XB"`}},
		{"budget", minimal("", "defaults: {budget: {pages: 0, time: 1ms}}\n"), []string{"budget.pages is", "budget.time is"}},
		{"receiver", minimal("    alerts: [{name: r, to: fed}]\n", ""), []string{`jobs.yaml:7: job one: no receiver is called "fed"; did you mean "feed"?`}},
		{"receiver of a default", minimal("", "defaults: {alerts: [{name: r, to: fed}]}\n"), []string{`jobs.yaml:2: job one: no receiver is called "fed"`}},
		{"a default replaced", minimal("    alerts: [{name: r, to: feed}]\n", "defaults: {alerts: [{name: r, to: fed}]}\n"), nil},
		{"rule", minimal("    alerts: [{to: feed, urgent: true, digest: 1h, relevance: 2, quiet: [now], hosts: ['https://a/'], kinds: [old], phases: [war]}]\n", ""),
			[]string{"needs a name", "urgent, so it is sent at once", "relevance is", "quiet is", "hosts holds", "kinds is", "phases is"}},
		{"asks", minimal("    alerts: [{name: r, to: feed, words: 'NOT drill', figure: [dead >= ten, ghosts > 1, wind > 3 furlong], rises: 50, kind: novel}]\n", ""), []string{
			"words: each alternative needs a word", `figure: "dead >= ten" is no bound`, `figure: "ghosts" is no kind of figure`, `figure: "furlong" is no unit of wind`, `rises is "50"`, `kind`}},
		{"right asks", minimal("    alerts: [{name: r, to: feed, words: '溃坝 OR dam failure', figure: dead >= 10, rises: 50%, place: 海南, kind: article}]\n", ""), nil},
		{"two rules", minimal("    alerts: [{name: r, to: feed}, {name: r, to: feed}]\n", ""), []string{"two rules called r"}},
		{"urgent", minimal("    phases: {watch: {urgent: [red]}}\n", ""), []string{`urgent names "red", but the job has no such rule`}},
		{"phases", minimal("    phases: {calm: {decay: 1h}, rates: [{concept: x, factor: 0, window: 6h, base: 1h, phase: calm}]}\n", ""),
			[]string{"calm is the lowest", "factor is", "base (1h0m0s) must be longer", "calm is none to be raised to"}},
		{"webhook", minimal("", "")[len("receivers: [{name: feed, kind: atom, path: a.xml}]\n"):] + "receivers: [{name: w, kind: webhook, path: x, secret-env: 'p4ss w0rd'}]\n",
			[]string{"needs url", "a receiver of kind webhook has no key", "takes the name of an environment variable"}},
		{"mail", minimal("", "")[len("receivers: [{name: feed, kind: atom, path: a.xml}]\n"):] + "receivers: [{name: m, kind: email, smtp: mail.example, tls: none, user: x, from: nobody, to: [\"a@b.example\\r\\nBcc: c@d.example\"]}]\n",
			[]string{"must be host:port", "no mail address", "no mail address", "this machine only", "needs both user and password-env"}},
		{"path", minimal("", "")[len("receivers: [{name: feed, kind: atom, path: a.xml}]\n"):] + "receivers: [{name: f, kind: jsonl, path: ../../x}]\n", []string{"within the folder of the jobs"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := jobfile.Parse("jobs.yaml", []byte(c.text), options)
			var e *yamlread.Error
			if len(c.want) == 0 {
				if err != nil {
					t.Fatal(err)
				}
				return
			}
			if !errors.As(err, &e) {
				t.Fatalf("error %v", err)
			}
			for _, want := range c.want {
				if !strings.Contains(err.Error(), want) {
					t.Errorf("nothing says %q", want)
				}
			}
			if len(e.Findings) != len(c.want) || t.Failed() {
				t.Errorf("%d findings, want %d:\n%v", len(e.Findings), len(c.want), err)
			}
			if strings.Contains(err.Error(), "p4ss") {
				t.Error("what may be a secret is repeated")
			}
		})
	}
}

// What others find bears the line of its key; warnings do not refuse the file.
func TestCheck(t *testing.T) {
	opt := options
	opt.Check = func(j *monitor.Job) []jobfile.Problem {
		j.AlertRules[0].Concepts[0] = "urn:red"
		return []jobfile.Problem{{Key: "phi", Text: "phi is 3", Warning: true}, {Line: 8, Text: "no such concept", Warning: true}}
	}
	text := minimal("    alerts:\n    - {name: r, to: feed, concepts: [red]}\n    phi: 3\n    schedule: x\n", "defaults: {zone: UTC}\n")
	text = strings.Replace(text, "    schedule: x\n", "", 1)
	f, err := jobfile.Parse("jobs.yaml", []byte(text), opt)
	if err != nil {
		t.Fatal(err)
	}
	want := []yamlread.Finding{
		{File: "jobs.yaml", Line: 8, Job: "one", Text: "no such concept", Warning: true},
		{File: "jobs.yaml", Line: 10, Job: "one", Text: "phi is 3", Warning: true},
	}
	if d := cmp.Diff(want, f.Warnings); d != "" {
		t.Error(d)
	}
	if got := f.Jobs[0].AlertRules[0].Concepts[0]; got != "urn:red" {
		t.Errorf("concept %q", got)
	}
	if got := want[0].String(); got != "jobs.yaml:8: warning: job one: no such concept" {
		t.Error(got)
	}
}

func TestWarnings(t *testing.T) {
	text := strings.NewReplacer("{pages: 5}", "{pages: 5, time: 2h}", "path: a.xml}", "path: a.xml}, {name: w, kind: webhook, url: 'https://a/'}").Replace(minimal("", ""))
	f, err := jobfile.Parse("jobs.yaml", []byte(text), options)
	if err != nil {
		t.Fatal(err)
	}
	if len(f.Warnings) != 1 || !strings.Contains(f.Warnings[0].Text, "merged into the next") {
		t.Errorf("warnings: %v", f.Warnings)
	}
}

// Defaults are copied: what one job adds is not the next one's.
func TestDefaultsAreNotShared(t *testing.T) {
	text := minimal("    topic: a\n    phases: {warning: {every: 5m}}\n", "defaults: {phases: {watch: {every: 30m}}}\n") +
		"  - name: two\n    seeds: [https://a.example/]\n    schedule: \"@every 1h\"\n    budget: {pages: 5}\n"
	f, err := jobfile.Parse("jobs.yaml", []byte(text), options)
	if err != nil {
		t.Fatal(err)
	}
	two := f.Jobs[1]
	if len(two.Settings) != 0 || len(two.Phases.Set) != 1 || two.Phases.Set[monitor.Watch].Every != 30*time.Minute {
		t.Errorf("the second job has %v, %v", two.Settings, two.Phases.Set)
	}
}

func TestRead(t *testing.T) {
	name := filepath.Join(t.TempDir(), "jobs.yaml")
	if _, err := jobfile.Read(name, options); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("no file: %v", err)
	}
	if err := os.WriteFile(name, []byte(minimal("", "")), 0o600); err != nil {
		t.Fatal(err)
	}
	f, err := jobfile.Read(name, options)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := f.Job("one"); err != nil {
		t.Error(err)
	}
	if _, err := f.Job("onne"); err == nil || !strings.Contains(err.Error(), `did you mean "one"`) {
		t.Errorf("a mistyped name: %v", err)
	}
}

func FuzzParse(f *testing.F) {
	f.Add(whole)
	f.Add(minimal("    phases: &a {watch: *a}\n", ""))
	f.Add("jobs: [{name: x, <<: {seeds: a}}]")
	f.Add("jobs: *x")
	f.Fuzz(func(t *testing.T, text string) {
		file, err := jobfile.Parse("jobs.yaml", []byte(text), options)
		var e *yamlread.Error
		if err != nil && !errors.As(err, &e) {
			t.Fatalf("error %T", err)
		}
		if err != nil {
			return
		}
		for _, j := range file.Jobs {
			if j.Name == "" || j.Schedule == nil || j.Budget.Pages < 1 {
				t.Errorf("a job that is not whole: %+v", j)
			}
		}
	})
}

// TestAsks: what a rule asks of the text.
func TestAsks(t *testing.T) {
	f, err := jobfile.Parse("jobs.yaml", []byte(minimal("    alerts: [{name: r, to: feed, words: '溃坝 AND 水库 OR dam failure NOT drill', figure: [dead >= 10, wind > 42 m/s], rises: 50%, place: [海南, Guangdong], kind: article}]\n", "")), options)
	if err != nil {
		t.Fatal(err)
	}
	want := monitor.Asks{
		Words:   [][]monitor.Phrase{{{Text: "溃坝"}, {Text: "水库"}}, {{Text: "dam failure"}, {Text: "drill", Not: true}}},
		Figures: []monitor.FigureAsk{{Kind: "dead", Op: ">=", Value: 10}, {Kind: "wind", Op: ">", Value: 42, Unit: "m/s"}},
		Rises:   .5, Places: []string{"海南", "Guangdong"}, Kinds: []string{"article"},
	}
	if diff := cmp.Diff(want, f.Jobs[0].AlertRules[0].Asks); diff != "" {
		t.Error(diff)
	}
}

// TestDeprecated: the keys of release 0.1 are read, each with a warning.
func TestDeprecated(t *testing.T) {
	f, err := jobfile.Parse("/etc/oc/jobs.yaml", []byte("desk: old\n"+minimal("    tell: [{name: r, to: feed}]\n", "")), options)
	if err != nil {
		t.Fatal(err)
	}
	if f.Folder != "/etc/oc/old" || len(f.Jobs[0].AlertRules) != 1 {
		t.Errorf("folder %s, rules %v", f.Folder, f.Jobs[0].AlertRules)
	}
	var warnings []string
	for _, w := range f.Warnings {
		warnings = append(warnings, w.String())
	}
	text := strings.Join(warnings, "\n")
	for _, want := range []string{"jobs.yaml:1: warning: desk is called folder now", "warning: job one: tell is called alerts now"} {
		if !strings.Contains(text, want) {
			t.Errorf("no warning %q in\n%s", want, text)
		}
	}
}

// TestMethodOptions: options of methods are settings, from defaults and from the job. As keys of the job, as in
// version 0.3, they are read without a word unless a check asks; two values of one mapping are a fault.
func TestMethodOptions(t *testing.T) {
	text := func(defaults, job string) []byte {
		return []byte("folder: .\ndefaults:\n  " + defaults + "\njobs:\n- name: one\n  schedule: '@every 1h'\n  budget: {pages: 5}\n  seeds: [http://a.example/]\n  topic: typhoon\n  " + job + "\n")
	}
	opt := options
	opt.MethodOptions = []string{"tries", "eta"}
	for _, tt := range []struct {
		defaults, job, want string
		warn                bool
	}{
		{"method_options: {tries: 7, eta: .2}", "method_options: {tries: 8}", "map[eta:.2 topic:typhoon tries:8] []", false},
		{"tries: 7", "eta: .3", "map[eta:.3 topic:typhoon tries:7] []", false},
		{"tries: 7", "method_options: {tries: 8}", "map[topic:typhoon tries:8] []", false},
		{"lang: en", "tries: 7", "map[topic:typhoon tries:7] [10: warning: job one: tries belongs into method_options now; as a key of the job it is read until the next release]", true},
		{"lang: en", "tries: 7\n  method_options: {tries: 7}", "map[topic:typhoon tries:7] []", false},
		{"lang: en", "tries: 7\n  method_options: {tries: 8}", "10: job one: tries has two values: 7, and 8 in method_options; leave out one of them", false},
		{"lang: en", "method_options: {trie: 8}", "10: job one: method_options has no key \"trie\"; did you mean \"tries\"?", false},
	} {
		opt.WarnFormer = tt.warn
		got := ""
		if f, err := jobfile.Parse("jobs.yaml", text(tt.defaults, tt.job), opt); err != nil {
			got = strings.ReplaceAll(err.Error(), "jobs.yaml:", "")
		} else {
			got = strings.ReplaceAll(fmt.Sprint(f.Jobs[0].Settings, f.Warnings), "jobs.yaml:", "")
		}
		if !strings.Contains(got, tt.want) {
			t.Errorf("%q and %q: got\n%s\nwant\n%s", tt.defaults, tt.job, got, tt.want)
		}
	}
}
