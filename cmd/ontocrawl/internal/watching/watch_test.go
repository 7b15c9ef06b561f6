package watching

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/ontocrawl/ontocrawl/cmd/ontocrawl/internal/cli"
	"github.com/ontocrawl/ontocrawl/cmd/ontocrawl/internal/cmdtest"
	"github.com/ontocrawl/ontocrawl/crawl/watch/monitor"
	"github.com/ontocrawl/ontocrawl/crawl/watch/store"
)

// A daemon that runs: whoever asks is answered by it, SIGHUP brings new jobs and
// refuses wrong ones, SIGTERM ends it in order.
func TestWatch(t *testing.T) {
	t.Parallel() // it waits more than it works
	bin, dir, site := buildBinary(t), t.TempDir(), stormSite(t)
	file := jobsFor(t, dir, site, "")
	w := cmdtest.StartWatch(t, bin, file, "--metrics", "127.0.0.1:0", "--listen", "127.0.0.1:0")
	w.Says(t, "the daemon is running")
	var run monitor.Run
	askJob(t, &run, 0, "run", "typhoon", "--jobs", file, "--now")
	if run.Outcome != monitor.Done || run.New != 1 {
		t.Errorf("a run by hand: %+v", run)
	}
	if r := ontocrawl(t, "job", "run", "typhoon", "--jobs", file); r.code != 0 || !strings.Contains(r.err, "makes the runs by itself") {
		t.Errorf("a run in its time: exit code %d, %s", r.code, r.err)
	}
	var transition monitor.Transition
	if askJob(t, &transition, 0, "phase", "typhoon", "warning", "--for", "1h", "--jobs", file); transition.To != monitor.Warning {
		t.Errorf("transition: %+v", transition)
	}
	var sources []monitor.NewSource
	if askJob(t, &sources, 0, "sources", "typhoon", "--refuse", "www.spam.example", "--jobs", file); len(sources) != 1 || sources[0].Site != "spam.example" || sources[0].By != "owner" || sources[0].State != monitor.Refused {
		t.Errorf("sources: %+v", sources)
	}
	if audit := string(read(filepath.Join(dir, "monitor", "audit.jsonl"))); !strings.Contains(audit, `"action":"source","object":"typhoon","outcome":"done","detail":"refused spam.example"`) {
		t.Errorf("the audit log: %s", audit)
	}
	if r := ontocrawl(t, "job", "show", "typhoon/99", "--jobs", file); r.code != cli.ExitUsage || !strings.Contains(r.err, "no such job or run") {
		t.Errorf("a run that is not there: exit code %d, %s", r.code, r.err)
	}
	if r := ontocrawl(t, "watch", file); r.code != cli.ExitConflict || !strings.Contains(r.err, "another daemon") {
		t.Errorf("a second daemon: exit code %d, %s", r.code, r.err)
	}
	_, address, _ := strings.Cut(w.Log.String(), `msg="metrics are served" address=`)
	resp, err := http.Get("http://" + strings.Fields(address)[0] + "/metrics")
	if err != nil {
		t.Fatal(err)
	}
	text, err := io.ReadAll(resp.Body)
	resp.Body.Close()
	for _, want := range []string{
		`ontocrawl_job_runs_total{job="typhoon",outcome="done"} 1`, `ontocrawl_job_phase{job="typhoon",phase="warning"} 1`,
		`ontocrawl_job_lag_seconds{job="typhoon"} 0`, `ontocrawl_job_events_total{job="typhoon",kind="new"} 1`,
	} {
		if err != nil || !bytes.Contains(text, []byte(want+"\n")) {
			t.Errorf("metrics lack %s: %v\n%s", want, err, text)
		}
	}
	until(t, "two notifications", func() bool {
		return strings.Contains(string(read(filepath.Join(dir, "monitor", "alerts.jsonl"))), "Typhoon one") && exists(filepath.Join(dir, "monitor", "alerts.xml"))
	})

	good := string(read(file))
	write(t, dir, "jobs.yaml", strings.Replace(good, "@every 168h", "0 0 30 2 *", 1))
	hup(t, w)
	w.Says(t, "it never fires")
	write(t, dir, "jobs.yaml", good+strings.Replace(good[strings.Index(good, "  - name:"):], "name: typhoon", "name: second", 1))
	hup(t, w)
	w.Says(t, "the file of jobs was reloaded")
	if askJob(t, &run, 0, "run", "second", "--jobs", file, "--now"); run.Job != "second" {
		t.Errorf("the new job: %+v", run)
	}
	if err := w.Cmd.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	if err := w.Cmd.Wait(); err != nil {
		t.Errorf("the end: %v\n%s", err, w.Log.String())
	}
	if r := ontocrawl(t, "job", "history", "typhoon", "--jobs", file); r.code != 0 || !strings.Contains(r.out, "typhoon/1") {
		t.Errorf("without a daemon: exit code %d\n%s%s", r.code, r.out, r.err)
	}
}

func hup(t *testing.T, w *cmdtest.Daemon) {
	t.Helper()
	if err := w.Cmd.Process.Signal(syscall.SIGHUP); err != nil {
		t.Fatal(err)
	}
}

