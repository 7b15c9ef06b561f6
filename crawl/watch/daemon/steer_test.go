package daemon_test

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/ontocrawl/ontocrawl/crawl/watch/api"
	"github.com/ontocrawl/ontocrawl/crawl/watch/daemon"
	"github.com/ontocrawl/ontocrawl/crawl/watch/jobedit"
	"github.com/ontocrawl/ontocrawl/crawl/watch/jobfile"
	"github.com/ontocrawl/ontocrawl/crawl/watch/monitor"
	"github.com/ontocrawl/ontocrawl/internal/pacetest"
)

// endless is a crawler whose runs end when they are told to.
type endless struct {
	crawler
	begun chan string
}

func (c *endless) Crawl(ctx context.Context, a monitor.Assignment) (monitor.Result, error) {
	c.begun <- a.Job.Name
	<-ctx.Done()
	return monitor.Result{Outcome: monitor.Interrupted}, nil
}

// running is a daemon of the file name, with who asks it.
type running struct {
	*api.Client
	crawls *endless
	stop   func()
}

func begin(t *testing.T, name string) *running {
	t.Helper()
	read := func() (*jobfile.File, error) { return jobfile.Read(name, jobfile.Options{}) }
	f, err := read()
	if err != nil {
		t.Fatal(err)
	}
	c := &endless{begun: make(chan string, 9)}
	d, err := daemon.Open(t.Context(), daemon.Options{Jobs: f, Crawler: c, Log: slog.New(slog.DiscardHandler), Read: read, Checks: func() jobfile.Options { return jobfile.Options{} }})
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan struct{})
	go func() { defer close(done); d.Run(ctx) }()
	client := daemon.Dial(f)
	if client == nil {
		t.Fatal("nobody answers")
	}
	return &running{client, c, func() {
		cancel()
		<-done
		if err := errors.Join(client.Close(), d.Close()); err != nil {
			t.Error(err)
		}
	}}
}

// until waits for what another goroutine does.
func (r *running) until(t *testing.T, what string, ok func() bool) {
	t.Helper()
	pacetest.Until(t, time.Minute, what, ok)
}

