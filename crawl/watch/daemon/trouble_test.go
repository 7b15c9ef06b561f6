package daemon_test

import (
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/watch/api"
	"github.com/ontocrawl/ontocrawl/crawl/watch/daemon"
	"github.com/ontocrawl/ontocrawl/crawl/watch/jobfile"
	"github.com/ontocrawl/ontocrawl/crawl/watch/monitor"
	"github.com/ontocrawl/ontocrawl/crawl/watch/notify"
)

// crawler makes runs that fail with err.
type crawler struct{ err error }

func (c *crawler) Crawl(context.Context, monitor.Assignment) (monitor.Result, error) {
	return monitor.Result{Outcome: monitor.Done}, c.err
}
func (c *crawler) Names(*monitor.Job) func(string) string  { return nil }
func (c *crawler) Graph(*monitor.Job) (api.Graph, error)   { return api.Graph{}, nil }
func (c *crawler) AlertFetcher(*monitor.Job) crawl.Fetcher { return nil }

// heard holds what the operators were told.
type heard struct {
	mu     sync.Mutex
	titles []string
}

func (h *heard) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	var b notify.Body
	if json.NewDecoder(r.Body).Decode(&b) == nil {
		h.mu.Lock()
		h.titles = append(h.titles, b.Notifications[0].Title)
		h.mu.Unlock()
	}
}

func (h *heard) all() string {
	h.mu.Lock()
	defer h.mu.Unlock()
	defer func() { h.titles = nil }()
	return strings.Join(h.titles, "\n")
}

// TestOperators: a job that fails is told to the operators once, by single runs of a timer,
// and once more when it works again. They need not stand in a rule.
func TestOperators(t *testing.T) {
	h := &heard{}
	srv := httptest.NewServer(h)
	defer srv.Close()
	f, err := jobfile.Parse(filepath.Join(t.TempDir(), "jobs.yaml"), []byte(`
receivers: [{name: operators, kind: webhook, url: "`+srv.URL+`"}]
jobs: [{name: typhoon, lang: zh, zone: UTC, seeds: ["https://a.example/"], schedule: "@every 1h", budget: {pages: 5}}]
`), jobfile.Options{})
	if err != nil {
		t.Fatal(err)
	}
	c := &crawler{err: errors.New("the ontology cannot be read")}
	run := func() {
		t.Helper()
		opt := daemon.Options{Jobs: f, ReceiverHosts: []string{"127.0.0.1"}, Crawler: c, Log: slog.New(slog.DiscardHandler)}
		if out, err := daemon.RunDue(t.Context(), opt, f.Jobs[0], true); err != nil || out.Run == nil {
			t.Fatal(err, out)
		}
	}
	run()
	if got := h.all(); got != "任务 typhoon：最近一次运行失败：the ontology cannot be read" {
		t.Errorf("told %q", got)
	}
	run()
	if got := h.all(); got != "" {
		t.Errorf("told again %q", got)
	}
	c.err = nil
	run()
	if got := h.all(); !strings.HasPrefix(got, "已恢复（始于 ") || !strings.HasSuffix(got, "任务 typhoon：最近一次运行失败：the ontology cannot be read") {
		t.Errorf("when it is over they are told %q", got)
	}
	run()
	if got := h.all(); got != "" {
		t.Errorf("without a trouble they are told %q", got)
	}
}

// The file of jobs is broken while the daemon runs: the operators are told, and told when it
// is over. The dead man's switch is answered.
func TestDaemonInTrouble(t *testing.T) {
	h, pinged := &heard{}, make(chan struct{}, 9)
	mux := http.NewServeMux()
	mux.Handle("/operators", h)
	mux.HandleFunc("/ping", func(http.ResponseWriter, *http.Request) { pinged <- struct{}{} })
	srv := httptest.NewServer(mux)
	defer srv.Close()
	dir := t.TempDir()
	text := `
receivers: [{name: operators, kind: webhook, url: "` + srv.URL + `/operators", ping: "` + srv.URL + `/ping", ping-every: 1h}]
jobs: [{name: typhoon, paused: true, seeds: ["https://a.example/"], schedule: "@every 1h", budget: {pages: 5}}]
`
	read := func() (*jobfile.File, error) {
		return jobfile.Parse(filepath.Join(dir, "jobs.yaml"), []byte(text), jobfile.Options{})
	}
	f, err := read()
	if err != nil {
		t.Fatal(err)
	}
	d, err := daemon.Open(t.Context(), daemon.Options{Jobs: f, ReceiverHosts: []string{"127.0.0.1"}, Crawler: &crawler{}, Log: slog.New(slog.DiscardHandler), Read: read})
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan struct{})
	go func() { defer close(done); d.Run(ctx) }()
	<-pinged
	client := daemon.Dial(f)
	if client == nil {
		t.Fatal("nobody answers")
	}
	good := text
	text = strings.Replace(text, "budget", "budgte", 1)
	d.Reload()
	text = good
	d.Reload()
	var told string
	for !strings.Contains(told, "Over (since ") { // by another goroutine
		time.Sleep(time.Millisecond)
		told += h.all() + "\n"
	}
	if !strings.HasPrefix(strings.TrimSpace(told), "The file of jobs cannot be used, and the old one stays: ") || !strings.Contains(told, `did you mean "budget"?`) {
		t.Errorf("told %q", told)
	}
	cancel()
	<-done
	if err := errors.Join(client.Close(), d.Close()); err != nil {
		t.Error(err)
	}
}
