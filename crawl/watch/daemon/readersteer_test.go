package daemon_test

import (
	"errors"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ontocrawl/ontocrawl/crawl/watch/api"
	"github.com/ontocrawl/ontocrawl/crawl/watch/daemon"
	"github.com/ontocrawl/ontocrawl/crawl/watch/jobfile"
)

// TestReaderSteers: a command pauses a job and lets it go on, while no daemon runs and while one
// does. What no daemon hears, the next one finds.
func TestReaderSteers(t *testing.T) {
	name := filepath.Join(t.TempDir(), "jobs.yaml")
	jobs := strings.Replace(file("typhoon", "rain"), "name: rain", "name: rain, paused: true", 1)
	if err := os.WriteFile(name, []byte(jobs), 0o600); err != nil {
		t.Fatal(err)
	}
	f, err := jobfile.Read(name, jobfile.Options{})
	if err != nil {
		t.Fatal(err)
	}
	open := func() *daemon.Reader {
		t.Helper()
		r, err := daemon.OpenReader(f, slog.New(slog.DiscardHandler))
		if err != nil {
			t.Fatal(err)
		}
		return r
	}
	alone := open()
	if err := alone.Pause(f.Jobs[0], "the site moves"); err != nil {
		t.Fatal(err)
	}
	if err := alone.Stop(f.Jobs[0]); !errors.Is(err, daemon.ErrNoDaemon) {
		t.Errorf("stopped without a daemon: %v", err)
	}
	var order *api.OrderError
	if err := alone.Resume(f.Jobs[1]); !errors.As(err, &order) || !strings.Contains(err.Error(), "paused: true") {
		t.Errorf("a job that its file pauses: %v", err)
	}
	if err := alone.Close(); err != nil {
		t.Fatal(err)
	}
	d := begin(t, name)
	if j := d.job(t, "typhoon"); j.State != api.Paused || j.Pause == nil || j.Pause.By != "owner" || j.Pause.Reason != "the site moves" {
		t.Errorf("the daemon did not find the pause: %+v", j)
	}
	beside := open()
	if err := beside.Resume(f.Jobs[0]); err != nil {
		t.Fatal(err)
	}
	d.until(t, "the daemon hears that the job goes on", func() bool { return d.job(t, "typhoon").Pause == nil })
	if err := beside.Pause(f.Jobs[0], ""); err != nil {
		t.Fatal(err)
	}
	beside.Close() //nolint:errcheck // gives back nothing
	d.stop()
	alone = open()
	if err := alone.Resume(f.Jobs[0]); err != nil {
		t.Error(err)
	}
	if err := alone.Resume(f.Jobs[0]); !errors.As(err, &order) || !strings.Contains(err.Error(), "is not paused") {
		t.Errorf("resumed twice: %v", err)
	}
	if err := alone.Close(); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(filepath.Join(f.Folder, daemon.File)); !os.IsNotExist(err) {
		t.Errorf("nothing is paused: %v", err)
	}
	audit, err := os.ReadFile(filepath.Join(f.Folder, "audit.jsonl"))
	if n := strings.Count(string(audit), `"action":"resume"`); err != nil || n != 2 {
		t.Errorf("%d lines of the audit log are about it: %v\n%s", n, err, audit)
	}
}