// bigSite has n stories, each linked from the front page.
func bigSite(t *testing.T, n int) *living {
	l := newLiving(t)
	pages, links := map[string]string{}, ""
	for i := range n {
		path := fmt.Sprintf("/story/%d", i)
		links += fmt.Sprintf(`<a href="%s">Typhoon %d</a> `, path, i)
		pages[path] = page1(fmt.Sprintf("Typhoon number %d", i), strings.Repeat(fmt.Sprintf("A typhoon warning for place%d and harbour%d. The storm surge reached street%d and bridge%d. ", i*7, i*11, i*13, i*17), 4), "")
	}
	pages["/"] = page1("Weather daemon", "All the news of the weather.", links)
	l.edit(pages)
	l.slow = 20 * time.Millisecond
	return l
}

// The daemon and single runs are killed at random moments, again and again. Then
// every story was told once and no more, every run was gone on with under its
// number, and no scheduled time has two runs.
func TestDaemonKilled(t *testing.T) {
	t.Parallel() // it waits more than it works
	const stories = 24
	bin, dir, site := buildBinary(t), t.TempDir(), bigSite(t, stories)
	file := jobsFor(t, dir, site, "")
	write(t, dir, "jobs.yaml", strings.NewReplacer("pages: 20", "pages: 100", "time: 1m", "time: 10m", "@every 168h", "@every 10s").Replace(string(read(file))))
	rnd := rand.New(rand.NewPCG(1, 2))
	for i := range 10 {
		var kill *exec.Cmd
		if i%2 == 0 {
			kill = cmdtest.StartWatch(t, bin, file).Cmd
		} else {
			kill = exec.Command(bin, "job", "run", "typhoon", "--jobs", file, "--now")
			if err := kill.Start(); err != nil {
				t.Fatal(err)
			}
		}
		time.Sleep(time.Duration(100+rnd.IntN(900)) * time.Millisecond)
		kill.Process.Kill() //nolint:errcheck // it may have ended
		kill.Wait()         //nolint:errcheck // it was killed
	}
	askJob(t, new(monitor.Run), 0, "run", "typhoon", "--jobs", file, "--now") // goes on with what is open
	askJob(t, new(monitor.Run), 0, "run", "typhoon", "--jobs", file, "--now")
	told := map[string]int{}
	for line := range strings.Lines(readFile(t, filepath.Join(dir, "monitor"), "alerts.jsonl")) {
		var l struct {
			Title string
			Find  monitor.Event
		}
		if err := json.Unmarshal([]byte(line), &l); err != nil {
			t.Fatalf("a torn line: %v", err)
		}
		told[l.Find.URL]++
	}
	for url, n := range told {
		if n != 1 {
			t.Errorf("%s was told %d times", url, n)
		}
	}
	for i := range stories {
		if url := fmt.Sprintf("%s/story/%d", site.URL, i); told[url] == 0 {
			t.Errorf("%s was not told", url)
		}
	}
	checkRuns(t, dir)
}

// checkRuns checks that the runs of a daemon have numbers without gaps, one for each
// scheduled time.
func checkRuns(t *testing.T, dir string) {
	t.Helper()
	store, err := store.Open(store.Dir(filepath.Join(dir, "monitor")), nil)
	if err != nil {
		t.Fatal(err)
	}
	defer store.Close() //nolint:errcheck // only read
	runs, err := store.Runs("typhoon", time.Time{}, 1000)
	if err != nil {
		t.Fatal(err)
	}
	dues, resumed := map[time.Time]bool{}, 0
	for i, r := range runs {
		if r.Number != len(runs)-i || r.Ended.IsZero() || dues[r.Due] {
			t.Errorf("run %+v", r)
		}
		dues[r.Due] = true
		resumed += r.Resumed
	}
	if resumed == 0 {
		t.Error("no process died in a run: the test tests nothing")
	}
	t.Logf("%d runs, %d deaths in them", len(runs), resumed)
}

// The other verbs are ended by SIGHUP as ever; a watch that is given a wrong file
// says all that is wrong with it.
func TestWatchRefuses(t *testing.T) {
	t.Parallel()
	dir, site := t.TempDir(), stormSite(t)
	file := write(t, dir, "bad.yaml", strings.NewReplacer("@every 168h", "noon", "budget:", "budgte:").Replace(string(read(jobsFor(t, dir, site, "")))))
	r := ontocrawl(t, "watch", file)
	if r.code != cli.ExitUsage || !strings.Contains(r.err, "bad.yaml:8: ") || !strings.Contains(r.err, `did you mean "budget"?`) {
		t.Errorf("exit code %d\n%s", r.code, r.err)
	}
	if exists(filepath.Join(dir, "monitor")) {
		t.Error("a daemon was made")
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	var out, errs cmdtest.Buffer
	long := strings.Replace(string(read(filepath.Join(dir, "jobs.yaml"))), "receivers:", "folder: "+strings.Repeat("x", 120)+"\nreceivers:", 1)
	code := run(ctx, []string{"watch", write(t, dir, "long.yaml", long)}, cli.Streams{In: strings.NewReader(""), Out: &out, Err: &errs}, nil)
	if code != cli.ExitUsage || !strings.Contains(errs.String(), "too long") {
		t.Errorf("a name too long for a socket: exit code %d\n%s", code, errs.String())
	}
}
