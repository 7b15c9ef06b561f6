package jobfile_test

import (
	"context"
	"os"
	"path/filepath"
	"testing"
	"time"

	"go.yaml.in/yaml/v3"

	"github.com/ontocrawl/ontocrawl/crawl/watch/jobfile"
	"github.com/ontocrawl/ontocrawl/crawl/watch/monitor"
	"github.com/ontocrawl/ontocrawl/crawl/watch/notify"
	"github.com/ontocrawl/ontocrawl/crawl/watch/store"
	"github.com/ontocrawl/ontocrawl/internal/yamlread"
)

// siren is a channel that a user adds: one type, and one row in a table.
type siren struct {
	Tone string
	sent chan string
}

func (s *siren) Read(r *yamlread.Reader, n *yaml.Node, what string, common yamlread.Fields) map[string]int {
	return r.Section(n, what, common, yamlread.Fields{"tone": func(n *yaml.Node) { s.Tone, _ = r.Text(n, "tone") }}, "tone")
}

func (s *siren) Sender(*notify.Env) notify.Sender { return s }

func (*siren) Preview(*notify.Message) (string, error) { return "", nil }

func (s *siren) Send(_ context.Context, m *notify.Message) error {
	s.sent <- s.Tone + ": " + m.Notifications[0].Title
	return nil
}

// TestAddChannel: a new channel takes a row. A file of jobs names it, and the worker
// delivers through it.
func TestAddChannel(t *testing.T) {
	sent := make(chan string, 1)
	opt := options
	opt.Channels = append(notify.Channels(), notify.Channel{Kind: "siren", New: func() notify.Settings { return &siren{sent: sent} }})
	text := `receivers: [{name: roof, kind: siren, tone: high}]
jobs:
  - name: typhoon
    seeds: [https://a.example/]
    schedule: "@every 1h"
    budget: {pages: 5}
    alerts: [{name: red, to: roof}]
`
	name := filepath.Join(t.TempDir(), "jobs.yaml")
	if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	f, err := jobfile.Read(name, opt)
	if err != nil {
		t.Fatal(err)
	}
	s, err := store.Open(store.Dir(f.Folder), nil)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	job, now := f.Jobs[0], time.Now()
	event := &monitor.Event{Job: job.Name, Seq: 1, Kind: monitor.New, Title: "Typhoon", Captured: now}
	story := &monitor.Story{ID: "s1", Job: job.Name, Title: "Typhoon", First: now, Last: now}
	batch := monitor.Batch{Job: job.Name, Seq: 1, Notifications: notify.Rules{}.Notifications(job, event, story, now, monitor.Calm)}
	if err := s.Add(batch); err != nil {
		t.Fatal(err)
	}
	if err := notify.NewWorker(s, f.Jobs, notify.Options{Dir: f.Folder}).Once(t.Context()); err != nil {
		t.Fatal(err)
	}
	if got := <-sent; got != "high: Typhoon" {
		t.Errorf("sent %q", got)
	}
}
