package session_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/engine"
	"github.com/ontocrawl/ontocrawl/crawl/find/seed"
	"github.com/ontocrawl/ontocrawl/crawl/keep/rundir"
	"github.com/ontocrawl/ontocrawl/crawl/keep/state"
	"github.com/ontocrawl/ontocrawl/crawl/session"
	"github.com/ontocrawl/ontocrawl/crawl/topic"
	"github.com/ontocrawl/ontocrawl/lab/crawltest"
)

// formerSettings are the settings of a program's run as versions of format 2 to 5 stored them: fields, with
// zero values as they were.
const formerSettings = `settings:
    filter:
        samesite: false
        include: ""
        exclude: ""
        core: ""
        coretopic: ""
    groups: null
    judge: ""
    phi: 0
    segmenter: ""
    strategy:
        name: ""
        linkrank: ""
        params: {seed: 0, mu1: 0.55, mu2: 0.25, mu3: 0.2, d: 0.2, omega: 0.6, eta: 0.15, tenure: 7, tries: 5, workcopy: false, acceptrandom: false, chain: false,
            revisit: false, kpage: 0, klink: 0, temperature: 0.1, proposals: 32, budget: 15000, balance: 0.2, backend: null}
        patience: 0
        nositemaps: false
        use: null
`

// crawlOf makes or resumes a run of a small web in dir.
func crawlOf(t *testing.T, dir string, change func(*session.Spec)) error {
	t.Helper()
	web := crawltest.New(crawltest.Options{Seed: 1, Pages: 60})
	typhoon, err := topic.Resolve(context.Background(), topic.Spec{Names: "typhoon"})
	if err != nil {
		t.Fatal(err)
	}
	first, err := seed.Link(web.Seeds(1)[0])
	if err != nil {
		t.Fatal(err)
	}
	spec := session.Spec{Topic: typhoon, Seeds: []crawl.Link{first}, Fetch: session.Fetch{Use: web}, Folder: session.Folder{Dir: dir},
		Options: engine.Options{MaxPages: 5}}
	change(&spec)
	s, err := session.Open(t.Context(), spec)
	if err != nil {
		return err
	}
	defer s.Close()
	_, err = s.Run(t.Context())
	return err
}

// TestFormerSettings: a run that a program made with an earlier version goes on: zero fields stay as it began,
// others are refused; run.yaml gets the names of the command line.
func TestFormerSettings(t *testing.T) {
	dir := t.TempDir()
	same := func(*session.Spec) {}
	if err := crawlOf(t, dir, same); err != nil {
		t.Fatal(err)
	}
	name := filepath.Join(dir, rundir.ParamsFile)
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	head, _, _ := strings.Cut(string(text), "settings:\n")
	former := head + formerSettings
	if err := os.WriteFile(name, []byte(former), 0o600); err != nil {
		t.Fatal(err)
	}
	store, err := state.Open(filepath.Join(dir, rundir.StateDir), state.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(store.SetMeta("params", []byte(former)), store.Close()); err != nil {
		t.Fatal(err)
	}
	check := func(when string) {
		t.Helper()
		p, _, err := session.ReadParams(dir)
		if err != nil {
			t.Fatal(err)
		}
		for name, want := range map[string]any{"judge": "fielded", "strategy": "tabu", "segmenter": "hybrid", "topic": "typhoon", "tenure": 7, "balance": .2, "k-page": 1,
			"same-site": false, "patience": 32, "sitemaps": "auto", "tag-weights": ""} {
			if p.Settings[name] != want {
				t.Errorf("%s: %s is %v, want %v", when, name, p.Settings[name], want)
			}
		}
	}
	check("before")
	var refused *rundir.ParamsError
	if err := crawlOf(t, dir, func(s *session.Spec) { s.Judge.Name = "density" }); !errors.As(err, &refused) || refused.Differences[0].String() != "settings.judge is density, was fielded" {
		t.Errorf("another judge: %v", err)
	}
	if err := crawlOf(t, dir, same); err != nil {
		t.Fatal(err)
	}
	check("after")
}

// TestZeroAndNegative: a run of unusual values is described by settings that can be, and goes on.
func TestZeroAndNegative(t *testing.T) {
	for name, change := range map[string]func(*session.Spec){
		"none of all": func(s *session.Spec) {
			s.Options.Workers, s.Options.Retries, s.Options.MaxSilent, s.Options.MaxWait = -1, -1, -1, -1
			s.Strategy.Patience, s.FrontierMemory, s.Search.Queries = -1, -1, -1
		},
		"little": func(s *session.Spec) { s.Options.Workers, s.FrontierMemory, s.Folder.RotateSize = 1, 1, 1 },
	} {
		dir := t.TempDir()
		for range 2 {
			if err := crawlOf(t, dir, change); err != nil {
				t.Errorf("%s: %v", name, err)
			}
		}
		p, _, err := session.ReadParams(dir)
		if patience, ok := p.Number("patience"); err != nil || !ok || patience < 0 || p.Settings["judge"] != "fielded" {
			t.Errorf("%s: %v, patience %v, judge %v", name, err, patience, p.Settings["judge"])
		}
	}
	if err := crawlOf(t, "", func(*session.Spec) {}); err != nil {
		t.Errorf("without a folder: %v", err)
	}
}
