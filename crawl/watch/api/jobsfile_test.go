package api_test

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"net"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ontocrawl/ontocrawl/crawl/watch/access"
	"github.com/ontocrawl/ontocrawl/crawl/watch/api"
	"github.com/ontocrawl/ontocrawl/crawl/watch/internal/trial"
	"github.com/ontocrawl/ontocrawl/crawl/watch/jobedit"
	"github.com/ontocrawl/ontocrawl/crawl/watch/jobfile"
	"github.com/ontocrawl/ontocrawl/crawl/watch/monitor"
	"github.com/ontocrawl/ontocrawl/crawl/watch/teaching"
)

// jobs is a file of jobs in memory that takes any text without "bad". The file itself is tested
// in package jobedit.
type jobs struct {
	text string
	full bool // of the disk
}

func (j *jobs) state() jobedit.State {
	return jobedit.State{Name: "jobs.yaml", Text: j.text, Version: jobedit.VersionOf([]byte(j.text)), Earlier: []jobedit.Earlier{{Name: "jobs.yaml.~1~", At: noon, Bytes: 3}}, Folder: ".",
		InForce: &jobedit.InForce{Version: "1", Since: noon, Text: evil, Why: evil, Diff: evil}}
}

func (j *jobs) Read(context.Context) (jobedit.State, error) { return j.state(), nil }

func (j *jobs) Check(_ context.Context, text string) (jobfile.Checked, error) {
	if len(text) > jobedit.MaxText {
		return jobfile.Checked{}, jobedit.ErrTooLarge
	}
	_, c := jobfile.CheckText("jobs.yaml", []byte(text), jobfile.Options{}, noon)
	return c, nil
}

func (j *jobs) Try(_ context.Context, _, job, rule string) (*trial.Report, error) {
	return &trial.Report{Job: job, Rule: rule, From: noon, Rang: 3, Rings: []trial.Ring{{URL: "https://a.example/", Title: evil, At: noon}}}, nil
}

func (j *jobs) Save(ctx context.Context, text, version string) (jobedit.State, error) {
	c, err := j.Check(ctx, text)
	switch {
	case err != nil:
		return jobedit.State{}, err
	case version != j.state().Version:
		return jobedit.State{}, &jobedit.ConflictError{State: j.state(), Diff: "--- jobs.yaml\n+++ yours\n"}
	case strings.Contains(text, "bad"):
		return jobedit.State{}, &jobedit.InvalidError{Name: "jobs.yaml", Checked: c}
	case j.full:
		return jobedit.State{}, &jobedit.SaveError{Name: "jobs.yaml", Err: &fs.PathError{Op: "write", Path: "/x/.tmp", Err: errors.New("no space left on device")}}
	}
	j.text = text
	return j.state(), nil
}

// teacher has never studied.
type teacher struct{ working bool }

func (t *teacher) State(job string) (teaching.State, error) {
	if job != "typhoon" {
		return teaching.State{}, fs.ErrNotExist
	}
	return teaching.State{Working: t.working}, nil
}

func (t *teacher) Ask(job string, n int) ([]teaching.Question, error) {
	if job == "none" {
		return nil, fs.ErrNotExist
	}
	return []teaching.Question{{URL: "http://a.example/", Title: "A storm", Relevance: .5, Concepts: []string{"x#storm"}}}[:min(n, 1)], nil
}

func (t *teacher) Begin(string) error {
	if t.working {
		return teaching.ErrWorking
	}
	t.working = true
	return nil
}

func (t *teacher) Apply(string, string) error { return teaching.ErrNoModel }
func (t *teacher) TakeBack(string) error      { return nil }