func (r *running) job(t *testing.T, name string) *api.Job {
	t.Helper()
	d, err := r.Daemon(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for _, j := range d.Jobs {
		if j.Name == name {
			return &j
		}
	}
	return nil
}

// file is a file of jobs of these names.
func file(names ...string) string {
	text := "receivers: [{name: log, kind: jsonl, path: log.jsonl}, {name: spare, kind: jsonl, path: spare.jsonl}]\njobs:\n"
	for _, n := range names {
		text += fmt.Sprintf("  - {name: %s, seeds: ['https://a.example/'], schedule: '@every 24h', budget: {pages: 5}, alerts: [{name: all, to: log}]}\n", n)
	}
	return text
}

// TestSteer runs a real daemon: a job is paused over a restart, its run is stopped, and its
// receivers are tested, each by a person whom the answers name.
func TestSteer(t *testing.T) {
	dir := t.TempDir()
	name := filepath.Join(dir, "jobs.yaml")
	if err := os.WriteFile(name, []byte(file("typhoon")), 0o600); err != nil {
		t.Fatal(err)
	}
	r := begin(t, name)
	if err := r.Stop("typhoon"); err == nil || !strings.Contains(err.Error(), "no run is being made") {
		t.Errorf("nothing to stop: %v", err)
	}
	if err := r.Pause(monitor.Pause{Job: "typhoon", By: "ann", Reason: "they ask us to wait"}); err != nil {
		t.Fatal(err)
	}
	if err := r.Pause(monitor.Pause{Job: "none"}); !errors.Is(err, monitor.ErrNotFound) {
		t.Errorf("no such job: %v", err)
	}
	r.stop()
	// A single run of a timer finds it paused, too.
	f, err := jobfile.Read(name, jobfile.Options{})
	if err != nil {
		t.Fatal(err)
	}
	out, err := daemon.RunDue(t.Context(), daemon.Options{Jobs: f, Crawler: &crawler{}, Log: slog.New(slog.DiscardHandler)}, f.Jobs[0], false)
	if err != nil || out.Run != nil || out.Pause == nil || out.Pause.By != "ann" {
		t.Errorf("a single run: %+v %v", out, err)
	}
	r = begin(t, name)
	if j := r.job(t, "typhoon"); j.State != api.Paused || j.Pause == nil || j.Pause.By != "ann" || j.Pause.Reason != "they ask us to wait" || j.Pause.At.IsZero() || !j.Next.IsZero() {
		t.Errorf("after a restart: %+v", j)
	}
	if _, err := r.RunNow("typhoon"); err != nil { // by hand it runs
		t.Fatal(err)
	}
	<-r.crawls.begun
	if err := r.Stop("typhoon"); err != nil {
		t.Fatal(err)
	}
	r.until(t, "the stopped run ends", func() bool {
		run, err := r.Run("typhoon", 1)
		return err == nil && !run.Ended.IsZero() && run.Outcome == monitor.Stopped
	})
	tests, err := r.TestAlert(t.Context(), "typhoon", "", false)
	if err != nil || len(tests) != 1 || tests[0].Receiver != "log" || tests[0].Sent || tests[0].Preview == "" {
		t.Errorf("shown: %+v %v", tests, err)
	}
	if _, err := os.Stat(filepath.Join(f.Folder, "log.jsonl")); !os.IsNotExist(err) {
		t.Errorf("a preview was sent: %v", err)
	}
	tests, err = r.TestAlert(t.Context(), "typhoon", "spare", true)
	if err != nil || len(tests) != 1 || !tests[0].Sent {
		t.Errorf("sent: %+v %v", tests, err)
	}
	if text, err := os.ReadFile(filepath.Join(f.Folder, "spare.jsonl")); err != nil || strings.Count(string(text), "\n") != 1 {
		t.Errorf("%s %v", text, err)
	}
	if _, err := r.TestAlert(t.Context(), "typhoon", "nobody", true); !errors.Is(err, monitor.ErrNotFound) {
		t.Errorf("no such receiver: %v", err)
	}
	if err := r.Resume("typhoon"); err != nil {
		t.Error(err)
	}
	if err := r.Resume("typhoon"); err == nil || !strings.Contains(err.Error(), "is not paused") {
		t.Errorf("resumed twice: %v", err)
	}
	r.stop()
	if _, err := os.Stat(filepath.Join(f.Folder, daemon.File)); !os.IsNotExist(err) {
		t.Errorf("nothing is paused: %v", err)
	}
}

// TestEdit runs a real daemon: what is saved is in force at once, a broken file on disk leaves
// the last good one in force, and a job may be removed while it runs.
func TestEdit(t *testing.T) {
	dir := t.TempDir()
	name := filepath.Join(dir, "jobs.yaml")
	if err := os.WriteFile(name, []byte(file("typhoon")), 0o600); err != nil {
		t.Fatal(err)
	}
	r := begin(t, name)
	defer func() { r.stop() }()
	edit := r.JobsFile()
	s, err := edit.Read(t.Context())
	if err != nil || s.Text != file("typhoon") || s.InForce == nil || !s.InForce.Same {
		t.Fatalf("%+v %v", s, err)
	}
	if s, err = edit.Save(t.Context(), file("typhoon", "flood"), s.Version); err != nil || !s.InForce.Same || s.InForce.Version != s.Version {
		t.Fatalf("%+v %v", s.InForce, err)
	}
	r.until(t, "a new job", func() bool { return r.job(t, "flood") != nil })

	// Removed while it runs, its run comes to its end: here somebody stops it.
	if _, err := r.RunNow("typhoon"); err != nil {
		t.Fatal(err)
	}
	<-r.crawls.begun
	if s, err = edit.Save(t.Context(), file("flood"), s.Version); err != nil {
		t.Fatal(err)
	}
	r.until(t, "a job goes", func() bool { return r.job(t, "typhoon") == nil })
	if err := r.Stop("typhoon"); err != nil {
		t.Errorf("the run of a removed job is not stopped: %v", err)
	}
	if err := r.Pause(monitor.Pause{Job: "typhoon"}); !errors.Is(err, monitor.ErrNotFound) {
		t.Errorf("a removed job is paused: %v", err)
	}

	// Somebody breaks the file with an editor, and lets the daemon read it.
	if err := os.WriteFile(name, []byte("jobs: ["), 0o600); err != nil {
		t.Fatal(err)
	}
	if s, err = edit.Read(t.Context()); err != nil || s.InForce.Same || s.InForce.Text != file("flood") || s.Text != "jobs: [" || !strings.Contains(s.InForce.Diff, "+jobs: [") {
		t.Errorf("broken: %+v %v", s, err)
	}
	var bad *jobedit.InvalidError
	if _, err := edit.Save(t.Context(), "folder: other\n"+file("flood"), s.Version); !errors.As(err, &bad) || !strings.Contains(err.Error(), "folder cannot be changed here") {
		t.Errorf("another folder: %v", err)
	}
	if s, err = edit.Save(t.Context(), s.InForce.Text, s.Version); err != nil || !s.InForce.Same || r.job(t, "flood") == nil {
		t.Errorf("mended: %+v %v", s, err)
	}
}
