package daemon_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/ontocrawl/ontocrawl/crawl/watch/daemon"
	"github.com/ontocrawl/ontocrawl/crawl/watch/monitor"
)

var noon = time.Date(2026, 7, 25, 12, 0, 0, 0, time.UTC)

// TestStore: who paused a job, when and why is known to the next process, until it is resumed.
func TestStore(t *testing.T) {
	dir := t.TempDir()
	open := func() *daemon.Pauses {
		t.Helper()
		b, err := daemon.OpenPauses(dir)
		if err != nil {
			t.Fatal(err)
		}
		return b
	}
	b := open()
	ann := monitor.Pause{Job: "typhoon", At: noon, By: "ann", Reason: "the site asks us to wait"}
	if p, err := b.Pause(ann); err != nil || p != ann {
		t.Errorf("%+v %v", p, err)
	}
	if p, err := b.Pause(monitor.Pause{Job: "typhoon", At: noon.Add(time.Hour), By: "bob"}); err != nil || p != ann {
		t.Errorf("paused twice: %+v %v; want ann's", p, err)
	}
	if p, err := b.Pause(monitor.Pause{Job: "flood", At: noon}); err != nil || p.Job != "flood" {
		t.Errorf("%+v %v", p, err)
	}
	// The golden bytes of format 1.
	const want = `{
 "format": 1,
 "paused": [
  {
   "job": "flood",
   "at": "2026-07-25T12:00:00Z"
  },
  {
   "job": "typhoon",
   "at": "2026-07-25T12:00:00Z",
   "by": "ann",
   "reason": "the site asks us to wait"
  }
 ]
}
`
	if text, err := os.ReadFile(filepath.Join(dir, daemon.File)); err != nil || string(text) != want {
		t.Errorf("%s %v", text, err)
	}
	b = open()
	if p := b.Of("typhoon"); p == nil || *p != ann || b.Of("none") != nil || len(b.All()) != 2 {
		t.Errorf("the next process: %+v of %+v", p, b.All())
	}
	for _, job := range []string{"flood", "typhoon"} {
		if was, err := b.Resume(job); !was || err != nil {
			t.Errorf("%s: %v %v", job, was, err)
		}
		if was, err := b.Resume(job); was || err != nil {
			t.Errorf("%s once more: %v %v", job, was, err)
		}
	}
	if _, err := os.Stat(filepath.Join(dir, daemon.File)); !os.IsNotExist(err) || len(open().All()) != 0 {
		t.Errorf("all are resumed: %v", err)
	}
}

// TestDamaged: a store that cannot be read, or cannot be written, resumes nothing.
func TestDamaged(t *testing.T) {
	dir := t.TempDir()
	name := filepath.Join(dir, daemon.File)
	for _, text := range []string{"", "{", `{"format":9,"paused":[]}`} {
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := daemon.OpenPauses(dir); err == nil || !strings.Contains(err.Error(), name) {
			t.Errorf("%q: %v", text, err)
		}
	}
	os.Remove(name) //nolint:errcheck // it is checked below
	b, err := daemon.OpenPauses(dir)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.MkdirAll(filepath.Join(name, "in"), 0o700); err != nil { // no file can take its place
		t.Fatal(err)
	}
	if _, err := b.Pause(monitor.Pause{Job: "typhoon", At: noon}); err == nil || b.Of("typhoon") != nil {
		t.Errorf("a pause that is not on disk is in force: %v", err)
	}
}
