package watching

import (
	"encoding/json"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/ontocrawl/ontocrawl/cmd/ontocrawl/internal/cli"
	"github.com/ontocrawl/ontocrawl/crawl/watch/monitor"
	"github.com/ontocrawl/ontocrawl/internal/yamlread"
)

// jobsFor writes a file of jobs with one job about what site publishes, and
// returns its path. more are lines of the job.
func jobsFor(t *testing.T, dir string, site *living, more string) string {
	t.Helper()
	return write(t, dir, "jobs.yaml", fmt.Sprintf(`
receivers: [{name: lines, kind: jsonl, path: alerts.jsonl}, {name: feed, kind: atom, path: alerts.xml}]
defaults: {zone: Asia/Shanghai, allow-private: true, delay: 1ms, retries: 0, contact: "https://tests.example/", segmenter: trie, refresh-min: 0s, refresh-max: 0s}
jobs:
  - name: typhoon
    topic: typhoon
    seeds: [%s/]
    schedule: "@every 168h"
    budget: {pages: 20, time: 1m}
    sitemaps: none
    alerts: [{name: all, to: [lines, feed], kinds: [new, changed, gone]}]
%s`, site.URL, more))
}

// stormSite is a site of three pages, two of which are relevant.
func stormSite(t *testing.T) *living {
	l := newLiving(t)
	l.edit(map[string]string{
		"/":     page1("Weather daemon", strings.Repeat("All the news of the weather. ", 20), `<a href="/one">Typhoon landfall</a> <a href="/soup">Leeks</a>`),
		"/one":  page1("Typhoon one", strings.Repeat(storm, 3), ""),
		"/soup": page1("A soup of leeks", "Cut the leeks, melt the butter, add water and salt.", ""),
	})
	return l
}

// askJob runs a job verb that prints JSON into v.
func askJob(t *testing.T, v any, code int, args ...string) {
	t.Helper()
	r := ontocrawl(t, append(append([]string{"job"}, args...), "--json")...)
	if r.code != code {
		t.Fatalf("%v: exit code %d, want %d\n%s%s", args, r.code, code, r.out, r.err)
	}
	if err := json.Unmarshal([]byte(r.out), v); err != nil {
		t.Fatalf("%v: %v\n%s", args, err, r.out)
	}
}

// What the commands print with --json, as a program of a user reads it.
type (
	shownRun struct {
		Run    monitor.Run
		Events []monitor.Event
	}
	jobHistory struct {
		Job         string
		Runs        []monitor.Run
		Transitions []monitor.Transition
	}
	checkReport struct {
		Valid    bool
		Findings []yamlread.Finding
		Jobs     []struct {
			Name, Schedule, Zone string
			Next                 []time.Time
		}
	}
)

func kindsOf(s shownRun, site *living) (kinds []string) {
	for _, f := range s.Events {
		kinds = append(kinds, string(f.Kind)+" "+strings.TrimPrefix(f.URL, site.URL))
	}
	slices.Sort(kinds)
	return kinds
}

