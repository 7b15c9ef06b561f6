package watching

import (
	"context"
	"fmt"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/ontocrawl/ontocrawl/cmd/ontocrawl/internal/cli"
	"github.com/ontocrawl/ontocrawl/cmd/ontocrawl/internal/cmdtest"
	"github.com/ontocrawl/ontocrawl/crawl/keep/rundir"
	"github.com/ontocrawl/ontocrawl/crawl/watch/api"
	"github.com/ontocrawl/ontocrawl/crawl/watch/monitor"
)

// avalanches is a job about stormy with an ontology that a test edits.
func avalanches(t *testing.T, dir, url, more string) (jobs, folder string) {
	write(t, dir, "hazards.owl", twoHazards(""))
	jobs = write(t, dir, "jobs.yaml", fmt.Sprintf(`
receivers: [{name: lines, kind: jsonl, path: alerts.jsonl}]
jobs:
  - name: hazards
    ontology: hazards.owl
    segmenter: trie
    workers: 1
    delay: 1ms
    retries: 0
    allow-private: true
    refresh-min: 0s
    refresh-max: 0s
    contact: "https://tests.example/"
    sitemaps: none
    seeds: [%s/]
    schedule: "@every 168h"
    budget: {pages: 100}
    alerts: [{name: all, to: lines, urgent: true}, {name: verdicts, to: lines, kinds: [gained, lost]}]
%s`, url, more))
	return jobs, filepath.Join(dir, "monitor", "jobs", "hazards")
}

// verdicts are the events of a run, as "kind path, reason".
func verdicts(s shownRun, url string) (kinds []string) {
	for _, f := range s.Events {
		line := string(f.Kind) + " " + strings.TrimPrefix(f.URL, url)
		if f.Reason != "" {
			line += ", " + string(f.Reason)
		}
		kinds = append(kinds, line)
	}
	return kinds
}

// TestEditReachesBack: a label that is added brings back pages that the old version
// missed and that were not archived; when it is taken away they are lost. All outputs
// count alike, before and after.
func TestEditReachesBack(t *testing.T) {
	t.Parallel()
	dir, site := t.TempDir(), stormy(t)
	jobs, folder := avalanches(t, dir, site.URL, "")
	var shown shownRun
	var list []struct {
		Last *monitor.Run `json:"last"`
	}
	for i, step := range []struct {
		name   string
		do     func()
		want   counted
		events []string
	}{
		{"crawled", func() {}, counted{8, 8, 3}, []string{"new /one", "new /copy", "new /goes", "new /turns"}},
		{"refreshed", site.later, counted{8, 7, 2}, []string{"gone /goes", "changed /turns", "changed /comes"}},
		{"edited", func() { write(t, dir, "hazards.owl", twoHazards(avalanche)) }, counted{8, 7, 4},
			[]string{"gained /snow1, the ontology was edited", "gained /snow2, the ontology was edited"}},
		{"taken back", func() { write(t, dir, "hazards.owl", twoHazards("")) }, counted{8, 7, 2},
			[]string{"lost /snow1, the ontology was edited", "lost /snow2, the ontology was edited"}},
	} {
		step.do()
		shown, list = shownRun{}, nil
		must(t, "job", "run", "hazards", "--jobs", jobs, "--now")
		askJob(t, &shown, 0, "show", "hazards", "--jobs", jobs)
		askJob(t, &list, 0, "list", "--jobs", jobs)
		all := outputs(t, folder)
		all["job show"] = counted{shown.Run.Pages, step.want.Current, shown.Run.Relevant}
		all["job list"] = counted{list[0].Last.Pages, step.want.Current, list[0].Last.Relevant}
		text := must(t, "job", "show", "hazards", "--jobs", jobs)
		all["job show, text"] = counted{number(t, text, `pages, relevant +(\d+)`), step.want.Current, number(t, text, `pages, relevant +\d+, (\d+)`)}
		agree(t, step.name, all, step.want)
		if got := verdicts(shown, site.URL); strings.Join(got, "\n") != strings.Join(step.events, "\n") {
			t.Errorf("run %d, %s: events %q, want %q", i+1, step.name, got, step.events)
		}
		r := shown.Run
		if r.Verdicts != r.Gained+r.Lost {
			t.Errorf("%s: %+v", step.name, r)
		}
	}
	versions := map[string]bool{}
	for _, e := range shown.Events {
		versions[e.Ontology] = true
	}
	if len(versions) != 1 || len(shown.Run.Ontology) != 64 || !versions[shown.Run.Ontology] {
		t.Errorf("lost by the versions %v, the run was judged by %s", versions, shown.Run.Ontology)
	}
	bin := buildBinary(t)
	w := cmdtest.StartWatch(t, bin, jobs, "--listen", "127.0.0.1:0")
	w.Says(t, "the page is served")
	address := regexp.MustCompile(`url=(\S+)`).FindStringSubmatch(w.Log.String())[1]
	l := cmdtest.Asked[api.Live](t, strings.TrimRight(address, "/")+"/api/v1/jobs/hazards/live")
	agree(t, "the daemon", map[string]counted{"live": {l.Pages, l.Current, l.Relevant}}, counted{8, 7, 2})
	d := cmdtest.Asked[api.Daemon](t, strings.TrimRight(address, "/")+"/api/v1/daemon")
	agree(t, "the daemon", map[string]counted{"job": {d.Jobs[0].Last.Pages, 7, d.Jobs[0].Last.Relevant}}, counted{8, 7, 2})
	if day := d.Jobs[0].Day; day.New != 4 || day.Gained != 2 || day.Lost != 2 || day.Gone != 1 || day.Changed != 2 {
		t.Errorf("the day of the job: %+v", day)
	}
	told := readFile(t, filepath.Join(dir, "monitor"), "alerts.jsonl")
	for _, path := range []string{"/snow1", "/snow2"} { // by the rule that names the kinds; the other one is urgent
		times := 0
		for line := range strings.Lines(told) {
			if strings.Contains(line, `"url":"`+site.URL+path+`"`) {
				times++
			}
		}
		if times != 2 {
			t.Errorf("%s was told %d times, want 2: gained, lost\n%s", path, times, told)
		}
	}
}

