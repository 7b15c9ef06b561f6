package crawlcmd

import (
	"bytes"
	"log/slog"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ontocrawl/ontocrawl/crawl/choose/strategy"
	"github.com/ontocrawl/ontocrawl/crawl/engine"
	"github.com/ontocrawl/ontocrawl/crawl/fetch"
	"github.com/ontocrawl/ontocrawl/crawl/fetch/polite"
	"github.com/ontocrawl/ontocrawl/crawl/session"
	"github.com/ontocrawl/ontocrawl/crawl/tell/progress"
	"github.com/ontocrawl/ontocrawl/crawl/topic"
)

// A program that imports the demo crawls its web in memory, and into a run folder
// while it is shown; both crawls find the same.
func TestDemo(t *testing.T) {
	t.Parallel()
	log := slog.New(slog.DiscardHandler)
	d, err := open(t.Context(), 1, 200, fetch.Options{AllowPrivate: true, Polite: polite.Options{Delay: -1}}, log)
	if err != nil {
		t.Fatal(err)
	}
	defer d.Close()
	typhoon, err := topic.Resolve(t.Context(), topic.Spec{Names: "typhoon"})
	if err != nil {
		t.Fatal(err)
	}
	spec := func() session.Spec {
		return session.Spec{
			Topic: typhoon, Strategy: session.Strategy{Use: strategy.NewBreadthFirst()},
			Options: engine.Options{Workers: 2, MaxPages: 20, Deterministic: true, Retries: -1, MaxSilent: -1}, Logger: log,
		}
	}
	memory, err := d.Run(t.Context(), spec())
	if err != nil || memory.Pages != 20 {
		t.Fatalf("%+v, %v", memory, err)
	}

	dir := filepath.Join(t.TempDir(), "run")
	kept := spec()
	kept.Seeds, kept.Fetch = d.Seeds, session.Fetch{Use: d.Access.Fetcher, Pacer: d.Access.Pacer}
	kept.Folder = session.Folder{Dir: dir}
	s, err := session.Open(t.Context(), kept)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	res, err := Run(t.Context(), s, Options{Dir: dir, Budget: Budget{Pages: 20}, Screen: progress.NewScreen(&bytes.Buffer{}), Logger: log})
	if err != nil {
		t.Fatal(err)
	}
	o, err := d.outcome(dir, &res.Summary)
	if err != nil || o.Pages != memory.Pages || o.OnTopic != memory.OnTopic {
		t.Errorf("%+v, want %+v, %v", o, memory, err)
	}
	rep, err := progress.ReadReport(dir)
	if err != nil || rep.State != string(engine.Budget) || rep.Counts.Pages != 20 || rep.Counts.Budget != 20 {
		t.Errorf("%+v, %v", rep, err)
	}
	var b strings.Builder
	if err := d.writeTable(&b, o, memory); err != nil || strings.Count(b.String(), "\n") != 3 {
		t.Errorf("%v\n%s", err, b.String())
	}
}