// A job's life: its first run crawls, later ones find what is new, changed and
// gone, and tell it; no time runs twice; what is asked of the daemon agrees.
func TestJob(t *testing.T) {
	t.Parallel()
	dir, site := t.TempDir(), stormSite(t)
	file := jobsFor(t, dir, site, "")
	jobs := []string{"--jobs", file}
	var first, second, none monitor.Run
	askJob(t, &first, 0, append(jobs, "run", "typhoon")...)
	if first.Number != 1 || first.Outcome != monitor.Done || first.Trigger != monitor.Scheduled || first.New != 1 || first.Notifications != 2 || !first.Due.Equal(first.Due.Truncate(time.Hour)) {
		t.Fatalf("the first run: %+v", first)
	}
	if askJob(t, &none, 0, append(jobs, "run", "typhoon")...); none.Number != 0 {
		t.Errorf("the same time ran twice: %+v", none)
	}
	site.edit(map[string]string{
		"/":    page1("Weather daemon", strings.Repeat("All the news of the weather. ", 20), `<a href="/one">Typhoon landfall</a> <a href="/two">Typhoon warning</a>`),
		"/one": page1("Typhoon one", strings.Repeat(storm, 3)+"A red typhoon warning was issued. The storm surge is over; the dykes have held everywhere.", ""),
		"/two": page1("Typhoon two \x1b]52;c;x\x07", strings.Repeat("Another typhoon formed in the east, a super typhoon with a storm surge. ", 4), ""),
	})
	askJob(t, &second, 0, append(jobs, "run", "typhoon", "--now")...)
	var shown shownRun
	askJob(t, &shown, 0, append(jobs, "show", "typhoon")...)
	same(t, "found by the second run", kindsOf(shown, site), []string{"changed /one", "new /two"})
	if second.Trigger != monitor.ByHand || shown.Run.Number != 2 || second.New != 1 || second.Changed != 1 {
		t.Errorf("the second run: %+v", second)
	}
	site.edit(map[string]string{"/two": ""})
	askJob(t, new(monitor.Run), 0, append(jobs, "run", "typhoon", "--now")...)
	askJob(t, &shown, 0, append(jobs, "show", "typhoon/3")...)
	same(t, "found by the third run", kindsOf(shown, site), []string{"gone /two"})

	var h jobHistory
	askJob(t, &h, 0, append(jobs, "history", "typhoon")...)
	if len(h.Runs) != 3 || h.Runs[0].Number != 3 || len(h.Transitions) != 0 {
		t.Errorf("history: %+v", h)
	}
	if n := strings.Count(readFile(t, filepath.Join(dir, "monitor"), "alerts.jsonl"), "\n"); n != 4 {
		t.Errorf("%d alerts, want 4: new, changed, new, gone", n)
	}
	for _, args := range [][]string{{"list"}, {"history", "typhoon"}, {"show", "typhoon/2"}, {"phase", "typhoon"}} {
		r := ontocrawl(t, append(append([]string{"job"}, jobs...), args...)...)
		if r.code != 0 || !strings.Contains(r.out, "typhoon") || strings.ContainsAny(r.out, "\x1b\x07") {
			t.Errorf("%v: exit code %d\n%s%s", args, r.code, r.out, r.err)
		}
	}
}

// A person's phase is kept with its reason.
func TestJobPhase(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	jobs := []string{"--jobs", jobsFor(t, dir, stormSite(t), "")}
	var transition monitor.Transition
	askJob(t, &transition, 0, append(jobs, "phase", "typhoon", "impact", "--for", "12h", "--reason", "landfall\x1b[31m")...)
	if transition.To != monitor.Impact || !transition.Held || transition.By != "hand" || transition.Until.Sub(transition.At) != 12*time.Hour {
		t.Errorf("transition: %+v", transition)
	}
	var run monitor.Run
	if askJob(t, &run, 0, append(jobs, "run", "typhoon")...); run.Phase != monitor.Impact {
		t.Errorf("the run was made in phase %v", run.Phase)
	}
	var h jobHistory
	if askJob(t, &h, 0, append(jobs, "history", "typhoon")...); len(h.Transitions) != 1 || h.Transitions[0].Reason != "landfall\x1b[31m" {
		t.Errorf("transitions: %+v", h.Transitions)
	}
	if r := ontocrawl(t, append([]string{"job", "history", "typhoon"}, jobs...)...); !strings.Contains(r.out, `landfall\x1b[31m`) {
		t.Errorf("history:\n%s", r.out)
	}
	for _, bad := range [][]string{{"phase", "typhoon", "war", "--for", "1h"}, {"phase", "typhoon", "impact"}, {"phase", "typhoon", "impact", "--for", "soon"}, {"phase", "taifun"}, {"show", "typhoon/x"}, {"show", "typhoon/9"}, {"history", "typhoon", "-n", "0"}} {
		if r := ontocrawl(t, append(append([]string{"job"}, jobs...), bad...)...); r.code != cli.ExitUsage {
			t.Errorf("%v: exit code %d\n%s%s", bad, r.code, r.out, r.err)
		}
	}
}