// TestEditWithoutTopic: an edit that removes the topic's concept while a job runs is
// refused, and the run goes on with the old version.
func TestEditWithoutTopic(t *testing.T) {
	t.Parallel()
	dir, site := t.TempDir(), stormy(t)
	jobs, folder := avalanches(t, dir, site.URL, "    topic: typhoon\n")
	site.slow = 150 * time.Millisecond
	var out, log loud
	code := make(chan int)
	go func() {
		code <- run(context.Background(), []string{"job", "run", "hazards", "--jobs", jobs, "--now"}, cli.Streams{In: strings.NewReader(""), Out: &out, Err: &log}, []string{"LANG=en_GB.UTF-8"})
	}()
	until(t, "the first page", func() bool { return len(site.requests()) > 0 })
	write(t, dir, "hazards.owl", strings.ReplaceAll(strings.ReplaceAll(twoHazards(""), "hazards.example/Storm", "hazards.example/Fire"), "typhoon", "fire"))
	log.await(t, "the ontology was saved, but it is not used: the old one stays in force")
	if c := <-code; c != cli.ExitOK || !strings.Contains(log.String(), "is called \\\"typhoon\\\"") {
		t.Fatalf("code %d\n%s", c, log.String())
	}
	write(t, dir, "hazards.owl", twoHazards(""))
	agree(t, "refused", outputs(t, folder), counted{8, 8, 3})
}

// TestEditKilled: kill -9 in the middle of judging again; the next run ends it, no page
// is gained twice, and all outputs count alike.
func TestEditKilled(t *testing.T) {
	t.Parallel()
	const pages = 400
	bin, dir, site := buildBinary(t), t.TempDir(), newLiving(t)
	texts, links := map[string]string{}, ""
	for i := range pages {
		path := fmt.Sprint("/snow", i)
		texts[path] = page1(fmt.Sprint("The pass ", i), fmt.Sprintf("Report %d. ", i)+strings.Repeat(snow, 40), "")
		links += fmt.Sprintf(`<a href="%s">%d</a> `, path, i)
	}
	texts["/"] = page1("Weather desk", "All the news.", links)
	site.edit(texts)
	jobs, folder := avalanches(t, dir, site.URL, "")
	write(t, dir, "jobs.yaml", strings.Replace(strings.Replace(string(read(jobs)), "pages: 100", "pages: 500", 1), "refresh-max: 0s", "refresh-max: 24h", 1))
	must(t, "job", "run", "hazards", "--jobs", jobs, "--now")
	write(t, dir, "hazards.owl", twoHazards(avalanche))
	for i := range 4 {
		cmd := exec.Command(bin, "job", "run", "hazards", "--jobs", jobs, "--now")
		var log cmdtest.Buffer
		cmd.Stderr = &log
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		until(t, "the crawl to be resumed", func() bool { return strings.Contains(log.String(), "crawl resumed") })
		time.Sleep(time.Duration(60+40*i) * time.Millisecond)
		cmd.Process.Kill() //nolint:errcheck // it may have ended
		cmd.Wait()         //nolint:errcheck // likewise
		judged := 0
		for _, err := range rundir.Changes(folder) {
			if err == nil {
				judged++
			}
		}
		t.Logf("killed with %d of %d new verdicts in %s", judged, pages, rundir.ChangesFile)
	}
	must(t, "job", "run", "hazards", "--jobs", jobs, "--now")
	agree(t, "killed", outputs(t, folder), counted{pages + 1, pages + 1, pages})
	var h jobHistory
	askJob(t, &h, 0, "history", "hazards", "--jobs", jobs)
	gained, seen := 0, map[string]int{}
	for _, r := range h.Runs {
		var s shownRun
		askJob(t, &s, 0, "show", fmt.Sprint("hazards/", r.Number), "--jobs", jobs)
		for _, e := range s.Events {
			if seen[e.URL]++; e.Kind != monitor.Gained || e.Reason != monitor.ByEdit || seen[e.URL] > 1 {
				t.Errorf("run %d: %s %s, %s", r.Number, e.Kind, e.URL, e.Reason)
			}
		}
		gained += r.Gained
	}
	if gained != pages || len(seen) != pages {
		t.Errorf("%d pages were gained by the runs, %d by the events; want %d", gained, len(seen), pages)
	}
}