// TestSteering asks a daemon for everything by the client, and gets its own errors.
func TestSteering(t *testing.T) {
	path := filepath.Join(t.TempDir(), "daemon.sock")
	l, err := net.Listen("unix", path)
	if err != nil {
		t.Fatal(err)
	}
	d, file := newDaemon(), &jobs{text: "jobs: []\n"}
	srv := &http.Server{Handler: api.New(d, api.Options{Who: as(access.Admin), Control: d, JobsFile: file, Teacher: &teacher{}, Own: true})}
	done := make(chan error)
	go func() { done <- srv.Serve(l) }()
	defer func() { srv.Close(); <-done }()
	c := api.DialUnix(path)
	defer c.Close()
	ctx := t.Context()

	f := c.JobsFile()
	s, err := f.Read(ctx)
	if err != nil || s.Text != "jobs: []\n" || s.Earlier[0].Name != "jobs.yaml.~1~" || s.InForce == nil {
		t.Fatalf("%+v %v", s, err)
	}
	if got, err := f.Check(ctx, "jobs: ["); err != nil || got.Valid || got.Findings[0].Line != 1 {
		t.Errorf("check: %+v %v", got, err)
	}
	if s, err = f.Save(ctx, "jobs: [1]\n", s.Version); err != nil || file.text != "jobs: [1]\n" {
		t.Errorf("save: %v", err)
	}
	var conflict *jobedit.ConflictError
	if _, err := f.Save(ctx, "jobs: [2]\n", "0"); !errors.As(err, &conflict) || conflict.State.Text != "jobs: [1]\n" || conflict.Diff == "" {
		t.Errorf("conflict: %v", err)
	}
	var invalid *jobedit.InvalidError
	if _, err := f.Save(ctx, "bad: [", s.Version); !errors.As(err, &invalid) || len(invalid.Checked.Findings) == 0 || !strings.HasPrefix(err.Error(), "nothing was saved: jobs.yaml:1: ") {
		t.Errorf("invalid: %v", err)
	}
	for _, size := range []int{jobedit.MaxText + 1, 20 << 20} { // more than the file, more than a body
		if _, err := f.Save(ctx, strings.Repeat("x", size), s.Version); !errors.Is(err, jobedit.ErrTooLarge) {
			t.Errorf("%d bytes: %v", size, err)
		}
	}
	file.full = true
	var failed *jobedit.SaveError
	if _, err := f.Save(ctx, "jobs: [3]\n", s.Version); !errors.As(err, &failed) || err.Error() != "jobs.yaml was not changed: no space left on device" {
		t.Errorf("full: %v", err)
	}

	if err := errors.Join(c.Pause(monitor.Pause{Job: "typhoon", By: "bob", Reason: "wait"}), c.Resume("typhoon"), c.Stop("typhoon")); err != nil {
		t.Error(err)
	}
	tests, err := c.TestAlert(ctx, "typhoon", "duty", true)
	if err != nil || len(tests) != 2 || !tests[0].Sent || tests[1].Error != "no route" {
		t.Errorf("%+v %v", tests, err)
	}
	// The owner of the daemon is believed for whom they pause it.
	if want := `[pause typhoon bob wait resume typhoon stop typhoon test typhoon "duty" true]`; fmt.Sprint(d.ordered) != want {
		t.Errorf("ordered %q; want %s", d.ordered, want)
	}
	d.closed = true
	if err := c.Stop("typhoon"); err == nil || err.Error() != "no run is being made" {
		t.Errorf("nothing to stop: %v", err)
	}
	if s, err := c.Teach(ctx, "typhoon"); err != nil || !s.Working {
		t.Errorf("%+v %v", s, err)
	}
	if _, err := c.Teach(ctx, "typhoon"); err == nil || !strings.Contains(err.Error(), "already") {
		t.Errorf("studied twice at once: %v", err)
	}
	if _, err := c.UseTaught(ctx, "typhoon", "m1"); err == nil || !strings.Contains(err.Error(), "study the marks again") {
		t.Errorf("a model that was never made: %v", err)
	}
	if _, err := c.Taught(ctx, "none"); !errors.Is(err, monitor.ErrNotFound) {
		t.Errorf("no such job: %v", err)
	}
}

// TestJobsFileIsGuarded: forms of other sites check and save nothing, nobody saves without a
// version, and who may not edit does not see the file.
func TestJobsFileIsGuarded(t *testing.T) {
	ask := func(role access.Role, method, path, kind, match string) *httptest.ResponseRecorder {
		r := httptest.NewRequest(method, api.Prefix+path, strings.NewReader(`{"text":"jobs: []"}`))
		if kind != "" {
			r.Header.Set("Content-Type", kind)
		}
		if match != "" {
			r.Header.Set("If-Match", match)
		}
		w := httptest.NewRecorder()
		api.New(newDaemon(), api.Options{Who: as(role), JobsFile: &jobs{text: "secret-words"}}).ServeHTTP(w, r)
		if role < access.Admin && strings.Contains(w.Body.String(), "secret-words") {
			t.Errorf("%v sees the file: %s", role, w.Body)
		}
		return w
	}
	version := `"` + jobedit.VersionOf([]byte("secret-words")) + `"`
	for _, tt := range []struct {
		role                      access.Role
		method, path, kind, match string
		status                    int
	}{
		{access.Read, "GET", "/jobs-file", "", "", 403},
		{access.Run, "GET", "/jobs-file", "", "", 403},
		{access.Run, "POST", "/jobs-file/check", "application/json", "", 403},
		{access.Run, "PUT", "/jobs-file", "application/json", version, 403},
		{access.Admin, "POST", "/jobs-file/check", "text/plain", "", 415},
		{access.Admin, "POST", "/jobs-file/check", "application/x-www-form-urlencoded", "", 415},
		{access.Admin, "PUT", "/jobs-file", "text/plain", version, 415},
		{access.Admin, "PUT", "/jobs-file", "application/json", "", 400},
		{access.Admin, "PUT", "/jobs-file", "application/json", "*", 400},
		{access.Admin, "PUT", "/jobs-file", "application/json", "W/" + version, 400},
		{access.Admin, "PUT", "/jobs-file", "application/json", `"0"`, 412},
		{access.Admin, "PUT", "/jobs-file", "application/json", version, 202},
		{access.Admin, "GET", "/jobs-file", "", "", 200},
	} {
		if w := ask(tt.role, tt.method, tt.path, tt.kind, tt.match); w.Code != tt.status {
			t.Errorf("%+v: %d %s", tt, w.Code, w.Body)
		} else if tt.method == "GET" && tt.status == 200 && w.Header().Get("ETag") != version {
			t.Errorf("ETag %s; want %s", w.Header().Get("ETag"), version)
		}
	}
}