// Where a job goes and how far may change from run to run; a seed that never
// answered is asked again. What pages are judged by may not change, and the way
// Out is named.
func TestJobEdited(t *testing.T) {
	t.Parallel()
	dir, site := t.TempDir(), stormSite(t)
	other := newLiving(t)
	file := jobsFor(t, dir, site, fmt.Sprintf("    feeds: [%s/late]\n", other.URL))
	var run monitor.Run
	askJob(t, &run, 0, "run", "typhoon", "--jobs", file)
	if run.Failures != 1 {
		t.Errorf("the seed that is not there: %+v", run)
	}
	other.edit(map[string]string{
		"/late": page1("Typhoon late", strings.Repeat("Late news of a typhoon: the tropical storm has become a super typhoon. ", 4), ""),
		"/new":  page1("Typhoon new", strings.Repeat("The typhoon warning is red now, and the rainstorm goes on with the storm surge. ", 4), ""),
	})
	text := strings.NewReplacer("pages: 20", "pages: 30", site.URL+"/]", site.URL+"/, "+other.URL+"/new]", "delay: 1ms", "delay: 2ms").Replace(string(read(file)))
	write(t, dir, "jobs.yaml", text+"    same-site: true\n    workers: 2\n")
	askJob(t, &run, 0, "run", "typhoon", "--jobs", file, "--now")
	if run.New != 2 || run.Failures != 0 {
		var s shownRun
		askJob(t, &s, 0, "show", "typhoon", "--jobs", file)
		t.Errorf("the edited job found %+v, %v", run, kindsOf(s, site))
	}
	write(t, dir, "jobs.yaml", text+"    phi: 0.9\n")
	askJob(t, &run, cli.ExitFailure, "run", "typhoon", "--jobs", file, "--now")
	if run.Outcome != monitor.Failed || !strings.Contains(run.Error, "phi is 0.9, was 0") || !strings.Contains(run.Error, "move ") {
		t.Errorf("another judgement: %+v", run)
	}
	write(t, dir, "jobs.yaml", text)
	if askJob(t, &run, 0, "run", "typhoon", "--jobs", file, "--now"); run.Outcome != monitor.Done {
		t.Errorf("taken back: %+v", run)
	}
}

// A run whose minutes are spent ends, and the next one goes on where it stood. The site
// gives three answers and no more until the time is up, however slow the machine is; a
// run that got none of them may have twice the time.
func TestJobTimeUp(t *testing.T) {
	t.Parallel()
	const quick = 3
	dir, site := t.TempDir(), bigSite(t, 20)
	site.slow, site.quick, site.rest = 0, quick, make(chan struct{})
	file := jobsFor(t, dir, site, "    workers: 1\n")
	text := string(read(file))
	found, pages := 0, 0
	for limit := time.Second; pages == 0 && limit < time.Minute; limit *= 2 {
		var run monitor.Run
		write(t, dir, "jobs.yaml", strings.Replace(text, "time: 1m", fmt.Sprint("time: ", limit), 1))
		askJob(t, &run, 0, "run", "typhoon", "--jobs", file, "--now")
		if run.Outcome != monitor.TimeUp {
			t.Fatalf("%v for 21 pages, of which %d are to be had: %+v", limit, quick, run)
		}
		found, pages = found+run.New, run.Pages
	}
	if pages < 1 || pages > quick {
		t.Errorf("%d pages of the %d that were to be had", pages, quick)
	}
	close(site.rest)
	var last monitor.Run
	write(t, dir, "jobs.yaml", strings.NewReplacer("pages: 20", "pages: 100", "time: 1m", "time: 10m").Replace(text))
	askJob(t, &last, 0, "run", "typhoon", "--jobs", file, "--now")
	if last.Outcome != monitor.Done || found+last.New < 20 {
		t.Errorf("then %+v", last)
	}
}

// However many timers call at once, a scheduled time has one run; other jobs of
// the daemon run meanwhile.
func TestJobTogether(t *testing.T) {
	t.Parallel()
	dir, site := t.TempDir(), stormSite(t)
	file := jobsFor(t, dir, site, "")
	text := string(read(file))
	write(t, dir, "jobs.yaml", text+strings.Replace(text[strings.Index(text, "  - name:"):], "name: typhoon", "name: second", 1))
	var group sync.WaitGroup
	for i := range 6 {
		group.Go(func() {
			if r := ontocrawl(t, "job", "run", []string{"typhoon", "second"}[i%2], "--jobs", file); r.code != 0 {
				t.Errorf("exit code %d\n%s%s", r.code, r.out, r.err)
			}
		})
	}
	group.Wait()
	for _, name := range []string{"typhoon", "second"} {
		var h jobHistory
		if askJob(t, &h, 0, "history", name, "--jobs", file); len(h.Runs) != 1 || h.Runs[0].Outcome != monitor.Done || h.Runs[0].Resumed != 0 || h.Runs[0].New != 1 {
			t.Errorf("%s: %+v", name, h.Runs)
		}
	}
	if n := strings.Count(readFile(t, filepath.Join(dir, "monitor"), "alerts.jsonl"), "\n"); n != 2 {
		t.Errorf("%d alerts, want 2", n)
	}
}

// Nothing answers: the run fails and says so, the next is made at its time.
func TestJobDown(t *testing.T) {
	t.Parallel() // it waits more than it works
	dir, site := t.TempDir(), stormSite(t)
	file := jobsFor(t, dir, site, "")
	site.Close()
	var run monitor.Run
	askJob(t, &run, cli.ExitFailure, "run", "typhoon", "--jobs", file)
	if run.Outcome != monitor.Failed || run.Error == "" {
		t.Errorf("%+v", run)
	}
}

func TestJobCheck(t *testing.T) {
	t.Parallel()
	dir, site := t.TempDir(), stormSite(t)
	good := jobsFor(t, dir, site, "    phases: {rates: [{concept: 台风, factor: 3, window: 6h, base: 7d, phase: warning}]}\n")
	var r checkReport
	askJob(t, &r, 0, "check", good)
	if !r.Valid || len(r.Findings) != 0 || len(r.Jobs) != 1 || len(r.Jobs[0].Next) != 5 || r.Jobs[0].Zone != "Asia/Shanghai" {
		t.Errorf("%+v", r)
	}
	if text := ontocrawl(t, "job", "check", good); text.code != 0 || strings.Count(text.out, "+08:00") != 5 {
		t.Errorf("exit code %d\n%s", text.code, text.out)
	}
	bad := strings.NewReplacer("topic: typhoon", "topic: taifun", "zone: Asia/Shanghai", "zone: Asia/Shanghai, phi: 2, workers: many").Replace(string(read(good)))
	askJob(t, &r, cli.ExitUsage, "check", write(t, dir, "bad.yaml", bad))
	if r.Valid || len(r.Findings) != 1 || !strings.Contains(r.Findings[0].Text, `workers is "many", but it must be a whole number`) || r.Findings[0].Line != 3 {
		t.Errorf("%+v", r)
	}
	bad = strings.Replace(bad, ", workers: many", "", 1)
	if askJob(t, &r, cli.ExitUsage, "check", write(t, dir, "bad.yaml", bad)); len(r.Findings) != 1 || !strings.Contains(r.Findings[0].Text, "phi is 2, but it must be between 0 and 1") {
		t.Errorf("%+v", r)
	}
	bad = strings.Replace(bad, ", phi: 2", "", 1)
	if askJob(t, &r, cli.ExitUsage, "check", write(t, dir, "bad.yaml", bad)); len(r.Findings) != 1 || !strings.Contains(r.Findings[0].Text, "taifun") || r.Findings[0].Line != 6 {
		t.Errorf("%+v", r)
	}
	bad = strings.NewReplacer("concept: 台风", "concept: 台凤", "kinds: [", "concepts: [nonsense], kinds: [").Replace(string(read(good)))
	askJob(t, &r, cli.ExitUsage, "check", write(t, dir, "bad.yaml", bad))
	if len(r.Findings) != 3 || !strings.Contains(r.Findings[0].Text, `no concept "nonsense"`) || !strings.Contains(r.Findings[2].Text, "台风") {
		t.Errorf("%+v", r)
	}
	if x := ontocrawl(t, "job", "check", filepath.Join(dir, "none.yaml")); x.code != cli.ExitUsage || !strings.Contains(x.err, "none.yaml") {
		t.Errorf("no file: exit code %d, %s", x.code, x.err)
	}
}
